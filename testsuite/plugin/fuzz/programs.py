#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""programs.py [--count N | --seconds S] [--seed SEED] [--each N] - random programs.

Takes programs of generate.py, compiles each with N random choices of compiler,
level and options of the plugin, runs it, and compares what it prints with what
the plain program prints.  A program that fails is named by its seed and its
command; the status is 0 if none does.  Needs BUILD, HWLOC_LIBS from make.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.insert(0, os.path.join(ROOT, "testsuite", "tools"))
from generate import Program
from limited import run_limited

BUILD = os.path.join(ROOT, os.environ.get("BUILD") or "build")
LIBS = [f"{BUILD}/liberbium.a", *os.environ.get("HWLOC_LIBS", "-lhwloc").split(), "-pthread"]
LIMIT = 60
ARGUMENT = "-fplugin-arg-erbium-"
LEVELS = ["-O0", "-O1", "-O2", "-O2", "-O3", "-O3", "-O3", "-Os", "-O3 -march=native", "-Ofast"]
PASSES = ["", "", "", "", "no-coarsen", "no-hoist", "no-inline", "no-coarsen no-hoist",
          "strip=1", "strip=5", "strip=5", "strip=64", "no-hoist strip=7", "check", "prefetch=8",
          "prefetch=64 strip=16"]
TASKS = ["auto", "thread", "fiber", "space"]
EXTRA = ["", "", "", "", "-g", "-fPIC", "-flto", "-fno-tree-vectorize", "-funroll-all-loops",
         "-fno-inline", "-fwrapv", "-ftrapv", "-fno-ivopts", "-fexceptions -fnon-call-exceptions",
         "-fno-strict-aliasing", "-fno-tree-pre -fno-tree-ch", "-fno-tree-ch", "-funswitch-loops",
         "-fno-tree-loop-im -fno-tree-sra", "--param=vect-epilogues-nomask=0",
         "-ftree-loop-distribution -floop-interchange", "-fno-guess-branch-probability"]


def releases():
    return sorted(folder.removeprefix("gcc-") for folder in os.listdir(f"{BUILD}/plugin")
                  if os.path.exists(f"{BUILD}/plugin/{folder}/erbium.so"))


def random_command(chance):
    """A compiler with options."""
    release = chance.choice(releases())
    passes = chance.choice(PASSES).split()
    return [f"gcc-{release}", "-w", f"-fplugin={BUILD}/plugin/gcc-{release}/erbium.so",
            ARGUMENT + "verify", *(ARGUMENT + p for p in passes),
            *chance.choice(LEVELS).split(), *chance.choice(EXTRA).split()]


def execute(command, environment=None):
    """Status and output."""
    try:
        done = run_limited(command, LIMIT, stderr=subprocess.STDOUT,
                           env={**os.environ, **(environment or {})})
    except subprocess.TimeoutExpired:
        return "a hang", b""
    return done.returncode, done.stdout


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def expected(seed, folder):
    """What the plain program prints."""
    source, program = f"{folder}/plain.c", f"{folder}/plain"
    write(source, Program(seed, True).text())
    for command in ([f"gcc-{os.environ['GCC_RELEASES'].split()[-1]}", "-w", "-O1", source, "-o", program], [program]):
        status, output = execute(command)
        if status != 0:
            sys.exit(f"the plain program {seed} fails with {status}:\n{output.decode()}")
    return output


def attempt(seed, command, source, program, wanted, environment):
    """What is wrong, or None."""
    status, output = execute(command + [source, "-o", program] + LIBS)
    if status != 0:
        return f"does not compile: {status}\n{output.decode(errors='replace')[:1500]}"
    status, output = execute([program], environment)
    if status != 0 or output != wanted:
        return f"ends with {status}, prints\n{output.decode(errors='replace')[:600]}not\n{wanted.decode()}"
    return None


def try_seed(seed, each, folder):
    """How many of its builds fail."""
    chance, failed = random.Random(seed), 0
    wanted = expected(seed, folder)
    source, program = f"{folder}/program.c", f"{folder}/program"
    write(source, Program(seed, False).text())
    for _ in range(each):
        command = random_command(chance)
        environment = chance.choice([{}, {}, {}, {"ERBIUM_WINDOW": "1"},
                                     {"ERBIUM_CHECK": "1", "ERBIUM_VERBOSE": "0"}, {"ERBIUM_SPIN": "0"}])
        environment = {**environment, "ERBIUM_TASK": chance.choice(TASKS)}
        wrong = attempt(seed, command, source, program, wanted, environment)
        if wrong:
            failed += 1
            settings = " ".join(f"{n}={v}" for n, v in environment.items())
            print(f"seed {seed}: {settings} {' '.join(command)}\n  {wrong}", flush=True)
    return failed


def try_seeds(one, count, each):
    """Calls one (seed, each, folder), which returns how many builds are wrong, as often as the
    arguments say; count and each: where they do not."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=each)
    options = parser.parse_args()
    end, failed, done = time.monotonic() + options.seconds, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() < end if options.seconds else done < options.count:
            failed += one(options.seed + done, options.each, folder)
            done += 1
    print(f"{done} programs, {failed} builds wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(try_seeds(try_seed, 40, 3))
