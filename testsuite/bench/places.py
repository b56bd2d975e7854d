# SPDX-License-Identifier: MIT
"""places.py - near cores, far cores, one core: which run was where, and what each place gets.

The idea: where cores are is weather.  Two cores are far from each other if a cache line takes
more than twice as long as between the nearest ones that were seen.  Some machines have both at
once: then other cores take the place of the given ones in every second run (placements).  On a
virtual machine the same two cores are near now and far later.  So each run says how long a line
took before and after it, and counts for the place where it was.

  where         the place of a run
  fault         why a run does not count for a place
  fill          further rounds of all groups, until each competitor has enough runs in both
                places, or time is up
  rows_at       the rows of a group for a place
  report        tables and ratios for each place, and what could not be had

Nothing is dropped for being slow, and a figure of a place never comes from another one.  A
competitor without a run in a place has a row there that says so.  A run on one core counts in both
places, since it stands beside either.
"""
import collections
import itertools
import statistics
import time

CLOSE = 0.75        # of the group's median round trip
FAR_FACTOR = 2.0    # times the best round trip seen
NEAR, FAR, ONE = "near", "far", "one core"
SUFFIX = {NEAR: "", FAR: "_far"}  # of a ratio's name
OWN_CORE = 0.9      # CPU time over wall time
LEAST_RUNS = 3      # below which a row says how few there were


class Group:
    """Competitors that were measured in turns."""
    def __init__ (self, lasting):
        self.entries, self.left_out, self.tries, self.lasting = [], [], 0, lasting

    def cases (self):
        return list (dict.fromkeys (e.case for e in self.entries))

    def of (self, case):
        return [e for e in self.entries if e.case is case]

    def leave_out (self, row, note):
        """A row without a figure, that says why."""
        self.left_out.append ({**row, "rate": None, "note": note})

    def withdraw (self, case, note):
        if case in self.cases ():
            self.leave_out (case.row, note)
        self.entries[:] = [e for e in self.entries if e.case is not case]


