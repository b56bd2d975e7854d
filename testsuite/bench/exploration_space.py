# SPDX-License-Identifier: MIT
"""exploration_space - the exploration benchmark where processes are spaces.

The stream of one producer and one consumer of exploration.py, in turns with processes that are
threads: the same program, told by ERBIUM_TASK.  A horizon of 2^24 elements, a run moves 2^26 (fewer
where bursts are less than a page).  A burst of 1024 integers fills a page, which is what spaces share
and give rights to; smaller ones stand in the table, and count in no ratio.
"""
import plot
from harness import Case

BURSTS = (1, 16, 256, 1024, 4096, 16384, 65536)
PAGE = 1024                  # integers
HORIZON = 4 << 24            # bytes
ITEMS = 1 << 26
MODELS = ("space", "thread")


def case (model, burst, items):
    return Case ({"config": model, "burst": burst}, "stream_erbium", {"burst": burst, "window": HORIZON},
                 items=items if burst >= PAGE else items // 8, environment={"ERBIUM_TASK": model})


def ratio (bench, name, bursts):
    """The worst burst."""
    found = [(bench.find (config="space", burst=b), bench.find (config="thread", burst=b)) for b in bursts]
    found = [(space, thread) for space, thread in found if space and thread]
    if found:
        bench.ratio (name, *min (found, key=lambda pair: pair[0] / pair[1]))


def run (bench):
    bench.need ("stream_erbium", "build it")
    items = ITEMS // 4 if bench.quick else ITEMS
    for burst in BURSTS:
        bench.measure ([case (m, burst, items) for m in MODELS])
    bench.table ("Exploration in spaces: million elements a second", "burst", "config", "space")
    ratio (bench, "burst_page_vs_threads", [PAGE])
    ratio (bench, "burst_pages_vs_threads_worst", [b for b in BURSTS if b >= PAGE])
    bench.plots = plot.Plot ("One producer, one consumer: spaces and threads", "burst (elements)",
                             "million elements/s",
                             {m: [(r["burst"], r["rate"]) for r in bench.rows
                                  if r["config"] == m and r.get ("rate")] for m in MODELS})
