#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compare.py [--every N] [NAME=VALUE...] PROGRAM ARGUMENT... [-- ...] - does each PROGRAM
make of each picture what djpeg makes of it, byte by byte, without a complaint?

With --every only each N-th picture.  For each program a last line says how many were the same.
"""
import os
import subprocess
import sys

sys.dont_write_bytecode = True
import pictures


class Candidate:
    """A program that is compared."""

    def __init__(self, words):
        self.every, self.same, self.wrong, self.environment = 1, 0, 0, dict(os.environ)
        if words[0] == "--every":
            self.every, words = int(words[1]), words[2:]
        while "=" in words[0]:
            name, value = words[0].split("=", 1)
            self.environment[name] = value
            words = words[1:]
        self.words = words

    def compare(self, name, data, want):
        have = subprocess.run(self.words, input=data, capture_output=True, env=self.environment)
        if have.returncode == 0 and not have.stderr and have.stdout == want:
            self.same += 1
            return
        self.wrong += 1
        with open(f"{os.environ.get('KEEP', '/dev/null')}", "wb") as file:
            file.write(data)
        print(f"{' '.join(self.words)}: {name}: status {have.returncode}, {len(have.stdout)} bytes,"
              f" {len(want)} expected; {have.stderr.decode().strip()}")


def split(words):
    """At each --."""
    parts = [[]]
    for word in words:
        if word == "--":
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def of_djpeg(name, data):
    done = subprocess.run(["djpeg", "-dct", "int"], input=data, capture_output=True)
    if done.returncode or not done.stdout:
        sys.exit(f"{name}: djpeg itself fails: {done.stderr.decode()}")
    return done.stdout


def main():
    candidates = [Candidate(words) for words in split(sys.argv[1:])]
    for k, (name, data) in enumerate(pictures.all_pictures()):
        here = [c for c in candidates if k % c.every == 0]
        want = of_djpeg(name, data) if here else None
        for c in here:
            c.compare(name, data, want)
    for c in candidates:
        print(f"{c.same} pictures the same, {c.wrong} not")
    return 1 if any(c.wrong or not c.same for c in candidates) else 0


sys.exit(main())
