# SPDX-License-Identifier: MIT
"""fmradio - a receiver for stereo FM, as the paper's figures 9 and 10 compare.

The versions of examples/fmradio receive the same capture out of memory: a loop over
blocks, the network with one worker a stage (pipeline), workers that are all alike
(data-parallel), the network with its heavy stages shared (combined), OpenMP, oneTBB, and
the loop in the original style, a ring with a modulo for each filter, -O2, no
vectoriser.  All but that share their kernels and must come to the same sum.

The figures are million frames of the capture a second, on 1, 2, 4, ... CPUs, in long runs and in
short ones of some 50 ms.
"""
import json
import os
import subprocess

import plot
from harness import Case, Failed

LOOPS = {"original style": "original", "sequential": "sequential"}
OURS = {"pipeline": "network", "data-parallel": "workers", "combined": "network"}
PEERS = {"OpenMP": "openmp", "oneTBB": "tbb"}
US = "combined"
LENGTHS = {"long": 0.4, "short": 0.07}  # seconds at most; items are a power of two
known = {}


def reference (bench, items, mode):
    """What the loop comes to: its sum, or how many frames of sound it makes."""
    if (items, mode) not in known:
        words = [os.path.join (bench.folder, "fmradio/sequential"), "--items", str (items),
                 "--cpus", str (bench.cpus[0]), "--mode", mode]
        done = subprocess.run (words, capture_output=True, text=True)
        if done.returncode:
            raise Failed (f"exit status {done.returncode}: {' '.join (words)}\n{done.stderr.strip ()}")
        known[items, mode] = json.loads (done.stdout)["sum"]
    return known[items, mode]


def settings (config, n):
    """With n CPUs."""
    if config in LOOPS:
        return [{"workers": 1}]
    if config in PEERS:
        return [{"workers": n}]
    workers = (1,) if config == "pipeline" else sorted ({n, 2 * n})
    return [{"mode": m, "workers": w} for m in ("fiber", "thread") for w in workers]


def case (bench, config, n, length):
    fixed = {"cpus": ",".join (map (str, bench.cpus[:n]))}
    if config == "original style":
        fixed["mode"] = "frames"
    return Case ({"config": config, "cores": n, "length": length}, "fmradio/" + {**LOOPS, **OURS, **PEERS}[config], fixed,
                 settings (config, n), first=1 << 20, least=1 << 20, threads=n, cores=n, spinning=False, missed=config in OURS,
                 total=lambda items, o: reference (bench, items, "frames" if o.get ("mode") == "frames" else "sum"))


def counts (bench):
    """1, 2, 4, ... and all there are."""
    found = [1 << k for k in range (bench.cores.bit_length ()) if 1 << k < bench.cores]
    return found + [bench.cores]


def configs (bench, n):
    return (list (LOOPS) if n == 1 else []) + ([] if bench.peers_only else list (OURS)) + list (PEERS)


def form_ratios (bench, length):
    def rate (config, n):
        return bench.find (config=config, cores=n, length=length)

    end = "" if length == "long" else "_short"
    n = min (2, bench.cores)  # the two of the figure that is asked for
    for config in LOOPS:
        bench.ratio ("vs_" + config.replace (" ", "_") + end, rate (US, n), rate (config, 1))
    for config in ("pipeline", "data-parallel", *PEERS):
        name = "vs_" + {"OpenMP": "openmp", "oneTBB": "tbb"}.get (config, config.replace ("-", "_")) + end
        bench.ratio (name, rate (US, n), rate (config, n))
        if config in PEERS:
            bench.ratio ("one_core_" + name, rate (US, 1), rate (config, 1))


def run (bench):
    for program in {**LOOPS, **OURS, **PEERS}.values ():
        bench.need ("fmradio/" + program, "build it")
    bench.hurry (300, 60)
    bench.finalists = 2
    for length, seconds in LENGTHS.items ():
        bench.seconds = 0.05 if bench.quick else seconds
        # All in turns: what is compared is measured together.
        bench.measure ([case (bench, c, n, length) for n in counts (bench) for c in configs (bench, n)])
        bench.table (f"FM receiver, {length} runs: million frames of the capture a second", "cores", "config", ours=US,
                     rows=[r for r in bench.rows if r["length"] == length])
        form_ratios (bench, length)
    sequential = bench.find (config="sequential", cores=1, length="long")
    lines = {c: [(n, r / sequential) for n in counts (bench) if (r := bench.find (config=c, cores=n, length="long"))]
             for c in (*OURS, *PEERS)} if sequential else {}
    bench.plots = plot.Plot ("FM receiver", "cores", "times the sequential program", lines, logy=False)
