# SPDX-License-Identifier: MIT
"""far_cores.py DIR: competitors on cores that are near in one round and far in the next.

Each is a script in DIR/bench that takes 1 s on near cores, and 2 s or 4 s on far ones.  `never' has
no run on far cores: they are near before each, and far after it.  Beside them is the script that
measures the distance.  Where the cores are follows from the number of runs of `ours' and `theirs':
after each run of both, they are elsewhere."""
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
       % ({slower} if far else 1, {before} if far else 80, 340 if far else 80))
"""


def script (folder, name, slower, counts, before=340):
    path = os.path.join (folder, "bench", name)
    with open (path, "w") as f:
        f.write (SCRIPT.format (folder=folder, slower=slower, counts=counts, before=before))
    os.chmod (path, 0o755)


def run (bench):
    bench.patience = bench.most_awaited = 0
    bench.measure ([harness.Case ({"peer": p, "burst": 1}, p, {}, items=1, total=lambda n, o: 0)
                    for p in ("ours", "theirs", "never")])
    bench.table ("Rates", "burst", "peer")
    bench.ratio ("ours_vs_theirs", bench.find (peer="ours"), bench.find (peer="theirs"))
    bench.ratio ("ours_vs_never", bench.find (peer="ours"), bench.find (peer="never"))


def main (folder):
    os.makedirs (os.path.join (folder, "bench"), exist_ok=True)
    with open (os.path.join (folder, "runs"), "w") as f:
        f.write ("0")
    script (folder, "ours", 4, 1)
    script (folder, "theirs", 2, 1)
    script (folder, "never", 1, 0, before=80)
    script (folder, "handoff", 1, 0)
    bench = harness.Bench (argparse.Namespace (
        name="far", build=folder, only=None, peers_only=False, repeat=4, limit=None, quick=False, cpus="0,1"))
    bench.go (run)
    bench.finish ()


main (sys.argv[1])
