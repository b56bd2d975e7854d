#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""same.py PROGRAM FOLDER SHAPE OPTION... - each way of masked or stencil, with some numbers of
workers, in each task model and with each kind of communicator, writes what one loop writes, which
OPTIONs after `--' do not change.
"""
import os
import subprocess
import sys

program, folder, shape, *options = sys.argv[1:]
at = options.index("--") if "--" in options else len(options)
options, more = options[:at], options[at + 1:]
MODELS = [m for m in ("thread", "fiber", "space")
          if m not in os.environ.get("TEST_BUT", "").split(",")]
COMMUNICATORS = ("none", "core", "shared", "auto")
ITEMS, TAKEN = 3, 7  # in the input, and computed: the input is repeated
thread_sanitizer = "thread" in os.environ.get("SANITIZE", "")  # of one process; not of OpenMP


def settings():
    """(program, method, environment)"""
    yield program, "sequential", {}
    for model in MODELS:
        yield program, "shared", {"ERBIUM_TASK": model}
        for communicator in COMMUNICATORS if model == "thread" else ("none",):
            yield program, "private", {"ERBIUM_TASK": model, "ERBIUM_COMMUNICATOR": communicator}
    if not thread_sanitizer:
        yield program, "lc", {}
        yield program, "lc-masked", {}
        yield program + "-peers", "openmp", {}
    yield program + "-peers", "tbb", {}


def output(file, method, workers, environment, more):
    words = [file, "-m", method, "-w", str(workers), "-n", str(TAKEN), *options, *more, shape,
             source, out]
    subprocess.run(words, check=True, timeout=60 * int(os.environ.get("TEST_SLOWER", "1")),
                   env={**os.environ, **environment})
    with open(out, "rb") as f:
        return f.read()


source, out = os.path.join(folder, "in"), os.path.join(folder, "out")
subprocess.run([program, "-g", str(ITEMS), shape, source], check=True)
want = output(program, "sequential", 1, {}, [])
with open(source, "rb") as f:
    if want[:os.path.getsize(source)] == f.read():
        sys.exit("the output is the input")
for file, method, environment in settings():
    for workers in (1, 2, 3, 8):
        if output(file, method, workers, environment, more) != want:
            sys.exit(f"another output: {method}, {workers} workers, {environment}")
print(f"{len(want)} bytes, the same in each way")
