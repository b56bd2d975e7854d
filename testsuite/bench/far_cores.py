# SPDX-License-Identifier: MIT
"""far_cores.py DIR: two competitors on cores that are near in one round and far in the next.

Each is a script in DIR/bench that takes 1 s on near cores, and 2 s or 4 s on far ones; beside
them is the one that measures the distance, which alone knows where the cores are: after each
run of both, they are elsewhere."""
import argparse
import os
import sys

sys.dont_write_bytecode = True
import harness

SCRIPT = """#!/usr/bin/env python3
import os
runs = int (open ("{folder}/runs").read ())
far = runs // 2 % 2
open ("{folder}/runs", "w").write (str (runs + {counts}))
print ('{{"items": 1, "sum": 0, "seconds": %d, "ping_before_ns": %d, "ping_after_ns": %d}}'
       % ({slower} if far else 1, 340 if far else 80, 340 if far else 80))
"""


def script (folder, name, slower, counts):
    path = os.path.join (folder, "bench", name)
    with open (path, "w") as f:
        f.write (SCRIPT.format (folder=folder, slower=slower, counts=counts))
    os.chmod (path, 0o755)


def run (bench):
    bench.patience = 0
    bench.measure ([harness.Case ({"peer": p, "burst": 1}, p, {}, items=1, total=lambda n, o: 0)
                    for p in ("ours", "theirs")])
    bench.table ("Rates", "burst", "peer")
    bench.ratio ("ours_vs_theirs", bench.find (peer="ours"), bench.find (peer="theirs"))


def main (folder):
    os.makedirs (os.path.join (folder, "bench"), exist_ok=True)
    with open (os.path.join (folder, "runs"), "w") as f:
        f.write ("0")
    script (folder, "ours", 4, 1)
    script (folder, "theirs", 2, 1)
    script (folder, "handoff", 1, 0)
    bench = harness.Bench (argparse.Namespace (
        name="far", build=folder, only=None, peers_only=False, repeat=4, quick=False, cpus="0,1"))
    bench.go (run)
    bench.finish ()


main (sys.argv[1])
