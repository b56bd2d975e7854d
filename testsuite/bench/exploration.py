# SPDX-License-Identifier: MIT
"""exploration - the synthetic benchmark of the Erbium paper (section 5.1).

Producers and consumers of one record, or many chains of one each, synchronise
every burst and do nothing else: one store, one load-and-add an element.  The
horizon is 2^24 elements (64 MiB), a run moves 2^26.  Beside us, in the same
turns, run the raw hand-off of buffers through a flag (the limit: nothing less
can move data between two cores) and the work alone, without synchronisation.

A horizon is what a producer may be ahead, not memory: the window of our record is
smaller, and so in the caches.  What we are compared with walks no more memory than it:
the best of SAME.  The hand-off over as many bytes as the horizon has is a row, no ratio.
"""
import plot
from harness import Case, stream_sum

BURSTS = (1, 4, 16, 64, 256, 1024, 4096, 16384, 65536)
CONFIGS = ((1, 1), (1, 2), (1, 4), (2, 1), (4, 1), (2, 2))  # producers, consumers
CHAINS = (4, 32)
HORIZON = 4 << 24
SAME = (1 << 22, 1 << 23)    # bytes that the window of our record has, at first and grown once
WINDOWS = tuple (1 << k for k in (14, 16, 18, 20, 22, 24, 26))
ITEMS = 1 << 26
US = "stream_erbium"
PLUGIN = "1 to 1, plugin"  # in its syntax, coarsening_erbium.c
PLUGIN_BURSTS = (1, 16, 64, 256, 1024, 4096, 65536)
COST_BURST = 1024


def placements (cpus, producers, consumers):
    """Lists of CPUs: in turns; with too few cores also producers here,
    consumers there."""
    threads = producers + consumers
    turns = [cpus[i % len (cpus)] for i in range (threads)]
    apart = [cpus[0]] * producers + [cpus[-1]] * consumers
    lists = [turns] if len (cpus) >= threads or turns == apart else [turns, apart]
    return [{"cpus": ",".join (map (str, c))} for c in lists]


def chain_placements (cpus):
    """The two ends of a chain on two cores, or on one."""
    together = [c for c in cpus for _ in range (2)]
    return [{"cpus": ",".join (map (str, c))} for c in (cpus, together)]


def erbium (row, burst, producers=1, consumers=1, chains=1, window=HORIZON, items=ITEMS, settings=({},)):
    options = {"burst": burst, "producers": producers, "consumers": consumers, "chains": chains}
    if window:
        options["window"] = window
    threads = (producers + consumers) * chains
    return Case ({"config": row, "burst": burst}, US, options, settings, items=items,
                 total=lambda n, o: stream_sum (n // chains, consumers * chains) % 2**32,
                 threads=threads, cores=threads, share=True)


def our_cases (bench, burst, items):
    for p, c in CONFIGS:
        yield erbium (f"{p} to {c}", burst, p, c, items=items, settings=placements (bench.cpus, p, c))
    for k in CHAINS:
        yield erbium (f"{k} chains", burst, chains=k, window=HORIZON // k, items=items,
                      settings=chain_placements (bench.cpus))
    if burst in PLUGIN_BURSTS:
        yield Case ({"config": PLUGIN, "burst": burst}, f"coarsening_{burst}", {"window": HORIZON}, items=items)
    fit = [{"window": w} for w in WINDOWS if w >= 4 * burst * 4]
    yield erbium ("1 to 1, best window", burst, window=None, items=items, settings=fit)


def handoff_cases (burst, items):
    """The limit knows no bursts; it runs in each group to share its weather."""
    for name, windows in (("hand-off", SAME), ("hand-off, 64 MiB", (HORIZON,)), ("hand-off, best window", WINDOWS)):
        ways = [{"window": w, "buffers": n} for w in windows for n in (2, 4, 8, 16)]
        yield Case ({"config": name, "burst": burst}, "handoff", {}, ways, items=items)


def cost_cases (bench, items):
    """Two producers or two consumers, three threads on two cores: the real
    thing and the work alone."""
    for p, c, name in ((2, 1, "two producers"), (1, 2, "two consumers")):
        ways = placements (bench.cpus[:2], p, c)
        row = f"{name}, 2 cores"
        if not bench.peers_only:
            yield erbium (row, COST_BURST, p, c, items=items, settings=ways)
        yield Case ({"config": row + ", work alone", "burst": COST_BURST}, "alone",
                    {"burst": COST_BURST, "producers": p, "consumers": c},
                    [{**w, "window": size} for w in ways for size in SAME],
                    items=items, threads=3, share=False,
                    total=lambda n, o: alone_sum (n, o["window"] // 4, o["consumers"]))


def alone_sum (n, size, consumers):
    """Without synchronisation an element's value is its place in the window."""
    return n // size * stream_sum (size, consumers) % 2**32


def form_ratios (bench):
    for burst in (1, 64, 1024):
        bench.ratio (f"spsc_burst{burst}_vs_handoff", bench.find (config="1 to 1", burst=burst),
                     bench.find (config="hand-off", burst=burst))
        bench.ratio (f"plugin_spsc_burst{burst}_vs_handoff", bench.find (config=PLUGIN, burst=burst),
                     bench.find (config="hand-off", burst=burst))
        bench.ratio (f"spsc_best_window_burst{burst}_vs_handoff",
                     bench.find (config="1 to 1, best window", burst=burst),
                     bench.find (config="hand-off, best window", burst=burst))
    bench.ratio ("broadcast2_vs_spsc", bench.find (config="1 to 2", burst=COST_BURST),
                 bench.find (config="1 to 1", burst=COST_BURST))
    for name in ("two producers", "two consumers"):
        row = f"{name}, 2 cores"
        bench.ratio (name.replace (" ", "_") + "_cost",  # rates, so the work alone is above
                     bench.find (config=row + ", work alone", burst=COST_BURST),
                     bench.find (config=row, burst=COST_BURST))


def series (bench):
    configs = dict.fromkeys (r["config"] for r in bench.rows if "2 cores" not in r["config"])
    return {c: [(r["burst"], r["rate"]) for r in bench.rows if r["config"] == c and r.get ("rate")]
            for c in configs}


def run (bench):
    items = ITEMS // 2 if bench.quick else ITEMS
    if not bench.peers_only:
        for program in (US, *(f"coarsening_{b}" for b in PLUGIN_BURSTS)):
            bench.need (program, "build it, or ask for the limits alone with --peers-only")
    for burst in BURSTS:
        ours = [] if bench.peers_only else list (our_cases (bench, burst, items))
        bench.measure (ours + list (handoff_cases (burst, items)))
    bench.measure (list (cost_cases (bench, items)))
    bench.table ("Exploration: million elements a second", "burst", "config",
                 None if bench.peers_only else "1 to 1")
    form_ratios (bench)
    bench.plots = plot.Plot ("Exploration: horizon 2^24 elements", "burst (elements)",
                             "million elements/s", series (bench))
