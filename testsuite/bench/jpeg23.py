# SPDX-License-Identifier: MIT
"""jpeg23 - 23 processes that make pixels of coefficients, in bursts of 64.

The back end of a JPEG decoder, as wide and as fine-grained as that of Erbium's
paper (section 5.2): jpeg23/erbium.c has the drawing, jpeg23/stages.h the work of
each, some 30 operations an element in all.  Beside it, in the same turns, the
same work without communication: one sequential loop for each core, and one
alone.
"""
from harness import Case

WINDOWS = tuple (1 << k for k in (11, 13, 15, 17, 18))
INTERVAL = 1 << 14             # pixels, after which the picture repeats
SUM_OF_INTERVAL = 2085049853
OURS = ("fiber", "thread")
US = "fiber"
PEER = "sequential loops"


def expected (items, options):
    return items // INTERVAL * SUM_OF_INTERVAL % 2**32


def case (bench, config):
    row = {"config": config, "burst": 64}
    fixed = {"cpus": ",".join (map (str, bench.cpus[:1 if config == "sequential, one core" else 2]))}
    if config in OURS:
        return Case (row, "jpeg23/erbium", {**fixed, "mode": config}, [{"window": w} for w in WINDOWS],
                     total=expected, spinning=False, share=True, first=INTERVAL, also=("setup_seconds",))
    return Case (row, "jpeg23/sequential", fixed, total=expected, first=2 * INTERVAL,
                 threads=len (fixed["cpus"].split (",")))


def run (bench):
    ours = [] if bench.peers_only else list (OURS)
    for program in ("jpeg23/erbium", "jpeg23/sequential"):
        bench.need (program, "build it")
    bench.hurry (120, 20)
    if not bench.quick: # long beside the first plans of where each process lives: some 10 ms
        bench.seconds, bench.brief = 0.4, 0.1
    bench.measure ([case (bench, c) for c in ours + [PEER, "sequential, one core"]])
    bench.table ("JPEG decoder's back end, 23 processes: million pixels a second", "burst", "config")
    bench.ratio ("vs_sequential_cost", bench.find (config=PEER), bench.find (config=US))
    bench.ratio ("thread_vs_sequential_cost", bench.find (config=PEER), bench.find (config="thread"))
