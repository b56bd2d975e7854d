# SPDX-License-Identifier: MIT
"""harness.py - runs competitors fairly and reports what came out.

The idea: absolute figures lie on shared machines, so nothing is compared that
was not measured in turns.  Competitors of one group (say, one burst size) run
round robin; a drift of the machine hits all of them alike; the median is taken.

Each competitor may have several settings (windows, modes).  Each setting is
scouted with a few short runs; the best FINALISTS then run in full, and the one
with the best median stands for the competitor.  So the figure that is reported
is a fresh one, not the luckiest of many.

Each program says under what conditions it ran (common.h).  Far cores and other
people's load are waited out between rounds, for a bounded time.  A run is
dropped, and repeated a bounded number of times, when

  far      a cache line took more than twice the best time seen to cross
  close    it took far less than is usual in this group: for that moment the two
           virtual cores were one core's hyperthreads
  no core  a spinning thread had less than 0.9 of its core
"""
import collections
import json
import os
import statistics
import subprocess
import sys
import time

from machine import cores, others
from report import NOT_AVAILABLE, Failed, Missing, Report

FINALISTS = 3
CLOSE = 0.75        # of the group's median round trip
FAR = 2.0           # times the best round trip seen
OWN_CORE = 0.9      # CPU time over wall time
TIMEOUT = 120       # seconds a run
PATIENCE = 120      # seconds a benchmark may wait for good weather, in all
ATTEMPTS = 2        # at a group
LEAST_RUNS = 3      # that a median is taken over where time is up
ITEMS_LEAST, ITEMS_MOST = 1 << 18, 1 << 28
UNAVAILABLE = (77, 122)  # exit statuses: what was asked for is not built in, or
                         # the system has not so many threads or so much memory


class Unavailable (Failed):
    """A program says that it cannot do this here."""


