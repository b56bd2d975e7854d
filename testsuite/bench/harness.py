# SPDX-License-Identifier: MIT
"""harness.py - runs competitors fairly and reports what came out.

The idea: absolute figures lie on shared machines, so nothing is compared that
was not measured in turns.  Competitors of one group (say, one burst size) run
round robin; a drift of the machine hits all of them alike; the median is taken.

Each competitor may have several settings (windows, modes).  Each setting is
scouted with a few short runs; the best FINALISTS then run in full, and the one
with the best median stands for the competitor.  So the figure that is reported
is a fresh one, not the luckiest of many.

Near and far.  Two cores are far from each other if a cache line takes more than
twice as long as between the nearest ones.  Where the machine has both, each
group is measured on near cores and on far cores, and each has its rows and its
ratios, the latter as NAME_far.  On a virtual machine the same two cores may be
near now and far later.  So each run says how long a line took before and after it,
or the harness measures that, and the run counts for the one or the other.

Other people's load is waited out between rounds, for a bounded time.  A run is
dropped, and repeated a bounded number of times, when

  mixed    the cores were near before it and far after it, or the other way round
  close    a line took far less than is usual in this group: for that moment the two
           virtual cores were one core's hyperthreads
  no core  a spinning thread had less than 0.9 of its core
"""
import collections
import itertools
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
NEAR, FAR_CORES = "near", "far"
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
        self.best_ping, self.waited, self.last_ping = float ("inf"), 0.0, None
        self.far_rows, self.recorded = [], None
        self.placements = [{}]
        self.started = time.time ()
        if self.cores == 1:
            print (f"{self.name}: one core only: what needs two is skipped")
        for _ in range (20): # what is near here?
            self.last_ping = self.probe ()
        self.find_far_cores ()

    def find_far_cores (self):
        """Where some cores are far from the first one: which core takes the place of each
        in runs on far cores, such that neighbours in the list are far from each other."""
        trips = {c: min (self.probe ([self.cpus[0], c]) or 0 for _ in range (5))
                 for c in self.cpus[1:]}
        far = [c for c, ns in trips.items () if ns > FAR * self.best_ping]
        if len (self.cpus) > 2 and far:
            near = [c for c in self.cpus if c not in far]
            mixed = [c for pair in itertools.zip_longest (near, far) for c in pair if c is not None]
            self.placements.append (dict (zip (self.cpus, mixed)))

    def go (self, run):
        """Measures, and reports: once for near cores, and again for far ones if there were any."""
        run (self)
        if not any (self.far_rows):
            return
        near, plots = self.rows, self.plots
        self.rows, self.recorded, self.suffix = [], iter (self.far_rows), "_far"
        run (self)
        self.rows, self.plots = near + self.rows, plots

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
        self.note_distance (run, [int (c) for c in words[words.index ("--cpus") + 1].split (",")])
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

    def wait_calm (self, entries):
        """Waits while the cores are busy, or far and there are enough such runs; PATIENCE
        seconds in all."""
        usual = self.usual (entries, FAR_CORES)
        enough = all (len (self.good (e, usual, FAR_CORES)) >= self.repeat for e in entries)
        while self.waited < self.patience and not self.late () and (
                others () or (enough and (self.probe () or 0) > FAR * self.best_ping)):
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

    def where (self, run):
        """Whether a run was on near or far cores; None: on one core, or it is not known."""
        far = {ping > FAR * self.best_ping for ping in pings (run)}
        return "mixed" if len (far) > 1 else None if not far else FAR_CORES if True in far else NEAR

    def fault (self, entry, run, usual, place=NEAR):
        """Why a run does not count there, or None.  usual: the group's median ping there."""
        trips = pings (run)
        if self.where (run) not in (None, place):
            return self.where (run)
        if trips and usual and min (trips) < CLOSE * usual:
            return "close"
        if entry.case.spinning and entry.case.threads <= self.cores:
            if any (c < OWN_CORE * w for c, w in zip (run.get ("cpu", []), run.get ("wall", []))):
                return "no core"
        return None

    def usual (self, entries, place=NEAR):
        """The median round trip of the runs there."""
        all_pings = [p for e in entries for r in e.runs if self.where (r) == place
                     for p in pings (r)]
        return statistics.median (all_pings) if all_pings else None

    def good (self, entry, usual, place=NEAR):
        return [r for r in entry.runs if not self.fault (entry, r, usual, place)]

    # ---- Measuring ------------------------------------------------------

    def measure (self, cases):
        """Measures one group of cases in turns; returns their rows."""
        if self.recorded:
            rows = next (self.recorded, [])
            self.rows += rows
            return rows
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
        self.far_rows.append (self.rows_of_far_cores (runs))
        self.rows += rows
        return rows

    def rows_of_far_cores (self, runs):
        """None of a group in which a competitor has too few runs there: all must have had the
        same weather.  Nor of one that ran on one core."""
        entries = [e for found in runs.values () for e in found]
        usual = self.usual (entries, FAR_CORES)
        least = min (LEAST_RUNS, self.repeat)
        def enough (found):
            return any (len (self.good (e, usual, FAR_CORES)) >= least for e in found)
        if not usual or not all (enough (found) for found in runs.values () if found):
            return []
        def judge (entry, run):
            return self.fault (entry, run, usual, FAR_CORES)
        return [{**self.row (c, found, judge), "place": FAR_CORES}
                for c, found in runs.items () if found]

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
        self.wait_calm (entries)
        for placement in self.placements:
            for entry in list (entries):
                try:
                    self.run_once (entry, placement)
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
        self.dropped.update ({k: n for k, n in reasons.items () if k not in (NEAR, FAR_CORES)})
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
