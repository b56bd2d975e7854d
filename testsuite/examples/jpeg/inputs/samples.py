#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""samples.py FOLDER - three pictures: sampled.jpg (4:2:0), four.jpg (YCCK, progressive),
restart.jpg (restart intervals of some MCUs)."""
import os
import sys

sys.dont_write_bytecode = True
import pictures


def write(name, data):
    with open(os.path.join(sys.argv[1], name), "wb") as file:
        file.write(data)


colour = pictures.ppm(300, 200)
write("sampled.jpg", pictures.cjpeg(colour, "-sample", "2x2", "-quality", "90"))
write("restart.jpg", pictures.cjpeg(colour, "-sample", "2x1", "-restart", "19B"))
write("four.jpg", pictures.jpegtran(pictures.assemble(121, 90, [(2, 2), (1, 1), (1, 1), (2, 2)], pictures.adobe(2)),
                                    "-progressive"))
