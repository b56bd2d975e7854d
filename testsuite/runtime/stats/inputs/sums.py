# SPDX-License-Identifier: MIT
"""sums.py FILE MODEL - checks the statistics of json.c, a line of JSON: what the program has done,
and whether the figures agree with each other."""
import json
import sys

N = 3000
NAME = "up \"\\\n\u00e4\ufffd"


def rows(of, key="name"):
    return {row[key]: row for row in of}


def check_processes(processes):
    found = rows(processes)
    assert set(found) == {"main", NAME, "halve"}, set(found)
    moved = {name: (row["read"], row["written"], row["syncs"]) for name, row in found.items()}
    assert moved == {"main": (N // 2, 0, 2 * N // 20), NAME: (0, N, 2 * N // 10),
                     "halve": (N, N // 2, 4 * N // 2)}, moved
    assert sorted(row["number"] for row in processes) == [1, 2, 3]
    for row in processes:
        waited = row["data_ms"] + row["room_ms"]
        assert row["count"] == 1 and row["busy_ms"] == row["busiest_ms"]
        assert 0 <= row["busy_ms"] <= row["lived_ms"] and waited <= row["lived_ms"] + 0.01, row
        assert row["busy_ms"] + waited <= row["lived_ms"] + 0.01, row


def check_records(records, processes):
    assert {row["name"] for row in records} == {"all", None}
    for row in records:
        assert row["where"].rpartition("/")[2].startswith("json.c:"), row
        assert row["read"] == row["written"] == (N if row["name"] else N // 2), row
        assert row["written_per_second"] > 0 and row["window_bytes"] % 4096 == 0
        assert 0 < row["most_live"] <= row["window_bytes"] // 4
    for figure in ("read", "written", "data_waits", "data_sleeps", "room_waits", "room_sleeps"):
        sums = [sum(row[figure] for row in of) for of in (records, processes)]
        assert sums[0] == sums[1], (figure, sums)
    for figure in ("data_ms", "room_ms"): # each is rounded
        sums = [sum(row[figure] for row in of) for of in (records, processes)]
        assert abs(sums[0] - sums[1]) < 0.01, (figure, sums)


def check_bottleneck(bottleneck, records, processes):
    assert bottleneck["kind"] in ("processors", "process", "record", "none")
    busiest = max(row["busy_ms"] for row in processes)
    assert bottleneck["process"]["busy_ms"] <= busiest
    assert bottleneck["process"]["name"] in {row["name"] for row in processes} | {None}
    assert abs(bottleneck["busy_ms"] - sum(row["busy_ms"] for row in processes)) < 0.01
    longest = max(max(row["data_ms"], row["room_ms"]) for row in records)
    assert bottleneck["longest_waits"]["waited_ms"] == longest
    assert bottleneck["processors"] >= 1


with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()
lines = [line for line in lines if '"processes"' in line]
assert len(lines) == 1, lines
all_of = json.loads(lines[0])
assert all_of["program"] == "the default program"
times = all_of["times"]
assert 0 <= times["first_run_ms"] <= times["first_commit_ms"] <= times["last_input_ms"]
assert times["last_input_ms"] <= times["last_end_ms"] <= times["now_ms"]
assert ("workers" in all_of) == (sys.argv[2] == "fiber") or sys.argv[2] == "auto"
for worker in all_of.get("workers", ()):
    assert worker["switches"] >= 0 and worker["missed_ms"] <= worker["idle_ms"] + 0.01
check_processes(all_of["processes"])
check_records(all_of["records"], all_of["processes"])
check_bottleneck(all_of["bottleneck"], all_of["records"], all_of["processes"])
