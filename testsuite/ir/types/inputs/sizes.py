#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sizes.py TOOL - the bytes of types: what TOOL says of the greatest horizon of their records."""
import re
import subprocess
import sys
import tempfile

PROGRAM = """struct odd {{ a : u8, b : i64, c : [3]i16 }}
struct outer {{ a : bool, b : [2]odd, c : [3]u8 }}
process main() {{
    let r : record {0} = new_record(1, 1);
    let v : read view {0} = new_read_view(r);
    alloc(v, {1});
}}
"""


def run(kind, horizon):
    with tempfile.NamedTemporaryFile("w", suffix=".er") as file:
        file.write(PROGRAM.format(kind, horizon))
        file.flush()
        return subprocess.run([*sys.argv[1:], file.name], stderr=subprocess.PIPE, text=True)


for kind in "bool", "index", "i8", "i16", "u32", "f32", "f64", "[3]i16", "odd", "[5]odd", "outer":
    done = run(kind, 1 << 31)
    most = int(re.search(r"expected 1 to (\d+)", done.stderr).group(1))
    if done.returncode != 120 or run(kind, most + 1).returncode != 120:
        sys.exit(f"{kind}: no error")
    print(kind, 2**30 // most)
