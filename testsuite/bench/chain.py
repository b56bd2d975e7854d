# SPDX-License-Identifier: MIT
"""chain - n processes in a row, on two cores.

A source counts, every other process adds one to each element and passes it on,
a sink adds all up: one integer addition an element and stage, synchronised once
a burst.  What should not depend on n is the time per element and stage.  The
clock runs in the steady state, from a chain that is there, warm and empty until
the last element has reached its end; setting up stands in the rows.

Beside us, in the same turns: oneTBB's parallel_pipeline and flow graph, OpenMP
tasks with depend, kernel threads with bounded queues, and the loops themselves,
fused in one thread, over one buffer or over a buffer a stage.  For each the best
of several settings counts, and the row says which.

Lockstep is burst 1 with room for one element between neighbours: as many
switches as elements, so this is what a switch of processes costs.
"""
import plot
from harness import Case, stream_sum

BURSTS = (1, 64, 1024, 4096)
STAGES = (2, 10, 100, 1000, 10000)
BESIDE_TBB = (100, 10000)      # stages of the ratios at bursts of 1024
MOST_THREADS = 1000          # kernel threads
LONG = 1000                  # from so many stages on less is tried
WINDOWS = tuple (1 << k for k in (12, 14, 16, 18))
MEMORY = 1 << 29             # bytes that all windows of a chain of threads may have
FILLINGS = 8                 # of a window, at least: a long chain is filled and drained in the time of one
CACHED = (1 << 17) - (1 << 12) # what the first window of a record of fibers holds, at most

# Configuration: program, fixed options, settings of which the best counts.
OURS = {"fiber": ("erbium", "fiber"), "thread": ("erbium", "thread"),
        "fiber, plugin": ("plugin", "fiber"), "thread, plugin": ("plugin", "thread")}
KERNEL_THREADS = ("thread", "thread, plugin", "queues, threads")
TOKENS = {"TBB parallel_pipeline": ("pipeline", ("serial", "parallel"), (4, 16, 64)),
          "TBB flow graph": ("flow", ("serial", "light", "unlimited"), (4, 32)),
          "OpenMP tasks": ("omp", ("serial", "parallel"), (4, 32))}
FUSED = {"fused": "inplace", "fused, own buffers": "own"}
US = "fiber"


def windows (config, burst, stages):
    """From two bursts on.  In a long chain threads take the largest that there is memory for,
    as they switch least then; fibers, who hand windows on, what fits in the cache."""
    least = max (8 * burst, WINDOWS[0])
    whole = CACHED // (4 * burst) * 4 * burst
    fibers = config not in KERNEL_THREADS
    fit = [least] + [w for w in WINDOWS if w > least and (fibers or 2 * w * stages <= MEMORY)]
    if fibers:
        fit += [whole] if whole > least else []
    if stages < LONG:
        return fit
    return [w for w in fit if 1 << 16 <= w < 1 << 18] if fibers else fit[-1:]


def settings (config, burst, stages):
    if config in OURS:
        return [{"window": w} for w in windows (config, burst, stages)]
    if config == "queues, threads":
        pins, sizes = ((0, 1), (1 << 14, 1 << 16)) if stages < LONG else ((1,), (1 << 14,))
        mode = "copy" if burst == 1 else "inplace"
        return [{"mode": mode, "pin": p, "window": max (w, 8 * burst)} for p in pins for w in sizes]
    if config in TOKENS:
        _, modes, counts = TOKENS[config]
        return [{"mode": m, "buffers": n} for m in modes for n in (counts if stages < LONG else counts[1:2])]
    return [{}]


def program (config):
    if config in OURS:
        return "chain/" + OURS[config][0]
    if config in TOKENS:
        return "chain/" + TOKENS[config][0]
    return "chain/" + ("threads" if config == "queues, threads" else "fused")


def options (bench, config, burst, stages):
    fixed = {"stages": stages, "cpus": ",".join (map (str, bench.cpus[:2]))}
    if not config.endswith ("plugin"):
        fixed["burst"] = burst
    if config in OURS:
        fixed["mode"] = OURS[config][1]
    if config in FUSED:
        fixed["mode"] = FUSED[config]
    return fixed


