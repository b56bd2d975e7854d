# SPDX-License-Identifier: MIT
"""tone.py AMPLITUDE HZ FROM TO - a capture of int16 with a weak carrier under all of it; at 0 Hz what
direct conversion receivers add."""
import cmath
import struct
import sys

amplitude, hertz = map(float, sys.argv[1:3])
with open(sys.argv[3], "rb") as f:
    data = f.read()
with open(sys.argv[4], "wb") as f:
    for k, (re, im) in enumerate(struct.iter_unpack("<hh", data)):
        z = complex(re, im) + amplitude * (1 + 1j if hertz == 0 else cmath.exp(2j * cmath.pi * hertz / 20e6 * k))
        f.write(struct.pack("<hh", *(max(-32768, min(32767, round(x))) for x in (z.real, z.imag))))
