# SPDX-License-Identifier: MIT
"""c_sources.py - finds the messages of a file of C, C++ or re2c by the rules."""
import re

from message_text import bare, constant, kind_of, shown
from words_of_c import arguments, end_of, has_string, split, texts, words_of

SINKS = ("stderr", "STDERR_FILENO", "cerr")
PRINTERS = ("perror", "psignal", "err", "errx", "warn", "warnx", "error", "warning", "warning_at",
            "warning_n", "error_n", "sorry", "pedwarn", "permerror", "internal_error",
            "fatal_error", "emit_diagnostic", "emit_diagnostic_valist",
            "diagnostic_report_diagnostic", "PyErr_SetFromErrno")
ACTION = re.compile(r"\{ *(?:tokens[^;]*; *)?(?=[\w.]+ \()|^ +(?=[\w.]+ \()", re.M)
BLOCK = re.compile(r"/\*!re2c.*?\n *\*/", re.S)


def is_declaration(words):
    """Whether an argument is a parameter of a declaration, such as const char *what."""
    return not has_string(words) and any(w.text in ("char", "string") for w in words) and (
        not any(w.is_sign("(") for w in words))


class Scan:
    """The messages of one file of C."""

    def __init__(self, path, source, rules, known):
        self.path, self.rules = path, rules
        self.words = with_constants(words_of(source), known)
        self.found, self.wrong = [], []
        self.function, self.done = "", set()

    def complain(self, line, what):
        self.wrong.append(f"{self.path}:{line}: error: {what}")

    def run(self):
        for k, w in enumerate(self.words[:-1]):
            if w.kind == "name":
                self.follow(k, w)
                opened = self.words[k + 1].text if self.words[k + 1].kind == "sign" else ""
                if opened in ("(", "{"):
                    self.call(k, w.text + ("{" if opened == "{" else ""))
                self.special(k, w)
        for k, w in enumerate(self.words):
            if w.kind == "name" and (w.text in SINKS or w.text in PRINTERS and self.is_call(k)):
                self.sink(k, w)
        return self.found, self.wrong

    def is_call(self, k):
        """Whether a function of that name is called that no rule describes, and not defined."""
        w, before = self.words[k], self.words[k - 1] if k else None
        return k + 1 < len(self.words) and self.words[k + 1].is_sign("(") and w.column > 0 and (
            before.text not in (".", "->", "::") and before.kind != "name"
            and not self.rules.message(w.text, self.path))

    def follow(self, k, w):
        """Notes in which function the words are: GNU style puts its name into the first column."""
        at = k
        while at >= 2 and self.words[at - 1].is_sign("::"):
            at -= 2
        if self.words[k + 1].is_sign("(") and self.words[at].column == 0:
            self.function = w.text

    def call(self, k, name):
        rule = self.rules.message(name, self.path)
        if not rule or rule.callers and self.function not in rule.callers or (
                k and self.words[k - 1].text in ("struct", "class", "define")):
            return
        parts = arguments(self.words, k + 1)
        if len(parts) < rule.text or is_declaration(parts[rule.text - 1]):
            return
        if rule.stream and (not parts[0] or parts[rule.stream - 1][0].text != "stderr"):
            return
        said = texts(parts[rule.text - 1])
        if said == ["%s"] and len(parts) > rule.text:
            said = texts(parts[rule.text])
        hint = None
        if rule.hint and len(parts) >= rule.hint:
            hint = "; or ".join(shown(t) for t in texts(parts[rule.hint - 1]) if constant(t))
        for text in said if not self.rules.special("output", self.function, self.path) else []:
            values = sum(parts[rule.text - 1:], [])
            if constant(bare(text)) or not self.rules.relays(values, self.path):
                self.add(text, rule, hint, self.words[k].line)
        self.done.update(range(k, end_of(self.words, k + 1)))

    def add(self, text, rule, hint, line):
        lines = shown(text).split("\n") if text is not None else [None]
        kind = kind_of(lines[0] or "", rule.kind)
        lines[0] = bare(lines[0])
        if len(lines) > 1 and kind_of(lines[1], None):
            hint = bare(lines[1])
        if constant(lines[0]):
            self.found.append(rule.made(lines[0], kind, hint or None, self.path, line))
        elif not self.rules.passes(self.function, self.path):
            self.complain(line, f"the text of this message is not constant, in '{self.function}'")

    def special(self, k, w):
        """Variables, tables, and functions that return texts."""
        words = self.words
        rule = self.rules.special("variable", w.text, self.path)
        if rule and k + 1 < len(words):
            at = k + 1
            while at < len(words) - 1 and words[at].is_sign("["):
                at = end_of(words, at) + 1
            if words[at].is_sign("=") and not words[at + 1].is_sign("="):
                if words[at + 1].is_sign("{"):
                    self.table(at + 1, rule)
                else:
                    self.value(split(self.words[at + 1:at + 200], ";")[0], rule, w.line)
        if w.text == "return":
            rule = self.rules.special("result", self.function, self.path)
            if rule:
                self.value(split(self.words[k + 1:k + 200], ";")[0], rule, w.line)

    def value(self, words, rule, line):
        words = split(words, ",")[0]
        for text in texts(words):
            if constant(text):
                self.add(text, rule, None, line)

    def table(self, at, rule):
        rows = [split(row, "=")[-1] if row and row[0].is_sign("[") else row
                for row in arguments(self.words, at)]
        if rule.text and not rows[0][0].is_sign("{"):  # one row
            self.row(rows, rule)
            return
        for row in rows:
            if row and row[0].is_sign("{"):
                self.row(arguments(row, 0), rule)
            elif row:
                self.row([row], rule)

    def row(self, parts, rule):
        part = parts[rule.text - 1] if rule.text and len(parts) >= rule.text else parts[0]
        hint = texts(parts[rule.hint - 1])[0] if rule.hint and len(parts) >= rule.hint else None
        for text in texts(split(part, "=")[-1]):
            if constant(text):
                self.add(text, rule, hint, part[0].line)

    def sink(self, k, w):
        function = ""
        for at in range(k, -1, -1):
            before = self.words[at - 1] if at else None
            is_name = self.words[at].column == 0 and self.words[at].kind == "name"
            if is_name and self.words[at + 1].is_sign("(") or before and before.is_sign("::") and (
                    self.words[at - 2].column == 0):
                function = self.words[at].text
                break
        is_index = self.words[k - 1].is_sign("[")
        if k in self.done or is_index or self.rules.passes(function, self.path):
            return
        self.complain(w.line, f"no rule explains this use of {w.text}, in '{function}'")


def scan(path, source, rules, known):
    """The messages of a file of C, and those of the actions of re2c in it."""
    found, wrong = Scan(path, source, rules, known).run()
    for block in BLOCK.finditer(source) if path.endswith(".re") else []:
        for m in ACTION.finditer(block[0]):
            action = block[0][m.end():].split(";\n")[0].split("; }")[0]
            more = Scan(path, action, rules, known)
            line = source.count("\n", 0, block.start() + m.end())
            for w in more.words:
                w.line += line
            more = more.run()
            found, wrong = found + more[0], wrong + more[1]
    return found, wrong


def with_constants(words, known):
    for w in words:
        if w.kind == "name" and w.text in known:
            w.kind, w.text = "string", known[w.text]
    return words
