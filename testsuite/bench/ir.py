# SPDX-License-Identifier: MIT
"""ir - programs of the textual IR beside the same in C.

The FM receiver and the Fourier transforms of examples/ir, with the mains, the ends in memory and the
sums of their C versions (fmradio.py, fft.py): fmradio against the network of examples/fmradio, fft against its
pipeline.  For each the best of the same settings counts.

chain.er is 100 tiny processes that the passes fuse; hand.er is one loop with the same work.  Each on one processor
and on all: where these are halves of one core, parts of a loop get in each other's way.
"""
import json
import os
import subprocess

import fft
import fmradio
from harness import Case, Failed

SIZES = (256, 1024, 4096)
QUICK = (1024,)
FFT = {"C": "fft/pipeline", "textual IR": "ir/fft"}
FMRADIO = {"C": "fmradio/network", "textual IR": "ir/fmradio"}
CHAIN = {"by hand": "ir/hand", "fused": "ir/chain"}
MODES = ("fiber", "thread")
sums = {}


def fft_case (bench, config, points):
    ways = [{"mode": m, "stages": s, "buffers": b, "burst": 1 << 13} for m in MODES for s in (2, 3) for b in (2, 4)]
    return Case ({"program": "fft", "config": config, "points": points}, FFT[config],
                 {"points": points, "cpus": ",".join (map (str, bench.cpus))}, ways,
                 total=lambda n, o: n * 5 // 4 % 2**32, threads=bench.cores, cores=bench.cores, spinning=False,
                 first=fft.ROUND, least=fft.power_above (fft.least (ways, bench.cpus)))


def fmradio_case (bench, config):
    n = bench.cores
    ways = [{"mode": m, "workers": w} for m in MODES for w in sorted ({1, n})]
    return Case ({"program": "fmradio", "config": config}, FMRADIO[config], {"cpus": ",".join (map (str, bench.cpus))},
                 ways, first=1 << 20, least=1 << 20, threads=n, cores=n, spinning=False,
                 total=lambda items, o: fmradio.reference (bench, items, "sum"))


def sum_of_chain (bench, items):
    """What the loop comes to."""
    if items not in sums:
        words = [os.path.join (bench.folder, CHAIN["by hand"]), "--items", str (items), "--cpus", str (bench.cpus[0])]
        done = subprocess.run (words, capture_output=True, text=True)
        if done.returncode:
            raise Failed (f"exit status {done.returncode}: {' '.join (words)}\n{done.stderr.strip ()}")
        sums[items] = json.loads (done.stdout)["sum"]
    return sums[items]


def chain_case (bench, config):
    places = sorted ({",".join (map (str, some)) for some in (bench.cpus[:1], bench.cpus)})
    return Case ({"program": "chain", "config": config}, CHAIN[config], {},
                 [{"mode": m, "cpus": p} for m in MODES for p in places], first=1 << 18, least=1 << 18,
                 threads=bench.cores, cores=bench.cores, spinning=False, total=lambda items, o: sum_of_chain (bench, items))


def form_ratios (bench, sizes):
    bench.ratio ("fmradio_vs_c", bench.find (program="fmradio", config="textual IR"), bench.find (program="fmradio", config="C"))
    found = {n: (bench.find (program="fft", config="textual IR", points=n), bench.find (program="fft", config="C", points=n))
             for n in sizes}
    for n, (ours, theirs) in found.items ():
        bench.ratio (f"fft_{n}_vs_c", ours, theirs)
    worst = [ours / theirs for ours, theirs in found.values () if ours and theirs]
    bench.ratio ("fft_vs_c", min (worst) if len (worst) == len (sizes) else None, 1)
    bench.ratio ("fused_chain_cost", bench.find (program="chain", config="by hand"),
                 bench.find (program="chain", config="fused"))


def run (bench):
    sizes = QUICK if bench.quick else SIZES
    for program in ("fmradio/sequential", *FFT.values (), *FMRADIO.values (), *CHAIN.values ()):
        bench.need (program, "build it")
    bench.hurry (300, 40)
    bench.measure ([fmradio_case (bench, c) for c in FMRADIO])
    for points in sizes:
        bench.measure ([fft_case (bench, c, points) for c in FFT])
    bench.measure ([chain_case (bench, c) for c in CHAIN])
    bench.table ("Programs of the textual IR: million frames, points, numbers a second", "program", "config",
                 ours="textual IR")
    form_ratios (bench, sizes)
