# SPDX-License-Identifier: MIT
"""network.py GRAPH STATISTICS - are processes and records in both the same?"""
import collections
import re
import sys


def of_graph(text):
    nodes = re.findall(r'^  (\w+) \[label="\w+(?: x(\d+))?"', text, re.M)
    return ({name: int(n or 1) for name, n in nodes}, set(re.findall(r'-> \w+ \[label="(\w+)"', text)))


def of_statistics(text):
    """A line for each process; the first column is its name."""
    tables = re.split(r"^(process|record)\b.*\n", text, flags=re.M)
    rows = {kind: re.findall(r"^(\w+) +(\d+)", body, re.M)
            for kind, body in zip(tables[1::2], tables[2::2])}
    processes = collections.Counter(name for name, _ in rows["process"] if name != "main")
    return dict(processes), {name for name, _ in rows["record"]}


with open(sys.argv[1]) as graph, open(sys.argv[2]) as statistics:
    drawn, found = of_graph(graph.read()), of_statistics(statistics.read())
if drawn != found:
    sys.exit(f"drawn {drawn}\nfound {found}")
