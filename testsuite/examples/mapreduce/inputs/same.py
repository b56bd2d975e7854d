#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""same.py PROGRAM FOLDER - the output of MapReduce and of threads is that of the sequential loop.

For each workload, with inputs of some sizes, 1 to 7 workers, each task model, and a memory limit.
"""
import hashlib
import os
import subprocess
import sys

SIZES = {"histogram": (1, 2), "kmeans": (1, 8), "linear_regression": (1, 2),
         "matrix_multiply": (1, 9, 100), "pca": (1, 2, 33), "string_match": (1,), "word_count": (1,)}
MODELS = [m for m in ("thread", "fiber", "space") if m not in os.environ.get("TEST_BUT", "").split(",")]
LIMIT = 1 << 22
program, folder = sys.argv[1:]
runs = 0


def run(workload, source, *options, model="thread"):
    global runs
    runs += 1
    words = [program, workload, *options, source, "-"]
    out = subprocess.run(words, check=True, stdout=subprocess.PIPE,
                         env={**os.environ, "ERBIUM_TASK": model}).stdout
    return hashlib.md5(out).hexdigest()


def check(workload, source):
    want = run(workload, source, "-m", "sequential")
    for workers in range(1, 8):
        variants = [("threads", {}, ("-m", "threads"))]
        variants += [(m, {"model": m}, ("-r", str(8 - workers))) for m in MODELS]
        variants += [("limit", {}, ("-r", "2", "-l", str(LIMIT)))] if workers == 2 else []
        for name, model, options in variants:
            if run(workload, source, "-w", str(workers), *options, **model) != want:
                sys.exit(f"{workload} of {source}: another output: {name}, {workers} workers")


def main():
    for workload, sizes in SIZES.items():
        for size in sizes:
            source = os.path.join(folder, f"{workload}-{size}")
            subprocess.run([program, workload, "-g", str(size), source], check=True)
            check(workload, source)
    if runs < 200:
        sys.exit(f"only {runs} runs")
    print("one output")


main()
