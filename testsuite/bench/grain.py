# SPDX-License-Identifier: MIT
"""grain - many short processes, small grains, and a loaded machine.

grain/grain.h describes each piece of work.  Each task model is compared with one loop
that does the same, or with threads or processes that pass an item around with a bare
futex.  `load' is the number of other programs that compute meanwhile.  Times are from
the first record to the last result, and include the starts and ends of processes.
"""
from harness import Case, stream_sum

MODELS = ("auto", "fiber", "thread", "space")
US = "auto"
SIEVES = (200, 400)


def primes (n):
    sieve = bytearray ([1]) * n
    for i in range (2, n):
        if sieve[i]:
            sieve[i * i::i] = bytes (len (range (i * i, n, i)))
    return [i for i in range (2, n) if sieve[i]]


def divisions (n):
    """The number of items that the filters of a sieve read, their primes included."""
    all_primes = primes (n)
    return sum (1 + next ((k for k, p in enumerate (all_primes) if x % p == 0), 0) for x in range (2, n))


# work: items of a loop, of threads and fibers, and of spaces; the sum
WORKS = {
    "tree": (1 << 22, 1 << 22, 1 << 19, stream_sum),
    "histogram": (1 << 20, 1 << 20, 1 << 18, stream_sum),
    "router": (1 << 18, 1 << 18, 1 << 16, stream_sum),
    "cycle": (20000, 20000, 20000, lambda n: n),
    "handover": (None, 500, 40, stream_sum),
    "future": (None, 2000, 100, stream_sum),
    "join": (None, 2000, 100, stream_sum),
    "main": (None, 1 << 18, 1 << 18, stream_sum),
    "sieve": (None, None, None, lambda n: len (primes (n))),
    "behind": (200, 200, 200, lambda n: n),
}
PROGRAMS = {"oneTBB": "grain/tbb"}  # other peers are of grain/plain


def case (bench, work, config, load=0, items=None):
    loop, ours, spaces, total = WORKS[work]
    row = {"work": work, "load": load, "config": config}
    options = {"work": work, "load": load, "cpus": ",".join (map (str, bench.cpus[:2]))}
    program = "grain/erbium" if config in MODELS else PROGRAMS.get (config, "grain/plain")
    if config in MODELS:
        options["mode"] = config
    elif config == "futex, processes":
        options["mode"] = "process"
    items = items or (loop if config not in MODELS else spaces if config == "space" else ours)
    if bench.quick and work != "sieve":
        items //= 4
    return Case (row, program, options, items=items, total=lambda n, o: total (n), share=True, spinning=False,
                 missed=work in ("tree", "histogram", "router") and config in ("auto", "fiber"))


def us (row):
    """Microseconds per item."""
    return 1 / row["rate"]


def cost (bench, name, of, than):
    """The time per item of `of` divided by that of `than`; both are arguments of find."""
    bench.ratio (name, bench.find (**than), bench.find (**of))


def measure_cycles (bench, ours):
    for load in (0, 2):
        bench.measure ([case (bench, "cycle", c, load) for c in ours + ["futex", "futex, processes"]])
        pairs = [(m, "futex, processes" if m == "space" else "futex") for m in ours]
        rates = [(bench.find (work="cycle", load=load, config=m), bench.find (work="cycle", load=load, config=f))
                 for m, f in pairs]
        if rates and all (a and b for a, b in rates):
            bench.ratio (f"cycle_{'loaded' if load else 'idle'}_vs_futex", *min (rates, key=lambda r: r[0] / r[1]))


def measure_behind (bench, ours):
    bench.measure ([case (bench, "behind", c) for c in ours + ["oneTBB", "pthread"]])
    for m in ours:
        for peer, name in (("oneTBB", "tbb"), ("pthread", "pthread")):
            bench.ratio (f"behind_{m}_vs_{name}", bench.find (work="behind", config=m),
                         bench.find (work="behind", config=peer))


def measure_sieves (bench, ours):
    for n in SIEVES:
        bench.measure ([case (bench, "sieve", m, items=n) for m in ours])
    work = divisions (SIEVES[1]) / divisions (SIEVES[0]) * SIEVES[0] / SIEVES[1]
    for m in ours:
        short, long = (next ((r["rate"] for r in bench.rows if r["work"] == "sieve" and r["config"] == m
                              and r.get ("items") == n), None) for n in SIEVES)
        if short and long:
            bench.ratio (f"sieve_growth_{m}_cost", short / work, long)


def run (bench):
    ours = [] if bench.peers_only else list (MODELS)
    for program in ("grain/erbium", "grain/plain", "grain/tbb"):
        bench.need (program, "build it")
    bench.hurry (300, 30)
    for work in ("tree", "histogram", "router"):
        bench.measure ([case (bench, work, c) for c in ours + ["one loop"]])
    measure_cycles (bench, ours)
    measure_behind (bench, ours)
    if ours:
        bench.measure ([case (bench, w, m) for w in ("join", "future", "handover") for m in ours])
        for load in (0, 1):
            bench.measure ([case (bench, "main", m, load) for m in ours])
        measure_sieves (bench, ours)
    for load in (0, 1, 2):
        rows = [r for r in bench.rows if r["load"] == load]
        if rows:
            bench.table (f"Microseconds per item while {load} other programs compute", "work", "config",
                         cell=us, rows=rows)
    loop = {"config": "one loop"}
    bench.ratio ("tree_vs_sequential", bench.find (work="tree", config=US), bench.find (work="tree", **loop))
    for work in ("histogram", "router"):
        cost (bench, f"{work}_vs_sequential_cost", {"work": work, "config": US}, {"work": work, **loop})
    for m in ours:
        cost (bench, f"future_vs_join_{m}_cost", {"work": "future", "config": m}, {"work": "join", "config": m})
        cost (bench, f"handover_vs_join_{m}_cost", {"work": "handover", "config": m}, {"work": "join", "config": m})
        cost (bench, f"main_loaded_{m}_cost", {"work": "main", "load": 1, "config": m},
              {"work": "main", "load": 0, "config": m})
