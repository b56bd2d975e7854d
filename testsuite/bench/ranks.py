#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ranks - records between two ranks of a job, beside MPI by hand.

Stream: integers go from one rank to the other in bursts; by hand through two buffers on each side,
with MPI_Isend and MPI_Irecv.  Latency: 8 bytes go there and back.  Both with MPICH and with Open
MPI, all ranks on this machine.  fmradio: the receiver as a pipeline over two ranks, and in one
process with as many processors, from file to file.
"""
import os
import subprocess
import zlib

from harness import Case
from whole import Whole

MPIS = {"MPICH": "mpich", "Open MPI": "openmpi"}
BURSTS = {"256": 64, "4k": 1 << 10, "64k": 1 << 14, "1m": 1 << 18}  # by bytes: integers
QUICK = ("4k", "64k")
WINDOW = 1 << 22
STREAM, LATENCY, RADIO = "stream", "latency", "fmradio"
SECONDS = 4  # of sound


def environment (bench, mpi):
    found = {"ERBIUM_TASK": "rank", "ERBIUM_RANKS": "2", "ERBIUM_MPI": mpi,
             "LD_LIBRARY_PATH": os.path.abspath (os.path.dirname (bench.folder))}
    if os.geteuid () == 0:  # Open MPI asks for that
        found.update (OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    return found


def case (bench, mpi, by, measure, burst):
    """by: records, or hand."""
    program = "ranks/records" if by == "records" else f"ranks/{MPIS[mpi]}"
    return Case ({"mpi": mpi, "by": by, "measure": measure, "burst": burst}, program,
                 {"burst": BURSTS.get (burst, 1), "window": WINDOW, "echo": int (measure == LATENCY)},
                 spinning=False, share=True, first=1 << 10 if measure == LATENCY else 1 << 16,
                 environment=environment (bench, MPIS[mpi]) if by == "records" else None)


def radio_cases (bench):
    """The programs of make fmradio; None if they are not there."""
    folder = os.path.join (os.path.dirname (bench.folder), "examples", "fmradio")
    program, made = os.path.join (folder, "fmradio"), os.path.join (bench.folder, "ranks")
    raw, want = os.path.join (made, "radio.raw"), os.path.join (made, "radio.wav")
    if not os.path.exists (program):
        return []
    words = ["-r", "250000", "-f", "u8"]
    subprocess.run ([os.path.join (folder, "broadcast"), *words, "-s", str (SECONDS), "-o", raw],
                    check=True)
    subprocess.run ([os.path.join (folder, "fmradio-sequential"), raw, *words, "-o", want],
                    check=True, stdout=subprocess.DEVNULL)
    with open (want, "rb") as f:
        total = zlib.adler32 (f.read ())
    found = []
    for mpi in [None, *MPIS]:
        out = os.path.join (made, f"radio-{MPIS.get (mpi, 'threads')}.wav")
        found.append (Whole (bench, {"mpi": mpi or "none", "by": "ranks" if mpi else "threads",
                                     "measure": RADIO, "burst": "file"},
                             [program, raw, *words, "-w", "1", "-o", out], out,
                             SECONDS * 250000, total, 2,
                             environment (bench, MPIS[mpi]) if mpi else {"ERBIUM_TASK": "thread"}))
    return found


def rows (bench, measure):
    return [r for r in bench.rows if r["measure"] == measure]


def form_ratios (bench):
    def rate (measure, by, mpi, burst):
        return bench.find (measure=measure, by=by, mpi=mpi, burst=burst)
    for mpi, name in MPIS.items ():
        for burst in BURSTS:
            bench.ratio (f"stream{burst}_vs_{name}", rate (STREAM, "records", mpi, burst),
                         rate (STREAM, "hand", mpi, burst))
        bench.ratio (f"latency8_vs_{name}", rate (LATENCY, "records", mpi, "8"),
                     rate (LATENCY, "hand", mpi, "8"))
        bench.ratio (f"fmradio_{name}_vs_threads", rate (RADIO, "ranks", mpi, "file"),
                     rate (RADIO, "threads", "none", "file"))


def run (bench):
    bench.hurry (500, 60)
    for program in ("ranks/records", *(f"ranks/{m}" for m in MPIS.values ())):
        bench.need (program, "build it")
    for burst in QUICK if bench.quick else BURSTS:
        bench.measure ([case (bench, m, by, STREAM, burst) for m in MPIS for by in ("records", "hand")])
    bench.measure ([case (bench, m, by, LATENCY, "8") for m in MPIS for by in ("records", "hand")])
    radio = radio_cases (bench)
    if radio:
        bench.measure (radio)
    for mpi in MPIS:
        bench.table (f"Stream with {mpi}: million bytes a second", "burst", "by", "records",
                     cell=lambda r: r["rate"] * 4,
                     rows=[r for r in rows (bench, STREAM) if r["mpi"] == mpi])
    bench.table ("8 bytes there and back: microseconds", "mpi", "by", "records",
                 cell=lambda r: r["seconds"] * 1e6 / r["items"], rows=rows (bench, LATENCY))
    bench.table ("fmradio, file to file: million frames a second", "mpi", "by",
                 rows=rows (bench, RADIO))
    form_ratios (bench)
