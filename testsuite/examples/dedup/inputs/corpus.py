#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""corpus.py FOLDER - what the fuzzer begins with: the archives of hostile.py, and whole ones."""
import os
import sys

sys.dont_write_bytecode = True
import hostile

FOLDER = sys.argv[1]
A, B = hostile.A, hostile.B[:1000]
WHOLE = (hostile.HEAD + hostile.raw (A) + hostile.deflated (B) + hostile.repeated (300, 0) + hostile.repeated (1000, 200)
         + hostile.end (A, B, A, (A + B)[200:1200]))
for name, archive in [*hostile.cases (), ("whole", WHOLE)]:
    with open (os.path.join (FOLDER, name.replace (" ", "-")), "wb") as f:
        f.write (archive)
