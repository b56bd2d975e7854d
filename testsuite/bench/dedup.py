# SPDX-License-Identifier: MIT
"""dedup - examples/dedup beside the same with threads, mutex queues, one shared table and a heap.

A run is a whole program, from its start to its end, file to file; the archive is compared.  The
inputs are of dedup-generate, with 0, 50 and 90 percent that was there before.  Each version runs with
several numbers of workers, and the best counts.  Of what is ours, records and spaces have a ratio each; spaces run
lazily, and recorded, which shows what ERBIUM_RECORD costs.
"""
import os
import shutil
import subprocess
import zlib

import whole
from harness import Missing

REDUNDANCY = (0, 50, 90)
MEBIBYTES, QUICK = 192, 24
RECORDS = {"processes": "thread", "processes, fibers": "fiber"}   # rows, and their task models
SPACES, RECORDED = "spaces", "spaces, recorded"
RECORD = 'rm -rf "$0" && ERBIUM_RECORD="$0" exec "$@"'            # a shell's command: an empty folder, then the program
OURS = {"": list (RECORDS), "spaces_": [SPACES]}                   # what begins the name of a ratio, and its rows
LAZY = "spaces, lazy"
MESSAGES = []                                                       # texts, one an input
PEERS = {"pthreads": "dedup-pthreads", "pthreads, jemalloc": "dedup-jemalloc", "oneTBB": "dedup-tbb"}


class Input:
    """percent repeated; its file, and the sum of its archive."""
    def __init__ (self, bench, programs, percent):
        mebibytes = QUICK if bench.quick else MEBIBYTES
        self.percent, self.items = percent, mebibytes << 20
        self.path = os.path.join (bench.folder, "dedup", f"repeated-{percent}")
        archive = self.path + ".archive"
        with open (self.path, "wb") as f:
            self.run ([f"{programs}/dedup-generate", "-r", str (percent), str (mebibytes)], f)
        self.run ([f"{programs}/dedup-sequential", "-c", self.path, archive])
        with open (archive, "rb") as f:
            self.sum = zlib.adler32 (f.read ())
        os.remove (archive)

    def run (self, words, out=None):
        try:
            subprocess.run (words, stdout=out, check=True)
        except (OSError, subprocess.CalledProcessError) as e:
            raise Missing (f"{words[0]}: {e}: build it")


def cases (bench, programs, source, many):
    out = os.path.join (bench.folder, "dedup", "out")

    def case (config, program, workers, cores, options=(), task=None, before=()):
        words = [*before, f"{programs}/{program}", "-c", *options, "-w", str (workers), source.path, out]
        return whole.Whole (bench, {"config": config, "repeated": source.percent, "workers": workers}, words, out,
                            source.items, source.sum, cores, {"ERBIUM_TASK": task} if task else {})

    yield case ("sequential", "dedup-sequential", 1, 1)
    for workers in (many, 2 * many):
        if not bench.peers_only:
            for config, task in RECORDS.items ():
                yield case (config, "dedup", workers, many, ("-m", "processes"), task)
            yield case (SPACES, "dedup", workers, many, ("-m", "spaces"))
            yield case (LAZY, "dedup", workers, many, ("-m", "spaces", "-f", "lazy"))
            yield case (RECORDED, "dedup", workers, many, ("-m", "spaces"), before=("sh", "-c", RECORD, out + ".record"))
        for config, program in PEERS.items ():
            yield case (config, program, workers, many)


def best (bench, configs, percent):
    """The row of the best of these."""
    return bench.best ([r for r in bench.rows if r["config"] in configs and r["repeated"] == percent])


def form_ratios (bench, prefix, configs):
    """Of these rows.  The bar is the worst of all inputs."""
    ratios = {"pthreads_jemalloc": [], "pthreads": [], "tbb": [], "sequential": []}
    for percent in REDUNDANCY:
        ours = best (bench, configs, percent)
        for name, peer in (("pthreads_jemalloc", "pthreads, jemalloc"), ("pthreads", "pthreads"), ("tbb", "oneTBB"), ("sequential", "sequential")):
            theirs = best (bench, [peer], percent)
            if ours and theirs:
                ratios[name].append (ours["rate"] / theirs["rate"])
                bench.ratio (f"{prefix}vs_{name}_{percent}", ours["rate"], theirs["rate"])
    for name, found in ratios.items ():
        if found:
            bench.ratio (f"{prefix}vs_{name}", min (found), 1)


def messages (programs, source, many):
    """Table 4 of sumC: what goes through the channels of a run with ERBIUM_STATS."""
    found = ""
    for fix in ("eager", "lazy"):
        words = [f"{programs}/dedup", "-c", "-m", "spaces", "-f", fix, "-w", str (many), source.path, "/dev/null"]
        text = subprocess.run (words, stderr=subprocess.PIPE, text=True, check=True, env={**os.environ, "ERBIUM_STATS": "1"}).stderr
        found += f"\nMessages through channels, {source.percent} percent repeated\n" + text[:text.index ("pages of tables")]
    return found.rstrip ()


def form_cost (bench):
    found = []
    for percent in REDUNDANCY:
        plain, recorded = best (bench, [SPACES], percent), best (bench, [RECORDED], percent)
        if plain and recorded:
            found.append (plain["rate"] / recorded["rate"])
    if found:
        bench.ratio ("record_cost", max (found), 1)


def measure (bench, programs, percent, many):
    """The input and the recording, which are large, go away behind the measurement."""
    source = Input (bench, programs, percent)
    bench.measure (list (cases (bench, programs, source, many)), lasting=False)
    if not bench.peers_only and not bench.only:
        MESSAGES.append (messages (programs, source, many))
    os.remove (source.path)
    shutil.rmtree (os.path.join (bench.folder, "dedup", "out.record"), ignore_errors=True)


def run (bench):
    bench.need (whole.PROGRAM, "build it")
    os.makedirs (os.path.join (bench.folder, "dedup"), exist_ok=True)
    programs = os.path.join (os.path.dirname (bench.folder), "examples", "dedup")
    many = min (bench.cores, 16)
    for percent in REDUNDANCY:
        bench.measure ([]) if bench.reports else measure (bench, programs, percent, many)
    rows = [best (bench, [c], p) for p in REDUNDANCY for c in dict.fromkeys (r["config"] for r in bench.rows)]
    bench.table (f"Megabytes of input a second, {many} cores (sequential: 1), against percent repeated", "repeated",
                 "config", rows=[r for r in rows if r])
    if bench.reports == bench.first_place ():
        print ("\n".join (MESSAGES))
    for prefix, configs in OURS.items ():
        form_ratios (bench, prefix, configs)
    form_cost (bench)