def stream_sum (n, times=1):
    """What `times` readers of 0 .. n-1 add up to, modulo 2^32."""
    return times * (n * (n - 1) // 2) % 2**32


class Case:
    """One competitor in one group, that is, one row.

    row       what the row says of itself: {"peer": ..., "burst": ..., ...}
    program   the file in DIR/bench
    options   its options, fixed; settings: lists of more, of which the best counts
    items     elements a run; None: as many as take about bench.seconds, but
              at least `least`; the first that are tried are `first`
    total     the expected sum, a function of (items, options)
    threads   how many spin, cores: how many they need; with share they may do
              with fewer, and the row says so
    spinning  false: threads may sleep, CPU time says nothing
    also      further figures of a run; their medians stand in the row
    environment  variables of a run, beside those that are there
    """
    def __init__ (self, row, program, options, settings=({},), items=None, total=None,
                  threads=2, cores=2, share=False, spinning=True, first=1 << 14, least=None, also=(),
                  environment=None):
        self.row, self.program, self.options = row, program, dict (options)
        self.settings, self.items = [dict (s) for s in settings], items
        self.total = total or (lambda n, o: stream_sum (n))
        self.threads, self.cores, self.share, self.spinning = threads, cores, share, spinning
        self.first, self.least, self.also = first, least, also
        self.environment = environment or {}

    def name (self):
        return " ".join (str (v) for v in self.row.values ())


class Entry:
    """A case with one of its settings, and all runs of it."""
    def __init__ (self, case, setting):
        self.case, self.setting, self.runs = case, setting, []
        self.items = case.items
        self.options = {**case.options, **setting}

    def rate (self, runs):
        """Median million elements a second."""
        return statistics.median (r["items"] / r["seconds"] / 1e6 for r in runs) if runs else 0.0


class Bench (Report):
    def __init__ (self, args):
        self.name, self.folder = args.name, os.path.join (args.build, "bench")
        self.results ("a").close () # before the work, not after it
        self.only = args.only.split (",") if args.only else None
        self.peers_only = args.peers_only
        self.asked = args.repeat
        self.repeat = args.repeat or (3 if args.quick else 7)
        self.scouts = 1 if args.quick else 2
        self.seconds, self.brief = 0.02 if args.quick else 0.06, 0.015
        self.cpus = [int (c) for c in args.cpus.split (",")] if args.cpus else cores ()
        self.cores = len (self.cpus)
        self.quick = args.quick
        self.patience = 20 if args.quick else PATIENCE
        self.finalists, self.limit = FINALISTS, None
        self.rows, self.ratios, self.plots = [], {}, None
        self.dropped = collections.Counter ()
        self.best_ping, self.waited = float ("inf"), 0.0
        self.started = time.time ()
        if self.cores == 1:
            print (f"{self.name}: one core only: what needs two is skipped")
        for _ in range (20): # what is near here?
            self.probe ()

    # ---- Programs -------------------------------------------------------

    def need (self, program, why):
        """Stops, clearly, where a program was not built."""
        wanted = not self.only or program in self.only
        if wanted and not os.access (os.path.join (self.folder, program), os.X_OK):
            raise Missing (f"{self.folder}/{program} is not there: {why}")

    def command (self, entry):
        words = [os.path.join (self.folder, entry.case.program), "--items", str (entry.items)]
        for key, value in entry.options.items ():
            words += ["--" + key, str (value)]
        if "cpus" not in entry.options:
            words += ["--cpus", ",".join (str (c) for c in self.place (entry.case.threads))]
        return words

    def place (self, threads):
        """A CPU for each thread, round and round."""
        return [self.cpus[i % self.cores] for i in range (threads)]

    def run_once (self, entry):
        """One run; its result joins entry.runs."""
        words = self.command (entry)
        line = " ".join (words)
        try:
            done = subprocess.run (words, capture_output=True, text=True, timeout=TIMEOUT,
                                   env={**os.environ, **entry.case.environment})
        except subprocess.TimeoutExpired:
            raise Failed (f"more than {TIMEOUT} s: {line}")
        except OSError as e:
            raise Missing (f"cannot run {line}: {e.strerror}")
        if done.returncode in UNAVAILABLE:
            raise Unavailable (done.stderr.strip ().splitlines ()[-1] if done.stderr.strip () else line)
        if done.returncode:
            raise Failed (f"exit status {done.returncode}: {line}\n{done.stderr.strip ()}")
        try:
            run = json.loads (done.stdout.strip ().splitlines ()[-1])
        except (ValueError, IndexError):
            raise Failed (f"no JSON result line: {line}\n{done.stdout}")
        self.check (entry, run, line)
        entry.runs.append (run)
        self.best_ping = min ([self.best_ping] + pings (run))
        return run

    def check (self, entry, run, line):
        if run["items"] != entry.items:
            raise Failed (f"moved {run['items']} elements, not {entry.items}: {line}")
        want = entry.case.total (entry.items, entry.options)
        if run["sum"] != want:
            raise Failed (f"WRONG SUM {run['sum']}, must be {want}: {line}")

    def probe (self):
        """The round trip just now, or None."""
        program = os.path.join (self.folder, "handoff")
        if self.cores == 1 or not os.access (program, os.X_OK):
            return None
        cpus = ",".join (map (str, self.place (2)))
        done = subprocess.run ([program, "--items", "1", "--cpus", cpus], capture_output=True, text=True)
        trips = pings (json.loads (done.stdout)) if not done.returncode else []
        self.best_ping = min ([self.best_ping] + trips)
        return max (trips, default=None)

    def wait_calm (self):
        """Waits while the cores are far or busy, PATIENCE seconds in all."""
        while self.waited < self.patience and not self.late () and (others () or (self.probe () or 0) > FAR * self.best_ping):
            time.sleep (0.5)
            self.waited += 0.5

    def hurry (self, limit, quick_limit):
        """For a benchmark of very many competitors: less is repeated, and nothing
        that could be left out begins after so many seconds."""
        self.limit = quick_limit if self.quick else limit
        self.finalists, self.patience = 1, 3 if self.quick else 10
        self.repeat = self.asked or (2 if self.quick else 5)

    def late (self):
        """Bad runs are no more repeated, weather is not waited for, few runs are enough."""
        return self.limit is not None and time.time () - self.started > self.limit

    # ---- Judging --------------------------------------------------------

    def fault (self, entry, run, usual):
        """Why a run does not count, or None.  usual: the group's median ping."""
        trips = pings (run)
        if trips and max (trips) > FAR * self.best_ping:
            return "far"
        if trips and usual and min (trips) < CLOSE * usual:
            return "close"
        if entry.case.spinning and entry.case.threads <= self.cores:
            if any (c < OWN_CORE * w for c, w in zip (run.get ("cpu", []), run.get ("wall", []))):
                return "no core"
        return None

    def usual (self, entries):
        """The median round trip of the runs that were not far."""
        all_pings = [p for e in entries for r in e.runs for p in pings (r)
                     if p <= FAR * self.best_ping]
        return statistics.median (all_pings) if all_pings else None

    def good (self, entry, usual):
        return [r for r in entry.runs if not self.fault (entry, r, usual)]

    # ---- Measuring ------------------------------------------------------

    def measure (self, cases):
        """Measures one group of cases in turns; returns their rows."""
        cases = [c for c in cases if not self.only or c.program in self.only]
        runnable = [c for c in cases if not self.skip (c)]
        self.progress (runnable)
        entries = [e for c in runnable for e in self.scout_if_possible (c)]
        for _ in range (ATTEMPTS):
            judge, calm = self.attempt (entries)
            if calm or self.waited >= self.patience or self.late ():
                break
        runs = {c: [e for e in entries if e.case is c] for c in runnable}
        rows = [self.row (c, found, judge) for c, found in runs.items () if found]
        self.rows += rows
        return rows

    def attempt (self, entries):
        """All rounds of a group.  Returns how to judge its runs, a function
        (entry, run) that gives a reason or None, and whether all went well.
        Where a competitor had no good run at all, bad ones count for everyone
        of the group: the weather must be the same for all."""
        for entry in entries:
            entry.runs = []
        for done in range (self.repeat):
            if self.late () and done >= LEAST_RUNS:
                break
            self.round (entries)
        self.repair (entries)
        usual = self.usual (entries)
        for case in dict.fromkeys (e.case for e in entries):
            if not any (self.good (e, usual) for e in entries if e.case is case):
                return (lambda entry, run: None), False
        return (lambda entry, run: self.fault (entry, run, usual)), True

    def round (self, entries):
        """Takes those that cannot run here off the list."""
        self.wait_calm ()
        for entry in list (entries):
            try:
                self.run_once (entry)
            except Unavailable as e:
                self.withdraw (entries, entry.case, e)

    def withdraw (self, entries, case, why):
        if any (e.case is case for e in entries):
            self.leave_out (case.row, f"{NOT_AVAILABLE}: {why}")
        entries[:] = [e for e in entries if e.case is not case]

    def skip (self, case):
        if case.cores <= self.cores or case.share:
            return False
        note = f"skipped: needs {case.cores} cores, {self.cores} there"
        print (f"{self.name}: {case.name ()}: {note}")
        self.leave_out (case.row, note)
        return True

    def leave_out (self, row, note):
        """A row without a figure, that says why."""
        self.rows.append ({**row, "rate": None, "note": note})

    def progress (self, cases):
        names = ", ".join (c.name () for c in cases)
        print (f"[{time.time () - self.started:4.0f} s] {names}", file=sys.stderr, flush=True)

    def scout_if_possible (self, case):
        try:
            return self.scout (case)
        except Unavailable as e:
            self.leave_out (case.row, f"{NOT_AVAILABLE}: {e}")
            return []

    def scout (self, case):
        """Tries each setting briefly; returns the best few as entries."""
        entries = [Entry (case, s) for s in case.settings]
        for entry in entries:
            if not case.items:
                self.calibrate (entry, self.brief)
        if len (entries) > self.finalists:
            for _ in range (self.scouts):
                self.round (entries)
            self.repair (entries, self.scouts, 2)
            usual = self.usual (entries)
            entries.sort (key=lambda e: -e.rate (self.good (e, usual) or e.runs))
        for entry in entries[:self.finalists]:
            if not case.items:
                self.calibrate (entry, self.seconds)
        return entries[:self.finalists]

    def calibrate (self, entry, seconds):
        """Sets items, a power of two, for a run of about so long; no fewer than
        16 windows, so that filling and draining them does not count."""
        least = entry.case.least or max (ITEMS_LEAST, 16 * entry.options.get ("window", 0) // 4)
        rate = max (entry.rate (entry.runs) * 1e6, 1)
        if not entry.runs:
            entry.items = entry.case.first
            run = self.run_once (entry)
            while run["seconds"] < 0.002 and entry.items < 1 << 20:
                entry.items = min (64 * entry.items, 1 << 20)
                run = self.run_once (entry)
            rate = run["items"] / run["seconds"]
            entry.runs = []
            least = min (least, power (rate))
        entry.items = min (max (power (rate * seconds), least), ITEMS_MOST)

    def repair (self, entries, repeat=None, tries=None):
        """Repeats dropped runs, a bounded number of times."""
        repeat = repeat or self.repeat
        for _ in range (tries or (3 if self.waited < self.patience else 1) * repeat):
            if self.late ():
                return
            usual = self.usual (entries)
            lacking = [e for e in entries if len (self.good (e, usual)) < repeat]
            if not lacking:
                return
            self.round (lacking)

    def row (self, case, entries, judge):
        """The row of a case: the setting with the best median."""
        row = dict (case.row)
        good = {id (e): [r for r in e.runs if not judge (e, r)] for e in entries}
        best = max (entries, key=lambda e: e.rate (good[id (e)]))
        runs = good[id (best)]
        reasons = collections.Counter (judge (e, r) for e in entries for r in e.runs)
        del reasons[None]
        self.dropped.update (reasons)
        if case.threads > self.cores:
            row["note"] = f"cores were shared: {case.threads} threads on {self.cores}"
        if self.good (best, None) == []:
            row["note"] = "conditions were bad for this whole group: repeat the benchmark"
        rates = sorted (r["items"] / r["seconds"] / 1e6 for r in runs)
        row.update (rate=digits (statistics.median (rates)), least=digits (rates[0]),
                    most=digits (rates[-1]), seconds=statistics.median (r["seconds"] for r in runs),
                    items=best.items, setting=best.setting, runs=len (runs),
                    dropped=dict (reasons), ping_ns=median_ping (runs))
        row.update ({k: statistics.median (r[k] for r in runs) for k in case.also})
        return row


# ---- Small things -------------------------------------------------------

def pings (run):
    """The round trips that a run saw, in ns."""
    return [run[k] for k in ("ping_before_ns", "ping_after_ns") if run.get (k)]


def median_ping (runs):
    all_pings = [p for r in runs for p in pings (r)]
    return statistics.median (all_pings) if all_pings else None


def digits (x):
    """Six of them: rates range from one element a millisecond to ten a nanosecond."""
    return float (f"{x:.6g}")


def power (x):
    """The largest power of two up to x."""
    return 1 << max (int (x).bit_length () - 1, 0)
