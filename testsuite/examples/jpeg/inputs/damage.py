#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""damage.py COUNT JPEGDEC - truncated, changed and shuffled files, COUNT of them, always
the same.

Whatever is in a file, jpegdec ends by itself, with status 0, 1 or 2, says why where it
is not 0, and does the same in one loop, in tasks and with rows shared.  Where djpeg
warns, but of what JFIF's marker says, it does; where djpeg decodes a file too, the pixels
are djpeg's.
"""
import os
import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import pictures

LIMIT = 20 * int(os.environ.get("TEST_SLOWER", "1"))
WAYS = (["-m", "sequential"], ["-m", "tasks", "-b", "64"], ["-m", "tasks", "-b", "1024"],
        ["-m", "shared", "-w", "1"], ["-m", "shared", "-w", "3"])


def originals():
    colour, large = pictures.ppm(75, 53), pictures.ppm(200, 150, 3, 5)
    yield pictures.cjpeg(colour, "-sample", "2x2")
    yield pictures.cjpeg(colour, "-sample", "2x1", "-restart", "1B", "-quality", "95")
    yield pictures.cjpeg(large, "-sample", "2x2", "-restart", "1")
    yield pictures.cjpeg(large, "-sample", "1x2", "-restart", "4")
    yield pictures.cjpeg(colour, "-progressive", "-restart", "1")
    yield pictures.cjpeg(colour, "-quality", "1", "-optimize")
    yield pictures.cjpeg(pictures.ppm(60, 60, 1), "-grayscale", "-restart", "3B")
    yield pictures.assemble(41, 33, [(2, 2), (1, 1), (1, 1), (2, 2)], pictures.adobe(2))


def scan_at(data):
    return data.index(b"\xff\xda")


def cut(r, data):
    return data[:r.randrange(scan_at(data), len(data))]


def change(r, data):
    """A few bytes of the coded ones."""
    data = bytearray(data)
    for _ in range(r.choice((1, 1, 2, 8))):
        data[r.randrange(scan_at(data) + 14, len(data))] = r.choice((0, 255, 0xd0 + r.randrange(10), r.randrange(256)))
    return bytes(data)


def change_header(r, data):
    data = bytearray(data)
    data[r.randrange(2, scan_at(data) + 14)] = r.choice((0, 1, 255, r.randrange(256)))
    return bytes(data)


def remove(r, data):
    at = r.randrange(scan_at(data) + 14, len(data))
    return data[:at] + data[at + r.choice((1, 2, 10, 200)):]


def repeat(r, data):
    at, n = r.randrange(scan_at(data) + 14, len(data)), r.choice((1, 2, 10, 300))
    return data[:at] + data[at:at + n] + data[at:]


def restarts(r, data):
    """Segments that are missing, or come twice, or markers of another number."""
    found = [m.start() for m in re.finditer(b"\xff[\xd0-\xd7]", data)]
    if len(found) < 8:
        return change(r, data)
    k, n = r.randrange(len(found) - 4), r.randrange(1, 4)
    at, behind, number = found[k], found[k + n], data[found[k] + 1] - 0xd0
    return r.choice((data[:at] + data[behind:], data[:behind] + data[at:],
                     data[:at + 1] + bytes((0xd0 + (number + r.randrange(1, 8)) % 8,)) + data[at + 2:],
                     data[:at] + data[at + 2:]))


def extreme(r, data):
    """A quantiser whose products overflow."""
    data = bytearray(data)
    at = data.index(b"\xff\xdb") + 5
    for _ in range(r.randrange(1, 20)):
        data[at + r.randrange(64)] = 255
    return change(r, bytes(data))


def run(words, data):
    try:
        done = subprocess.run(words, input=data, capture_output=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        raise Wrong(f"{' '.join(words)} takes more than {LIMIT} s")
    return done.returncode, done.stdout, done.stderr.decode()


class Wrong(Exception):
    pass


def check(jpegdec, data):
    """Whether djpeg has decoded it, too, and the pixels had to be the same."""
    status, pixels, text = first = run([jpegdec, *WAYS[0]], data)
    if status not in (0, 1, 2):
        raise Wrong(f"status {status}: {text}")
    if (status == 0) != (text == "") or (status == 1) != (": error: " in text) or "runtime error" in text:
        raise Wrong(f"status {status}, and it says: {text}")
    for way in WAYS[1:]:
        other = run([jpegdec, *way], data)
        if other != first:
            raise Wrong(f"{way}: status {other[0]}, {len(other[1])} bytes, {other[2]}\n"
                        f"not as {WAYS[0]}: status {status}, {len(pixels)} bytes, {text}")
    wanted, want, complaint = run(["djpeg", "-dct", "int"], data)
    if wanted == 2 and status == 0 and "JFIF" not in complaint:
        raise Wrong(f"djpeg warns, and jpegdec does not: {complaint}")
    if wanted == 1 or status == 1 or by_chance(data):
        return False
    if pixels != want:
        raise Wrong(f"not the pixels of djpeg: {text}")
    return True


def by_chance(data):
    """Where FF FF 00 stands among the codes djpeg decodes a block twice, and keeps of both, as
    its buffer happens to end."""
    return b"\xff\xff\0" in data


def main():
    count, jpegdec = int(sys.argv[1]), sys.argv[2]
    r, files, compared = random.Random(7), list(originals()), 0
    ways = (cut, change, restarts, change_header, remove, repeat, restarts, extreme)
    wrong = 0
    for k in range(count):
        way, data = ways[k % len(ways)], files[k // len(ways) % len(files)]
        damaged = way(r, data)
        try:
            compared += check(jpegdec, damaged)
        except Wrong as e:
            wrong += 1
            print(f"{k}: {way.__name__}: {e}")
            if "KEEP" in os.environ:
                with open(f"{os.environ['KEEP']}/{k}.jpg", "wb") as file:
                    file.write(damaged)
    print(f"{count} files, {wrong} wrong; djpeg has decoded the same of {compared}")
    return 1 if wrong or compared < count // 3 else 0


if __name__ == "__main__":
    sys.exit(main())
