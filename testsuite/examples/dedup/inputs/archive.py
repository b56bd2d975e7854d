#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""archive.py ARCHIVE [INPUT] - reads an archive of dedup, by what README.md says of the format.

It shares nothing with the program.  Prints how many entries there are of each kind, and how
many percent of the bytes are repeated; says what is wrong, with status 1.  With the input it
compares, and checks where the chunks end, which takes a second a megabyte.
"""
import hashlib
import sys
import zlib

HEAD = b"ERBDEDUP\r\n\1\0\0\0\0\0"
LEAST, MOST, SEGMENT = 2 << 10, 64 << 10, 1 << 20


class Wrong (Exception):
    pass


def digest (data):
    return hashlib.sha256 (data).digest ()


def number (data):
    return int.from_bytes (data, "little")


def entries (archive):
    """Kind and bytes of each chunk; checks all that can be."""
    if archive[:16] != HEAD:
        raise Wrong ("no archive")
    at, out, digests = 16, bytearray (), hashlib.sha256 ()
    count = 0
    while True:
        kind = archive[at:at + 1]
        if kind == b".":
            break
        length = number (archive[at + 1:at + 5])
        if kind == b"z":
            packed, want = number (archive[at + 5:at + 9]), archive[at + 9:at + 41]
            data = zlib.decompressobj (-15).decompress (archive[at + 41:at + 41 + packed])
            at += 41 + packed
        elif kind == b"r":
            want, data = archive[at + 5:at + 37], archive[at + 37:at + 37 + length]
            at += 37 + length
        elif kind == b"=":
            place = number (archive[at + 5:at + 13])
            data = bytes (out[place:place + length])
            want = digest (data)
            at += 13
        else:
            raise Wrong (f"byte {at}: kind {kind}")
        if len (data) != length or digest (data) != want:
            raise Wrong (f"chunk {count} is not what it should be")
        out += data
        digests.update (want)
        count += 1
        yield kind.decode (), data
    end = b"." + len (out).to_bytes (8, "little") + count.to_bytes (8, "little") + digests.digest ()
    if archive[at:] != end:
        raise Wrong (f"byte {at}: another end")


def gear ():
    state, mask = 0, (1 << 64) - 1
    for _ in range (256):
        state = z = state + 0x9e3779b97f4a7c15 & mask
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9 & mask
        z = (z ^ z >> 27) * 0x94d049bb133111eb & mask
        yield z ^ z >> 31


GEAR = list (gear ())


def first_anchor (data, at, least, most):
    """The end of what begins at `at`."""
    left = len (data) - at
    if left <= least:
        return at + left
    value = 0
    for i in range (at + least - 64, at + least):
        value = (value << 1) + GEAR[data[i]] & 0xffffffffffffffff
    for i in range (at + least, at + min (most, left)):
        if not value >> 51:
            return i
        value = (value << 1) + GEAR[data[i]] & 0xffffffffffffffff
    return at + min (most, left)


def cuts (data):
    """Where chunks end."""
    at = 0
    while at < len (data):
        end = first_anchor (data, at, SEGMENT, SEGMENT + MOST)
        segment = data[:end]
        while at < end:
            at = first_anchor (segment, at, LEAST, MOST)
            yield at


def check_cuts (chunks, data):
    at, ends = 0, []
    for chunk in chunks:
        at += len (chunk)
        ends.append (at)
    if ends != list (cuts (data)):
        raise Wrong ("chunks end elsewhere")


def stored_once (found):
    """A chunk is repeated where, and only where, it was there before."""
    seen = set ()
    for kind, data in found:
        if (kind == "=") != (data in seen):
            raise Wrong ("a chunk is stored twice, or repeated and new")
        seen.add (data)


def main ():
    with open (sys.argv[1], "rb") as f:
        archive = f.read ()
    try:
        found = list (entries (archive))
        stored_once (found)
        if len (sys.argv) > 2:
            with open (sys.argv[2], "rb") as f:
                data = f.read ()
            if b"".join (d for _, d in found) != data:
                raise Wrong ("it is of something else")
            check_cuts ([d for _, d in found], data)
    except Wrong as e:
        print (f"{sys.argv[1]}: wrong: {e}")
        return 1
    total = sum (len (d) for _, d in found)
    repeated = sum (len (d) for k, d in found if k == "=")
    print (f"{total} bytes:", ", ".join (f"{sum (k == kind for k, _ in found)} {what}" for kind, what in
                                         (("z", "deflated"), ("r", "raw"), ("=", "repeated"))),
           f"({100 * repeated // total if total else 0} %)")
    return 0


if __name__ == "__main__":
    sys.exit (main ())
