#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""smooth.py COUNT SEED PROGRAM ARGUMENT... - progressive pictures whose scans do not tell
all of the coefficients, COUNT of them, whole and cut short: does PROGRAM make of them
what djpeg does, and with its status?

Scripts of scans are drawn by chance: bands of coefficients, each sent or not, to some bit,
and some bits more later.
"""
import os
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import pictures

SIZES = ((1, 1), (9, 9), (17, 15), (8, 40), (33, 16), (31, 33), (40, 24), (75, 53), (5, 130), (130, 5), (127, 65))


def bands(r):
    ends = sorted(r.sample(range(1, 10), r.randrange(3)) + r.sample(range(10, 63), r.randrange(2))) + [63]
    return [(1 if k == 0 else ends[k - 1] + 1, end) for k, end in enumerate(ends)]


def script(r, components):
    """A scan a line, one that cjpeg accepts."""
    lines, more = [], []
    all_of = ",".join(str(c) for c in range(components))
    parts = [all_of] if r.randrange(3) else [str(c) for c in range(components)]
    low = r.choice((0, 0, 1, 2))
    lines += [f"{p}: 0-0, 0, {low};" for p in parts]
    more += [[f"{p}: 0-0, {bit + 1}, {bit};" for bit in reversed(range(low))] for p in parts]
    for c in range(components):
        for first, last in bands(r):
            if r.randrange(4) == 0:
                continue
            low = r.choice((0, 1, 2, 3))
            more.append([f"{c}: {first}-{last}, 0, {low};"]
                        + [f"{c}: {first}-{last}, {bit + 1}, {bit};" for bit in reversed(range(low))])
    for steps in more:
        del steps[r.randrange(len(steps) + 1):]
    while any(more):  # each in its order, among the others
        lines.append(r.choice([steps for steps in more if steps]).pop(0))
    return "\n".join(lines) + "\n"


def progressive(r, file):
    components = r.choice((1, 3, 3, 3, 4))
    file.seek(0)
    file.truncate()
    file.write(script(r, components))
    file.flush()
    size, restart = r.choice(SIZES), r.choice(((), (), ("-restart", "1"), ("-restart", "3B")))
    if components == 4:
        return pictures.jpegtran(pictures.assemble(*size, [(2, 2), (1, 1), (1, 1), (2, 2)], pictures.adobe(2)),
                                 "-scans", file.name, *restart)
    sampling = r.choice(pictures.SAMPLINGS)
    grey = ("-grayscale",) if components == 1 else ()
    return pictures.cjpeg(pictures.ppm(*size, components, r.randrange(9)), *grey, "-sample", sampling,
                          "-quality", str(r.choice((10, 50, 75, 95))), "-scans", file.name, *restart)


def run(words, data):
    done = subprocess.run(words, input=data, capture_output=True)
    return done.returncode, done.stdout


def main():
    count, r, program = int(sys.argv[1]), random.Random(int(sys.argv[2])), sys.argv[3:]
    wrong = decoded = 0
    with tempfile.NamedTemporaryFile("w+") as file:
        for k in range(count):
            data = progressive(r, file)
            if k % 2:
                data = data[:r.randrange(data.index(b"\xff\xda"), len(data))]
            want = run(["djpeg", "-dct", "int"], data)
            decoded += want[0] != 1
            have = run(program, data)
            if have[0] != want[0] or (want[0] != 1 and have[1] != want[1]):
                wrong += 1
                print(f"{k}: status {have[0]}, djpeg {want[0]}; {len(data)} bytes")
                if "KEEP" in os.environ:
                    with open(f"{os.environ['KEEP']}/{k}.jpg", "wb") as kept:
                        kept.write(data)
    print(f"{count} pictures, {wrong} wrong; djpeg has decoded {decoded}")
    return 1 if wrong or decoded < count // 2 else 0


sys.exit(main())
