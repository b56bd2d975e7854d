# SPDX-License-Identifier: MIT
"""peers - one producer, one consumer, against the queues that others use.

A stream of 32-bit integers between two cores, one store and one load-and-add
an element.  Each peer is used as its authors would at its best: every interface
it has for the burst, bare spinning or a short back-off, the best window of one
list that is the same for all, us included.

Our program, stream_erbium, takes

  --burst B --items N --window BYTES --cpus 0,1,... --producers P --consumers C --chains K

and prints the JSON line of common.h.  A chain is one record with P producers,
which share its elements in turns of B, and C consumers, each of which reads all
of them.  N elements in all: each of the K chains carries N / K, and the sum is
that of all consumers.  Tasks are numbered chain by chain, producers first; task
i runs on the i-th CPU of the list, round and round.  BYTES is the horizon.
"""
import plot
from harness import Case

BURSTS = (1, 16, 64, 256, 1024, 4096)
WINDOWS = tuple (1 << k for k in (12, 14, 16, 18, 20, 22))
PAUSES = (0, 64)
US = "stream_erbium"
PLUGIN = "stream_erbium, plugin"  # the same in its syntax: coarsening_erbium.c
OURS = (US, PLUGIN)
LIMIT = "handoff"
ONE_CORE = ("tbb_pipeline", "omp_tasks")  # both stages run where the data is

# Peer: its modes for one element at a time, and for bursts; None: no such interface.
QUEUES = {
    "boost_spsc":        (("pop", "all"), ("pop", "all")),
    "moodycamel":        (("tokens", "tokens-blocks", "direct-blocks"),
                          ("tokens", "tokens-blocks", "direct-blocks")),
    "readerwriterqueue": (("blocks", "ring"), None),
    "atomic_queue":      (("try", "wait"), None),
    "ck_ring":           ((None,), None),
    "rte_ring":          (("copy", "zc", "zcbulk"), ("copy", "bulk", "zc", "zcbulk")),
}


def windows (burst):
    """Those that hold a few bursts."""
    return [w for w in WINDOWS if w >= 4 * burst * 4]


def queue_settings (peer, burst):
    modes = QUEUES[peer][0 if burst == 1 else 1]
    return [{"window": w, "pause": p, **({"mode": m} if m else {})}
            for m in modes or () for w in windows (burst) for p in PAUSES]


def settings (peer, burst):
    """All ways to use a peer for this burst; empty: it has none."""
    if peer in QUEUES:
        return queue_settings (peer, burst)
    if peer == "mutex_ring":
        return [{"window": w, "mode": m} for w in windows (burst)[1::2] for m in ("copy", "inplace")]
    if peer in ONE_CORE:
        return [{"buffers": n} for n in (2, 4, 16, 64)]
    return [{"window": w} for w in windows (burst)]


# One element at a time on one side only: boost's consume_all takes whatever is
# there with one synchronisation.  At burst 1 the queue has two rows.
ONE_BY_ONE = "boost_spsc, pop"


def peer_cases (burst):
    if burst == 1:
        ways = [w for w in settings ("boost_spsc", 1) if w["mode"] == "pop"]
        yield Case ({"peer": ONE_BY_ONE, "burst": 1}, "boost_spsc", {"burst": 1}, ways)
    for peer in list (QUEUES) + ["mutex_ring"] + list (ONE_CORE):
        ways = settings (peer, burst)
        if ways:
            yield Case ({"peer": peer, "burst": burst}, peer, {"burst": burst}, ways,
                        spinning=peer in QUEUES)


def our_cases (burst):
    """A program of the plugin has its burst built in."""
    yield Case ({"peer": US, "burst": burst}, US, {"burst": burst}, settings (US, burst))
    yield Case ({"peer": PLUGIN, "burst": burst}, f"coarsening_{burst}", {}, settings (PLUGIN, burst))


def limit_cases ():
    """The raw hand-off knows no bursts: a row each for vector and scalar loops."""
    ways = [{"window": w, "buffers": n} for w in WINDOWS for n in (2, 4, 8, 16)]
    return [Case ({"peer": f"{LIMIT} {mode}", "burst": "any"}, LIMIT, {"mode": mode}, ways)
            for mode in ("vector", "scalar")]


def form_ratios (bench):
    one_by_one = bench.best ([r for r in bench.rows if r["burst"] == 1
                              and r["peer"] not in (*OURS, "boost_spsc")])
    if one_by_one:
        for us, prefix in zip (OURS, ("", "plugin_")):
            bench.ratio (prefix + "burst1_vs_best_peer_one_by_one", bench.find (peer=us, burst=1),
                         one_by_one["rate"])
    for burst in (1, 64, 1024, 4096):
        name = "best_peer" if burst == 1 else "best_cross_core_peer"
        rivals = [r for r in bench.rows if r["burst"] == burst and r["peer"] not in OURS
                  and (burst == 1 or r["peer"] not in ONE_CORE)]
        best = bench.best (rivals)
        if best:
            print (f"burst {burst}: the best peer is {best['peer']} {best['setting']}, "
                   f"{best['rate']:.0f} M/s")
            for us, prefix in zip (OURS, ("", "plugin_")):
                bench.ratio (f"{prefix}burst{burst}_vs_{name}", bench.find (peer=us, burst=burst), best["rate"])
    limit = bench.best ([r for r in bench.rows if r["peer"].startswith (LIMIT)])
    if limit:
        for us, prefix in zip (OURS, ("", "plugin_")):
            bench.ratio (f"{prefix}burst1_vs_limit", bench.find (peer=us, burst=1), limit["rate"])


def series (bench):
    peers = dict.fromkeys (r["peer"] for r in bench.rows)
    lines = {p: [(r["burst"], r["rate"]) for r in bench.rows if r["peer"] == p and r.get ("rate")]
             for p in peers}
    for label, points in lines.items ():
        if points and points[0][0] == "any":
            lines[label] = [(b, points[0][1]) for b in BURSTS]
    return lines


def run (bench):
    if not bench.peers_only:
        for program in (US, *(f"coarsening_{b}" for b in BURSTS)):
            bench.need (program, "build it, or ask for the peers alone with --peers-only")
    for burst in BURSTS:
        ours = [] if bench.peers_only else list (our_cases (burst))
        bench.measure (ours + list (peer_cases (burst)))
    bench.measure (limit_cases ())
    bench.table ("One producer, one consumer: million elements a second", "burst", "peer", US)
    form_ratios (bench)
    bench.plots = plot.Plot ("One producer, one consumer, two cores", "burst (elements)",
                             "million elements/s", series (bench))
