# SPDX-License-Identifier: MIT
"""network.py GRAPH STATISTICS - are processes and records in both the same?

The filters, which are processes ffd in the source, give themselves the names of what they make.  main, which no statistics are of, is drawn as the function in which it reads.
"""
import re
import sys

FILTERS = {"cosine", "sine", "sum", "difference"}


def of_graph(text):
    boxes = re.findall(r'^  p\d+ \[label="(\w+)', text, re.M)
    assert boxes.count("ffd") == len(FILTERS), boxes
    return (set(boxes) - {"ffd", "receive"} | FILTERS, set(re.findall(r'^  r\d+ \[shape=cylinder, label="(\w+)', text, re.M)))


def of_statistics(text):
    """A line for each process; the first column is its name."""
    tables = re.split(r"^(process|record)\b.*\n", text, flags=re.M)
    rows = {kind: re.findall(r"^(\w+) +(\d+)", body, re.M)
            for kind, body in zip(tables[1::2], tables[2::2])}
    return {name for name, _ in rows["process"] if name != "main"}, {name for name, _ in rows["record"]}


with open(sys.argv[1]) as graph, open(sys.argv[2]) as statistics:
    drawn, found = of_graph(graph.read()), of_statistics(statistics.read())
if drawn != found:
    sys.exit(f"drawn {drawn}\nfound {found}")
