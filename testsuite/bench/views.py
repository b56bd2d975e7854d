# SPDX-License-Identifier: MIT
"""views - loops over views against the same loops over arrays.

A kernel (views/*.c) is compiled from one text with the same flags over views
and over arrays.  Data, trip counts, alignment and results are the same, a burst
of 4096 elements in the first two caches.

Like is compared with like, in two pairs, and the bar counts both:

  view to array        a function that takes views, a function that takes pointers:
                       neither knows that its arguments do not overlap
  process to restrict  a process that takes views, which are different ones; a
                       function that takes restrict pointers

A program has all variants of a kernel and takes them in turns of 0.1 ms.  The
fastest sample of a variant counts: nothing but the code is left in it.  So does
the fastest of several runs of the program, whose pages fall differently each time, and
of several numbers of instructions before the call (views/variant.h).

Some ratios are far below 1, since an unsigned index may wrap in an array and has no
business to in a stream.  Lest they hide others, geomean_capped_cost counts them as 1.
"""
import glob
import json
import math
import os
import statistics
import subprocess

import plot
from harness import Failed, Missing

LEVELS = ("O3", "O2")
PAIRS = (("view", "array"), ("process", "restrict"))
VARIANTS = ("view", "array", "process", "restrict")


def kernels (bench):
    here = os.path.dirname (os.path.abspath (__file__))
    names = sorted (os.path.basename (f)[:-2] for f in glob.glob (os.path.join (here, "views", "*.c")))
    return [n for n in names if not bench.only or n in bench.only]


def measure (bench, kernel):
    """One run: the ns of the fastest call, by variant."""
    program = os.path.join (bench.folder, "views", kernel)
    if not os.access (program, os.X_OK):
        raise Missing (f"{program} is not there: build it")
    rounds = 30 if bench.quick else 100
    done = subprocess.run ([program, "--rounds", str (rounds), "--cpu", str (bench.cpus[-1])],
                           capture_output=True, text=True)
    if done.returncode:
        raise Failed (f"{program}: exit status {done.returncode}: {done.stderr.strip ()}")
    return {name: ns[0] for name, ns in json.loads (done.stdout).items ()}


def rows (bench, kernel, runs):
    for level in LEVELS:
        row = {"kernel": kernel, "level": level, "runs": len (runs)}
        for variant in VARIANTS:
            row[variant + "_ns"] = round (min (r[f"{variant}_{level}"] for r in runs), 2)
        for ours, theirs in PAIRS:
            row[ours + "_cost"] = round (row[ours + "_ns"] / row[theirs + "_ns"], 4)
        yield row


def table (bench):
    print ("\nLoops over views: ns a burst, and the cost, time of the view over time of the array")
    heads = [h for pair in PAIRS for h in (*pair, "cost")]
    cells = [h for ours, theirs in PAIRS for h in (ours + "_ns", theirs + "_ns", ours + "_cost")]
    for level in LEVELS:
        print (f"\n{level:14}" + "".join (f"{h:>11}" for h in heads))
        for row in bench.rows:
            if row["level"] == level:
                print (f"{row['kernel']:14}" + "".join (f"{row[c]:11.2f}" for c in cells))


def geomean (values):
    return round (math.exp (statistics.fmean (map (math.log, values))), 4)


def form_ratios (bench):
    if bench.only:
        return
    for level in LEVELS:
        end = "" if level == LEVELS[0] else "_" + level
        found = {ours: [r[ours + "_cost"] for r in bench.rows if r["level"] == level] for ours, _ in PAIRS}
        both = [x for costs in found.values () for x in costs]
        bench.ratios[f"geomean{end}_cost"], bench.ratios[f"worst{end}_cost"] = geomean (both), max (both)
        bench.ratios[f"geomean_capped{end}_cost"] = geomean ([max (x, 1) for x in both])
        for ours, costs in found.items ():
            bench.ratios[f"geomean_{ours}{end}_cost"] = geomean (costs)


def run (bench):
    names = kernels (bench)
    runs = {k: [] for k in names}
    for _ in range (bench.repeat):
        for k in names:
            runs[k].append (measure (bench, k))
    for k in names:
        bench.rows += rows (bench, k, runs[k])
    table (bench)
    form_ratios (bench)
    bench.plots = plot.Plot ("Loops over views: time over that of arrays", "kernel", "ratio",
                             {f"{ours} / {theirs}, -{level}": [(r["kernel"], r[ours + "_cost"]) for r in bench.rows
                                                              if r["level"] == level]
                              for level in LEVELS for ours, theirs in PAIRS}, bars=True)
