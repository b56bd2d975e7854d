# SPDX-License-Identifier: MIT
"""fanout - one producer to n consumers, n producers to one consumer, on two cores.

Broadcast: all consumers read all of one record.  Merge: each producer fills a
record of its own, the consumer takes bursts from them in turns.  One store, one
load-and-add an element and process; the time is per element and consumer, or
producer, and what should not depend on n.  The clock runs in the steady state.

Beside us, in the same turns: oneTBB's flow graph (a broadcast_node; many edges
into one node), OpenMP tasks with depend, kernel threads with rings under a mutex,
and the work in one thread.  For each the best of several settings counts, and
the row says which.
"""
import plot
from harness import Case, stream_sum

BURSTS = (1, 64, 1024)
COUNTS = (2, 10, 100, 1000)
KINDS = ("broadcast", "merge")
WINDOWS = (1 << 14, 1 << 16)
OURS = ("fiber", "thread")
PEERS = {"rings, threads": ("threads", [{"window": w} for w in WINDOWS]),
         "TBB flow graph": ("flow", [{"mode": m, "buffers": b} for m in ("serial", "light") for b in (4, 16)]),
         "OpenMP tasks": ("omp", [{"buffers": b} for b in (4, 16)]),
         "fused": ("fused", [{}])}
RIVALS = ("thread", *list (PEERS)[:-1])
US = "fiber"


def program (config):
    return "fanout/" + ("erbium" if config in OURS else PEERS[config][0])


def case (bench, kind, config, burst, n):
    fixed = {"burst": burst, "cpus": ",".join (map (str, bench.cpus[:2])),
             "consumers" if kind == "broadcast" else "producers": n}
    ways = [{"window": w} for w in WINDOWS] if config in OURS else PEERS[config][1]
    if config in OURS:
        fixed["mode"] = config
    if n >= 1000:  # longer to set up and to try
        ways = ways[:1]
    return Case ({"config": config, "kind": kind, "burst": burst, "n": n}, program (config), fixed, ways,
                 first=max (burst, 4096 // n // 64 * 64, 1),
                 least=4 * max (burst, max (w.get ("window", 0) for w in ways) // 4),
                 total=lambda items, o: stream_sum (items, n), spinning=False, share=True,
                 also=("setup_seconds",))


def configs (bench):
    return ([] if bench.peers_only else list (OURS)) + list (PEERS)


# ---- What came out -----------------------------------------------------------

def nanoseconds (row):
    """Per element and consumer, or producer."""
    return row["seconds"] * 1e9 / row["items"] / row["n"] if row.get ("rate") else None


def at (bench, **want):
    for row in bench.rows:
        if all (row.get (k) == v for k, v in want.items ()):
            return nanoseconds (row)
    return None


def flatness (bench, config, kind, burst, counts):
    """The worst of 10 and more over 10; None unless all were measured."""
    times = [at (bench, config=config, kind=kind, burst=burst, n=n) for n in counts if n >= 10]
    return max (times) / times[0] if len (times) > 1 and all (times) else None


def against_best (bench, kind, burst, n):
    """How much longer the best rival takes than we do."""
    us = at (bench, config=US, kind=kind, burst=burst, n=n)
    others = [at (bench, config=r, kind=kind, burst=burst, n=n) for r in RIVALS]
    others = [x for x in others if x]
    return min (others) / us if us and others else None


def form_ratios (bench, bursts, counts):
    for kind in KINDS:
        prefix = "" if kind == "broadcast" else "merge_"
        flat = [flatness (bench, US, kind, b, counts) for b in bursts]
        bench.rows += [{"config": US, "kind": kind, "burst": b, "flatness": round (x, 4)}
                       for b, x in zip (bursts, flat) if x]
        if all (flat):
            bench.ratio (prefix + "flatness_cost", max (flat), 1)
        worst = [against_best (bench, kind, b, n) for b in bursts for n in counts]
        if all (worst):
            bench.ratio (f"{kind}_vs_best_peer", min (worst), 1)


def run (bench):
    bursts, counts = ((64,), (2, 10, 100)) if bench.quick else (BURSTS, COUNTS)
    bench.hurry (220, 22)
    for config in configs (bench):
        bench.need (program (config), "build it")
    for kind in KINDS:
        for burst in bursts:  # all n in turns: the flatness is across them
            bench.measure ([case (bench, kind, c, burst, n) for n in counts for c in configs (bench)])
    for kind in KINDS:
        for burst in bursts:
            bench.table (f"{kind.capitalize ()}, bursts of {burst}: nanoseconds per element and "
                         + ("consumer" if kind == "broadcast" else "producer"), "n", "config", cell=nanoseconds,
                         rows=[r for r in bench.rows if (r["kind"], r["burst"]) == (kind, burst)])
    form_ratios (bench, bursts, counts)
    bench.plots = plot.Plot ("One to n, n to one: bursts of 64", "n", "ns per element and process",
                             {f"{c}, {k}": [(n, x) for n in counts if (x := at (bench, config=c, kind=k, burst=64, n=n))]
                              for k in KINDS for c in configs (bench)})
