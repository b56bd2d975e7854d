# SPDX-License-Identifier: MIT
"""report.py - what a benchmark says in the end: tables, ratios, notes, JSON, plot."""
import datetime
import json
import os
import platform

import machine
import plot

NO_RUN = "no run"  # how it begins where a place has none
NOT_AVAILABLE = "not available"  # how a row's note begins where a competitor cannot run here


class Missing (Exception):
    """A program, a library, a core or a folder that the benchmark needs is not there."""


class Failed (Exception):
    """A program or a file came out wrong."""


class Report:
    """Of rows, ratios and plots; a benchmark (harness.py) fills them."""
    suffix = ""  # of the ratios that are formed now

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
            self.ratios[name + self.suffix] = round (ours / theirs, 4)

    def table (self, title, across, down, ours=None, cell=lambda row: row["rate"], rows=None):
        """One line for each value of row[down], one column for each of
        row[across]; behind each figure ours over it.  Of rows, or all."""
        rows = [r for r in (self.rows if rows is None else rows) if across in r and down in r]
        columns = list (dict.fromkeys (r[across] for r in rows))
        if all (isinstance (c, int) for c in columns):
            columns.sort ()
        lines = list (dict.fromkeys (r[down] for r in rows))
        print (f"\n{title}" + (", far cores" if self.suffix else ""))
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
            notes = [r.get ("note", "") for r in rows if r[across] == column and r[down] == line]
            return NOT_AVAILABLE if any (n.startswith (NOT_AVAILABLE) for n in notes) else "-"
        return figure (x) + (f" [{us / x:.2f}]" if us and line != ours else "")

    def finish (self):
        """Prints the ratios, the notes and what was dropped; writes the files."""
        for name, value in self.ratios.items ():
            print (f"ratio {name:40} {value:8.3f}")
        for note in dict.fromkeys (r["note"] for r in self.rows
                                   if "note" in r and not r["note"].startswith (NO_RUN)):
            which = dict.fromkeys (row_name (r) for r in self.rows if r.get ("note") == note)
            print (f"note: {note}: {'; '.join (which)}")
        total = sum (r.get ("runs", 0) for r in self.rows)
        why = ", ".join (f"{n} {k}" for k, n in sorted (self.dropped.items ())) or "none"
        for line in self.shortfalls ():
            print (line)
        print (f"{total} runs stand in the tables; runs dropped: {why}; waited {self.waited:.0f} s"
               f" for idle cores, {self.awaited:.0f} s for near or far ones")
        path = os.path.join (self.folder, self.name)
        try:
            with self.results ("w") as f:
                json.dump (self.document (), f, indent=1)
        except OSError as e:
            raise Failed (f"{path}.json is not whole ({e.strerror}): make room, and measure again")
        print (f"wrote {path}.json" + (plot.draw (path, self.plots) if self.plots else ""))

    def results (self, mode):
        """The file of results, opened."""
        path = os.path.join (self.folder, self.name + ".json")
        try:
            return open (path, mode)
        except OSError as e:
            raise Missing (f"{path} cannot be written ({e.strerror}): make it writable, "
                           "or name another folder with BUILD=")

    def document (self):
        return {"name": self.name, "rows": self.rows, "ratios": self.ratios,
                "machine": self.machine (), "not_measured": self.shortfalls (),
                "dropped": {**self.dropped, "seconds waited": self.waited}}

    def machine (self):
        return {"cpu": machine.cpu_model (), "cores": self.cores, "cpus": self.cpus,
                "kernel": platform.release (), "best_ping_ns": finite (self.best_ping),
                "date": datetime.datetime.now (datetime.timezone.utc).isoformat (timespec="seconds"),
                "quick": self.quick, "repeat": self.repeat}


def finite (x):
    return x if x != float ("inf") else None


def figure (x):
    return f"{x:.0f}" if x >= 100 else f"{x:.3g}"


def row_name (row):
    return " ".join (str (row[k]) for k in row if k in ("peer", "config"))
