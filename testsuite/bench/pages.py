# SPDX-License-Identifier: MIT
"""pages - waiting for a page: blocking against nonblocking, the main result of DLinux (figure 5).

Two neighbours exchange messages: both send, then both receive.  A blocking receiver sleeps until its
page is fixed (ERBIUM_SPIN=0); a nonblocking one tests until it is; the default polls for a while, then
sleeps.  Each with our channels and the ways of the papers (channel/papers.h).  Then, of one run of each,
the pages, faults and times of all spaces (ERBIUM_STATS): table II and figure 4 of DLinux.
"""
import os
import re
import subprocess
import time

import plot
from harness import Case, Failed, stream_sum

PROGRAM = "channel/erbium"
SIZES, QUICK = (8, 1 << 10, 16 << 10), (8, 1 << 10)
WAYS = {"channel": "direct", "channel, in place": "taken", "channel, lazy": "lazy", "channel, faults": "map",
        "channel, wr2": "wr2", "channel, wr (2 copies)": "wr", "channel, nwr (2, faults)": "nwr"}
SHORT = {"channel": "channel", "channel, wr2": "wr2", "channel, nwr (2, faults)": "nwr"} # in names of ratios
BLOCKING, DEFAULT, NONBLOCKING = "blocking", "default", "nonblocking"
WAITS = {BLOCKING: ({}, {"ERBIUM_SPIN": "0"}), DEFAULT: ({}, {}), NONBLOCKING: ({"test": 1}, {})}
GENERATION = 512 << 10   # bytes of a channel
ROUNDS = 20000           # of a run that is counted
COUNTED = []             # lines of the tables of these


def options (bench, way, wait, size):
    return {"mode": WAYS[way], "message": size, "channel": GENERATION, "window": 2 * size, "echo": 2,
            "cpus": ",".join (map (str, bench.cpus[:2])), **WAITS[wait][0]}


def case (bench, way, wait, size):
    """Both sides add up what comes to them."""
    return Case ({"config": f"{way}, {wait}", "way": way, "wait": wait, "message": size}, PROGRAM,
                 options (bench, way, wait, size), total=lambda n, o: stream_sum (n, 2), spinning=False,
                 first=1 << 8, least=1, environment=WAITS[wait][1])


def microseconds (row):
    return row["seconds"] * 1e6 / row["items"]


# ---- What all spaces have spent ------------------------------------------------

def number (pattern, text, group=1):
    found = re.search (pattern, text, re.MULTILINE)
    if not found:
        raise Failed (f"the statistics lack {pattern}:\n{text}")
    return float (found.group (group))


def spent (bench, way, wait, size):
    """The row of a run with ERBIUM_STATS."""
    words = [os.path.join (bench.folder, PROGRAM), "--items", str (ROUNDS)]
    for key, value in options (bench, way, wait, size).items ():
        words += ["--" + key, str (value)]
    began = time.time ()
    done = subprocess.run (words, capture_output=True, text=True, env={**os.environ, **WAITS[wait][1], "ERBIUM_STATS": "1"})
    seconds = 2 * (time.time () - began)   # of both spaces
    if done.returncode:
        raise Failed (f"{' '.join (words)}\n{done.stderr}")
    text = done.stderr
    data = sum (int (n) for n in re.findall (r"^(?:regions|eager|lazy).*? +\d+ +(\d+) +\d+ +\d+ +\d+ +\d+$", text, re.MULTILINE))
    rounds = ROUNDS + ROUNDS // 4 + 1   # with the warm-up
    everything = r"^all spaces +(\d+) +([\d.]+) +(\d+) +(\d+) +(\d+) +([\d.]+)$"
    return {"config": f"{way}, {wait}", "message": size, "data pages": data,
            "table pages": int (number (r"^pages of tables +(\d+)$", text)),
            "faults": int (number (everything, text)), "sends": 2 * rounds,
            "asleep": round (number (everything, text, 6) / 10 / seconds, 1),
            "in faults": round (number (everything, text, 2) / 10 / seconds, 1)}


def count (bench, sizes):
    """The lines of a table for each size."""
    lines = []
    columns = ("data pages", "table pages", "faults", "sends", "asleep", "in faults")
    for size in sizes:
        lines.append (f"\n{ROUNDS} exchanges of {size} bytes and their warm-up; asleep, in faults: per cent of the time")
        lines.append (f"{'':40}" + "".join (f"{c:>13}" for c in columns))
        for way in WAYS:
            for wait in WAITS:
                row = spent (bench, way, wait, size)
                lines.append (f"{row['config']:40}" + "".join (f"{row[c]:>13}" for c in columns))
    return lines


# ---- All ----------------------------------------------------------------------

def form_ratios (bench, sizes):
    def rate (way, wait, size):
        return bench.find (way=way, wait=wait, message=size)
    for size in sizes:
        for way, name in SHORT.items ():
            bench.ratio (f"{name}{size}_nonblocking_vs_blocking", rate (way, NONBLOCKING, size), rate (way, BLOCKING, size))
            bench.ratio (f"{name}{size}_default_vs_nonblocking", rate (way, DEFAULT, size), rate (way, NONBLOCKING, size))
        # b.wr2 and nb.wr2 over b.nwr: figure 5
        for wait in (BLOCKING, NONBLOCKING):
            bench.ratio (f"{wait}_wr2_{size}_vs_blocking_nwr", rate ("channel, wr2", wait, size),
                         rate ("channel, nwr (2, faults)", BLOCKING, size))
        worst = [rate (w, NONBLOCKING, size) / rate (w, BLOCKING, size) for w in WAYS
                 if rate (w, NONBLOCKING, size) and rate (w, BLOCKING, size)]
        if worst:
            bench.ratio (f"nonblocking{size}_vs_blocking_worst", min (worst), 1)


def run (bench):
    bench.need (PROGRAM, "build it")
    bench.hurry (300, 40)
    sizes = QUICK if bench.quick else SIZES
    for size in sizes:
        bench.measure ([case (bench, way, wait, size) for way in WAYS for wait in WAITS])
    bench.table ("Microseconds an exchange, two cores", "message", "config", cell=microseconds)
    form_ratios (bench, sizes)
    if not bench.reports:
        COUNTED[:] = count (bench, sizes[:2])
    elif bench.reports == bench.first_place ():
        print ("\n".join (COUNTED))
    bench.plots = plot.Plot ("Two neighbours exchange a message", "bytes of a message", "microseconds",
                             {f"{way}, {wait}": [(r["message"], microseconds (r)) for r in bench.rows
                                                 if r["way"] == way and r["wait"] == wait and r.get ("rate")]
                              for way in SHORT for wait in WAITS})
