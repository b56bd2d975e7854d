#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""functions.py chain N | stack N - functions that call each other in a chain of N, or two that have
arrays of N scalars of eight bytes."""
import sys

what, n = sys.argv[1], int(sys.argv[2])
if what == "chain":
    for k in range(n - 1):
        print(f"func f{k}(x : i32) -> i32 {{ return f{k + 1}(x) + 1i32; }}")
    print(f"func f{n - 1}(x : i32) -> i32 {{ return x + 1i32; }}")
    print("process main() { print f0(0i32); }")
else:
    print(f"func inner(x : i64) -> i64 {{ var a : [{n}]i64; a[{n - 1}] = x; return a[{n - 1}]; }}")
    print(f"func outer(x : i64) -> i64 {{ var a : [{n}]i64; a[0] = inner(x); return a[0]; }}")
    print("process main() { print outer(7i64); }")
