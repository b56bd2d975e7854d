#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""models.py DECODERS [NAME...] - damaged files, in each task model and each way, or by the
programs of those names: each says of a file, and makes of it, what one loop does.

DECODERS is where the programs lie.
"""
import os
import subprocess
import sys

sys.dont_write_bytecode = True
import pictures

MODELS = [m for m in ("fiber", "thread", "space") if m not in os.environ.get("TEST_BUT", "").split(",")]
WAYS = (("-m", "tasks"), ("-m", "tasks", "-b", "64"), ("-m", "shared"), ("-m", "shared", "-w", "1"),
        ("-m", "shared", "-w", "5"))


def damaged():
    """(name, bytes)"""
    colour = pictures.ppm(75, 53)
    plain = pictures.cjpeg(colour, "-sample", "2x2")
    for name, whole in (("plain", plain),
                        ("rows", pictures.cjpeg(colour, "-restart", "1")),
                        ("three rows", pictures.cjpeg(colour, "-sample", "1x1", "-restart", "30B")),
                        ("parts of rows", pictures.cjpeg(colour, "-restart", "3B")),
                        ("odd intervals", pictures.cjpeg(colour, "-sample", "1x1", "-restart", "7B")),
                        ("progressive", pictures.jpegtran(plain, "-progressive"))):
        yield f"{name}, no end", whole[:-2]
        yield f"{name}, cut short", whole[:-60]
        yield f"{name}, bytes left over", whole[:-2] + bytes(596) + whole[-2:]
        yield f"{name}, a byte left over", whole[:-2] + b"\0" + whole[-2:]
        yield f"{name}, a restart behind it", whole[:-2] + b"\xff\xd0abc" + whole[-2:]
        if b"\xff\xd1" in whole:
            yield f"{name}, bytes before a restart", whole.replace(b"\xff\xd1", b"abc\xff\xd1")
            yield f"{name}, a byte before a restart", whole.replace(b"\xff\xd1", b"\0\xff\xd1")


def run(words, data, model=None):
    environment = {**os.environ, **({"ERBIUM_TASK": model} if model else {})}
    done = subprocess.run(words, input=data, capture_output=True, env=environment)
    return done.returncode, done.stderr, done.stdout


def runs(folder, programs):
    """(words, model), each run that is compared."""
    if programs:
        return [([f"{folder}/{p}", "-w", str(n)], None) for p in programs for n in (1, 3)]
    return [([f"{folder}/jpegdec", *way], model) for model in MODELS for way in WAYS]


def main():
    compared = wrong = 0
    for name, data in damaged():
        first = run([f"{sys.argv[1]}/jpegdec-sequential"], data)
        if first[0] != 2:
            wrong += 1
            print(f"{name}: one loop: status {first[0]}")
        for words, model in runs(sys.argv[1], sys.argv[2:]):
            other = run(words, data, model)
            compared += 1
            if other != first:
                wrong += 1
                print(f"{name}: {model} {' '.join(words)}: status {other[0]}, {other[1].decode()}"
                      f"not as one loop: status {first[0]}, {first[1].decode()}")
    print(f"{compared} runs, {wrong} wrong")
    return 1 if wrong else 0


sys.exit(main())
