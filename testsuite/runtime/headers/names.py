#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""names.py COMPILER FOLDER HEADER... - prints the names of C without a prefix that headers define.

A header below FOLDER (runtime/include) is preprocessed with its #defines.  Of the lines that come
from FOLDER the script takes the macros, and what the lines declare at the outermost level:
functions, variables, types and constants.  A name needs the prefix erbium_, ERBIUM_ or ERB_.
"""
import re
import subprocess
import sys

PREFIX = re.compile(r"erbium_|ERBIUM_|ERB_")
MACRO = re.compile(r"#define (\w+)")
MARKER = re.compile(r'# \d+ "([^"]*)"')
BLOCK = re.compile(r"\{[^{}]*\}")
TAG = re.compile(r"\b(?:struct|union|enum)\s+(\w+)\s*\{")
CONSTANTS = re.compile(r"\benum\b[^{;]*\{([^}]*)\}")
KEYWORDS = {"struct", "union", "enum", "void", "int"}
FUNCTION = re.compile(r"\(?\b(\w+)\)?\s*\((?=[^()]*(?:\([^()]*\)[^()]*)*\)\s*;)")


def own_lines(compiler, folder, header):
    text = subprocess.run([compiler, "-E", "-dD", "-I", folder, f"{folder}/{header}"],
                          check=True, capture_output=True, text=True).stdout
    own = False
    for line in text.split("\n"):
        marker = MARKER.match(line)
        if marker:
            own = marker[1].startswith(folder)
        elif own:
            yield line


def names(lines):
    code = []
    for line in lines:
        macro = MACRO.match(line)
        if macro:
            yield macro[1]
        elif not line.startswith("#"):
            code.append(line)
    code = re.sub(r'"[^"]*"', '""', " ".join(code))
    code = re.sub(r"__attribute__\s*\(\(.*?\)\)|__asm__\s*\(.*?\)", "", code)
    yield from TAG.findall(code)
    for constants in CONSTANTS.findall(code):
        yield from re.findall(r"(?:^|,)\s*(\w+)", re.sub(r"\([^()]*\)", "", constants))
    while BLOCK.search(code):
        code = BLOCK.sub(";", code)
    for declaration in code.split(";"):
        function = FUNCTION.search(declaration + ";")
        words = re.findall(r"\w+", declaration)
        if function:
            yield function[1]
        elif "typedef" in words or "extern" in words:
            yield words[-1]


def main(compiler, folder, *headers):
    found = {name for header in headers for name in names(own_lines(compiler, folder, header))}
    found -= KEYWORDS
    for name in sorted(found):
        if not PREFIX.match(name):
            print(name)
    print(f"{len(found)} names")


if __name__ == "__main__":
    main(*sys.argv[1:])
