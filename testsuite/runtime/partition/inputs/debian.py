#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""debian.py ERBIUM-PARTITION FOLDER - runs programs of the system as partitions.

Each runs RUNS times, several at once, on inputs of their own; what they write is compared with what
the same program writes as a process.
"""
import os
import random
import shutil
import subprocess
import sys

COMMAND, FOLDER = sys.argv[1:]
RUNS = int(os.environ.get("TEST_RUNS", "48"))
PROGRAMS = {  # how many at once, options, and what writes to stdout; {} is a partition's number
    "sort": (16, [], ["-n", "input.{}"]),
    "gzip": (16, [], ["-nc", "input.{}"]),
    "bc": (16, [], ["-q", "bc.{}"]),
    "sqlite3": (64, ["-l", "libsqlite3"], [":memory:", ".read sql.{}"]),
}


def write(name, text):
    with open(os.path.join(FOLDER, name), "w") as file:
        file.write(text)


def make_inputs():
    chance = random.Random(1)
    for n in range(max(at_once for at_once, *_ in PROGRAMS.values())):
        numbers = [chance.randrange(10 ** 9) for _ in range(2000)]
        write(f"input.{n}", "".join(f"{number}\n" for number in numbers))
        write(f"bc.{n}", f"scale = {20 + n}\ndefine f (n) {{ if (n < 2) return (1); return (n * f "
              f"(n - 1)); }}\nf ({n * 7})\nsqrt ({numbers[0]})\nquit\n")
        write(f"sql.{n}", f".import input.{n} t\nalter table t rename column '{numbers[0]}' to a;\n"
              f"select a % {n + 2}, count (*), sum (a), group_concat (a % 7) from t group by 1;\n")


def expected(program):
    at_once, _, words = PROGRAMS[program]
    return [subprocess.run([program, *(word.format(n) for word in words)], cwd=FOLDER,
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True).stdout
            for n in range(at_once)]


def options_of(program):
    """Those to copy libraries that the program needs; it may contain the library instead."""
    needed = subprocess.run(["ldd", shutil.which(program)], stdout=subprocess.PIPE, check=True,
                            text=True).stdout
    options = PROGRAMS[program][1]
    return options if not options or options[1] in needed else []


def run(program, rounds):
    at_once, _, words = PROGRAMS[program]
    options = options_of(program)
    subprocess.run([COMMAND, "-n", str(at_once), "-r", str(rounds), "-o", "output.{}", *options,
                    program, *words], cwd=FOLDER, stdin=subprocess.DEVNULL, check=True)


def check(program):
    if not shutil.which(program):
        return "not installed"
    right, wrong = expected(program), 0
    rounds = (RUNS + len(right) - 1) // len(right)
    # In one process in the last line, too, where images and heaps are used again:
    for each in [1] * rounds + [rounds]:
        run(program, each)
        for n, output in enumerate(right):
            path = os.path.join(FOLDER, f"output.{n}")
            with open(path, "rb") as file:
                wrong += file.read() != output
            os.unlink(path)
    return f"{2 * rounds * len(right)} runs, {wrong} wrong"


make_inputs()
for name in PROGRAMS:
    print(f"{name}: {check(name)}", flush=True)
