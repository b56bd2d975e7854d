# SPDX-License-Identifier: MIT
"""chain - n processes in a row, each a kernel thread, on few cores.

A source counts, every other process adds one to each element and passes it on,
in bursts of 64.  What should not depend on n is the time per element and stage.
A run includes the start and the end of all processes.
"""
import plot
from harness import Case, stream_sum

STAGES = (2, 10, 100, 1000)
WINDOWS = tuple (1 << k for k in (14, 16, 18))
ITEMS = 1 << 22       # elements, at least
ELEMENT_STAGES = 1 << 29
BURST = 64
US = "chain_erbium"


def case (bench, stages):
    items = max (ITEMS, ELEMENT_STAGES // stages) // (8 if bench.quick else 1) // BURST * BURST
    return Case ({"config": "threads", "stages": stages}, US, {"burst": BURST, "stages": stages, "cpus": ",".join (map (str, bench.cpus))},
                 [{"window": w} for w in WINDOWS], items=items, share=True,
                 total=lambda n, o: (stream_sum (n) + n * (stages - 2)) % 2**32, spinning=False)


def nanoseconds (row):
    """Per element and stage."""
    return 1e3 / (row["rate"] * row["stages"]) if row.get ("rate") else None


def run (bench):
    bench.need (US, "build it")
    for stages in STAGES:
        for row in bench.measure ([case (bench, stages)]):
            row["ns_per_element_stage"] = nanoseconds (row)
    bench.table ("Chain: nanoseconds per element and stage, bursts of 64", "stages", "config",
                 cell=nanoseconds)
    few, many = (n * bench.find (config="threads", stages=n) for n in (10, 1000))
    bench.ratio ("flatness_cost", few, many)  # rates, so that 10 processes are above
    bench.plots = plot.Plot ("Chain of n processes, bursts of 64", "processes", "ns per element and stage",
                             {"threads": [(r["stages"], nanoseconds (r)) for r in bench.rows]})
