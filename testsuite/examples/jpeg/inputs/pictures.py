# SPDX-License-Identifier: MIT
"""pictures.py - JPEG files of all kinds, made with cjpeg and jpegtran from pictures
that are computed: for the tests, the soak test and the benchmark.

What cjpeg cannot write, four components and samplings of its own kind, is put
together from grey files: a scan of one component is coded as a grey picture is.
"""
import random
import struct
import subprocess

SAMPLINGS = ("1x1", "2x1", "1x2", "2x2", "4x1", "1x4", "4x2", "2x4", "3x1", "1x3",
             "2x2,2x1,1x1", "2x1,1x1,2x1", "2x2,1x2,2x1", "1x1,2x2,1x1", "1x2,1x1,1x2", "3x1,1x1,3x1")
SIZES = ((1, 1), (2, 1), (1, 2), (3, 3), (7, 5), (8, 8), (9, 9), (15, 17), (16, 16), (17, 15), (31, 33), (40, 24),
         (5, 130), (130, 5), (127, 65), (300, 200))


def ppm(width, height, channels=3, seed=1):
    """Slopes, edges and noise."""
    r = random.Random(f"{width} {height} {channels} {seed}")
    a, b, c = (r.randrange(1, 9) for _ in range(3))
    noise = r.choice((0, 8, 60, 255))
    data = bytearray()
    for y in range(height):
        for x in range(width):
            edge = 90 if (x // 11 + y // 7) % 3 == 0 else 0
            for k in range(channels):
                value = a * x + b * y * (k + 1) + c * k * x // 3 + edge * (k + 1)
                data.append((value + r.randrange(noise + 1)) % 256 if noise < 255 else r.randrange(256))
    return b"P%d\n%d %d\n255\n" % (6 if channels == 3 else 5, width, height) + data


def tool(words, data):
    done = subprocess.run(words, input=data, capture_output=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}: {done.stderr.decode()}")
    return done.stdout


def cjpeg(picture, *words):
    return tool(["cjpeg", *words], picture)


def jpegtran(picture, *words):
    return tool(["jpegtran", "-copy", "all", *words], picture)


# ---- Files put together ---------------------------------------------------------

def segments(data):
    """(marker, contents) up to the first scan, and what comes behind its header."""
    at, found = 2, []
    while True:
        marker, length = data[at + 1], struct.unpack(">H", data[at + 2:at + 4])[0]
        found.append((marker, data[at + 4:at + 2 + length]))
        at += 2 + length
        if marker == 0xda:
            return found, data[at:-2]


def segment(marker, contents):
    return bytes((0xff, marker)) + struct.pack(">H", len(contents) + 2) + contents


def assemble(width, height, samplings, before=b"", seed=1, ids=None, quality=75):
    """A file of a scan a component."""
    h = max(s[0] for s in samplings)
    v = max(s[1] for s in samplings)
    ids = ids or range(1, len(samplings) + 1)
    frame = struct.pack(">BHHB", 8, height, width, len(samplings))
    scans = b""
    for k, (x, y) in enumerate(samplings):
        size = -(-width * x // h), -(-height * y // v)
        grey = cjpeg(ppm(*size, 1, seed + k), "-grayscale", "-quality", str(quality))
        found, coded = segments(grey)
        frame += bytes((ids[k], x << 4 | y, 0))
        scans += segment(0xda, bytes((1, ids[k], 0, 0, 63, 0))) + coded
    tables = b"".join(segment(m, c) for m, c in found if m in (0xdb, 0xc4))
    return b"\xff\xd8" + before + tables + segment(0xc0, frame) + scans + b"\xff\xd9"


def adobe(transform):
    return segment(0xee, b"Adobe\0\x64\0\0\0\0" + bytes((transform,)))


def four_components():
    """CMYK and YCCK, in one scan a component, interleaved, progressive."""
    full, half = [(1, 1)] * 4, [(2, 2), (1, 1), (1, 1), (2, 2)]
    for name, before in (("cmyk", b""), ("cmyk-adobe", adobe(0)), ("ycck", adobe(2))):
        for shape, samplings in (("full", full), ("half", half)):
            for size in ((1, 1), (37, 21), (64, 48)):
                whole = assemble(*size, samplings, before, seed=size[0])
                label = f"{name}-{shape}-{size[0]}x{size[1]}"
                yield label + "-scans", whole
                yield label, jpegtran(whole)
                yield label + "-progressive", jpegtran(whole, "-progressive")


def three_components():
    """Colours told by names or markers, or not at all."""
    for name, before, ids in (("rgb-names", b"", b"RGB"), ("rgb-adobe", adobe(0), None), ("ycc-adobe", adobe(1), None),
                              ("ycc-plain", b"", None), ("ycc-names", b"", b"xyz")):
        whole = assemble(45, 29, [(1, 1)] * 3, before, ids=ids)
        yield name + "-scans", whole
        yield name, jpegtran(whole)


def twice():
    """A component whose second scan goes over its first."""
    whole = assemble(40, 40, [(2, 2), (1, 1), (1, 1)])
    second = assemble(40, 40, [(2, 2), (1, 1), (1, 1)], seed=9, quality=20)
    yield "twice", whole[:-2] + second[second.index(b"\xff\xda"):]


def many_blocks():
    """Components with more blocks to the MCU than a scan of all may have."""
    for name, samplings in (("first", [(4, 4), (1, 1), (2, 2)]), ("second", [(1, 1), (4, 4), (2, 2)]),
                            ("all", [(4, 4)] * 3 + [(4, 2)])):
        for size in ((37, 70), (300, 40)):
            yield f"blocks-{name}-{size[0]}x{size[1]}", assemble(*size, samplings)


def exif():
    """A segment that holds a picture of its own."""
    inner = cjpeg(ppm(40, 30), "-quality", "40")
    whole = cjpeg(ppm(90, 70), "-quality", "60")
    yield "exif", whole[:2] + segment(0xe1, b"Exif\0\0" + inner) + segment(0xfe, b"a comment") + whole[2:]


def of_size(size):
    """What a change of size may go wrong with."""
    colour, grey = ppm(*size), ppm(*size, 1)
    name = f"{size[0]}x{size[1]}"
    yield f"grey-{name}", cjpeg(grey, "-grayscale")
    yield f"grey-2x2-{name}", cjpeg(grey, "-grayscale", "-sample", "2x2")
    yield f"grey-progressive-{name}", cjpeg(grey, "-grayscale", "-progressive")
    for sampling in SAMPLINGS:
        label = f"{sampling}-{name}"
        whole = cjpeg(colour, "-sample", sampling, "-quality", "85")
        yield label, whole
        yield label + "-restart-mcu", cjpeg(colour, "-sample", sampling, "-restart", "3B")
        yield label + "-restart-row", cjpeg(colour, "-sample", sampling, "-restart", "1")
        yield label + "-progressive", jpegtran(whole, "-progressive")


def others():
    colour = ppm(300, 200)
    for quality in (1, 30, 100):
        yield f"quality-{quality}", cjpeg(colour, "-quality", str(quality), "-sample", "2x2")
        yield f"optimised-{quality}", cjpeg(colour, "-quality", str(quality), "-optimize")
    for interval in ("1B", "2B", "5B", "19B", "38B", "2", "7"):
        yield f"restart-{interval}", cjpeg(colour, "-restart", interval, "-sample", "2x2")
        yield f"restart-progressive-{interval}", cjpeg(colour, "-restart", interval, "-progressive")
    for seed in (2, 3, 4):
        yield f"seed-{seed}", cjpeg(ppm(199, 131, 3, seed), "-quality", "95", "-sample", "2x2")


def all_pictures(sizes=SIZES):
    """(name, bytes)"""
    for size in sizes:
        yield from of_size(size)
    yield from others()
    yield from four_components()
    yield from three_components()
    yield from many_blocks()
    yield from exif()
    yield from twice()
