#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""deep.py WHAT N - a program in which N of something are within each other; the second line has them."""
import sys

what, n = sys.argv[1], int(sys.argv[2])


def main(text):
    return "process main() {\n" + text + "\n}"


def chain(order):
    return "\n".join(f"const c{k} : i32 = c{k + 1} + 1i32;" if k + 1 < n else f"const c{k} : i32 = 1i32;" for k in order)


def structures(fields, order):
    """s0 in s1 in s2 ...; each in so many fields of the next."""
    text = {k: ", ".join(f"f{f} : s{k - 1}" for f in range(fields)) if k else "x : i8" for k in range(n)}
    return "\n".join(f"struct s{k} {{ {text[k]} }}" for k in order)


programs = {
    "block": lambda: main("if true {" * n + "}" * n),
    "else": lambda: main("if false {}" + " else if false {}" * n + " else { print 1; }"),
    "bracket": lambda: main("print " + "(" * n + "1" + ")" * n + ";"),
    "argument": lambda: main("print " + "i8(" * n + "1" + ")" * n + ";"),
    "index": lambda: main("var a : [1]index; print " + "a[" * n + "0" + "]" * n + ";"),
    "element": lambda: "process p(v : read view index) {\nprint " + "v[[" * n + "0" + "]]" * n + ";\n}",
    "middle": lambda: main("print " + "true ? " * n + "1" + " : 0" * n + ";"),
    "type": lambda: main("var a : " + "[1]" * n + "i8;"),
    "sum": lambda: main("print 1" + " + 1" * n + ";"),
    "unary": lambda: main("print " + "!" * n + ("true" if n % 2 == 0 else "false") + ";"),
    "choice": lambda: main("print " + "false ? 0 : " * n + "1;"),
    "constants": lambda: chain(range(n)),
    "constants-back": lambda: chain(reversed(range(n))),
    "structures": lambda: structures(1, range(n)),
    "structures-back": lambda: structures(1, reversed(range(n))),
    "doubled": lambda: structures(2, range(n)),
    "doubled-back": lambda: structures(2, reversed(range(n))),
}
print(programs[what]())
