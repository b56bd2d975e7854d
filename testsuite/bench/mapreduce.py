# SPDX-License-Identifier: MIT
"""mapreduce - the seven workloads of examples/mapreduce beside the same with threads, and one loop.

A run is a whole program, from its start to its end, file to file; the output is compared.  Ours runs
as spaces and as threads, with ratios of each.  Inputs are of the program itself.
"""
import os
import subprocess
import zlib

import whole
from harness import Missing

# The size of the input, as the program counts it: for all, and for a quick try.
SIZES = {"histogram": (400, 20), "kmeans": (400, 20), "linear_regression": (600, 20),
         "matrix_multiply": (1024, 200), "pca": (700, 100), "string_match": (150, 8), "word_count": (100, 4)}
OURS = {"spaces": ("", "space"), "threads": ("threads_", "thread")}  # what begins its ratios; its task model
SEQUENTIAL = {"word_count": "threads"}  # the sequential one sorts all words: one thread is faster


class Input:
    """A workload; its file, and the sum of its output."""
    def __init__ (self, bench, program, workload):
        self.workload = workload
        self.path = os.path.join (bench.folder, "mapreduce", workload)
        self.out = self.path + ".out"
        self.run ([program, workload, "-g", str (SIZES[workload][bench.quick]), self.path])
        self.run ([program, workload, "-m", SEQUENTIAL.get (workload, "sequential"), "-w", "1", self.path, self.out])
        self.items = os.path.getsize (self.path)
        with open (self.out, "rb") as f:
            self.sum = zlib.adler32 (f.read ())

    def run (self, words):
        try:
            subprocess.run (words, check=True)
        except (OSError, subprocess.CalledProcessError) as e:
            raise Missing (f"{words[0]}: {e}: build it")


def cases (bench, program, source):
    many = bench.cores

    def case (config, method, workers, task=None):
        words = [program, source.workload, "-m", method, "-w", str (workers), "-r", str (workers), source.path, source.out]
        return whole.Whole (bench, {"by": config, "workload": source.workload}, words, source.out, source.items,
                            source.sum, workers, {"ERBIUM_TASK": task} if task else {})

    yield case ("sequential", SEQUENTIAL.get (source.workload, "sequential"), 1)
    yield case ("pthreads", "threads", many)
    if not bench.peers_only:
        for config, (_, task) in OURS.items ():
            yield case (config, "mapreduce", many, task)


def measure (bench, program, workload):
    """The input, which is large, goes away behind the measurement."""
    source = Input (bench, program, workload)
    bench.measure (list (cases (bench, program, source)), lasting=False)
    os.remove (source.path)


def rate (bench, config, workload):
    """Of this row; 0 if there is none."""
    row = bench.best ([r for r in bench.rows if r["by"] == config and r["workload"] == workload])
    return row["rate"] if row else 0


def form_ratios (bench, prefix, config):
    worst = {"pthreads": [], "sequential": []}
    for workload in SIZES:
        ours = rate (bench, config, workload)
        for peer, found in worst.items ():
            theirs = rate (bench, peer, workload)
            if ours and theirs:
                found.append (ours / theirs)
                bench.ratio (f"{prefix}{workload}_vs_{peer}", ours, theirs)
    for peer, found in worst.items ():
        if found:
            bench.ratio (f"{prefix}vs_{peer}_worst", min (found), 1)
    bench.ratio (prefix + "wordcount_100mb_vs_pthreads", rate (bench, config, "word_count"),
                 rate (bench, "pthreads", "word_count"))
    if worst["pthreads"]:
        print (f"{config}: ahead of pthreads in {sum (r > 1 for r in worst['pthreads'])} of {len (worst['pthreads'])}")


def run (bench):
    bench.need (whole.PROGRAM, "build it")
    os.makedirs (os.path.join (bench.folder, "mapreduce"), exist_ok=True)
    program = os.path.join (os.path.dirname (bench.folder), "examples", "mapreduce", "mapreduce")
    for workload in SIZES:
        bench.measure ([]) if bench.reports else measure (bench, program, workload)
    bench.table (f"Megabytes of input a second, {bench.cores} cores (sequential: 1)", "by", "workload")
    for config, (prefix, _) in OURS.items ():
        form_ratios (bench, prefix, config)
