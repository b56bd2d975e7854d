# SPDX-License-Identifier: MIT
"""annexg.py TABLE SAMPLES - are these float32 samples those of the table, to its three
decimals?"""
import struct
import sys

with open(sys.argv[1]) as f:
    want = [tuple(map(float, line.split(",")[1:])) for line in f if line[0].isdigit()]
with open(sys.argv[2], "rb") as f:
    got = list(struct.iter_unpack("<ff", f.read()))
wrong = [k for k, (w, g) in enumerate(zip(want, got))
         if any(abs(x - y) > 0.0005 + 1e-6 for x, y in zip(w, g))]
for k in wrong[:5]:
    print(f"sample {k}: {got[k]}, expected {want[k]}")
print(f"{len(got)} samples of {len(want)}, {len(wrong)} wrong")
