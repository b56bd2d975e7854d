# SPDX-License-Identifier: MIT
"""coarsening - what a source costs that synchronises each element.

The exploration benchmark's stream of one producer and one consumer, in the
plugin's syntax (coarsening_erbium.c), once for each burst that a programmer may
have written, with and without the pass that synchronises once a strip.  The best
of five windows counts.
"""
import plot
from harness import Case

BURSTS = (1, 16, 64, 1024, 65536)
WINDOWS = tuple (1 << k for k in (16, 18, 20, 22, 24))
CONFIGS = {"coarsened": "", "as written": "_off"}  # the ends of the programs' names


def program (burst, config):
    return f"coarsening_{burst}{CONFIGS[config]}"


def case (burst, config):
    ways = [{"window": w} for w in WINDOWS if w >= 4 * burst * 4]
    return Case ({"config": config, "burst": burst}, program (burst, config), {}, ways)


def form_ratios (bench):
    """Against the burst of 1024 that is faster, with the pass or without."""
    best = bench.best ([r for r in bench.rows if r["burst"] == 1024])
    if best:
        bench.ratio ("burst1_vs_burst1024", bench.find (config="coarsened", burst=1), best["rate"])
        bench.ratio ("burst1_as_written_vs_burst1024", bench.find (config="as written", burst=1), best["rate"])


def run (bench):
    for burst in BURSTS:
        for config in CONFIGS:
            bench.need (program (burst, config), "build it")
    # All in turns: the ratios are across bursts.
    bench.measure ([case (b, c) for b in BURSTS for c in CONFIGS])
    bench.table ("Coarsening: million elements a second", "burst", "config", "coarsened")
    form_ratios (bench)
    bench.plots = plot.Plot ("A stream of two processes: the burst of the source", "burst (elements)",
                             "million elements/s",
                             {c: [(r["burst"], r["rate"]) for r in bench.rows
                                  if r["config"] == c and r.get ("rate")] for c in CONFIGS})
