# SPDX-License-Identifier: MIT
"""hostile.py KIND [CAPTURE] - a capture of int16 (numbers: of float32) that no
transmitter sends."""
import math
import random
import struct
import sys

random.seed(7)
kind = sys.argv[1]
old = open(sys.argv[2], "rb").read() if len(sys.argv) > 2 else b""


def samples(n, f):
    return b"".join(struct.pack("<hh", *f(k)) for k in range(n))


def damaged(data):
    """Bits turned over, and stretches cut out."""
    data = bytearray(data)
    for _ in range(len(data) // 50):
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    for _ in range(6):
        at = random.randrange(len(data) - 4000) & ~3
        del data[at:at + 4 * random.randrange(1, 900)]
    return bytes(data)


made = {
    "empty": lambda: b"",
    "one": lambda: samples(1, lambda k: (100, 100)),
    "silence": lambda: bytes(4 * 200000),
    "noise": lambda: samples(200000, lambda k: (int(random.gauss(0, 3000)), int(random.gauss(0, 3000)))),
    "tone": lambda: samples(200000, lambda k: (int(9000 * math.cos(0.3 * k)), int(9000 * math.sin(0.3 * k)))),
    "square": lambda: samples(200000, lambda k: (32767, -32768) if k // 8 % 2 else (-32768, 32767)),
    "numbers": lambda: b"".join(struct.pack("<ff", *random.choice(
        ((math.nan, 0), (math.inf, -math.inf), (1e38, -1e38), (1e-45, 1e-45), (random.random(), 1)))) for _ in range(50000)),
    "training": lambda: old[:4 * 160] * 500,
    "cut": lambda: old[:-4 * 3000],
    "late": lambda: old[:-4 * 3000],
    "head": lambda: old[:4 * 410],
    "damaged": lambda: damaged(old),
    "long": lambda: bytes(4 * 8000000) + old,
}
sys.stdout.buffer.write(made[kind]())
