# SPDX-License-Identifier: MIT
"""channel - messages from one process to another, 8 bytes to 4 MiB, on two cores and on one.

latency: a message goes there and back; half of that.  stream: messages follow each other, and
some of them are acknowledged together (channel/between.h); they stay the same but for their numbers,
so what only copies may find both buffers in its cache.  fresh: a stream whose messages the sender
writes and the receiver reads, all of it, as programs do.  Sender and receiver each have a buffer
of their own.  Our channels in each mode, among them the ways of the papers; what the kernel
and MPI have; and one copy out of memory that the other process has just written, the limit.
"""
import os

import plot
from harness import Case, stream_sum

SIZES = (8, 64, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20)
FEW = (8, 4 << 10, 64 << 10, 1 << 20)   # on one core
QUICK = (8, 64 << 10, 1 << 20)
WINDOWS = (1 << 19, 1 << 22)
CHANNELS = (512 << 10, 4 << 20)         # generations; the first is what erbium_chan_alloc has
TWO, ONE = "two cores", "one core"
LATENCY, STREAM, FRESH = "latency", "stream", "fresh"
FRESH_SIZES = (64 << 10, 1 << 20)       # on two cores

US, LIMIT = "channel", "one memcpy"
OURS = {US: "direct", "channel, in place": "taken", "channel, lazy": "lazy", "channel, faults": "map",
        "channel, wr2": "wr2", "channel, wr (2 copies)": "wr", "channel, nwr (2, faults)": "nwr"}
PEERS = {"MPICH": ("mpich", None), "Open MPI": ("openmpi", None), "UNIX socket": ("pipes", "socket"),
         "pipe": ("pipes", "pipe"), "message queue": ("mqueue", None)}
COPY_LEAST = 4 << 10  # below, the clock would be measured


def program (config):
    name = "erbium" if config in OURS else "copy" if config == LIMIT else PEERS[config][0]
    return "channel/" + name


def configs (bench, size, measure=STREAM):
    ours = [] if bench.peers_only else list (OURS)
    return ours + list (PEERS) + ([LIMIT] if size >= COPY_LEAST and measure != FRESH else [])


def sizes (bench, measure, place):
    if measure == FRESH:
        return FRESH_SIZES if place == TWO else ()
    return QUICK if bench.quick else SIZES if place == TWO else FEW


def fixed (bench, config, measure, place, size):
    """The options of a row; what stands in settings comes on top."""
    cpus = bench.cpus[:2 if place == TWO else 1]
    mode = OURS.get (config) or PEERS.get (config, (None, None))[1]
    return {"message": size, "cpus": ",".join (map (str, cpus)), **({"mode": mode} if mode else {}),
            **({"echo": int (measure == LATENCY)} if config != LIMIT else {}),
            **({"fresh": 1} if measure == FRESH else {})}


def settings (bench, config, measure, size):
    """Windows of a stream, and generations for what does not fit many times into one."""
    windows = [2 * size] if measure == LATENCY else WINDOWS[:1] if bench.quick else WINDOWS
    if config == LIMIT and measure == LATENCY:
        windows = [size]
    channels = CHANNELS if size >= 256 << 10 and not bench.quick else CHANNELS[:1]
    return [{"window": w, **({"channel": c} if config in OURS else {})}
            for w in windows for c in (channels if config in OURS else CHANNELS[:1])]


def total (config, measure):
    """Both sides add up what comes to them."""
    return lambda items, options: stream_sum (items, 2 if measure == LATENCY and config != LIMIT else 1)


def case (bench, config, measure, place, size):
    few = 4 if place == ONE else 1 << 10  # those that only spin take milliseconds a message on one core
    cores = 2 if place == TWO else 1
    return Case ({"config": config, "measure": measure, "cores": place, "message": size},
                 program (config),
                 fixed (bench, config, measure, place, size), settings (bench, config, measure, size),
                 total=total (config, measure), threads=cores, cores=cores, spinning=False,
                 first=max (1, min (few, (1 << 22) // size)), least=1)


# ---- What came out -----------------------------------------------------------

def microseconds (row):
    """One way."""
    ways = 1 if row["config"] == LIMIT else 2
    return row["seconds"] * 1e6 / row["items"] / ways


def megabytes (row):
    """A second."""
    return row["items"] * row["message"] / row["seconds"] / 1e6


FIGURE = {LATENCY: ("microseconds one way", microseconds), STREAM: ("million bytes a second", megabytes),
          FRESH: ("million bytes a second", megabytes)}


def rows (bench, measure, place):
    return [r for r in bench.rows if (r["measure"], r["cores"]) == (measure, place)]


def series (bench, measure):
    """The lines of a plot."""
    cell = FIGURE[measure][1]
    lines = {}
    for row in rows (bench, measure, TWO):
        if row.get ("rate"):
            lines.setdefault (row["config"], []).append ((row["message"], cell (row)))
    return lines


def form_ratios (bench):
    def rate (config, measure, size):
        return bench.find (config=config, measure=measure, cores=TWO, message=size)
    for name, measure, size in (("bandwidth64k", STREAM, 64 << 10), ("bandwidth1m", STREAM, 1 << 20),
                                ("bandwidth64k_fresh", FRESH, 64 << 10),
                                ("bandwidth1m_fresh", FRESH, 1 << 20), ("latency8", LATENCY, 8)):
        for peer, suffix in (("MPICH", "mpich"), ("Open MPI", "openmpi")):
            bench.ratio (f"{name}_vs_{suffix}", rate (US, measure, size), rate (peer, measure, size))
    for name, size in (("bandwidth64k", 64 << 10), ("bandwidth1m", 1 << 20)):
        bench.ratio (f"{name}_vs_memcpy", rate (US, STREAM, size), rate (LIMIT, STREAM, size))
        bench.ratio (f"{name}_vs_nwr", rate (US, STREAM, size), rate (list (OURS)[-1], STREAM, size))


def draw (bench):
    """The latencies get a plot beside that of the results."""
    plots = {m: plot.Plot (f"From process to process, two cores: {m}", "bytes of a message", FIGURE[m][0], series (bench, m))
             for m in FIGURE}
    path = os.path.join (bench.folder, f"{bench.name}-{LATENCY}")
    print (f"{bench.name}: {LATENCY}{plot.draw (path, plots[LATENCY])}")
    bench.plots = plots[STREAM]


def run (bench):
    bench.hurry (400, 60)
    for config in configs (bench, COPY_LEAST):
        bench.need (program (config), "build it")
    for place in (TWO, ONE):
        for measure in FIGURE:
            for size in sizes (bench, measure, place):
                bench.measure ([case (bench, c, measure, place, size)
                                for c in configs (bench, size, measure)])
    for place in (TWO, ONE):
        for measure, (unit, cell) in FIGURE.items ():
            if not sizes (bench, measure, place):
                continue
            bench.table (f"{measure.capitalize ()}, {place}: {unit}", "message", "config", cell=cell,
                         rows=rows (bench, measure, place))
    form_ratios (bench)
    draw (bench)
