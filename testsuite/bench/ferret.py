# SPDX-License-Identifier: MIT
"""ferret - examples/ferret beside the same with threads and mutex queues, and with oneTBB.

A run is a whole program, from its start to its end, answering queries to one index; the answers are
compared.  The pictures are of ferret-generate; a second input is a photo of 12 million pixels again
and again, where ../shared/data has it.  Each version runs with several numbers of workers, and of the
peers' two networks each, stages apart and stages merged, the best counts.
"""
import os
import shutil
import subprocess
import zlib

import whole
from harness import Missing

ROOT = os.path.dirname (os.path.dirname (os.path.dirname (os.path.abspath (__file__))))
PHOTO = os.path.join (ROOT, "..", "shared", "data", "jpeg", "photo-4032x3024.jpg")
SCENES = ((100, 12, 8), (10, 6, 4))   # and how many pictures of each: in the collection, as queries; quick
PHOTOS = (40, 4)                       # queries of that input; quick
RECORDS = {"records": "thread", "records, fibers": "fiber"}   # rows, and their task models
CHANNELS = "channels"
OURS = (*RECORDS, CHANNELS)
SOURCES = []   # names of the inputs that were measured
PEERS = {"pthreads": "pthreads", "pthreads, merged": "merged", "oneTBB": "tbb", "oneTBB, merged": "tbb-merged"}
RATIOS = {"vs_pthreads": ("pthreads", "pthreads, merged"), "vs_tbb": ("oneTBB", "oneTBB, merged"),
          "vs_pthreads_apart": ("pthreads",), "vs_tbb_apart": ("oneTBB",), "vs_sequential": ("sequential",)}


class Input:
    """A list of queries; the sum of their answers."""
    def __init__ (self, name, queries, index, programs, folder):
        self.name, self.items, self.index = name, len (queries), index
        self.list, answers = os.path.join (folder, name), os.path.join (folder, "answers")
        with open (self.list, "w") as f:
            f.writelines (q + "\n" for q in queries)
        output ([f"{programs}/ferret", "-m", "sequential", index, self.list, answers])
        with open (answers, "rb") as f:
            self.sum = zlib.adler32 (f.read ())


def output (words):
    """Returns what it prints, by lines."""
    try:
        return subprocess.run (words, stdout=subprocess.PIPE, text=True, check=True).stdout.split ("\n")[:-1]
    except (OSError, subprocess.CalledProcessError) as e:
        raise Missing (f"{words[0]}: {e}: build it")


def inputs (bench, programs, folder):
    scenes, variants, queries = map (str, SCENES[bench.quick])
    pictures = os.path.join (folder, "pictures")
    os.makedirs (pictures)
    generate = [f"{programs}/ferret-generate", "-s", scenes]
    collection, index = os.path.join (folder, "collection"), os.path.join (folder, "index")
    with open (collection, "w") as f:
        f.writelines (name + "\n" for name in output (generate + ["-v", variants, pictures]))
    output ([f"{programs}/ferret", "-x", index, collection])
    yield Input ("scenes", output (generate + ["-v", queries, "-f", variants, pictures]), index, programs, folder)
    if os.path.exists (PHOTO):
        yield Input ("photo", PHOTOS[bench.quick] * [PHOTO], index, programs, folder)
    else:
        print ("ferret: no photo in ../shared/data/jpeg: that input is left out")


def cases (bench, programs, source, folder, many):
    out = os.path.join (folder, "out")

    def case (config, program, method, workers, cores, task=None):
        words = [f"{programs}/{program}", "-m", method, "-w", str (workers), source.index, source.list, out]
        return whole.Whole (bench, {"config": config, "input": source.name, "workers": workers}, words, out,
                            source.items, source.sum, cores, {"ERBIUM_TASK": task} if task else {})

    yield case ("sequential", "ferret", "sequential", 1, 1)
    for workers in (many, 2 * many):
        if not bench.peers_only:
            for config, task in RECORDS.items ():
                yield case (config, "ferret", "processes", workers, many, task)
            yield case (CHANNELS, "ferret", "channels", workers, many)
        for config, method in PEERS.items ():
            yield case (config, "ferret-peers", method, workers, many)


def best (bench, configs, source):
    """The row of the best of these."""
    return bench.best ([r for r in bench.rows if r["config"] in configs and r["input"] == source])


def form_ratios (bench, sources):
    """The bar is the input of scenes; records and channels also have ratios of their own."""
    for name, peers in RATIOS.items ():
        for source in sources:
            theirs = best (bench, peers, source)
            for prefix, configs in (("", OURS), ("records_", RECORDS), ("channels_", (CHANNELS,))):
                ours = best (bench, configs, source)
                if ours and theirs:
                    bench.ratio (prefix + name + ("" if source == "scenes" else f"_{source}"), ours["rate"], theirs["rate"])


def measure (bench, programs, folder):
    """The pictures go away behind the measurement.  Returns the names of the inputs."""
    many, names = min (bench.cores, 16), []
    shutil.rmtree (folder, ignore_errors=True)
    os.makedirs (folder)
    try:
        for source in inputs (bench, programs, folder):
            bench.measure (list (cases (bench, programs, source, folder, many)), lasting=False)
            names.append (source.name)
    finally:
        shutil.rmtree (folder, ignore_errors=True)
    return names


def run (bench):
    bench.need (whole.PROGRAM, "build it")
    if bench.reports:
        for _ in SOURCES:
            bench.measure ([])
    else:
        programs = os.path.join (os.path.dirname (bench.folder), "examples", "ferret")
        SOURCES[:] = measure (bench, programs, os.path.join (bench.folder, "ferret"))
    rows = [best (bench, [c], s) for s in SOURCES for c in dict.fromkeys (r["config"] for r in bench.rows)]
    bench.table (f"Queries a second, {min (bench.cores, 16)} cores (sequential: 1)", "input", "config",
                 cell=lambda row: row["rate"] * 1e6, rows=[r for r in rows if r])
    form_ratios (bench, SOURCES)
