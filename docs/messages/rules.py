# SPDX-License-Identifier: MIT
"""rules.py - reads rules.txt, which describes itself."""
import os
import re


class Message:
    def __init__(self, text, kind, hint, path, line, parent=None):
        self.text, self.kind, self.hint, self.path, self.line = text, kind, hint, path, line
        self.folder, self.parent = os.path.dirname(path), parent


class Rule:
    def __init__(self, what, name, options, folders, template):
        self.what, self.name, self.folders, self.template = what, name, folders, template
        self.text, self.hint, self.stream, self.mark = (
            int(options.get(o, 0)) for o in ("text", "hint", "stream", "mark"))
        self.kind = options.get("kind", "error")
        self.callers = options["from"].split(",") if "from" in options else []

    def covers(self, path):
        return any(path == f or path.startswith(f.rstrip("/") + "/") for f in self.folders)

    def plain(self, path, line):
        return Message(self.template, self.kind, None, path, line)

    def made(self, text, kind, hint, path, line):
        """The message that the rule makes of a text."""
        if self.kind == "reason":
            return Message(text, "reason", hint, path, line, self.template)
        if self.template:
            text = self.template.replace("#", text)
        return Message(text, kind, hint, path, line)


class Rules:
    LINE = re.compile(r"^(message|variable|result|passes|relay|composed|output|roots)"
                      r"(?: (?!in )([^:]*?))?(?: in (\S[^:]*?))?(?:: (.*))?$")

    def __init__(self, path):
        self.rules, self.roots = [], []
        with open(path) as file:
            text = re.sub(r"^#.*\n|\n(?=\n)", "", file.read(), flags=re.M)
        text = re.sub(r"\n[ \t]+(?=\S)", " ", text)
        for line in text.split("\n"):
            if line.strip():
                self.add(line.strip())

    def add(self, line):
        m = self.LINE.match(line)
        if not m:
            raise SystemExit(f"rules.txt: error: '{line}' is no rule")
        what, words, folders = m[1], (m[2] or "").split(), (m[3] or "").split()
        if what == "roots":
            self.roots += words
            return
        options = dict(w.split("=") for w in words if "=" in w)
        names = [w for w in words if "=" not in w] or [""]
        self.rules += [Rule(what, n, options, folders or self.roots, m[4]) for n in names]

    def best(self, what, name, path):
        """The rule with the longest folder."""
        fit = [r for r in self.rules if r.what == what and r.name == name and r.covers(path)]
        return max(fit, key=lambda r: max(len(f) for f in r.folders if path.startswith(f)),
                   default=None)

    def composed(self, path):
        return [r for r in self.rules if r.what == "composed" and path in r.folders]

    def message(self, name, path):
        return self.best("message", name, path)

    def special(self, what, name, path):
        return self.best(what, name, path)

    def passes(self, function, path):
        return self.best("passes", function, path) or self.message(function, path)

    def relays(self, words, path):
        """Whether an argument holds what is a message elsewhere, or the system's text."""
        names = [w.text for w in words if w.kind == "name"]
        return any(self.best("relay", n, path) for n in names)
