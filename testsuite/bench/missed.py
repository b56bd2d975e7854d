# SPDX-License-Identifier: MIT
"""missed.py - how long workers idled while a process was ready, in percent of their time.

A few runs more, with ERBIUM_STATS, which do not count as measurements: statistics take the
slow path of each primitive.  Their table of workers has the time that each of them missed; the time
of a worker is that from the first process that was run to the end of the last one.  Threads and
spaces have no workers, so their rows say nothing.
"""
import os
import re
import statistics
import subprocess

RUNS = 3
TIMES = re.compile (r"^ms since it began +\|(.*)$", re.M)  # first run, first commit, ..., last end, now
WORKER = re.compile (r"^\d+ +\| +\d+ +\d+ +[\d.]+ +([\d.]+) ", re.M)  # switches, sleeps, idle, missed


def percent (said):
    """Out of the last statistics of a run, or None."""
    times = TIMES.findall (said)
    if not times:
        return None
    began, ended = times[-1].split ()[0], times[-1].split ()[-2]
    missed = [float (ms) for ms in WORKER.findall (said[said.rindex ("ms since it began"):])]
    if not missed or "-" in (began, ended) or float (ended) <= float (began):
        return None
    return 100 * sum (missed) / len (missed) / (float (ended) - float (began))


def of_run (bench, entry):
    words = bench.command (entry)
    environment = {**os.environ, **entry.case.environment, "ERBIUM_STATS": "1"}
    done = subprocess.run (words, capture_output=True, text=True, timeout=120, env=environment)
    return percent (done.stderr) if done.returncode == 0 else None


def measure (bench, group):
    """Of the best setting of each case that asks for it."""
    for case in group.cases ():
        if case.missed and not bench.peers_only:
            best = max (group.of (case), key=lambda e: e.rate (e.runs))
            found = [x for _ in range (RUNS) if (x := of_run (bench, best)) is not None]
            best.missed = round (statistics.median (found), 3) if found else None


def note_worst (bench):
    """As a ratio that has no place: the runs were wherever the cores were."""
    rows = [r for r in bench.rows if r.get ("missed_percent") is not None]
    if rows and not bench.only:
        bench.ratios["missed_percent_worst"] = max (r["missed_percent"] for r in rows)
