# SPDX-License-Identifier: MIT
"""packets.py FILE [lenient] - prints a trace: one line for each event, in the order of their times.

Reads Perfetto's protobuf format by itself: numbers of fields and kinds as in Perfetto's
trace_packet.proto, track_descriptor.proto and track_event.proto.  Slices must nest, each track must
be described, and the file must end with a whole packet unless `lenient' is given."""
import collections
import sys

TYPES = {1: "begin", 2: "end", 3: "instant", 4: "counter"}


def varint(data, at):
    n = shift = 0
    while True:
        byte = data[at]
        n |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return n, at


def fields(data):
    """The fields of a message, by number: lists of numbers or bytes."""
    found, at = collections.defaultdict(list), 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 2:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
            if len(value) < length:
                raise EOFError
        else:
            sys.exit(f"field {key >> 3} has kind {key & 7}")
        found[key >> 3].append(value)
    return found


def signed(n):
    return n - (1 << 64) if n >> 63 else n


def packets(data, lenient):
    at = 0
    while at < len(data):
        try:
            key, start = varint(data, at)
            length, start = varint(data, start)
        except IndexError:
            length, start, key = len(data), at, 10
        if key != 10:
            sys.exit(f"byte {at}: no packet")
        if start + length > len(data):
            if not lenient:
                sys.exit(f"byte {at}: the file ends within a packet")
            return
        yield fields(data[start:start + length])
        at = start + length


def main():
    data, lenient = open(sys.argv[1], "rb").read(), "lenient" in sys.argv[2:]
    categories, arguments, tracks, events = {}, {}, {}, []
    for p in packets(data, lenient):
        for interned in map(fields, p[12]):
            for table, number in ((categories, 1), (arguments, 3)):
                for entry in map(fields, interned[number]):
                    table[entry[1][0]] = entry[2][0].decode()
        for track in map(fields, p[60]):
            tracks[track[1][0]] = track[2][0].decode()
        events += [(p[8][0], fields(e)) for e in p[11]]
    events.sort(key=lambda e: e[0])
    depth = collections.Counter()
    for at, e in events:
        kind, track = TYPES[e[9][0]], e[11][0]
        depth[track] += {"begin": 1, "end": -1}.get(kind, 0)
        if depth[track] < 0:
            print(f"error: {tracks.get(track)}: an end without a beginning")
        words = [kind, tracks.get(track, "error: no such track") + ":"]
        words += [categories[c] for c in e[3]] + [n.decode() for n in e[23]]
        for a in map(fields, e[4]):
            value = a[6][0].decode() if a[6] else signed(a[4][0])
            words.append(f"{arguments[a[1][0]]}={value}")
        words += [str(signed(n)) for n in e[30]]
        print(" ".join(words))
    if not lenient:
        for track, n in depth.items():
            if n:
                print(f"error: {tracks.get(track)}: {n} slices have no end")


main()
