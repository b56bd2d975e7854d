#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""loops.py FOLDER FIRST LAST - compares random programs before and after join-loops.

erbium-gen seldom puts two loops over one range behind each other; here are many: over arrays and views, from counters
that agree or do not, with statements between them that may or may not change places with a loop.  FOLDER
has erbium-opt and erbium-interp.  Prints how many loops became one, and what differs.
"""
import os
import random
import subprocess
import sys

ARRAYS = "abcd"
BETWEEN = ["i = i + 1;", "j = j + 1;", "i = i + 1; j = j + 1;", "s = 3i32;", "t = s + a[4];", "stall(w, 40);", "i = j;",
           "b[5] = t;", "c[j] = s + i32(j);", "let z : i32 = s; t = z;", "", "", "", "", ""]
PROGRAM = """process main() {
    let r : record i32 = new_record(1, 1);
    let o : record i32 = new_record(1, 1);
    let u : write view i32 = new_write_view(r); register(u, 1); alloc(u, 64);
    let v : read view i32 = new_read_view(r); register(v, 1); alloc(v, 64);
    let w : write view i32 = new_write_view(o); register(w, 1); alloc(w, 64);
    let x : read view i32 = new_read_view(o); register(x, 1); alloc(x, 64);
    stall(u, 64); stall(w, 40);
    for q in 0 .. 64 { u[[q]] = i32(q); }
    commit(u, 64); update(v, 64);
    for q in 0 .. 40 { w[[q]] = 0i32; }
    var a : [90]i32; var b : [90]i32; var c : [90]i32; var d : [90]i32;
    var s : i32; var t : i32; var i : index; var j : index;
    for q in 0 .. 90 { a[q] = i32(q) * 3i32; b[q] = i32(q) * 5i32; c[q] = i32(q) * 7i32; d[q] = i32(q); }
    for round in 0 .. 3 {
        BODY
    }
    commit(w, 40); update(x, 40);
    for q in 0 .. 90 { s = s * 31i32 + a[q] + b[q] * 3i32 + c[q] * 5i32 + d[q] * 7i32; }
    for q in 0 .. 40 { s = s * 31i32 + x[[q]]; }
    print s, " ", t, " ", i, " ", j;
}
"""


def index(rand, k):
    by, more = rand.choice([1] * 12 + [2, 2, -1, 0]), rand.choice([0, 0, 0, 0, 1, 2, 3])
    text = {1: f"{k} + {more}", 2: f"2 * {k} + {more}", -1: f"60 - {k} - {more}", 0: f"{more + 3}"}[by]
    return text if by == 0 or rand.random() < 0.85 else text.replace(k, f"({k} - i + j)")


def expression(rand, k):
    parts = [rand.choice([f"{rand.choice(ARRAYS)}[{index(rand, k)}]", f"i32({k})", f"{rand.randint(1, 9)}i32", rand.choice("st"),
                          f"i32({rand.choice('ij')})", f"v[[{k} + {rand.randint(0, 3)}]]"]) for _ in range(rand.choice([1, 1, 2]))]
    return rand.choice([" + ", " ^ ", " * "]).join(parts)


def statement(rand, k):
    to = f"{rand.choice(ARRAYS)}[{index(rand, k)}]"
    return rand.choice([f"{to} = {expression(rand, k)};"] * 6 + [f"s = s + {expression(rand, k)};", f"w[[{k}]] = {expression(rand, k)};",
                       f"if {k} % 3 == 1 {{ {to} = {expression(rand, k)}; }}", f"let y : i32 = {expression(rand, k)}; {to} = y;"])


def loop(rand):
    k, start, more = rand.choice("klm"), rand.choice(["", "i + ", "j + "]), rand.choice([0, 0, 0, 1])
    end, step = rand.choice([f"{start}{20 + more}"] * 5 + ["21"]), rand.choice([""] * 9 + [" by 2"])
    lines = " ".join(f"if true {{ {statement(rand, k)} }}" if rand.random() < 0.1 else statement(rand, k) for _ in range(1))
    return f"for {k} in {start}{more} .. {end}{step} {{ {lines} }}"


def program(seed):
    rand = random.Random(seed)
    body = [line for _ in range(rand.randint(3, 7)) for line in (loop(rand), rand.choice(BETWEEN).replace("z", f"z{rand.randint(0, 10**6)}"))]
    return PROGRAM.replace("BODY", "\n        ".join(body)).encode()


def run(folder, tool, *words, text):
    done = subprocess.run([os.path.join(folder, tool), *words, "-"], input=text, capture_output=True, timeout=120)
    return done.returncode, done.stdout


folder, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
joined = wrong = 0
for seed in range(first, last):
    text = program(seed)
    status, changed = run(folder, "erbium-opt", "--verify-each", "--passes=join-loops", text=text)
    before, after = run(folder, "erbium-interp", text=text), run(folder, "erbium-interp", text=changed)
    joined += text.count(b"for ") - changed.count(b"for ")
    if status or before[0] == 1 or before != after:
        print(f"seed {seed}: statuses {status}, {before[0]}, {after[0]}:\n{text.decode()}")
        wrong += 1
print(f"{last - first} programs, {joined} loops joined, {wrong} wrong")
sys.exit(wrong != 0 or joined < last - first)
