# SPDX-License-Identifier: MIT
"""bcast - one space sends to many on one channel: figure 8 of sumC (section 5.1).

The paper varies one of threads n, megabytes in all M, bytes of a message m and bytes of a
channel C, and leaves the others at m = 4 KiB, C = 512 KiB, M = 16 MiB and at most 8 threads; eager
and lazy each.  Beside the time stand how often pages were fixed and the channel extended.
"""
import plot
from harness import Case, stream_sum

KIB, MIB = 1 << 10, 1 << 20
MODES = ("eager", "lazy")
USUAL = {"threads": 8, "total": 16 * MIB, "message": 4 * KIB, "channel": 512 * KIB}
FIGURES = {"threads": (2, 3, 5, 8, 16, 32),
           "total": tuple (n * MIB for n in (1, 2, 4, 8, 16, 32, 64)),
           "message": (256, 512, KIB, 2 * KIB, 4 * KIB, 8 * KIB, 16 * KIB, 64 * KIB),
           "channel": tuple (n * KIB for n in (16, 64, 128, 256, 512, 1024, 4096))}
QUICK = {"threads": (2, 8), "total": (MIB, 16 * MIB), "message": (KIB, 4 * KIB), "channel": (64 * KIB, 512 * KIB)}
COUNTS = ("fixes", "extensions", "most_frames")
PROGRAM = "bcast/erbium"


def case (bench, figure, value, mode):
    """One of the threads is the sender."""
    what = {**USUAL, figure: value}
    receivers = what["threads"] - 1
    return Case ({"config": mode, "figure": figure, **what}, PROGRAM,
                 {"mode": mode, "message": what["message"], "channel": what["channel"], "consumers": receivers,
                  "cpus": ",".join (map (str, bench.cpus))},
                 items=what["total"] // what["message"], total=lambda n, o: stream_sum (n, receivers),
                 threads=what["threads"], spinning=False, share=True, also=COUNTS)


def milliseconds (row):
    return row["seconds"] * 1e3


def rows (bench, figure):
    return [r for r in bench.rows if r["figure"] == figure]


def tables (bench):
    for figure in FIGURES:
        bench.table (f"Milliseconds, against {figure}", figure, "config", cell=milliseconds, rows=rows (bench, figure))
    for count in COUNTS[:2]:
        bench.table (f"{count.capitalize ()}, against message", "message", "config", cell=lambda row: row[count],
                     rows=rows (bench, "message"))
    bench.table ("Extensions, against channel", "channel", "config", cell=lambda row: row["extensions"],
                 rows=rows (bench, "channel"))


def one (bench, mode, **want):
    """The row of figure 8c and d."""
    found = [r for r in rows (bench, "message") if r["config"] == mode and all (r[k] == v for k, v in want.items ())]
    return found[0] if found and found[0].get ("rate") else None


def form_ratios (bench):
    eager, lazy = (one (bench, mode, message=KIB) for mode in MODES)
    if eager and lazy:
        bench.ratio ("fixes1k_eager_vs_lazy", eager["fixes"], lazy["fixes"])
        bench.ratio ("lazy1k_vs_eager", lazy["rate"], eager["rate"])


def run (bench):
    bench.need (PROGRAM, "build it")
    bench.hurry (200, 30)
    for figure, values in (QUICK if bench.quick else FIGURES).items ():
        bench.measure ([case (bench, figure, v, m) for v in values for m in MODES])
    tables (bench)
    form_ratios (bench)
    bench.plots = plot.Plot ("One to seven spaces, 16 MiB", "bytes of a message", "ms",
                             {m: [(r["message"], milliseconds (r)) for r in rows (bench, "message")
                                  if r["config"] == m and r.get ("rate")] for m in MODES})
