#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""growth.py DECODERS [SEED [EVERY]] - pictures of all samplings, narrow and wide, decoded at bursts
that are small and large beside a row, by 1 to 8 workers, in all task models, where no
horizon grows: each is large enough for whatever the schedule is.

Which burst a picture meets is drawn by chance, from the seed; of the pictures each EVERY-th is tried.
"""
import os
import random
import subprocess
import sys

sys.dont_write_bytecode = True
import pictures

MODELS = [m for m in ("fiber", "thread", "space") if m not in os.environ.get("TEST_BUT", "").split(",")]
BURSTS = (64, 128, 192, 512, 1024, 4096, 16384, 65536, 1 << 20)
SIZES = ((641, 479), (64, 300), (200, 40), (2000, 70), (17, 700))


def some_pictures():
    """(name, bytes)"""
    for size in SIZES:
        colour = pictures.ppm(*size)
        for sampling in pictures.SAMPLINGS:
            for more in ((), ("-restart", "1"), ("-progressive",)):
                yield f"{sampling} {size} {more}", pictures.cjpeg(colour, "-sample", sampling, *more)
    yield from pictures.four_components()
    yield from pictures.many_blocks()


def ways(r):
    yield ("-m", "shared", "-w", str(r.randint(1, 8)))
    yield ("-m", "tasks", "-b", "512")
    for _ in range(2):
        yield ("-m", "tasks", "-b", str(r.choice(BURSTS)))


def main():
    folder, seed, every = sys.argv[1], *[int(a) for a in (sys.argv[2:] + ["1", "1"])[:2]]
    r, runs, wrong = random.Random(seed), 0, 0
    for k, (name, data) in enumerate(some_pictures()):
        if k % every:
            continue
        want = subprocess.run([f"{folder}/jpegdec-sequential"], input=data, capture_output=True).stdout
        for way in ways(r):
            model = r.choice(MODELS)
            environment = {**os.environ, "ERBIUM_TASK": model, "ERBIUM_GROW": "0"}
            done = subprocess.run([f"{folder}/jpegdec", *way], input=data, capture_output=True, env=environment)
            runs += 1
            if done.returncode or done.stderr or done.stdout != want:
                wrong += 1
                print(f"{name}: {model} {' '.join(way)}: status {done.returncode}: {done.stderr.decode()}")
    print(f"{runs} runs, {wrong} wrong")
    return 1 if wrong or not want else 0


sys.exit(main())
