# SPDX-License-Identifier: MIT
"""triggers.py - which lines of tests expect a message.

A test expects a message in a line of FileCheck, in a text of Python or of a shell, or in a file
with the expected output.  The pieces of the message between its values (%s) must be there, in
their order, and the first one where a text begins.  A test may leave out what follows the
first sign, or the second half of a message of more than eight words.
"""
import functools
import os
import re

from message_text import DIRECTIVE

PROGRAMS = (".c", ".cc", ".er", ".str", ".test", ".f90")
ENDINGS = PROGRAMS + (".py", ".out", ".sh", ".txt", ".gdb")
EXPECTS = re.compile(r"^\W*[A-Z][A-Z0-9_-]*:|\bgrep\b")
JOINED = re.compile(r'"\s*\n\s*[rf]?"')
WILD = "\x01"  # what FileCheck matches by a pattern
PART = "\x02"  # a text of Python, which may be a part of the message
PATTERN = re.compile(r"\{\{(.*?)\}\}|\[\[[@#A-Z_a-z].*?\]\]")
LITERAL = re.compile(r"(?:\\\W|[\w \-,;:<>%=&'])+")
WORDS = re.compile(r"\w+")
QUOTES = re.compile(r"['`\"\\]")
LONG = 8  # words
BEGIN = r"(?:^|[:;,(\x01] *|\b(?:error|warning|note|missed) +)"
QUOTED = re.compile(r'"([^"]*)"|\'([^\']*)\'')


def plain(text):
    return re.sub(r"\s+", " ", QUOTES.sub("", text)).strip()


def without_patterns(line):
    """The line without the patterns of FileCheck; one that stands for itself is kept."""
    return PATTERN.sub(lambda m: m[1] if m[1] and LITERAL.fullmatch(m[1]) else WILD, line)


def lines_of(path):
    """The lines of a test that may name a message, without quotes."""
    with open(path, errors="replace") as file:
        text = file.read()
    is_python = path.endswith(".py") or re.match(r"#!.*\bpython", text)
    text = JOINED.sub("", text).replace("\\\n", " ")
    lines = text.split("\n")
    if path.endswith(PROGRAMS):
        lines = [line for line in lines if EXPECTS.search(line)]
    elif is_python:
        lines = [PART + (m[1] or m[2] or "") for line in lines for m in QUOTED.finditer(line)]
    return [plain(without_patterns(line.replace('"', ' : "'))) for line in lines]


def pieces_of(message):
    return [p for p in DIRECTIVE.split(message.replace("[[ ]]", "%s")) if re.search(r"\w", p)]


def edge(piece, at):
    """A word ends here, unless a value is written against it, as in argument%s."""
    return r"\b" if plain(piece)[at].isalnum() and not piece[at].isalnum() else ""


@functools.lru_cache(maxsize=None)
def pattern_of(message):
    """What a line must contain that names all of a message."""
    first = not re.match(r"\W*%|'?\[\[", message)
    pieces = [edge(p, 0) + re.escape(plain(p)).replace("\\ ", " +") + edge(p, -1)
              for p in pieces_of(message)]
    return re.compile((BEGIN if first else "") + r".{0,120}?".join(pieces))


def half(message):
    """The first half of a long message."""
    words = list(re.finditer(r"\S+", message))
    return message[:words[(len(words) - 1) // 2].end()] if len(words) > LONG else message


def first_clause(message):
    """The message up to its first sign, if that is some words."""
    clause = re.split(r"[;,:](?= )", message)[0]
    return clause if len(WORDS.findall(" ".join(pieces_of(clause)))) >= 2 else message


def has_part(message, words):
    """Whether a message has a run of words, three at least, in which a value may be anything."""
    text = " ".join(WORDS.findall(DIRECTIVE.sub(" _ ", plain(message))))
    pattern = " ".join(f"(?:{re.escape(w)}|_)" for w in words)
    m = re.search(rf"(?:^| ){pattern}(?: |$)", text) if len(words) >= 3 else None
    return m is not None and m[0].count("_") <= len(words) / 2


def fits(message, line):
    if line.startswith(PART):
        return has_part(message, WORDS.findall(line)) or (
            pattern_of(message).search(line[1:]) is not None)
    return any(pattern_of(part).search(line)
               for part in {message, first_clause(message), half(message)})


def triggers(path, message):
    return any(fits(message, line) for line in lines_of(path))


def all_tests(root):
    for folder, folders, names in os.walk(os.path.join(root, "testsuite")):
        folders.sort()
        for name in sorted(names):
            if name.endswith(ENDINGS) or "." not in name:
                yield os.path.join(folder, name)
