# SPDX-License-Identifier: MIT
"""sources.py - finds the messages of the sources by the rules of rules.txt.

find() returns the messages, and what is wrong: a call whose text cannot be found, and a use of
stderr that no rule explains.
"""
import os
import re

from c_sources import scan
from message_text import DIRECTIVE
from script_sources import find_in_python, find_in_shell
from words_of_c import words_of

C_ENDINGS = (".c", ".h", ".cc", ".re")


def find(root, rules):
    """All messages below the root, in the order of the files, and what is wrong."""
    found, wrong, known = [], [], constants(root, rules)
    for path in files(root, rules):
        with open(os.path.join(root, path), errors="replace") as file:
            source = file.read()
        for rule in rules.composed(path):
            more = compose(rule, path, source)
            found, wrong = found + more[0], wrong + more[1]
        if path.endswith(C_ENDINGS):
            more = scan(path, source, rules, known.get(os.path.dirname(path), {}))
        elif path.endswith(".py") or source.startswith("#!/usr/bin/env python"):
            more = find_in_python(path, source, rules)
        elif source.startswith("#!/bin/sh") or path.endswith(".sh"):
            more = find_in_shell(path, source, rules)
        else:
            continue
        found += more[0]
        wrong += more[1]
    return found, wrong


def compose(rule, path, source):
    """A message that is printed in pieces: each of them must be a text of the file."""
    strings = " ".join(w.text for w in words_of(source) if w.kind == "string")
    for piece in DIRECTIVE.split(rule.template):
        if piece.strip() and piece.strip() not in strings:
            return [], [f"{path}:1: error: '{piece.strip()}' of rules.txt is no text of this file"]
    line = 1 + source.count("\n", 0, source.find(DIRECTIVE.split(rule.template)[0].strip()))
    return [rule.plain(path, line)], []


CONSTANT = re.compile(r'(?:#define (\w+)|\b(\w+)\[\] =)((?:[\s\\\\]*"(?:[^"\\\n]|\\.)*")+)')


def constants(root, rules):
    """For each folder the names that stand for a text: macros and arrays of characters."""
    known = {}
    for path in files(root, rules):
        if path.endswith(C_ENDINGS):
            with open(os.path.join(root, path), errors="replace") as file:
                for m in CONSTANT.finditer(file.read()):
                    text = "".join(w.text for w in words_of(m[3]) if w.kind == "string")
                    if " " in text:
                        known.setdefault(os.path.dirname(path), {})[m[1] or m[2]] = text
    return known


def files(root, rules):
    for top in rules.roots:
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders.sort()
            for name in sorted(names):
                yield os.path.relpath(os.path.join(folder, name), root)
