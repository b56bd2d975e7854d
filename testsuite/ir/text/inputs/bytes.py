#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints a program with strings of any bytes, by escapes."""
CHOSEN = [b"\xff", "é".encode(), b"\xed\xa0\x80", b"\xed\x9f\xbf", b"\xc0\xaf", b"\xe0\x9f\xbf", b"\xf4\x90\x80\x80",
          b"\xf0\x8f\xbf\xbf", b"\xe2\x82", b"\xe2\x82\xc3\xa9", b"\xf0\x9f\x98x", "😀".encode() + b"\x80"]
ALL = [bytes([a]) for a in range(256)] + [bytes([a, b]) for a in range(128, 256) for b in range(256)]


def statement(text):
    return '    print "' + "".join(f"\\x{c:02x}" for c in text) + '";'


print("process main() {", *map(statement, CHOSEN + ALL), "}", sep="\n")
