#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bless.py [OPTION]... FILE FILE - as diff, but the expected output becomes what the other file is.

make bless runs the tests with this script in place of diff.  One of the files is the expected
output: it is in the repository, and not in the build folder BUILD.  The other one may be -, stdin.
If neither or each of them is, the script does what diff does.  An empty output blesses nothing.
"""
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def below(path, folder):
    return os.path.realpath(path).startswith(os.path.realpath(folder) + os.sep)


def is_expected(path):
    build = os.path.join(ROOT, os.environ.get("BUILD") or "build")
    return os.path.isfile(path) and below(path, ROOT) and not below(path, build)


def bless(expected, text):
    """Replaces a file in one step: several tests may have the same expected output."""
    new = f"{expected}.{os.getpid()}"
    with open(new, "wb") as file:
        file.write(text)
    shutil.copymode(expected, new)
    os.replace(new, expected)
    print("blessed " + os.path.relpath(expected, ROOT))


def main(arguments):
    files = [a for a in arguments if a == "-" or not a.startswith("-")]
    expected = [file for file in files if is_expected(file)]
    if len(files) != 2 or len(expected) != 1:
        return subprocess.call(["diff", *arguments])
    other = files[1 - files.index(expected[0])]
    with open(0 if other == "-" else other, "rb") as file:
        text = file.read()
    if not text:
        print(f"error: no output; '{expected[0]}' stays as it is", file=sys.stderr)
        return 1
    with open(expected[0], "rb") as file:
        if file.read() != text:
            bless(expected[0], text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
