# SPDX-License-Identifier: MIT
"""words_of_c.py - C and C++ as words, and the texts that an expression of strings may have.

texts() follows what the sources do to make a text: strings side by side, `a ? "x" : "y"`, the sum
of strings, and calls such as format ("...").  What is not constant becomes %s.
"""
import re

WORD = re.compile(
    r'(?P<comment>/\*.*?\*/|//[^\n]*)|R"\((?P<raw>.*?)\)"|"(?P<string>(?:[^"\\\n]|\\.)*)"'
    r"|(?P<char>'(?:[^'\\\n]|\\.)+')|(?P<name>[A-Za-z_]\w*)|(?P<number>\d[\w.']*)"
    r"|(?P<sign>->|::|[^\s\w])", re.S)
ESCAPE = re.compile(r"\\(x[0-9a-fA-F]+|.)", re.S)
PRI = {"d": "lld", "i": "lld", "u": "llu", "x": "llx"}
# Calls whose first argument is the text, and one that joins all its arguments.
WRAPPERS = ("format", "_", "N_", "string", "G_", "strdup", "erb_block_text")
JOINS = ("concat",)
OPEN, CLOSE = "([{", ")]}"


class Word:
    def __init__(self, kind, text, line, column):
        self.kind, self.text, self.line, self.column = kind, text, line, column

    def is_sign(self, text):
        return self.kind == "sign" and self.text == text


def unescape(text):
    return ESCAPE.sub(lambda m: {"n": "\n", "t": "\t"}.get(m[1], "" if m[1][0] == "x" else m[1]),
                      text)


def words_of(source):
    found, line, start, last = [], 1, 0, 0
    for m in WORD.finditer(source):
        line += source.count("\n", last, m.start())
        last = m.start()
        start = source.rfind("\n", 0, m.start()) + 1
        kind = m.lastgroup
        if kind == "comment":
            continue
        text = m[kind] if kind not in ("string", "raw") else (
            unescape(m["string"]) if kind == "string" else m["raw"])
        found.append(Word("string" if kind == "raw" else kind, text, line, m.start() - start))
    return found


def end_of(words, at):
    """The position of the bracket that closes the one at `at`."""
    depth = 0
    for k in range(at, len(words)):
        if words[k].kind == "sign":
            depth += (words[k].text in OPEN) - (words[k].text in CLOSE)
            if depth == 0:
                return k
    return len(words) - 1


def split(words, sign):
    """Splits at signs that are in no brackets."""
    parts, depth = [[]], 0
    for w in words:
        if w.kind == "sign":
            depth += (w.text in OPEN) - (w.text in CLOSE)
            if depth == 0 and w.text == sign:
                parts.append([])
                continue
        parts[-1].append(w)
    return parts


def arguments(words, at):
    """The arguments of the call whose bracket is at `at`."""
    inside = words[at + 1:end_of(words, at)]
    return split(inside, ",") if inside else []


def has_string(words):
    return any(w.kind == "string" for w in words)


def strip_brackets(words):
    while words and words[0].is_sign("(") and end_of(words, 0) == len(words) - 1:
        words = words[1:-1]
    return words


def branches(words):
    """The two results of `c ? x : y`, or None."""
    depth = nested = 0
    mark = None
    for k, w in enumerate(words):
        if w.kind != "sign":
            continue
        depth += (w.text in OPEN) - (w.text in CLOSE)
        if depth == 0 and w.text == "?":
            mark, nested = (k, nested) if mark is None else (mark, nested + 1)
        elif depth == 0 and w.text == ":" and mark is not None:
            if nested == 0:
                return words[mark + 1:k], words[k + 1:]
            nested -= 1
    return None


def texts(words):
    """The texts of an expression, None for one that is not known here."""
    words = strip_brackets(words)
    both = branches(words)
    if both:
        return texts(both[0]) + texts(both[1])
    found = [""]
    parts = [term(strip_brackets(t)) for t in split(words, "+")]
    if all(p == [None] for p in parts):
        return [None]
    for part in parts:
        found = [f + ("%s" if p is None else p) for f in found for p in part]
    return found


def term(words):
    """The texts of one term of a sum; [None] if it has none."""
    if not has_string(words) or branches(words):
        return [None]
    if all(w.kind == "string" or w.kind == "name" for w in words):
        return ["".join(w.text if w.kind == "string" else named(w.text) for w in words)]
    for k, w in enumerate(words[:-1]):
        is_call = w.kind == "name" and words[k + 1].is_sign("(")
        if is_call and end_of(words, k + 1) >= len(words) - 1:
            parts = arguments(words, k + 1)
            if w.text in JOINS:
                return ["".join(texts(p)[0] or "%s" for p in parts
                                if has_string(p) or len(parts) > 1)]
            return texts(parts[0]) if w.text in WRAPPERS else [None]
    return [None]


def named(name):
    """The text of a macro between strings."""
    return PRI.get(name[3], "s") if name.startswith("PRI") else "%s"
