#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""corpus.py FOLDER - small pictures of all kinds, for the fuzzer to begin with."""
import os
import sys

sys.dont_write_bytecode = True
import pictures

for name, data in pictures.all_pictures(((9, 9), (40, 24))):
    if len(data) < 20000:
        with open(os.path.join(sys.argv[1], name.replace(",", "_")), "wb") as file:
            file.write(data)