class Places:
    """What a benchmark (harness.py) knows of places."""

    def find_far_cores (self):
        """Where some cores are far from the first one: which core takes the place of each
        in runs on far cores, such that neighbours in the list are far from each other."""
        trips = {c: min (self.probe ([self.cpus[0], c]) or 0 for _ in range (5))
                 for c in self.cpus[1:]}
        far = [c for c, ns in trips.items () if ns > FAR_FACTOR * self.best_ping]
        if len (self.cpus) > 2 and far:
            near = [c for c in self.cpus if c not in far]
            mixed = [c for pair in itertools.zip_longest (near, far) for c in pair if c is not None]
            self.placements.append (dict (zip (self.cpus, mixed)))

    # ---- Judging --------------------------------------------------------

    def where (self, run):
        """The place of a run; None: on one core, or it is not known."""
        far = {ping > FAR_FACTOR * self.best_ping for ping in pings (run)}
        return "mixed" if len (far) > 1 else None if not far else FAR if True in far else NEAR

    def here (self):
        """The places where a round would be now."""
        two = self.place (2)
        trips = [self.probe ([m.get (c, c) for c in two]) for m in self.placements]
        return {self.where ({"ping_after_ns": ns}) for ns in trips}

    def usual (self, entries, place):
        """The median round trip of the runs there, or None."""
        found = [p for e in entries for r in e.runs if self.where (r) == place for p in pings (r)]
        return statistics.median (found) if found else None

    def fault (self, entry, run, usual, place):
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

    def good (self, entry, usual, place):
        return [r for r in entry.runs if not self.fault (entry, r, usual, place)]

    def counted (self, entries, entry):
        """Good runs of an entry, wherever they were."""
        good = [id (r) for p in (NEAR, FAR) for r in self.good (entry, self.usual (entries, p), p)]
        return len (set (good))

    def main_place (self, entries):
        """Where most of the runs were."""
        runs = collections.Counter (self.where (r) for e in entries for r in e.runs)
        return FAR if runs[FAR] > runs[NEAR] else NEAR

    # ---- Filling up -----------------------------------------------------

    def lacking (self, group, place):
        """Entries of a group that spans several cores, with too few runs there."""
        if not any (pings (r) for e in group.entries for r in e.runs):
            return []
        usual = self.usual (group.entries, place)
        return [e for e in group.entries if len (self.good (e, usual, place)) < self.repeat]

    def fill (self, groups, until):
        """Rounds of what lacks runs in the place where the cores are now.  Where no group does,
        it waits for the other place, for a bounded time in all."""
        while time.time () < until:
            wanted = {p: [g for g in groups if g.tries < 6 * self.repeat and self.lacking (g, p)]
                      for p in (NEAR, FAR)}
            if not any (wanted.values ()):
                return
            ready = [(g, p) for p in self.here () & set (wanted) for g in wanted[p]]
            if not ready and self.awaited >= self.most_awaited:
                return
            if not ready:
                time.sleep (0.5)
                self.awaited += 0.5
                continue
            group, place = min (ready, key=lambda x: x[0].tries)
            group.tries += 1
            self.round (group, self.lacking (group, place))

    # ---- Rows -----------------------------------------------------------

    def rows_at (self, group, place):
        """The rows of a group there, with those that say what is not there.  If a competitor
        has only bad runs there, bad ones count for all: they must have had the same weather."""
        usual = self.usual (group.entries, place)
        if place == FAR and usual is None:
            return []
        runs = {e: self.good (e, usual, place) for e in group.entries}
        there = {e: [r for r in e.runs if self.where (r) in (None, place)] for e in group.entries}
        bad = any (not any (runs[e] for e in group.of (c)) and any (there[e] for e in group.of (c))
                   for c in group.cases ())
        rows = [self.row (c, group.of (c), there if bad else runs, place) for c in group.cases ()]
        for row in rows if bad else ():
            row.setdefault ("note", "conditions were bad for this whole group: repeat the benchmark")
        return group.left_out + rows

    def count_dropped (self):
        """Of all runs, those that count nowhere."""
        for g in self.groups:
            for e in g.entries:
                for r in e.runs:
                    place = self.where (r) if self.where (r) in (NEAR, FAR) else NEAR
                    why = self.fault (e, r, self.usual (g.entries, place), place)
                    self.dropped.update ([why] if why else [])

    # ---- Reporting ------------------------------------------------------

    def report (self, run):
        """Runs `run` once more for each place, with the rows of that place in turn."""
        rows, plots = [], None
        for place, other in ((NEAR, FAR), (FAR, NEAR)):
            if not self.has_runs (place) and (place == FAR or self.has_runs (other)):
                print (f"\n{place} cores: no runs, the cores were never {place} while this ran")
                continue
            self.rows, self.suffix, self.reports, self.plots = [], SUFFIX[place], place, None
            self.recorded = iter ([self.rows_at (g, place) for g in self.groups])
            run (self)
            rows += [r for r in self.rows if not (rows and r.get ("place") == ONE)]
            plots = plots or self.plots
        self.rows, self.plots, self.recorded = rows, plots, None

    def first_place (self):
        """The one for which is reported first."""
        return FAR if self.has_runs (FAR) and not self.has_runs (NEAR) else NEAR

    def has_runs (self, place):
        return any (self.where (r) == place for g in self.groups for e in g.entries for r in e.runs)

    def shortfalls (self):
        """What a place lacks, in words."""
        both = self.has_runs (NEAR) and self.has_runs (FAR)
        said = []
        for place in (NEAR, FAR):
            rows = [r for r in self.rows if r.get ("place") == place]
            few = [r for r in rows if 0 < r.get ("runs", 0) < min (LEAST_RUNS, self.repeat)]
            found = {"no run": [name_of (r) for r in rows if not r["rate"]],
                     f"fewer than {LEAST_RUNS} runs": [name_of (r) for r in few],
                     "no such ratio, since a row has no run": self.missing_ratios (place) if both else []}
            said += [f"{place} cores: {what}: {'; '.join (dict.fromkeys (which))}"
                     for what, which in found.items () if which]
        return said

    def missing_ratios (self, place):
        """Those that only the other place has."""
        names = dict.fromkeys (n.removesuffix (SUFFIX[FAR]) for n in self.ratios)
        return [n + SUFFIX[place] for n in names if n + SUFFIX[place] not in self.ratios
                and not n.startswith (("missed_", "one_core_")) and "_one_core_" not in n]


# ---- Small things -------------------------------------------------------

def pings (run):
    """The round trips that a run saw, in ns."""
    return [run[k] for k in ("ping_before_ns", "ping_after_ns") if run.get (k)]


def median_ping (runs):
    found = [p for r in runs for p in pings (r)]
    return statistics.median (found) if found else None


def name_of (row):
    """What tells a row from the others: all that is before its figure."""
    keys = itertools.takewhile (lambda k: k != "rate", row)
    return " ".join (str (row[k]) for k in keys if k not in ("place", "note"))
