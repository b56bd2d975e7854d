# SPDX-License-Identifier: MIT
"""rank_sums.py - checks the JSON of statistics.c, on stdin: a line with an object for each rank."""
import json
import sys

N = 1000
ranks, bottleneck = None, None
for line in sys.stdin:
    if line.startswith('{"ranks"'):
        assert ranks is None, "two lines"
        of = json.loads(line)
        ranks, bottleneck = of["ranks"], of["bottleneck"]
assert [len(rank["processes"]) > 0 for rank in ranks] == [True, True, True], ranks
moved = {(n, row["name"]): (row["read"], row["written"])
         for n, rank in enumerate(ranks) for row in rank["processes"]}
assert moved[0, "main"] == (0, 0) and (0, "take") not in moved, moved
assert moved[1, "make"] == (0, N) and moved[2, "take"] == (N, 0), moved
for n in 1, 2:
    assert [row["name"] for row in ranks[n]["records"]] == ["numbers"]
assert bottleneck["kind"] in ("processors", "process", "record", "none")
busy = {n: max(row["busy_ms"] for row in rank["processes"]) for n, rank in enumerate(ranks)}
process = bottleneck["process"]
assert process["name"] is None or process["busy_ms"] <= busy[process["rank"]] + 0.001
