#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mutate.py TOOLS COUNT [SEED] FILE... - no text makes a tool crash, hang or contradict itself.

Takes the programs, changes words, characters and lines of them at random, and gives each to erbium-opt
(round trip, all passes) and erbium-interp. A text that is refused is refused by both, with a message that has a place.  A
program that kills a tool is left in the current folder, and named.
"""
import functools
import os
import random
import re
import subprocess
import sys

WORD = re.compile(rb"\w+|\s+|\[\[|.", re.S)
EXTRA = [b"[[", b"]", b"{", b"}", b"(", b")", b"..", b"-", b"9223372036854775807", b"-128i8", b"[3]i32", b"\0", b"\xff",
         b"\"", b"?", b":", b";", b"let", b"run", b"update", b"record", b"read view", b"handle", b"const", b"1e308", b"0"]
GOOD = {0, 1}
RUNS = {0, 1, 120, 121, 124}


def mutate(text, others, chosen):
    """A few words left out, doubled, exchanged, or taken from elsewhere."""
    words = WORD.findall(text)
    for _ in range(chosen.randint(1, 4)):
        if not words:
            break
        at, kind = chosen.randrange(len(words)), chosen.randrange(6)
        if kind == 0:
            del words[at:at + chosen.randint(1, 5)]
        elif kind == 1:
            words[at:at] = words[at:at + chosen.randint(1, 8)] * chosen.choice([1, 1, 2, 300])
        elif kind == 2:
            other = chosen.randrange(len(words))
            words[at], words[other] = words[other], words[at]
        elif kind == 3:
            words[at] = chosen.choice(EXTRA)
        elif kind == 4:
            words.insert(at, chosen.choice(EXTRA) * chosen.choice([1, 1, 1, 2000]))
        else:
            words[at] = chosen.choice(WORD.findall(chosen.choice(others)))
    return b"".join(words)


def run(command, text):
    try:
        done = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    except subprocess.TimeoutExpired:
        return "hangs", b""
    return done.returncode, done.stderr


@functools.lru_cache()
def passes(tools):
    """All passes, as erbium-opt lists them."""
    text = subprocess.run([f"{tools}/erbium-opt", "--help"], stdout=subprocess.PIPE, check=True).stdout.decode()
    return ",".join(line.split()[0] for line in text.split("passes:\n")[1].splitlines())


def wrong_with(text, tools):
    """What is wrong with how the tools take it, or None."""
    status, complaint = run([f"{tools}/erbium-opt", "--round-trip", "--verify-each", "--quiet",
                             f"--passes={passes(tools)}", "-"], text)
    if status not in GOOD:
        return f"erbium-opt ends with {status}: {complaint[-300:]}"
    if status == 1 and not re.search(rb"^<stdin>(:\d+:\d+)?: error: .*\[\d\.\d+\]$", complaint, re.M):
        return f"erbium-opt does not say what is wrong: {complaint[-300:]}"
    ran, complaint = run([f"{tools}/erbium-interp", "--steps=20000", "--seed=1", "-"], text)
    if ran not in RUNS or (status == 1) > (ran == 1):
        return f"erbium-interp ends with {ran}: {complaint[-300:]}"
    return None


def main():
    tools, count, seed, files = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    texts = []
    for name in files:
        with open(name, "rb") as file:
            texts.append(file.read())
    wrong = 0
    for k in range(seed, seed + count):
        chosen = random.Random(k)
        text = mutate(chosen.choice(texts), texts, chosen)
        what = wrong_with(text, tools)
        if what:
            name = os.path.abspath(f"mutant-{k}.er")
            with open(name, "wb") as file:
                file.write(text)
            print(f"{name}: error: {what}")
            wrong += 1
    print(f"{count} texts, {wrong} wrong")
    return 1 if wrong or not texts else 0


sys.exit(main())
