#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sizes.py FOLDER COMMAND... - the command (dedup and options, without -c) on inputs of all kinds.

Sizes around every bound of the format, bytes that deflate and that do not, that have no anchor,
that are repeated at other places.  Each archive must unpack to its input, and be that of
dedup-sequential, which lies beside the command.
"""
import os
import random
import subprocess
import sys

LEAST, MOST, SEGMENT = 2 << 10, 64 << 10, 1 << 20


def around (n):
    return [n - 1, n, n + 1]


def inputs ():
    """Name and bytes."""
    chance = random.Random (7)
    noise = chance.randbytes (4 * SEGMENT)
    text = b" ".join (b"%d squared is %d," % (i, i * i) for i in range (200000))
    for n in [0, 1, 2, *around (64), *around (LEAST), *around (MOST), *around (SEGMENT), *around (SEGMENT + MOST),
              2 * SEGMENT + 3]:
        yield f"noise {n}", noise[:n]
        yield f"text {n}", text[:n]
        yield f"zeros {n}", bytes (n)
    half = noise[:SEGMENT + 12345]
    yield "twice", half + half
    yield "shifted", half + b"between" + half
    yield "shifted by one", half + half[1:] + half[2:]
    yield "once more at the end", text[:3 * SEGMENT] + text[:77]
    yield "pieces", b"".join (noise[a:a + chance.randrange (1, 300000)]
                              for a in (chance.randrange (SEGMENT) for _ in range (30)))


def run (words, data):
    done = subprocess.run (words, input=data, capture_output=True)
    if done.returncode or done.stderr:
        sys.exit (f"{' '.join (words)}: status {done.returncode}: {done.stderr.decode ()}")
    return done.stdout


def main ():
    folder, command = sys.argv[1], sys.argv[2:]
    here = os.path.dirname (command[0])
    count = 0
    for name, data in inputs ():
        archive = run (command + ["-c", "-", "-"], data)
        if archive != run ([f"{here}/dedup-sequential", "-c", "-", "-"], data):
            sys.exit (f"{name}: another archive than that of one loop")
        if run ([f"{here}/dedup-sequential", "-d", "-", "-"], archive) != data:
            sys.exit (f"{name}: unpacks to something else")
        with open (f"{folder}/{name.replace (' ', '-')}.archive", "wb") as f:
            f.write (archive)
        with open (f"{folder}/{name.replace (' ', '-')}", "wb") as f:
            f.write (data)
        count += 1
    print (f"{count} inputs")


main ()
