# SPDX-License-Identifier: MIT
"""catalogue.py - reads the entries of the catalogue, which are in the files PART.txt beside it.

A file begins with the lines `part: TITLE`, `folders: FOLDER...` (a folder belongs to the part that
names the longest beginning of its path) and `about: TEXT`.  Then follow entries:

    = %s is not registered        the text of the message; a long one goes on behind another =
    What it means.
    cure: What to do.             not needed by notes, nor if a note of the message says it
    example: FILE.c:3: error: ..  how it looks
    test: testsuite/FILE          a test that triggers it
    untested: why none does       instead of test

A line without such a word goes on with what is above it.
"""
import glob
import os
import re

FIELD = re.compile(r"(part|folders|about|cure|example|test|untested): ?(.*)")


class Entry:
    def __init__(self, part, text, line):
        self.part, self.text, self.line = part, text, line
        self.meaning, self.cure, self.untested = "", "", ""
        self.tests, self.examples, self.messages, self.reasons = [], [], [], []


class Part:
    def __init__(self, path):
        self.path, self.name = path, os.path.basename(path)[:-4]
        self.title, self.folders, self.about, self.entries = "", [], "", []
        with open(path) as file:
            self.read(file.read().split("\n"))

    def read(self, lines):
        entry, field = None, None
        for number, line in enumerate(lines, 1):
            if line.startswith("#") or not line.strip():
                field = None
            elif line.startswith("= "):
                if entry and field == "text":
                    entry.text += " " + line[2:]
                else:
                    entry = Entry(self, line[2:], number)
                    self.entries.append(entry)
                field = "text"
            else:
                field = self.take(entry, "meaning" if field == "text" else field, line.strip())

    def take(self, entry, field, line):
        m = FIELD.match(line)
        field, line = (m[1], m[2]) if m else (field or "meaning", line)
        if field == "part":
            self.title = line
        elif field == "folders":
            self.folders += line.split()
        elif field in ("test", "example"):
            getattr(entry, field + "s").append(line)
        else:
            of = entry or self
            setattr(of, field, (getattr(of, field) + " " + line).strip())
        return field


class Catalogue:
    def __init__(self, folder):
        self.parts = [Part(path) for path in sorted(glob.glob(os.path.join(folder, "*.txt")))
                      if os.path.basename(path) != "rules.txt"]
        self.by_text = {(e.part, e.text): e for p in self.parts for e in p.entries}

    def part_of(self, path):
        fits = [(len(f), p) for p in self.parts for f in p.folders
                if path == f or path.startswith(f + "/")]
        return max(fits, key=lambda fit: fit[0])[1] if fits else None

    def entries(self):
        return [e for p in self.parts for e in p.entries]
