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
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
import time

import plot

FINALISTS = 3
CLOSE = 0.75        # of the group's median round trip
FAR = 2.0           # times the best round trip seen
OWN_CORE = 0.9      # CPU time over wall time
TIMEOUT = 120       # seconds a run
PATIENCE = 120      # seconds a benchmark may wait for good weather, in all
ATTEMPTS = 2        # at a group
ITEMS_LEAST, ITEMS_MOST = 1 << 18, 1 << 28


class Missing (Exception):
    """A program, a library, a core or a folder that the benchmark needs is not there."""


class Failed (Exception):
    """A program failed or computed a wrong result."""


def stream_sum (n, times=1):
    """What `times` readers of 0 .. n-1 add up to, modulo 2^32."""
    return times * (n * (n - 1) // 2) % 2**32


class Case:
    """One competitor in one group, that is, one row.

    row       what the row says of itself: {"peer": ..., "burst": ..., ...}
    program   the file in DIR/bench
    options   its options, fixed; settings: lists of more, of which the best counts
    items     elements a run; None: as many as take about bench.seconds
    total     the expected sum, a function of (items, options)
    threads   how many spin, cores: how many they need; with share they may do
              with fewer, and the row says so
    spinning  false: threads may sleep, CPU time says nothing
    """
    def __init__ (self, row, program, options, settings=({},), items=None, total=None,
                  threads=2, cores=2, share=False, spinning=True):
        self.row, self.program, self.options = row, program, dict (options)
        self.settings, self.items = [dict (s) for s in settings], items
        self.total = total or (lambda n, o: stream_sum (n))
        self.threads, self.cores, self.share, self.spinning = threads, cores, share, spinning

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


class Bench:
    def __init__ (self, args):
        self.name, self.folder = args.name, os.path.join (args.build, "bench")
        self.results ("a").close () # before the work, not after it
        self.only = args.only.split (",") if args.only else None
        self.peers_only = args.peers_only
        self.repeat = args.repeat or (3 if args.quick else 7)
        self.scouts = 1 if args.quick else 2
        self.seconds = 0.02 if args.quick else 0.06
        self.cpus = [int (c) for c in args.cpus.split (",")] if args.cpus else cores ()
        self.cores = len (self.cpus)
        self.quick = args.quick
        self.patience = 20 if args.quick else PATIENCE
        self.rows, self.ratios, self.plots = [], {}, None
        self.dropped = collections.Counter ()
        self.best_ping, self.waited = float ("inf"), 0.0
        self.started = time.time ()
        if self.cores == 1:
            print (f"{self.name}: one core only: what needs two is skipped")
        for _ in range (20): # what is near here?
            self.probe ()

    def results (self, mode):
        """The file of results, opened."""
        path = os.path.join (self.folder, self.name + ".json")
        try:
            return open (path, mode)
        except OSError as e:
            raise Missing (f"{path} cannot be written ({e.strerror}): make it writable, "
                           "or name another folder with BUILD=")

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
            done = subprocess.run (words, capture_output=True, text=True, timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            raise Failed (f"more than {TIMEOUT} s: {line}")
        except OSError as e:
            raise Missing (f"cannot run {line}: {e.strerror}")
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
        while self.waited < self.patience and (others () or (self.probe () or 0) > FAR * self.best_ping):
            time.sleep (0.5)
            self.waited += 0.5

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
        entries = [e for c in runnable for e in self.scout (c)]
        for _ in range (ATTEMPTS):
            judge, calm = self.attempt (entries)
            if calm or self.waited >= self.patience:
                break
        rows = [self.row (c, [e for e in entries if e.case is c], judge) for c in runnable]
        self.rows += rows
        return rows

    def attempt (self, entries):
        """All rounds of a group.  Returns how to judge its runs, a function
        (entry, run) that gives a reason or None, and whether all went well.
        Where a competitor had no good run at all, bad ones count for everyone
        of the group: the weather must be the same for all."""
        for entry in entries:
            entry.runs = []
        for _ in range (self.repeat):
            self.round (entries)
        self.repair (entries)
        usual = self.usual (entries)
        for case in dict.fromkeys (e.case for e in entries):
            if not any (self.good (e, usual) for e in entries if e.case is case):
                return (lambda entry, run: None), False
        return (lambda entry, run: self.fault (entry, run, usual)), True

    def round (self, entries):
        self.wait_calm ()
        for entry in entries:
            self.run_once (entry)

    def skip (self, case):
        if case.cores <= self.cores or case.share:
            return False
        note = f"skipped: needs {case.cores} cores, {self.cores} there"
        print (f"{self.name}: {case.name ()}: {note}")
        self.rows.append ({**case.row, "rate": None, "note": note})
        return True

    def progress (self, cases):
        names = ", ".join (c.name () for c in cases)
        print (f"[{time.time () - self.started:4.0f} s] {names}", file=sys.stderr, flush=True)

    def scout (self, case):
        """Tries each setting briefly; returns the best few as entries."""
        entries = [Entry (case, s) for s in case.settings]
        for entry in entries:
            if not case.items:
                self.calibrate (entry)
        if len (entries) > FINALISTS:
            for _ in range (self.scouts):
                self.round (entries)
            self.repair (entries, self.scouts, 2)
            usual = self.usual (entries)
            entries.sort (key=lambda e: -e.rate (self.good (e, usual) or e.runs))
        for entry in entries[:FINALISTS]:
            if not case.items:
                self.calibrate (entry, self.seconds)
        return entries[:FINALISTS]

    def calibrate (self, entry, seconds=0.015):
        """Sets items, a power of two, for a run of about so long; no fewer than
        16 windows, so that filling and draining them does not count."""
        least = max (ITEMS_LEAST, 16 * entry.options.get ("window", 0) // 4)
        rate = max (entry.rate (entry.runs) * 1e6, 1)
        if not entry.runs:
            entry.items = 1 << 14
            run = self.run_once (entry)
            if run["seconds"] < 0.002:
                entry.items = 1 << 20
                run = self.run_once (entry)
            rate = run["items"] / run["seconds"]
            entry.runs = []
            least = min (least, power (rate))
        entry.items = min (max (power (rate * seconds), least), ITEMS_MOST)

    def repair (self, entries, repeat=None, tries=None):
        """Repeats dropped runs, a bounded number of times."""
        repeat = repeat or self.repeat
        for _ in range (tries or (3 if self.waited < self.patience else 1) * repeat):
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
        row.update (rate=round (statistics.median (rates), 3), least=round (rates[0], 3),
                    most=round (rates[-1], 3), seconds=statistics.median (r["seconds"] for r in runs),
                    items=best.items, setting=best.setting, runs=len (runs),
                    dropped=dict (reasons), ping_ns=median_ping (runs))
        return row

    # ---- Results --------------------------------------------------------

    def find (self, **want):
        """The rate of the row that says so, or None."""
        for row in self.rows:
            if all (row.get (k) == v for k, v in want.items ()):
                return row.get ("rate")
        return None

    def best (self, rows):
        rows = [r for r in rows if r.get ("rate")]
        return max (rows, key=lambda r: r["rate"]) if rows else None

    def ratio (self, name, ours, theirs):
        """Above 1 is better for us, unless the name ends in _cost.  None of a
        part of the competitors: it would not be the best peer's."""
        if ours and theirs and not self.only:
            self.ratios[name] = round (ours / theirs, 4)

    def table (self, title, across, down, ours=None, cell=lambda row: row["rate"]):
        """One line for each value of row[down], one column for each of
        row[across]; behind each figure ours over it."""
        rows = [r for r in self.rows if across in r and down in r]
        columns = list (dict.fromkeys (r[across] for r in rows))
        lines = list (dict.fromkeys (r[down] for r in rows))
        print (f"\n{title}")
        print (f"{down:24}" + "".join (f"{across + ' ' + str (c):>16}" for c in columns))
        for line in lines:
            cells = [self.cell (rows, across, c, down, line, ours, cell) for c in columns]
            print (f"{line:24}" + "".join (f"{x:>16}" for x in cells))
        if ours in lines:
            print (f"({ours} over each in brackets)")

    def cell (self, rows, across, column, down, line, ours, cell):
        def value (of):
            for r in rows:
                if r[across] == column and r[down] == of and r.get ("rate"):
                    return cell (r)
            return None
        x, us = value (line), value (ours)
        if x is None:
            return "-"
        return figure (x) + (f" [{us / x:.2f}]" if us and line != ours else "")

    def finish (self):
        """Prints the ratios, the notes and what was dropped; writes the files."""
        for name, value in self.ratios.items ():
            print (f"ratio {name:40} {value:8.3f}")
        for note in dict.fromkeys (r["note"] for r in self.rows if "note" in r):
            which = dict.fromkeys (row_name (r) for r in self.rows if r.get ("note") == note)
            print (f"note: {note}: {'; '.join (which)}")
        total = sum (r.get ("runs", 0) for r in self.rows)
        why = ", ".join (f"{n} {k}" for k, n in sorted (self.dropped.items ())) or "none"
        print (f"{total} runs stand in the table; runs dropped: {why}"
               f"; waited {self.waited:.0f} s for near and idle cores")
        path = os.path.join (self.folder, self.name)
        try:
            with self.results ("w") as f:
                json.dump (self.document (), f, indent=1)
        except OSError as e:
            raise Failed (f"{path}.json is not whole ({e.strerror}): make room, and measure again")
        print (f"wrote {path}.json" + (plot.draw (path, self.plots) if self.plots else ""))

    def document (self):
        return {"name": self.name, "rows": self.rows, "ratios": self.ratios,
                "machine": self.machine (), "dropped": {**self.dropped, "seconds waited": self.waited}}

    def machine (self):
        return {"cpu": cpu_model (), "cores": self.cores, "cpus": self.cpus,
                "kernel": platform.release (), "best_ping_ns": finite (self.best_ping),
                "date": datetime.datetime.now (datetime.timezone.utc).isoformat (timespec="seconds"),
                "quick": self.quick, "repeat": self.repeat}


# ---- Small things -------------------------------------------------------

def pings (run):
    """The round trips that a run saw, in ns."""
    return [run[k] for k in ("ping_before_ns", "ping_after_ns") if run.get (k)]


def median_ping (runs):
    all_pings = [p for r in runs for p in pings (r)]
    return statistics.median (all_pings) if all_pings else None


def power (x):
    """The largest power of two up to x."""
    return 1 << max (int (x).bit_length () - 1, 0)


def finite (x):
    return x if x != float ("inf") else None


def figure (x):
    return f"{x:.0f}" if x >= 100 else f"{x:.3g}"


def row_name (row):
    return " ".join (str (row[k]) for k in row if k in ("peer", "config"))


def read (path):
    try:
        with open (path) as f:
            return f.read ().strip ()
    except OSError:
        return ""


def others ():
    """True if someone else runs just now."""
    fields = read ("/proc/loadavg").split ()
    return len (fields) > 3 and int (fields[3].split ("/")[0]) > 1


def cores ():
    """One CPU of each core that we may use; those that share the first one's
    last cache come first."""
    seen, found = set (), []
    for cpu in sorted (os.sched_getaffinity (0)):
        base = f"/sys/devices/system/cpu/cpu{cpu}"
        core = read (base + "/topology/thread_siblings_list") or str (cpu)
        if core not in seen:
            seen.add (core)
            found.append ((cpu, read (base + "/cache/index3/shared_cpu_list")))
    return [c for c, cache in sorted (found, key=lambda f: (f[1] != found[0][1], f[0]))]


def cpu_model ():
    for line in read ("/proc/cpuinfo").splitlines ():
        if line.startswith ("model name"):
            return line.split (":")[1].strip ()
    return platform.machine ()
