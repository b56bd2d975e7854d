# SPDX-License-Identifier: MIT
"""names - whether all that the benchmarks ask of the harness is there: a benchmark of ten minutes
should not end with a name that does not exist.  Prints what is not."""
import ast
import glob
import os

import harness

HERE = os.path.dirname (os.path.abspath (__file__))
PARTS = [os.path.join (HERE, f"{m}.py") for m in ("harness", "report", "places", "machine")]


def attributes (path, of):
    tree = ast.parse (open (path, encoding="utf-8").read ())
    return [n for n in ast.walk (tree) if isinstance (n, ast.Attribute)
            and isinstance (n.value, ast.Name) and n.value.id == of]


def main ():
    there = set (dir (harness.Bench))
    for path in PARTS:
        there |= {n.attr for n in attributes (path, "self") if isinstance (n.ctx, ast.Store)}
    found = 0
    for path in sorted (glob.glob (os.path.join (HERE, "*.py"))):
        for n in attributes (path, "bench"):
            if isinstance (n.ctx, ast.Store):
                there.add (n.attr)
        for n in attributes (path, "bench"):
            found += 1
            if n.attr not in there:
                print (f"{os.path.basename (path)}:{n.lineno}: a benchmark has no '{n.attr}'")
    print (f"{found} names")


main ()
