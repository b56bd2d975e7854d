#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""errors.py JPEGDEC - makes each of its errors and warnings, and prints what it says."""
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
from pictures import adobe, assemble, cjpeg, jpegtran, ppm, segment, segments

COLOUR = cjpeg(ppm(16, 16), "-sample", "1x1")
RESTART = cjpeg(ppm(64, 64), "-sample", "1x1", "-restart", "2B")
PROGRESSIVE = jpegtran(COLOUR, "-progressive")


def frame(components, depth=8, width=16, height=16):
    header = struct.pack(">BHHB", depth, height, width, len(components))
    return header + b"".join(bytes(c) for c in components)


def file(*parts):
    return b"\xff\xd8" + b"".join(segment(marker, contents) for marker, contents in parts)


def with_changed(data, marker, change, which=0):
    """Its which-th segment of that marker changed."""
    found, coded = segments(data)
    at = [k for k, (m, _) in enumerate(found) if m == marker][which]
    found[at] = (marker, change(found[at][1]))
    return file(*found) + coded + b"\xff\xd9"


def as_frame(components, marker=0xc0, **more):
    return with_changed(COLOUR, 0xc0, lambda _: frame(components, **more)).replace(
        b"\xff\xc0", bytes((0xff, marker)), 1)


def put(at, *values):
    return lambda contents: contents[:at] + bytes(values) + contents[at + len(values):]


THREE = [(1, 0x11, 0), (2, 0x11, 1), (3, 0x11, 1)]
FOUND, CODED = segments(COLOUR)
DHT = [k for k, (m, _) in enumerate(FOUND) if m == 0xc4]


def without_scan(*more):
    return file(*[s for s in FOUND if s[0] not in (0xda, 0xc0)], *more)


def scans_without_end():
    scan = segment(0xda, bytes((1, 1, 0, 1, 63, 0)))
    found, coded = segments(PROGRESSIVE)
    return file(*found) + coded + scan * 600 + b"\xff\xd9"


FILES = (
    ("empty", b""),
    ("no picture", b"\xff\xd8\xff\xd9"),
    ("ends in a header", b"\xff\xd8\xff\xdb\0\x43\0\0"),
    ("short segment", b"\xff\xd8\xff\xe0\0\1\0\0"),
    ("unknown marker", file((0xf3, b"abc"))),
    ("two pictures", b"\xff\xd8\xff\xd8"),
    ("arithmetic", as_frame(THREE, 0xc9)),
    ("lossless", as_frame(THREE, 0xc3)),
    ("twelve bits", as_frame(THREE, depth=12)),
    ("no lines", as_frame(THREE, height=0)),
    ("too large", as_frame(THREE, width=65500, height=65500)),
    ("too large for -l 1", as_frame(THREE, width=1200, height=1200), "-l", "1"),
    ("two components", as_frame(THREE[:2])),
    ("sampled five times", as_frame([(1, 0x51, 0), *THREE[1:]])),
    ("sampled three to two", as_frame([(1, 0x31, 0), (2, 0x21, 0), (3, 0x11, 0)])),
    ("frame's length", with_changed(COLOUR, 0xc0, lambda c: c + b"\0")),
    ("two frames", file((0xc0, frame(THREE)), (0xc0, frame(THREE)))),
    ("no frame", file(FOUND[-1])),
    ("scan of another", with_changed(COLOUR, 0xda, put(1, 9))),
    ("scan of one twice", with_changed(COLOUR, 0xda, put(3, 1))),
    ("scan's length", with_changed(COLOUR, 0xda, put(0, 5))),
    ("scan's tables", with_changed(COLOUR, 0xda, put(2, 7))),
    ("large MCUs", as_frame([(1, 0x44, 0), (2, 0x11, 0), (3, 0x11, 0)])),
    ("no quantiser", as_frame([(1, 0x11, 3), *THREE[1:]])),
    ("quantiser 9", with_changed(COLOUR, 0xdb, put(0, 9))),
    ("short quantiser", with_changed(COLOUR, 0xdb, lambda c: c[:31])),
    ("no codes", with_changed(COLOUR, 0xda, put(2, 0x30))),
    ("short codes", with_changed(COLOUR, 0xc4, lambda c: c[:5])),
    ("codes of class 5", with_changed(COLOUR, 0xc4, put(0, 0x51))),
    ("more codes than bytes", with_changed(COLOUR, 0xc4, put(1, 200, *[0] * 15))),
    ("too many short codes", with_changed(COLOUR, 0xc4, put(1, 3, 0, 3))),
    ("difference of 16 bits", with_changed(COLOUR, 0xc4, put(17, 16))),
    ("restart interval", file((0xdd, b"\0\1\0"))),
    ("progressive band", with_changed(PROGRESSIVE, 0xda, put(7, 0, 63, 0))),
    ("progressive bits", with_changed(PROGRESSIVE, 0xda, put(7, 0, 0, 0x31))),
    ("scans without end", scans_without_end()),
    ("cut short", COLOUR[:-40]),
    ("restart lost", RESTART.replace(b"\xff\xd1", b"", 1)),
    ("stray bytes", COLOUR[:2] + b"abc" + COLOUR[2:]),
    ("odd scan", with_changed(COLOUR, 0xda, put(7, 1, 63, 0))),
    ("odd Adobe", assemble(16, 16, [(1, 1)] * 3, adobe(7))),
    ("bad code", COLOUR[:-60] + b"\xff\0" * 29 + COLOUR[-2:]),
    ("odd progression", with_changed(PROGRESSIVE, 0xda, put(7, 0, 0, 0x21))),
    ("ends in a scan's header", COLOUR[:-2 - len(CODED) - 4]),
    ("ends in a scan's numbers", COLOUR[:-2 - len(CODED) - 3]),
    ("left over", COLOUR[:-2] + bytes(596) + COLOUR[-2:]),
    ("left over before restarts", RESTART.replace(b"\xff\xd1", bytes(9) + b"\xff\xd1", 1).replace(
        b"\xff\xd3", b"\0\xff\xd3", 1)),
    ("coded twice", COLOUR[:-2] + CODED + COLOUR[-2:]),
    ("left over of a scan", PROGRESSIVE[:-2] + bytes(20) + PROGRESSIVE[-2:]),
    ("restarts behind the last", RESTART[:-2] + b"\xff\xd3abc\xff\xd4abc" + RESTART[-2:]),
    ("comment behind the picture", COLOUR[:-2] + segment(0xfe, b"a comment") + COLOUR[-2:]),
    ("comment cut short", COLOUR[:-2] + segment(0xfe, b"a comment")[:-2]),
    ("scan behind the picture", COLOUR[:-2] + segment(*FOUND[-1]) + CODED + COLOUR[-2:]),
)

OPTIONS = (
    ("no room", "-o", "/dev/full"),
    ("no such place", "-o", "/nowhere/a.ppm"),
    ("method", "-m", "magic"),
    ("burst", "-b", "65"),
    ("small burst", "-b", "1"),
    ("two files", "a", "b"),
    ("option", "-z"),
    ("help", "-h"),
)


def show(name, words, data):
    done = subprocess.run([sys.argv[1], *words], input=data, capture_output=True)
    said = done.stderr or done.stdout if name == "help" else done.stderr
    print(f"{name}: status {done.returncode}\n{said.decode()}", flush=True)


show("no file", ["/nowhere.jpg"], b"")
show("a folder", ["/"], b"")
for name, data, *words in FILES:
    show(name, words, data)
for name, *words in OPTIONS:
    show(name, words, COLOUR)
