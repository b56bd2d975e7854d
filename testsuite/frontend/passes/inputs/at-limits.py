#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""at-limits KIND N - a program that comes near a limit of 1.9, for a pass that would go beyond it.

nested  a loop within N blocks, which coarsen makes deeper; another process with a loop that it changes
wide    a loop that asks for a sum of N operators, of which prefetch makes another
shared  a process whose turns have N blocks within each other, and copies of it one more
"""
import sys

CHANNEL = """    let {r} : record i32 = new_record(1, 1);
    let w : write view i32 = new_write_view({r});
    register(w, 1);
    alloc(w, 4);
    let v : read view i32 = new_read_view({r});
    register(v, 1);
    alloc(v, 4);
    stall(w, 2);
    w[[0]] = 1i32;
    w[[1]] = 2i32;
    commit(w, 2);
    var i : index = 0;
    var s : i32;
"""
SOURCE = """process source(out : record i32) {{
    let w : write view i32 = new_write_view(out);
    register(w, 1);
    alloc(w, 64);
    for i in 0 .. 50 {{
        stall(w, i + 1);
        {}w[[i]] = i32(i);{}
        commit(w, i + 1);
    }}
}}
"""
PRINT = """process main() {
    let a : record i32 = new_record(1, 1);
    run source(a);
    let r : read view i32 = new_read_view(a);
    register(r, 1);
    alloc(r, 64);
    update(r, 50);
    print r[[49]];
"""

kind, n = sys.argv[1], int(sys.argv[2])
if kind == "nested":
    print(SOURCE.format("", "") + PRINT + CHANNEL.format(r="b") + "    if true {\n" * n)
    print("    while i < 2 { update(v, i + 1); s = s + v[[i]]; i = i + 1; release(v, i); }")
    print("    }\n" * n + "    print s;\n}")
elif kind == "wide":
    print("process main() {\n" + CHANNEL.format(r="b"))
    print("    while i < 2 { update(v, i + 1" + " + 1 - 1" * ((n - 1) // 2) + "); s = s + v[[i]]; i = i + 1; release(v, i); }")
    print("    print s;\n}")
elif kind == "shared":
    print(SOURCE.format("if true { " * n, " }" * n) + PRINT + "}")
