# SPDX-License-Identifier: MIT
"""harness.py - runs competitors fairly and reports what came out.

The idea: absolute figures lie on shared machines, so nothing is compared that
was not measured in turns.  Competitors of one group (say, one burst size) run
round robin; a drift of the machine hits all of them alike; the median is taken.

Each competitor may have several settings (windows, modes).  Each setting is
scouted with a few short runs; the best FINALISTS then run in full, and the one
with the best median stands for the competitor.  So the figure that is reported
is a fresh one, not the luckiest of many.

Runs on near cores and on far ones are kept apart (places.py).  Each place has its
rows and its ratios, those of far cores as NAME_far.  A benchmark first measures all its
groups, then fills up what a place lacks as long as there is time, and reports at the end.

Other people's load is waited out between rounds, for a bounded time.  A run is
dropped, and repeated a bounded number of times, when

  mixed    the cores were near before it and far after it, or the other way round
  close    a line took far less than is usual in this group: for that moment the two
           virtual cores were one core's hyperthreads
  no core  a spinning thread had less than 0.9 of its core
"""
import collections
import contextlib
import io
import json
import os
import statistics
import subprocess
import sys
import time

import missed
from machine import cores, others
from places import LEAST_RUNS, ONE, Group, Places, median_ping, pings
from report import NO_RUN, NOT_AVAILABLE, Failed, Missing, Report

FINALISTS = 3
TIMEOUT = 120       # seconds a run
PATIENCE = 120      # seconds a benchmark may wait for idle cores, in all
AWAITED = 120       # and for near or far ones
LIMIT, QUICK_LIMIT = 360, 30  # seconds after which little is begun (hurry)
FILL = 0.3          # of the limit, in which runs that a place lacks may follow
ITEMS_LEAST, ITEMS_MOST = 1 << 18, 1 << 28
UNAVAILABLE = (77, 122)  # exit statuses: what was asked for is not built in, or
                         # the system has not so many threads or so much memory


class Unavailable (Failed):
    """A program says that it cannot do this here."""


