#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""partition - tasks with variables of their own in one address space, beside processes and threads.

After PVAS (MES'13), section 4.  Ping-pong: a message goes there and back between two partitions,
two threads, two spaces, and two ranks of MPICH and Open MPI; the way of IMB, with
channel/between.h.  Maps: each task maps 1 MiB, writes it and unmaps it, 1000 times (figure 4);
partitions give the pages back, or keep them.  Records: the stream of exploration.py with processes
as partitions.  Memory: what each of 64 tasks adds to the memory of the machine, with page tables.
Start: tasks that end at once.
"""
import plot
from harness import Case, stream_sum

SIZES = (8, 1 << 10, 8 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20)
QUICK = (8, 64 << 10, 1 << 20)
US, LIMIT = "partition", "one memcpy"
TALKERS = {US: ("partition/talk", "partition"), "thread": ("partition/talk", "thread"),
           "space": ("channel/erbium", "direct"), "MPICH": ("channel/mpich", None),
           "Open MPI": ("channel/openmpi", None)}
ECHO, STREAM = "ping-pong", "stream"
WINDOW = 1 << 19
TASKS = "partition/tasks"
MAPPERS = {"partition, kept": "kept", "partition, given back": "partition", "thread": "thread",
           "process": "process"}
STARTERS = {US: "partition", "thread": "thread", "fork": "fork", "process": "process"}
MAPS, START, MEMORY, RECORDS = "maps", "start", "memory", "records"
COUNTS = (1, 2, 4, 8, 12)
MANY, ROUNDS, STARTS = 64, 1000, 400


# ---- Messages -----------------------------------------------------------------

def talk (bench, config, measure, size):
    program, mode = TALKERS.get (config, ("channel/copy", None))
    echoes = measure == ECHO
    options = {"message": size, "window": 2 * size if echoes else WINDOW}
    if config != LIMIT:
        options["echo"] = int (echoes)
    if mode:
        options["mode"] = mode
    return Case ({"config": config, "measure": measure, "message": size}, program, options,
                 total=lambda n, o: stream_sum (n, 2 if echoes else 1), spinning=False,
                 first=max (1, min (1 << 10, (1 << 22) // size)), least=1)


def measure_messages (bench):
    for size in QUICK if bench.quick else SIZES:
        bench.measure ([talk (bench, c, ECHO, size) for c in TALKERS])
    bench.measure ([talk (bench, c, STREAM, 64 << 10) for c in [US, "space", LIMIT]])


def microseconds (row):
    """One way."""
    return row["seconds"] * 1e6 / row["items"] / 2


# ---- Tasks ----------------------------------------------------------------------

def tasks (config, mode, work, count, items):
    return Case ({"config": config, "measure": work, "tasks": count}, TASKS,
                 {"mode": mode, "work": work, "workers": count}, items=items,
                 total=lambda n, o: n, threads=min (count, 2), cores=min (count, 2), share=True,
                 spinning=False, also=("kilobytes",))


def measure_tasks (bench):
    rounds = ROUNDS // 10 if bench.quick else ROUNDS
    for count in COUNTS[:2] if bench.quick else COUNTS:
        bench.measure ([tasks (c, m, MAPS, count, rounds * count) for c, m in MAPPERS.items ()])
    bench.measure ([tasks (c, m, START, 1, STARTS // (10 if bench.quick else 1))
                    for c, m in STARTERS.items ()])
    bench.measure ([tasks (c, m, MEMORY, MANY, MANY) for c, m in STARTERS.items ()])


def record_case (bench, model):
    return Case ({"config": model, "measure": RECORDS}, "partition/stream",
                 {"burst": 1024, "window": 1 << 18}, environment={"ERBIUM_TASK": model})


# ---- What came out -----------------------------------------------------------------

def rows (bench, measure):
    return [r for r in bench.rows if r["measure"] == measure]


def figure (bench, name, **want):
    """A figure of the row that says so, or None."""
    for row in bench.rows:
        if row.get ("rate") and all (row.get (k) == v for k, v in want.items ()):
            return row.get (name)
    return None


def form_ratios (bench):
    def rate (measure, config, **want):
        return bench.find (measure=measure, config=config, **want)
    for name, size in (("8", 8), ("64k", 64 << 10), ("1m", 1 << 20)):
        for peer, suffix in (("MPICH", "mpich"), ("Open MPI", "openmpi"), ("space", "spaces")):
            bench.ratio (f"pingpong{name}_vs_{suffix}", rate (ECHO, US, message=size),
                         rate (ECHO, peer, message=size))
    stream = rate (STREAM, US, message=64 << 10)
    bench.ratio ("bandwidth64k_vs_spaces", stream, rate (STREAM, "space", message=64 << 10))
    bench.ratio ("bandwidth64k_vs_memcpy", stream, rate (STREAM, LIMIT, message=64 << 10))
    for name, ours in (("vm2", "partition, given back"), ("vm2_kept", "partition, kept")):
        for peer, suffix in (("process", "processes"), ("thread", "threads")):
            bench.ratio (f"{name}_vs_{suffix}", rate (MAPS, ours, tasks=2),
                         rate (MAPS, peer, tasks=2))
    bench.ratio ("records_vs_threads", rate (RECORDS, US), rate (RECORDS, "thread"))
    for peer, suffix in (("process", "processes"), ("fork", "forks")):
        bench.ratio (f"memory_vs_{suffix}",
                     figure (bench, "kilobytes", measure=MEMORY, config=peer),
                     figure (bench, "kilobytes", measure=MEMORY, config=US))
    bench.ratio ("start_vs_fork", rate (START, US), rate (START, "fork"))
    bench.ratio ("start_vs_processes", rate (START, US), rate (START, "process"))


def run (bench):
    bench.hurry (500, 90)
    for program in [p for p, _ in TALKERS.values ()] + [TASKS, "partition/stream"]:
        bench.need (program, "build it")
    measure_messages (bench)
    bench.measure ([record_case (bench, m) for m in (US, "thread")])
    measure_tasks (bench)
    bench.table ("Ping-pong: microseconds one way", "message", "config", US, cell=microseconds,
                 rows=rows (bench, ECHO))
    bench.table ("Stream of 64 KiB: million bytes a second", "message", "config", US,
                 cell=lambda r: r["rate"] * r["message"], rows=rows (bench, STREAM))
    bench.table ("Map, write, unmap 1 MiB: microseconds each, all tasks together", "tasks",
                 "config", cell=lambda r: r["seconds"] * 1e6 / r["items"], rows=rows (bench, MAPS))
    bench.table ("Start and end: microseconds", "tasks", "config", US,
                 cell=lambda r: r["seconds"] * 1e6 / r["items"], rows=rows (bench, START))
    bench.table ("Memory of a task: KiB", "tasks", "config", US, cell=lambda r: r["kilobytes"],
                 rows=rows (bench, MEMORY))
    form_ratios (bench)
    bench.plots = plot.Plot ("Ping-pong between partitions, threads, spaces, ranks",
                             "bytes of a message", "microseconds one way",
                             {c: [(r["message"], microseconds (r)) for r in rows (bench, ECHO)
                                  if r["config"] == c and r.get ("rate")] for c in TALKERS})
