# SPDX-License-Identifier: MIT
"""views - loops over views against the same loops over arrays.

A kernel (views/*.c) is a function of its own, compiled from one text with the
same flags: over views, over plain pointers to arrays, and over restrict
pointers.  Data, trip counts, alignment and results are the same, a burst of
2048 elements in the first two caches.

What a user would compare is the loop with v[[i]] to the loop with v[i], in the
function where it stands.  Its arrays come by plain pointers mostly, by restrict
pointers where the author cares; whichever is faster for a kernel is the array
that the view has to match.  The ratios against each of the two alone stand
beside it (_plain, _restrict), and so does -O2.

A program has all variants of a kernel and takes them in turns of 0.1 ms.  The
fastest sample of a variant counts: nothing but the code is left in it.  A kernel
is run several times, since a program's pages fall differently each time; the
median of the ratios counts.
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
AGAINST = ("array", "plain", "restrict")


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


def costs (ns, level):
    """View time over array time, against each kind of array."""
    view, plain, restrict = (ns[f"{v}_{level}"] for v in ("view", "array", "restrict"))
    return {"array": view / min (plain, restrict), "plain": view / plain, "restrict": view / restrict}


def rows (bench, kernel, runs):
    for level in LEVELS:
        row = {"kernel": kernel, "level": level, "runs": len (runs)}
        for variant in ("view", "array", "restrict"):
            row[variant + "_ns"] = round (min (r[f"{variant}_{level}"] for r in runs), 2)
        for against in AGAINST:
            row["cost_" + against] = round (statistics.median (costs (r, level)[against] for r in runs), 4)
        yield row


def table (bench):
    print ("\nLoops over views: ns a burst; cost is view over array, the faster one")
    print (f"{'kernel':16}" + "".join (f"{level + ' ' + c:>12}" for level in LEVELS
                                       for c in ("view", "array", "restrict", "cost")))
    for kernel in dict.fromkeys (r["kernel"] for r in bench.rows):
        line = [r for r in bench.rows if r["kernel"] == kernel]
        print (f"{kernel:16}" + "".join (f"{r[c]:12.2f}" for r in line for c in
                                         ("view_ns", "array_ns", "restrict_ns", "cost_array")))


def form_ratios (bench):
    if bench.only:
        return
    for level in LEVELS:
        for against in AGAINST:
            found = [r["cost_" + against] for r in bench.rows if r["level"] == level]
            name = ("" if against == "array" else "_" + against) + ("" if level == "O3" else "_" + level)
            bench.ratios[f"geomean{name}_cost"] = round (math.exp (statistics.fmean (map (math.log, found))), 4)
            bench.ratios[f"worst{name}_cost"] = max (found)


def run (bench):
    names = kernels (bench)
    runs = {k: [] for k in names}
    for turn in range (bench.repeat):
        for k in names:
            runs[k].append (measure (bench, k))
    for k in names:
        bench.rows += rows (bench, k, runs[k])
    table (bench)
    form_ratios (bench)
    bench.plots = plot.Plot ("Loops over views: time over that of arrays", "kernel", "ratio",
                             {level: [(k, r["cost_array"]) for k in names for r in bench.rows
                                      if (r["kernel"], r["level"]) == (k, level)] for level in LEVELS},
                             bars=True)
