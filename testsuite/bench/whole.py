# SPDX-License-Identifier: MIT
"""whole.py - cases that are whole programs, from their start to their end, file to file (whole.c)."""
from harness import Case

PROGRAM = "whole"


class Whole (Case):
    """A command, whose words are given, on so many cores; it writes the file `out`, of which
    total is the Adler-32."""
    def __init__ (self, bench, row, words, out, items, total, cores, environment=None, missed=False):
        cpus = bench.cpus[:cores]
        super ().__init__ (row, PROGRAM, {"cpus": ",".join (map (str, cpus))}, items=items,
                           total=lambda n, o: total, cores=len (cpus), threads=len (cpus), share=True, spinning=False, missed=missed,
                           environment={"BENCH_COMMAND": "\n".join (words), "BENCH_OUT": out,
                                        "ERBIUM_WORKERS": str (len (cpus)), **(environment or {})})
