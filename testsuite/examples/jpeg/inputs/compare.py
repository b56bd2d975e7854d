#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compare.py [--every N] PROGRAM ARGUMENT... - does PROGRAM make of each picture what
djpeg makes of it, byte by byte, without a complaint?

With --every only each N-th picture.  The last line says how many were the same.
"""
import os
import subprocess
import sys

sys.dont_write_bytecode = True
import pictures


def run(words, data):
    return subprocess.run(words, input=data, capture_output=True)


def main():
    words, every = sys.argv[1:], 1
    if words[0] == "--every":
        every, words = int(words[1]), words[2:]
    same = wrong = 0
    for k, (name, data) in enumerate(pictures.all_pictures()):
        if k % every:
            continue
        want = run(["djpeg", "-dct", "int"], data)
        if want.returncode or not want.stdout:
            sys.exit(f"{name}: djpeg itself fails: {want.stderr.decode()}")
        have = run(words, data)
        if have.returncode or have.stderr or have.stdout != want.stdout:
            with open(f"{os.environ.get('KEEP', '/dev/null')}", "wb") as file:
                file.write(data)
            print(f"{name}: status {have.returncode}, {len(have.stdout)} bytes, {len(want.stdout)} expected;"
                  f" {have.stderr.decode().strip()}")
            wrong += 1
        else:
            same += 1
    print(f"{same} pictures the same, {wrong} not")
    return 1 if wrong or not same else 0


sys.exit(main())