def case (bench, config, burst, stages, lockstep=False):
    ways = settings (config, burst, stages)
    group = {"config": config, "burst": "lockstep" if lockstep else burst, "stages": stages}
    if lockstep:
        ways = [{**w, "window": 4} for w in ways[-1:]]
    too_many = config in KERNEL_THREADS and stages > MOST_THREADS
    flight = max (w.get ("window", 0) // 4 + w.get ("buffers", 0) * burst for w in ways)
    return Case (group, program (config), options (bench, config, burst, stages), ways,
                 first=power_above (max (burst, min (flight, 1 << 20) // 8, (1 << 14) // stages)),
                 least=power_above (FILLINGS * max (burst, flight if config not in TOKENS else burst)),
                 total=lambda n, o: (stream_sum (n) + n * (stages - 2)) % 2**32,
                 spinning=False, share=True, also=("setup_seconds",),
                 why_not=f"more than {MOST_THREADS} kernel threads" if too_many else None)


def power_above (x):
    return 1 << max (int (x) - 1, 0).bit_length ()


def configs (bench, burst, stages):
    ours = [] if bench.peers_only else [c for c in OURS if burst == 1 or not c.endswith ("plugin")]
    return ours + ["queues, threads"] + list (TOKENS) + list (FUSED)


def cases (bench, burst, stages):
    for config in configs (bench, burst, stages):
        yield case (bench, config, burst, stages)


def lockstep_cases (bench, lengths):
    ours = [] if bench.peers_only else ["fiber", "thread"]
    return [case (bench, c, 1, n, True) for n in lengths for c in ours + ["queues, threads"]
            if c not in KERNEL_THREADS or n <= MOST_THREADS]


# ---- What came out -----------------------------------------------------------

def nanoseconds (row):
    """Per element and stage."""
    return row["seconds"] * 1e9 / row["items"] / row["stages"] if row.get ("rate") else None


def at (bench, config, burst, stages):
    for row in bench.rows:
        if (row["config"], row["burst"], row.get ("stages")) == (config, burst, stages):
            return nanoseconds (row)
    return None


def flatness (bench, config, burst, lengths):
    """The worst of 10 stages and more over 10; None unless all were measured."""
    times = [at (bench, config, burst, n) for n in lengths if n >= 10]
    return max (times) / times[0] if len (times) > 1 and all (times) else None


def flatness_rows (bench, bursts, lengths):
    found = {}
    for burst in bursts:
        for config in (US, "fused, own buffers"):
            value = flatness (bench, config, burst, lengths)
            if value:
                found[config, burst] = value
                bench.rows.append ({"config": config, "burst": burst, "flatness": round (value, 4)})
                print (f"flatness of {config} at burst {burst}: {value:.2f}")
    return [found.get ((US, b)) for b in bursts]


def worst (bench, rival, burst, lengths):
    """How much longer the rival takes than we do, where that is least."""
    pairs = [(at (bench, rival, burst, n), at (bench, US, burst, n)) for n in lengths]
    found = [theirs / ours for theirs, ours in pairs if theirs and ours]
    return min (found, default=None)


def form_ratios (bench, bursts, lengths):
    flat = flatness_rows (bench, bursts, lengths)
    if all (flat):
        bench.ratio ("flatness_cost", max (flat), 1)
    for burst in (b for b in bursts if b >= 1024):
        for name, rival in (("fused", "fused"), ("tbb_best", "TBB parallel_pipeline")):
            bench.ratio (f"burst{burst}_vs_{name}", at (bench, rival, burst, 2), at (bench, US, burst, 2))
    for n in (n for n in BESIDE_TBB if n in lengths):
        bench.ratio (f"chain{n}_1024_vs_tbb", at (bench, "TBB parallel_pipeline", 1024, n),
                     at (bench, US, 1024, n))
    crowded = [n for n in lengths if n > bench.cores]
    for name, rival in (("threads", "thread"), ("queues", "queues, threads")):
        bench.ratio (f"burst1_vs_{name}", worst (bench, rival, 1, crowded), 1)
        bench.ratio (f"lockstep_vs_{name}", worst (bench, rival, "lockstep", crowded), 1)


def tables (bench, groups):
    for burst in groups:
        title = "in lockstep" if burst == "lockstep" else f"bursts of {burst}"
        bench.table (f"Chain, {title}: nanoseconds per element and stage", "stages", "config",
                     cell=nanoseconds, rows=[r for r in bench.rows if r["burst"] == burst])


def run (bench):
    bursts, lengths = ((1, 1024), (2, 10, 100)) if bench.quick else (BURSTS, STAGES)
    bench.hurry (360, 22)
    for burst in bursts:  # all lengths in turns: the flatness is across them
        for config in configs (bench, burst, 2):
            bench.need (program (config), "build it")
        bench.measure ([c for n in lengths for c in cases (bench, burst, n)])
    bench.measure (lockstep_cases (bench, [n for n in lengths if n > 2]))
    for row in bench.rows:
        row["ns_per_element_stage"] = nanoseconds (row)
        row["element_stages_per_s"] = row.get ("rate") and round (row["rate"] * row["stages"] * 1e6)
    tables (bench, list (bursts) + ["lockstep"])
    form_ratios (bench, bursts, lengths)
    bench.plots = plot.Plot ("Chain of n processes", "processes", "ns per element and stage",
                             {f"{c}, burst {b}": [(n, x) for n in lengths if (x := at (bench, c, b, n))]
                              for c in (US, "thread", "TBB parallel_pipeline", "fused, own buffers")
                              for b in (bursts[0], 1024)})
