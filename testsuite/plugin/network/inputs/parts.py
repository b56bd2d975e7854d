# SPDX-License-Identifier: MIT
"""parts.py FILE SOURCE BODIES RECORDS VIEWS RUNS - is it JSON that has so many of each?"""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    network = json.load(file)
assert network["erbium-network"] == 1
assert network["source"] == sys.argv[2], network["source"]
bodies = network["bodies"]
found = [len(bodies)] + [sum(len(body.get(kind, [])) for body in bodies) for kind in ("records", "views", "runs")]
assert found == [int(n) for n in sys.argv[3:]], found
for body in bodies:
    for kind in ("records", "views", "sites", "runs", "calls", "stores"):
        assert body.get(kind) != [], f"{body['name']}: an empty list is left out: {kind}"