def stream_sum (n, times=1):
    """What `times` readers of 0 .. n-1 add up to, modulo 2^32."""
    return times * (n * (n - 1) // 2) % 2**32


SET_BY_HARNESS = {"place", "rate", "least", "most", "seconds", "items", "setting", "runs",
                  "ping_ns", "note", "missed_percent"}


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
    missed    true: the row says how long workers idled while a process was ready (missed.py)
    environment  variables of a run, beside those that are there
    why_not   why it is not run at all; then the row says so
    """
    def __init__ (self, row, program, options, settings=({},), items=None, total=None,
                  threads=2, cores=2, share=False, spinning=True, first=1 << 14, least=None, also=(),
                  environment=None, missed=False, why_not=None):
        taken = set (row) & SET_BY_HARNESS
        if taken:
            raise ValueError (f"the harness sets {', '.join (sorted (taken))} of a row")
        self.row, self.program, self.options = row, program, dict (options)
        self.settings, self.items = [dict (s) for s in settings], items
        self.total = total or (lambda n, o: stream_sum (n))
        self.threads, self.cores, self.share, self.spinning = threads, cores, share, spinning
        self.first, self.least, self.also = first, least, also
        self.environment, self.missed, self.why_not = environment or {}, missed, why_not

    def name (self):
        return " ".join (str (v) for v in self.row.values ())


class Entry:
    """A case with one of its settings, and all runs of it."""
    def __init__ (self, case, setting):
        self.case, self.setting, self.runs = case, setting, []
        self.missed = None
        self.items = case.items
        self.options = {**case.options, **setting}

    def rate (self, runs):
        """Median million elements a second."""
        return statistics.median (r["items"] / r["seconds"] / 1e6 for r in runs) if runs else 0.0


class Bench (Report, Places):
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
        self.most = args.limit or 3600
        self.finalists, self.limit = FINALISTS, min (self.most, QUICK_LIMIT if args.quick else LIMIT)
        self.rows, self.ratios, self.plots = [], {}, None
        self.dropped = collections.Counter ()
        self.best_ping, self.waited, self.last_ping = float ("inf"), 0.0, None
        self.awaited, self.most_awaited = 0.0, 10 if args.quick else AWAITED  # for the other place
        self.groups, self.placements = [], [{}]
        self.recorded, self.reports = None, None  # while it reports: rows; for which place
        self.started = time.time ()
        if self.cores == 1:
            print (f"{self.name}: one core only: what needs two is skipped")
        for _ in range (20): # what is near here?
            self.last_ping = self.probe ()
        self.find_far_cores ()

    def go (self, run):
        """Measures, and reports.  `run` is called once to measure, without its output, and then
        for each place with the rows that were measured.  What does not measure groups is
        called once."""
        said = io.StringIO ()
        with contextlib.redirect_stdout (said):
            run (self)
        if not self.groups:
            print (said.getvalue (), end="")
            return
        self.fill ([g for g in self.groups if g.lasting], self.started + (1 + FILL) * self.limit)
        self.ratios = {}
        self.report (run)
        self.count_dropped ()
        missed.note_worst (self)

    # ---- Programs -------------------------------------------------------

    def need (self, program, why):
        """Stops, clearly, where a program was not built."""
        wanted = not self.only or program in self.only
        if wanted and not os.access (os.path.join (self.folder, program), os.X_OK):
            raise Missing (f"{self.folder}/{program} is not there: {why}")

    def command (self, entry, placement={}):
        words = [os.path.join (self.folder, entry.case.program), "--items", str (entry.items)]
        for key, value in entry.options.items ():
            words += ["--" + key, str (value)]
        if "cpus" not in entry.options:
            words += ["--cpus", ",".join (str (c) for c in self.place (entry.case.threads))]
        k = words.index ("--cpus") + 1
        words[k] = ",".join (str (placement.get (int (c), c)) for c in words[k].split (","))
        return words

    def cpus_of (self, entry, placement={}):
        words = self.command (entry, placement)
        return [int (c) for c in words[words.index ("--cpus") + 1].split (",")]

    def place (self, threads):
        """A CPU for each thread, round and round."""
        return [self.cpus[i % self.cores] for i in range (threads)]

    def run_once (self, entry, placement={}):
        """One run; its result joins entry.runs."""
        words = self.command (entry, placement)
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
        self.note_distance (run, self.cpus_of (entry, placement))
        entry.runs.append (run)
        self.best_ping = min ([self.best_ping] + pings (run))
        return run

    def note_distance (self, run, cpus):
        """The round trips before and after a run on several cores that does not say so itself."""
        if len (set (cpus)) > 1 and not pings (run):
            run["ping_before_ns"] = self.last_ping
            self.last_ping = run["ping_after_ns"] = self.probe (cpus[:2])
        elif pings (run):
            self.last_ping = pings (run)[-1]

    def check (self, entry, run, line):
        if run["items"] != entry.items:
            raise Failed (f"moved {run['items']} elements, not {entry.items}: {line}")
        want = entry.case.total (entry.items, entry.options)
        if run["sum"] != want:
            raise Failed (f"WRONG SUM {run['sum']}, must be {want}: {line}")

    def probe (self, two=None):
        """The round trip just now between these cores, or the first two; or None."""
        program = os.path.join (self.folder, "handoff")
        if self.cores == 1 or not os.access (program, os.X_OK):
            return None
        cpus = ",".join (map (str, two or self.place (2)))
        done = subprocess.run ([program, "--items", "1", "--cpus", cpus], capture_output=True, text=True)
        trips = pings (json.loads (done.stdout)) if not done.returncode else []
        self.best_ping = min ([self.best_ping] + trips)
        return max (trips, default=None)

    def wait_calm (self):
        """Waits while the cores are busy; PATIENCE seconds in all."""
        while self.waited < self.patience and not self.late () and others ():
            time.sleep (0.5)
            self.waited += 0.5

    def hurry (self, limit, quick_limit):
        """For a benchmark of very many competitors: less is repeated, and nothing
        that could be left out begins after so many seconds."""
        self.limit = min (self.most, quick_limit if self.quick else limit)
        self.finalists, self.patience = 1, 3 if self.quick else 10
        self.repeat = self.asked or (2 if self.quick else 5)

    def late (self):
        """Bad runs are no more repeated, weather is not waited for, few runs are enough."""
        return time.time () - self.started > self.limit

    # ---- Measuring ------------------------------------------------------

    def measure (self, cases, lasting=True):
        """Measures one group of cases in turns; returns their rows.  lasting: its programs can
        run later, too; otherwise what a place lacks is measured at once."""
        if self.recorded:
            rows = next (self.recorded)
            self.rows += rows
            return rows
        group = Group (lasting)
        cases = [c for c in cases if not self.only or c.program in self.only]
        runnable = [c for c in cases if not self.skip (group, c)]
        self.progress (runnable)
        for c in runnable:
            group.entries += self.scout_if_possible (group, c)
        self.groups.append (group)
        for done in range (self.repeat):
            if self.late () and done >= LEAST_RUNS:
                break
            self.round (group, group.entries)
        self.repair (group, group.entries)
        if not lasting:
            self.fill ([group], time.time () + self.patience)
        missed.measure (self, group)
        rows = self.rows_at (group, self.main_place (group.entries))
        self.rows += rows
        return rows

    def round (self, group, entries):
        """Takes those that cannot run here off the lists."""
        self.wait_calm ()
        for placement in self.placements:
            for entry in list (entries):
                try:
                    self.run_once (entry, placement)
                except Unavailable as e:
                    group.withdraw (entry.case, f"{NOT_AVAILABLE}: {e}")
                    entries[:] = [e for e in entries if e.case is not entry.case]

    def skip (self, group, case):
        if case.why_not:
            group.leave_out (case.row, f"{NOT_AVAILABLE}: {case.why_not}")
            return True
        if case.cores <= self.cores or case.share:
            return False
        note = f"skipped: needs {case.cores} cores, {self.cores} there"
        print (f"{self.name}: {case.name ()}: {note}", file=sys.stderr)
        group.leave_out (case.row, note)
        return True

    def progress (self, cases):
        names = ", ".join (c.name () for c in cases)
        print (f"[{time.time () - self.started:4.0f} s] {names}", file=sys.stderr, flush=True)

    def scout_if_possible (self, group, case):
        try:
            return self.scout (group, case)
        except Unavailable as e:
            group.leave_out (case.row, f"{NOT_AVAILABLE}: {e}")
            return []

    def scout (self, group, case):
        """Tries each setting briefly; returns the best few as entries."""
        entries = [Entry (case, s) for s in case.settings]
        for entry in entries:
            if not case.items:
                self.calibrate (entry, self.brief)
        if len (entries) > self.finalists:
            for _ in range (self.scouts):
                self.round (group, entries)
            self.repair (group, entries, self.scouts, 2)
            place = self.main_place (entries)
            usual = self.usual (entries, place)
            entries.sort (key=lambda e: -e.rate (self.good (e, usual, place) or e.runs))
        for entry in entries[:self.finalists]:
            if not case.items:
                self.calibrate (entry, self.seconds)
            entry.runs = []
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

    def repair (self, group, entries, repeat=None, tries=None):
        """Repeats runs that count nowhere, a bounded number of times."""
        repeat = repeat or self.repeat
        for _ in range (tries or (3 if self.waited < self.patience else 1) * repeat):
            lacking = [e for e in entries if self.counted (entries, e) < repeat]
            if self.late () or not lacking:
                return
            self.round (group, lacking)

    def row (self, case, entries, runs_of, place):
        """The row of a case there: the setting with the best median.  runs_of: the runs of
        each entry that count."""
        row = dict (case.row)
        best = max (entries, key=lambda e: e.rate (runs_of[e]))
        runs = runs_of[best]
        if not any (pings (r) for e in entries for r in e.runs):
            place = ONE if len (set (self.cpus_of (best))) == 1 else None
        if place:
            row["place"] = place
        if not runs:
            return {**row, "rate": None, "note": f"{NO_RUN} on {place} cores"}
        if case.threads > self.cores:
            row["note"] = f"cores were shared: {case.threads} threads on {self.cores}"
        rates = sorted (r["items"] / r["seconds"] / 1e6 for r in runs)
        row.update (rate=digits (statistics.median (rates)), least=digits (rates[0]),
                    most=digits (rates[-1]), seconds=statistics.median (r["seconds"] for r in runs),
                    items=best.items, setting=best.setting, runs=len (runs),
                    ping_ns=median_ping (runs))
        row.update ({k: statistics.median (r[k] for r in runs) for k in case.also})
        if best.missed is not None:
            row["missed_percent"] = best.missed
        return row


# ---- Small things -------------------------------------------------------

def digits (x):
    """Six of them: rates range from one element a millisecond to ten a nanosecond."""
    return float (f"{x:.6g}")


def power (x):
    """The largest power of two up to x."""
    return 1 << max (int (x).bit_length () - 1, 0)
