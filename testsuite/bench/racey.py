# SPDX-License-Identifier: MIT
"""racey - how many different results does a program have that any reordering changes?

A network of processes, in each task model, and threads that share an array without waiting
(testsuite/plugin/racey), 100 runs each, under load, on processors by chance.  No times are measured.
"""
import os
import re
import subprocess
import sys

from harness import Failed

HERE = os.path.dirname (os.path.abspath (__file__))
RUNS = os.path.join (HERE, "..", "plugin", "racey", "inputs", "runs")
LINE = re.compile (r"^(\w+): (\d+) runs, (\d+) ended, (\d+) signatures$", re.M)


def count (bench, options, words):
    """Rows: the task model, how many runs there were, how many ended, how many signatures they had."""
    runs = 10 if bench.quick else bench.asked or 100
    done = subprocess.run ([sys.executable, RUNS, "--runs", str (runs), *options, *words], capture_output=True, text=True)
    found = LINE.findall (done.stdout)
    if not found:
        raise Failed (f"{words[0]}: {done.stdout}{done.stderr}")
    if done.returncode:
        print (done.stdout)
    for task, runs, ended, signatures in found:
        bench.rows.append ({"config": task, "rate": None, "runs": int (runs), "ended": int (ended),
                            "signatures": int (signatures)})


def run (bench):
    count (bench, ["--native"], [os.path.join (bench.folder, "racey", "threads"), "1000000"])
    if not bench.peers_only:
        count (bench, [], [os.path.join (bench.folder, "racey", "network")])
    print (f"\n{'':16}{'runs':>12}{'ended':>12}{'signatures':>12}")
    for row in bench.rows:
        print (f"{row['config']:16}{row['runs']:12}{row['ended']:12}{row['signatures']:12}")
    ours = [r for r in bench.rows if r["config"] != "native"]
    if ours:
        bench.ratio ("signatures_cost", max (r["signatures"] for r in ours), 1)
        bench.ratio ("ended", min (r["ended"] / r["runs"] for r in ours), 1)
    bench.ratio ("native_signatures", bench.rows[0]["signatures"], bench.rows[0]["runs"])
