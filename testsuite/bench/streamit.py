# SPDX-License-Identifier: MIT
"""streamit - programs of StreamIt beside the same as one sequential loop by hand.

The programs (streamit/*.str) are of the kinds of the StreamIt project's suite: a filter that looks
ahead, a bank of filters, a receiver, cosine and Fourier transforms, a sorting network, a cipher,
beams.  Each is compiled by erbium-streamit for one core and for two; the loop by hand (streamit/*.c)
by the C compiler with the same options.  All come to the same sum.

speedup2 is two cores against the better of what one core does: that of the compiled program.
"""
import json
import os
import statistics
import subprocess

from harness import Case, Failed

PROGRAMS = ("fir", "bank", "radio", "dct", "sort", "fft", "cipher", "beam")
CONFIGS = {"by hand": "hand", "one core": "1", "two cores": "2"}
MODES = ("fiber", "thread")
known = {}


def reference (bench, program, items):
    """What the loop by hand comes to."""
    if (program, items) not in known:
        words = [os.path.join (bench.folder, f"streamit/{program}-hand"), "--items", str (items),
                 "--cpus", str (bench.cpus[0])]
        done = subprocess.run (words, capture_output=True, text=True)
        if done.returncode:
            raise Failed (f"exit status {done.returncode}: {' '.join (words)}\n{done.stderr.strip ()}")
        known[program, items] = json.loads (done.stdout)["sum"]
    return known[program, items]


def case (bench, program, config):
    cores = 2 if config == "two cores" else 1
    settings = [{}] if config == "by hand" else [{"mode": m} for m in MODES]
    return Case ({"program": program, "config": config}, f"streamit/{program}-{CONFIGS[config]}",
                 {"cpus": ",".join (map (str, bench.cpus[:cores]))}, settings, first=1 << 18,
                 least=1 << 18, threads=cores, cores=cores, spinning=False,
                 total=lambda items, o: reference (bench, program, items))


def median (values):
    return round (statistics.median (values), 4) if values else None


def form_ratios (bench):
    found = {"vs_hand": [], "speedup2": []}
    for program in PROGRAMS:
        hand, one, two = (bench.find (program=program, config=c) for c in CONFIGS)
        for name, ours, theirs in (("vs_hand", one, hand), ("speedup2", two, one)):
            bench.ratio (f"{program}_{name}", ours, theirs)
            if ours and theirs:
                found[name].append (ours / theirs)
    for name, values in found.items ():
        bench.ratio (f"{name}_median", median (values) if len (values) == len (PROGRAMS) else None, 1)


def run (bench):
    configs = [c for c in CONFIGS if bench.cores > 1 or c != "two cores"]
    for program in PROGRAMS:
        for config in configs:
            bench.need (f"streamit/{program}-{CONFIGS[config]}", "build it")
    bench.hurry (300, 40)
    for program in PROGRAMS:
        bench.measure ([case (bench, program, c) for c in configs])
    bench.table ("Programs of StreamIt: million elements of the source a second", "program", "config",
                 ours="one core")
    form_ratios (bench)
