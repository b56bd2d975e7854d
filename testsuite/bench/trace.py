# SPDX-License-Identifier: MIT
"""trace - what ERBIUM_TRACE costs a program that does nothing but synchronise.

A stream between two threads, and a chain of fibers, with and without a trace, in
turns.  An element is written and read and nothing else is done, so the cost is as
large as it gets.  Each level of detail has rows; overhead_cost is that of the level
by default, at bursts of 256, the worst of both programs.
"""
import os

from harness import Case, stream_sum

BURSTS = (1, 16, 256, 4096)
BAR_BURST = 256
LEVELS = ("waits", "switches", "all")
DEFAULT = "switches"
STAGES = 10
# Program, options, and the settings of which the best counts.
PROGRAMS = {"threads": ("stream_erbium", {}, lambda burst: [{"window": 1 << 18}]),
            "fibers": ("chain/erbium", {"mode": "fiber", "stages": STAGES},
                       lambda burst: [{"window": 1 << 16}])}


def total_of (what):
    if what == "threads":
        return lambda n, o: stream_sum (n)
    return lambda n, o: (stream_sum (n) + n * (STAGES - 2)) % 2**32


def cases (bench, what, burst):
    program, fixed, settings = PROGRAMS[what]
    options = {**fixed, "burst": burst}
    if what == "fibers":
        options["cpus"] = ",".join (map (str, bench.cpus[:2]))
    file = os.path.join (bench.folder, "trace.out")
    for level in (None, *LEVELS):
        traced = {"ERBIUM_TRACE": file, "ERBIUM_TRACE_LEVEL": level} if level else {}
        yield Case ({"program": what, "burst": burst, "trace": level or "none"}, program, options,
                    settings (burst), total=total_of (what),
                    environment=traced, share=what == "fibers", spinning=what != "fibers")


def cost (bench, what, burst, level):
    plain = bench.find (program=what, burst=burst, trace="none")
    traced = bench.find (program=what, burst=burst, trace=level)
    return plain / traced if plain and traced else None


def table (bench):
    print ("\nTime with a trace over time without one")
    print (f"{'program':12}{'burst':>8}" + "".join (f"{level:>12}" for level in LEVELS))
    for what in PROGRAMS:
        for burst in BURSTS:
            costs = [cost (bench, what, burst, level) for level in LEVELS]
            print (f"{what:12}{burst:8}" + "".join (f"{c:12.3f}" if c else f"{'-':>12}" for c in costs))


def form_ratios (bench):
    for burst in BURSTS:
        costs = {what: cost (bench, what, burst, DEFAULT) for what in PROGRAMS}
        costs = {what: c for what, c in costs.items () if c}
        for what, c in costs.items ():
            bench.ratio (f"{what}_burst{burst}_cost", c, 1)
        if burst == BAR_BURST and len (costs) == len (PROGRAMS):
            bench.ratio ("overhead_cost", max (costs.values ()), 1)
    for what in PROGRAMS:
        c = cost (bench, what, BAR_BURST, "all")
        if c:
            bench.ratio (f"{what}_all_burst{BAR_BURST}_cost", c, 1)


def run (bench):
    for program, _, _ in PROGRAMS.values ():
        bench.need (program, "build it")
    bench.hurry (120, 20)
    for what in PROGRAMS:
        for burst in BURSTS:
            bench.measure (list (cases (bench, what, burst)))
    table (bench)
    form_ratios (bench)
