# SPDX-License-Identifier: MIT
"""scopes.py GRAMMAR FILE - how an editor of TextMate's grammars shows a file: line, scope, text.

The grammars use `match', and `begin' and `end' with patterns within, and nothing else.  At each place
the pattern that matches first counts, and of those the first in the list.
"""
import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    grammar = json.load(file)


def known(pattern):
    for key in pattern:
        assert key in ("match", "begin", "end", "name", "captures", "patterns"), key
    assert ("match" in pattern) != ("begin" in pattern and "end" in pattern), pattern
    for inner in pattern.get("patterns", ()):
        known(inner)


for pattern in grammar["patterns"]:
    known(pattern)
within = []                      # the pattern that has begun, if any
with open(sys.argv[2], encoding="utf-8") as file:
    for number, line in enumerate(file.read().split("\n"), 1):
        at = 0
        while True:
            patterns = within[-1].get("patterns", ()) if within else grammar["patterns"]
            found = [(m.start(), n, p, m) for n, p in enumerate(patterns)
                     if (m := re.compile(p.get("match") or p["begin"]).search(line, at))]
            if within and (end := re.compile(within[-1]["end"]).search(line, at)):
                found.append((end.start(), -1, None, end))
            if not found:
                break
            _, _, pattern, match = min(found, key=lambda f: f[:2])
            at = max(match.end(), at)
            if pattern is None:
                within.pop()
            else:
                for group, capture in pattern.get("captures", {"0": pattern}).items():
                    print(number, capture["name"], match.group(int(group)))
                if "begin" in pattern:
                    within.append(pattern)
                    continue
            if match.end() == match.start():
                at += 1
            if at > len(line):
                break
