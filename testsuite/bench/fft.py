# SPDX-License-Identifier: MIT
"""fft - streams of Fourier transforms, over the size of a vector: figures 4 to 6 of
Erbium's paper again.

The versions of examples/fft between two ends in memory (fft/main.c): vectors are
taken from a table in order and added up in order.  All versions call the same
passes, so what differs is who runs them, where, and what handing over costs.  For
each version and size the best of several settings counts, as on the right of figures
4 and 5: the burst, how many bursts may be on their way, groups of passes, the home of
processes; of OpenMP and oneTBB also which of their ways.  A row of the combined version
may be a single process, with turns to read and to write: "stages" is the best where it
is not.  "As it comes" is one setting for all sizes, as on the left.

FFTW stands beside, as the ceiling: the sequential and the OpenMP version with FFTW's
transforms in place of ours.
"""
import plot
from harness import Case

SIZES = tuple (1 << k for k in range (4, 17))
QUICK = (64, 1024)
ROUND = 1 << 18                # items are a multiple
BURSTS = (1 << 12, 1 << 13, 1 << 14)  # points
USUAL = (1 << 13,)             # what fft takes by itself
MODELS = ("fiber", "thread")
ROWS = ((1, 2), (2, 1), (2, 2), (2, 4), (3, 2))  # stages of a row, buffers
ONE_CORE = 1024                # points, of the rows on one core

# Configuration: program, its settings beside the burst, bursts.
CONFIGS = {
    "sequential": ("sequential", [{}], (1 << 10, 1 << 12, 1 << 13, 1 << 14)),
    "pipeline": ("pipeline", [{"mode": m, "stages": s, "buffers": 4} for m in MODELS for s in (2, 3)], USUAL),
    "data-parallel": ("shared", [{"mode": m, "buffers": b} for m in MODELS for b in (2, 8)], USUAL),
    "combined": ("combined", [{"mode": m, "stages": s, "buffers": b} for m in MODELS for s, b in ROWS], BURSTS),
    "combined, stages": ("combined", [{"mode": m, "stages": s, "buffers": b} for m in MODELS for s, b in ROWS if s > 1],
                         BURSTS),
    "combined, as it comes": ("combined", [{"mode": "fiber", "stages": 2, "buffers": 2}], USUAL),
    "OpenMP": ("openmp", [{"mode": m, "buffers": 4} for m in ("ordered", "tasks", "for")], BURSTS),
    "oneTBB": ("tbb", [{"mode": m, "buffers": b} for m, b in (("pipeline", 2), ("pipeline", 8), ("for", 4))],
               BURSTS),
    "combined, one core": ("combined", [{"mode": m, "stages": s, "buffers": b} for m in MODELS for s, b in ROWS], BURSTS),
    "OpenMP, one core": ("openmp", [{"mode": m, "buffers": 4} for m in ("ordered", "tasks", "for")], BURSTS),
    "oneTBB, one core": ("tbb", [{"mode": m, "buffers": b} for m, b in (("pipeline", 2), ("pipeline", 8), ("for", 4))],
                         BURSTS),
    "FFTW, one core": ("fftw-one", [{}], BURSTS),
    "FFTW, all cores": ("fftw-all", [{"mode": m, "buffers": 4} for m in ("ordered", "for")], BURSTS),
}
OURS = ("pipeline", "data-parallel", "combined", "combined, stages", "combined, as it comes", "combined, one core")
AT_ONE = ("combined, one core", "OpenMP, one core", "oneTBB, one core")
ALONE = ("sequential", "FFTW, one core", *AT_ONE)
US, BASE = "combined", "sequential"


def settings (config, points):
    bursts = [b for b in CONFIGS[config][2] if b >= points] or [points]
    return [{**s, "burst": b} for s in CONFIGS[config][1] for b in bursts]


def least (ways, cpus):
    """Items of a run: many times what may be on its way."""
    flight = max (w["burst"] * w.get ("buffers", 1) for w in ways) * len (cpus)
    return max (ROUND, 16 * flight)


def case (bench, config, points):
    cpus = bench.cpus[:1] if config in ALONE else bench.cpus
    ways = settings (config, points)
    return Case ({"config": config, "points": points}, "fft/" + CONFIGS[config][0],
                 {"points": points, "cpus": ",".join (map (str, cpus))}, ways,
                 total=lambda n, o: n * 5 // 4 % 2**32, threads=len (cpus), cores=len (cpus),
                 spinning=False, first=ROUND, least=power_above (least (ways, cpus)), also=("setup_seconds",), missed=config in OURS)


def power_above (x):
    return 1 << max (int (x) - 1, 0).bit_length ()


def rate (bench, config, points):
    return bench.find (config=config, points=points)


def over (bench, config, points):
    """How many times the rate of the sequential version."""
    ours, base = rate (bench, config, points), rate (bench, BASE, points)
    return ours / base if ours and base else None


def worst (bench, rival, sizes):
    """Where we are least ahead; None unless all sizes were measured."""
    found = [rate (bench, US, n) / rate (bench, rival, n) for n in sizes
             if rate (bench, US, n) and rate (bench, rival, n)]
    return min (found) if len (found) == len (sizes) and found else None


def break_even (bench, sizes):
    """The least size from which on we are ahead of the sequential version."""
    behind = [n for n in sizes if not (over (bench, US, n) or 0) > 1]
    ahead = [n for n in sizes if n > max (behind, default=0)]
    return ahead[0] if ahead else None


def form_ratios (bench, sizes):
    bench.ratio ("combined_vs_sequential_1024", rate (bench, US, 1024), rate (bench, BASE, 1024))
    bench.ratio ("stages_vs_sequential_1024", rate (bench, "combined, stages", 1024), rate (bench, BASE, 1024))
    bench.ratio ("vs_openmp_worst", worst (bench, "OpenMP", sizes), 1)
    bench.ratio ("vs_tbb_worst", worst (bench, "oneTBB", sizes), 1)
    for name, peer in (("openmp", "OpenMP, one core"), ("tbb", "oneTBB, one core")):
        bench.ratio (f"one_core_vs_{name}_{ONE_CORE}", rate (bench, "combined, one core", ONE_CORE),
                     rate (bench, peer, ONE_CORE))
    bench.ratio ("vs_fftw_1024", rate (bench, US, 1024), rate (bench, "FFTW, all cores", 1024))
    bench.ratio ("sequential_vs_fftw_1024", rate (bench, BASE, 1024), rate (bench, "FFTW, one core", 1024))
    bench.ratio ("break_even_points", break_even (bench, sizes), 1)


def run (bench):
    sizes = QUICK if bench.quick else SIZES
    configs = [c for c in CONFIGS if not (bench.peers_only and c in OURS)]
    for config in configs:
        bench.need ("fft/" + CONFIGS[config][0], "build it")
    bench.hurry (400, 40)
    for points in sizes:
        bench.measure ([case (bench, c, points) for c in configs if c not in AT_ONE or points == ONE_CORE])
    bench.table ("Fourier transforms: million points a second", "points", "config", ours=US)
    bench.table ("Fourier transforms: times the sequential version", "points", "config",
                 cell=lambda row: over (bench, row["config"], row["points"]))
    form_ratios (bench, sizes)
    bench.plots = plot.Plot ("Fourier transforms of a stream", "points of a vector",
                             "times the sequential version",
                             {c: [(n, x) for n in sizes if (x := over (bench, c, n))] for c in configs},
                             logy=False)
