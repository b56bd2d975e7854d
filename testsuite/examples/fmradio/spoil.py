# SPDX-License-Identifier: MIT
"""spoil.py partial|numbers FROM TO - a capture of floats with part of a frame behind it, or
with numbers in its first tenth of a second that are none."""
import struct
import sys

how, source, target = sys.argv[1:]
with open(source, "rb") as f:
    data = bytearray(f.read())
if how == "partial":
    data += bytes(7)
else:
    odd = [float("nan"), float("inf"), float("-inf"), 3e38, -3e38, 1e-45]
    for k in range(0, 100000, 37):
        struct.pack_into("<f", data, 4 * k, odd[k % len(odd)])
with open(target, "wb") as f:
    f.write(data)
