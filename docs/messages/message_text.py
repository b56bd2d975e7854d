# SPDX-License-Identifier: MIT
"""message_text.py - what of a text in the sources is the message."""
import re

PREFIX = re.compile(r"^(?:%s:? ?|[a-z][a-z-]*: ?)*(error|warning|note): ")
DIRECTIVE = re.compile(r"%[-+ #0-9.*]*(?:hh|h|ll|l|z|j|t|w)?[a-zA-Z]")
OF_GCC = re.compile(r"%\+?(q?)#?[A-Z]|%(q)s")
FEWEST_LETTERS = 3


def shown(text):
    """The text as a user sees it: quotes for those of GCC, no newline at the end."""
    text = OF_GCC.sub(lambda m: "'%s'" if m[1] or m[2] else "%s", text)
    return text.replace("%<", "'").replace("%>", "'").rstrip("\n")


def bare(text):
    """A text without the words that say which program prints it, and what kind it is."""
    return PREFIX.sub("", text) if text is not None else None


def kind_of(text, otherwise):
    m = PREFIX.match(text)
    return m[1] if m else otherwise


def constant(text):
    """Whether a text says something itself."""
    return text is not None and len(re.findall(r"\w", DIRECTIVE.sub("", text))) >= FEWEST_LETTERS
