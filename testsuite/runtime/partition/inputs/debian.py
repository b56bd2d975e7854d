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
AT_ONCE = 16
PROGRAMS = {  # what writes to stdout, with {} for the number of the partition
    "sort": ["-n", "input.{}"],
    "gzip": ["-nc", "input.{}"],
    "bc": ["-q", "bc.{}"],
}


def write(name, text):
    with open(os.path.join(FOLDER, name), "w") as file:
        file.write(text)


def make_inputs():
    chance = random.Random(1)
    for n in range(AT_ONCE):
        numbers = [chance.randrange(10 ** 9) for _ in range(2000)]
        write(f"input.{n}", "".join(f"{number}\n" for number in numbers))
        write(f"bc.{n}", f"scale = {20 + n}\ndefine f (n) {{ if (n < 2) return (1); return (n * f "
              f"(n - 1)); }}\nf ({n * 7})\nsqrt ({numbers[0]})\nquit\n")


def expected(program):
    return [subprocess.run([program, *(word.format(n) for word in PROGRAMS[program])], cwd=FOLDER,
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True).stdout
            for n in range(AT_ONCE)]


def check(program):
    if not shutil.which(program):
        return "not installed"
    right, wrong = expected(program), 0
    rounds = (RUNS + AT_ONCE - 1) // AT_ONCE
    for _ in range(rounds):
        subprocess.run([COMMAND, "-n", str(AT_ONCE), "-r", "1", "-o", "output.{}", program,
                        *PROGRAMS[program]], cwd=FOLDER, stdin=subprocess.DEVNULL, check=True)
        for n in range(AT_ONCE):
            path = os.path.join(FOLDER, f"output.{n}")
            with open(path, "rb") as file:
                wrong += file.read() != right[n]
            os.unlink(path)
    # In one process, too, where images and heaps are used again:
    subprocess.run([COMMAND, "-n", str(AT_ONCE), "-r", str(rounds), "-o", "output.{}", program,
                    *PROGRAMS[program]], cwd=FOLDER, stdin=subprocess.DEVNULL, check=True)
    for n in range(AT_ONCE):
        with open(os.path.join(FOLDER, f"output.{n}"), "rb") as file:
            wrong += file.read() != right[n]
    return f"{2 * rounds * AT_ONCE} runs, {wrong} wrong"


make_inputs()
for name in PROGRAMS:
    print(f"{name}: {check(name)}", flush=True)
