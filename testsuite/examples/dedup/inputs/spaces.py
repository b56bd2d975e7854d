#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""spaces.py killed|memory|stalled|closed|bounded PROGRAMS FOLDER - what becomes of an archive when a space fails,
or when nobody takes it.

killed: each space of two ranges in turn, by SIGKILL, while the input has come in part; once with a file for the
output, once with a pipe.  The program must end with status 1 and say what has died; a file must be gone, and
what a pipe has got must not unpack.  memory: the deduplicator gets no more.  stalled: the output is full while
the input neither comes nor ends.  closed: the output is a pipe whose reader has gone.
bounded: of an input whose archive nobody reads, only so much is read as may be under way; then
the archive is read, and must be right.
"""
import os
import resource
import signal
import subprocess
import sys
import threading
import time

LIMIT = 60 * int (os.environ.get ("TEST_SLOWER", "1"))
STATIONS = ("cutter", "deduplicator", "compressor")


def wrong (what):
    sys.exit (f"spaces.py: {what}")


def children (pid):
    """In the order in which they were started."""
    with open (f"/proc/{pid}/task/{pid}/children") as f:
        return [int (n) for n in f.read ().split ()]


class Run:
    """dedup in spaces, whose input is a pipe; all its spaces by their names."""
    def __init__ (self, programs, ranges, out):
        self.names = ["writer", "source"] + [f"{s} {k}" for k in range (ranges) for s in STATIONS]
        self.out = out
        self.dedup = subprocess.Popen ([f"{programs}/dedup", "-c", "-m", "spaces", "-w", str (ranges), "-", out],
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def spaces (self):
        until = time.monotonic () + LIMIT
        while time.monotonic () < until:
            writer = children (self.dedup.pid)
            pids = writer + (children (writer[0]) if writer else [])
            if len (pids) == len (self.names):
                return dict (zip (self.names, pids))
            time.sleep (0.01)
        wrong (f"{pids} after {LIMIT} s: there should be {self.names}")

    def feed (self, data):
        try:
            self.dedup.stdin.write (data)
            self.dedup.stdin.flush ()
        except BrokenPipeError:
            pass

    def end (self, data):
        """stdout, lines of stderr; the rest of the input is data."""
        try:
            out, err = self.dedup.communicate (data, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            self.dedup.kill ()
            wrong (f"hangs: {self.names}, {self.out}")
        if self.dedup.returncode != 1:
            wrong (f"status {self.dedup.returncode}: {err.decode ()}")
        if self.out != "-" and os.path.isfile (self.out):
            wrong (f"there is still {self.out}: {err.decode ()}")
        return out, err.decode ().splitlines ()


def expect_no_archive (programs, data):
    done = subprocess.run ([f"{programs}/dedup-sequential", "-d", "-", "-"], input=data, capture_output=True)
    if done.returncode != 1 or b"error" not in done.stderr:
        wrong (f"{len (data)} bytes of an archive that is not whole unpack: status {done.returncode}")


def killed (programs, folder, data):
    for number in range (2 + 2 * len (STATIONS)):
        for out in (f"{folder}/out", "-"):
            run = Run (programs, 2, out)
            run.feed (data[:3 << 20])
            name = run.names[number]
            os.kill (run.spaces ()[name], signal.SIGKILL)
            archive, lines = run.end (data[3 << 20:])
            if out == "-":
                expect_no_archive (programs, archive)
            words = "has died of a signal (Killed)", "has died of SIGKILL (Killed)", ", has died,"
            died = sorted ({word for line in lines for word in words if word in line})
            print (f"{name}: {' '.join (died)}: {lines[-1]}")


def memory (programs, folder, data):
    run = Run (programs, 1, f"{folder}/out")
    pid = run.spaces ()["deduplicator 0"]
    with open (f"/proc/{pid}/statm") as f:
        pages = int (f.read ().split ()[0])
    run.feed (data[:1 << 20])
    resource.prlimit (pid, resource.RLIMIT_AS, (pages * resource.getpagesize (),) * 2)
    print ("\n".join (run.end (data[1 << 20:])[1]))


def stalled (programs, folder, data):
    run = Run (programs, 2, "/dev/full")
    try:
        run.dedup.wait (LIMIT)
    except subprocess.TimeoutExpired:
        run.dedup.kill ()
        wrong ("hangs until there is input")
    print ("\n".join (run.end (None)[1]))


def closed (programs, folder, data):
    run = Run (programs, 2, "-")
    run.dedup.stdout.read (10)
    run.dedup.stdout.close ()
    run.dedup.stdout = None
    print ("\n".join (run.end (data)[1]))


def bounded (programs, folder, data):
    run = Run (programs, 1, "-")
    fed, most, piece = [0], 6 << 20, 1 << 16   # 3 segments, one that is being read, pipes

    def feed ():
        for at in range (0, len (data), piece):
            run.feed (data[at:at + piece])
            fed[0] += piece
        run.dedup.stdin.close ()
    feeder = threading.Thread (target=feed)
    feeder.start ()
    before = -1
    while fed[0] != before and fed[0] <= most:
        before = fed[0]
        time.sleep (1)
    count, want = fed[0], subprocess.run ([f"{programs}/dedup-sequential", "-c", "-", "-"], input=data,
                                          stdout=subprocess.PIPE, check=True).stdout
    same = run.dedup.stdout.read () == want
    feeder.join ()
    print (f"{'bounded' if count <= most else f'{count} bytes were read'}, {'same' if same else 'other'} bytes")


def main ():
    what, programs, folder = sys.argv[1:]
    data = subprocess.run ([f"{programs}/dedup-generate", "-r", "0", "24"], stdout=subprocess.PIPE, check=True).stdout
    {"killed": killed, "memory": memory, "stalled": stalled, "closed": closed,
     "bounded": bounded}[what] (programs, folder, data)


main ()
