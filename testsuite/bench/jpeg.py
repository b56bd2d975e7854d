# SPDX-License-Identifier: MIT
"""jpeg - figure 11 of the Erbium paper: time to decode a photo against the burst, and the
decoder beside djpeg (libjpeg-turbo, with its vector code), OpenMP and oneTBB.

A run is a whole program, from its start to its end, file to file; what it wrote is
compared.  The photo is the one of ../shared/data; where that is not there, a picture of
the same size that is computed.  `no restarts` is the same picture without restart
markers, so that one process has to decode all Huffman codes; `long` is the picture LONG times
below itself, a run of some 200 ms.
"""
import functools
import os
import subprocess
import sys
import zlib

import plot
import whole
from harness import Missing

HERE = os.path.dirname (os.path.abspath (__file__))
ROOT = os.path.dirname (os.path.dirname (HERE))
PHOTO = os.path.join (ROOT, "..", "shared", "data", "jpeg", "photo-4032x3024.jpg")
BURSTS = (64, 128, 256, 512, 1024, 2048, 4096, 16384)
TWO_BLOCKS = 128
LONG = 5


def tool (words, data=None):
    try:
        return subprocess.run (words, input=data, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as e:
        raise Missing (f"{words[0]}: {e}: install the Debian package libjpeg-turbo-progs")


def computed ():
    """12 million pixels out of a small picture."""
    sys.path.insert (0, os.path.join (ROOT, "testsuite", "examples", "jpeg", "inputs"))
    import pictures
    data = pictures.ppm (400, 300, 3, 11).split (b"255\n", 1)[1]
    lines = b"".join (10 * data[1200 * y:1200 * (y + 1)] for y in range (300))
    return tool (["cjpeg", "-quality", "80", "-sample", "2x1", "-restart", "1"], b"P6\n4000 3000\n255\n" + 10 * lines)


class Picture:
    def __init__ (self, name, path):
        self.name, self.path = name, path
        pixels = tool (["djpeg", "-dct", "int", path])
        width, height = pixels.split (b"\n", 2)[1].split ()
        self.items = int (width) * int (height)
        self.sum = zlib.adler32 (pixels)


def longer (data):
    """The picture LONG times, one below the other, with restart markers."""
    magic, size, most, pixels = tool (["djpeg", "-dct", "int"], data).split (b"\n", 3)
    width, height = size.split ()
    size = b"%d %d" % (int (width), LONG * int (height))
    return tool (["cjpeg", "-quality", "85", "-restart", "1"], b"\n".join ((magic, size, most, LONG * pixels)))


@functools.lru_cache
def pictures_in (folder):
    os.makedirs (folder, exist_ok=True)
    first, second, third = (os.path.join (folder, f"{n}.jpg") for n in ("picture", "without-restarts", "long"))
    if os.path.exists (PHOTO):
        with open (PHOTO, "rb") as f:
            data = f.read ()
    else:
        print ("jpeg: no photo in ../shared/data/jpeg: a computed picture takes its place", file=sys.stderr)
        data = computed ()
    for name, content in ((first, data), (second, tool (["jpegtran", "-copy", "none", "-optimize"], data)),
                          (third, longer (data))):
        with open (name, "wb") as f:
            f.write (content)
    return Picture ("photo", first), Picture ("no restarts", second), Picture ("long", third)


class Run (whole.Whole):
    """One decoder on one picture."""
    def __init__ (self, bench, picture, config, mode, cores, burst=0, task=None, workers=None):
        out = os.path.join (bench.folder, "jpeg", "out.ppm")
        decoder = os.path.join (os.path.dirname (bench.folder), "examples", "jpeg", "jpegdec")
        workers = ["-w", str (workers or len (bench.cpus[:cores]))]
        if mode == "djpeg":
            words = ["djpeg", "-dct", "int", "-outfile", out, picture.path]
        elif mode in ("tasks", "shared"):
            words = [decoder, "-m", mode, *(["-b", str (burst)] if burst else []), *workers, "-o", out, picture.path]
        else:
            words = [f"{decoder}-{mode}", *workers, "-o", out, picture.path]
        super ().__init__ (bench, {"config": config, "of": picture.name, "burst": burst}, words, out, picture.items,
                           picture.sum, cores, {"ERBIUM_TASK": task} if task else {}, missed=mode == "shared")


def milliseconds (row):
    return row["seconds"] * 1000


def burst_cases (bench, photo, burst, many):
    if not bench.peers_only:
        yield Run (bench, photo, "23 tasks, 1 core", "tasks", 1, burst, "fiber")
        yield Run (bench, photo, f"23 tasks, {many} cores", "tasks", many, burst, "fiber")
        yield Run (bench, photo, f"23 tasks, {many} cores, threads", "tasks", many, burst, "thread")
    yield Run (bench, photo, "sequential", "sequential", 1, burst)


def whole_cases (bench, picture, many):
    yield Run (bench, picture, "djpeg", "djpeg", 1)
    yield Run (bench, picture, "sequential", "sequential", 1)
    if not bench.peers_only:
        yield Run (bench, picture, "shared", "shared", many)
        yield Run (bench, picture, "shared, threads", "shared", many, task="thread")
        yield Run (bench, picture, "shared, fibers", "shared", many, task="fiber")
        yield Run (bench, picture, "tasks only", "tasks", many, 4096, "fiber")
    yield Run (bench, picture, "OpenMP", "omp", many)
    yield Run (bench, picture, "oneTBB", "tbb", many)


def worker_cases (bench, picture):
    """As many workers as cores, and twice as many; and on one core."""
    if not bench.peers_only:
        for workers in (2, 4):
            yield Run (bench, picture, f"shared, -w {workers}", "shared", 2, workers=workers)
            yield Run (bench, picture, f"shared, fibers, -w {workers}", "shared", 2, task="fiber", workers=workers)
        yield Run (bench, picture, "shared, one core", "shared", 1)
    yield Run (bench, picture, "OpenMP, one core", "omp", 1)
    yield Run (bench, picture, "oneTBB, one core", "tbb", 1)


def form_ratios (bench, photo, other, long):
    def rate (config, picture, burst=0):
        return bench.find (config=config, of=picture.name, burst=burst)

    costs = [rate ("sequential", photo, b) / rate ("23 tasks, 1 core", photo, b) for b in BURSTS
             if b >= TWO_BLOCKS and rate ("23 tasks, 1 core", photo, b) and rate ("sequential", photo, b)]
    if costs:
        bench.ratio ("tasks23_one_core_cost", max (costs), 1)
    for name, picture in (("", photo), ("_no_restarts", other), ("_long", long)):
        for peer, label in (("djpeg", "djpeg"), ("sequential", "sequential"), ("OpenMP", "openmp"), ("oneTBB", "tbb"),
                            ("tasks only", "tasks_only")):
            burst = 4096 if peer == "tasks only" else 0
            bench.ratio (f"vs_{label}{name}", rate ("shared", picture), rate (peer, picture, burst))
    bench.ratio ("sequential_vs_djpeg", rate ("sequential", photo), rate ("djpeg", photo))
    bench.ratio ("jpeg_w4_vs_w2", rate ("shared, -w 4", photo), rate ("shared, -w 2", photo))
    bench.ratio ("jpeg_w4_vs_w2_fibers", rate ("shared, fibers, -w 4", photo), rate ("shared, fibers, -w 2", photo))
    for peer, label in (("OpenMP", "openmp"), ("oneTBB", "tbb")):
        bench.ratio (f"one_core_vs_{label}", rate ("shared, one core", photo), rate (f"{peer}, one core", photo))


def break_even (bench, photo, many):
    """The smallest burst at which all cores are faster than one at its best."""
    one = [r["seconds"] for r in bench.rows if r["config"] == "23 tasks, 1 core" and r.get ("rate")]
    for burst in BURSTS:
        for row in bench.rows:
            if one and row["config"] == f"23 tasks, {many} cores" and row["burst"] == burst and row.get ("rate"):
                if row["seconds"] < min (one):
                    return burst
    return None


def run (bench):
    if bench.quick:
        print ("jpeg: --quick: some of the bursts")
    folder = os.path.join (bench.folder, "jpeg")
    pictures = pictures_in (folder)
    photo = pictures[0]
    bench.need (whole.PROGRAM, "build it")
    many = min (bench.cores, 16)
    bursts = (64, 128, 4096) if bench.quick else BURSTS
    for burst in bursts:
        bench.measure (list (burst_cases (bench, photo, burst, many)))
    bench.table ("Figure 11: milliseconds against the burst (pixels)", "burst", "config", cell=milliseconds)
    for picture in pictures:
        bench.measure (list (whole_cases (bench, picture, many)))
    bench.measure (list (worker_cases (bench, photo)))
    of_all = [r for r in bench.rows if r["burst"] == 0 or r["config"] == "tasks only"]
    bench.table (f"Milliseconds, {many} cores (djpeg and sequential: 1)", "of", "config", cell=milliseconds, rows=of_all)
    form_ratios (bench, *pictures)
    at = break_even (bench, photo, many)
    print (f"break-even: {many} cores are faster than the best of one from bursts of {at} pixels on" if at else
           f"break-even: {many} cores are at no burst faster than the best of one")
    lines = dict.fromkeys (r["config"] for r in bench.rows if r["burst"] and r["config"] != "tasks only")
    bench.plots = plot.Plot ("JPEG: 23 tasks, 12 million pixels", "burst (pixels)", "milliseconds",
                             {c: [(r["burst"], milliseconds (r)) for r in bench.rows
                                  if r["config"] == c and r["burst"] and r.get ("rate")] for c in lines}, logy=False)
