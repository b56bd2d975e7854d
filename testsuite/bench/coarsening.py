# SPDX-License-Identifier: MIT
"""coarsening - what a source costs that synchronises each element.

The exploration benchmark's stream of one producer and one consumer, in the
plugin's syntax (coarsening_erbium.c), once for each burst that a programmer may
have written, with and without the pass that synchronises once a strip.  The best
of five windows counts.

Then a filter, a merge and a tokeniser (varying/plugin.c), whose data decide how
many elements they consume or commit: for each element, with and without the pass,
and in bursts of 1024 by hand.  Source and sink have bursts in all of them, and all
are fibers of one core, so that only the synchronisation differs.
"""
import plot
from harness import Case

BURSTS = (1, 16, 64, 1024, 65536)
WINDOWS = tuple (1 << k for k in (16, 18, 20, 22, 24))
CONFIGS = {"coarsened": "", "as written": "_off"}  # the ends of the programs' names
WORKS = ("filter", "merge", "tokens")
BY_HAND = "bursts by hand"


def program (burst, config):
    return f"coarsening_{burst}{CONFIGS[config]}"


def case (burst, config):
    ways = [{"window": w} for w in WINDOWS if w >= 4 * burst * 4]
    return Case ({"config": config, "burst": burst}, program (burst, config), {}, ways)


def form_ratios (bench):
    """Against the burst of 1024 that is faster, with the pass or without."""
    best = bench.best ([r for r in bench.rows if r.get ("burst") == 1024])
    if best:
        bench.ratio ("burst1_vs_burst1024", bench.find (config="coarsened", burst=1), best["rate"])
        bench.ratio ("burst1_as_written_vs_burst1024", bench.find (config="as written", burst=1), best["rate"])


def varying_case (bench, work, config):
    burst = 1024 if config == BY_HAND else 1
    fixed = {"work": work, "burst": burst, "mode": "fiber", "cpus": str (bench.cpus[-1])}
    return Case ({"work": work, "config": config}, "varying/plugin" + CONFIGS.get (config, ""), fixed,
                 [{"window": w} for w in WINDOWS[:3]], total=lambda n, o: 1, threads=1, cores=1, spinning=False,
                 first=1 << 16, least=1 << 20)


def run_varying (bench):
    configs = [*CONFIGS, BY_HAND]
    for config in CONFIGS:
        bench.need ("varying/plugin" + CONFIGS[config], "build it")
    for work in WORKS:
        bench.measure ([varying_case (bench, work, c) for c in configs])
    bench.table ("The data decide: million elements of the input a second", "work", "config", "coarsened")
    for work in WORKS:
        hand = bench.find (work=work, config=BY_HAND)
        bench.ratio (f"{work}_vs_bursts", bench.find (work=work, config="coarsened"), hand)
        bench.ratio (f"{work}_as_written_vs_bursts", bench.find (work=work, config="as written"), hand)


def run (bench):
    for burst in BURSTS:
        for config in CONFIGS:
            bench.need (program (burst, config), "build it")
    # All in turns: the ratios are across bursts.
    bench.measure ([case (b, c) for b in BURSTS for c in CONFIGS])
    bench.table ("Coarsening: million elements a second", "burst", "config", "coarsened")
    form_ratios (bench)
    run_varying (bench)
    bench.plots = plot.Plot ("A stream of two processes: the burst of the source", "burst (elements)",
                             "million elements/s",
                             {c: [(r["burst"], r["rate"]) for r in bench.rows
                                  if "burst" in r and r["config"] == c and r.get ("rate")] for c in CONFIGS})
