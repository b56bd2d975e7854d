# SPDX-License-Identifier: MIT
"""times.py FILE.pcap - seconds and microseconds of each packet, as pcap and as radiotap say."""
import struct
import sys

with open(sys.argv[1], "rb") as f:
    data = f.read()
at = 24
while at < len(data):
    seconds, micros, length, _ = struct.unpack_from("<IIII", data, at)
    tap, = struct.unpack_from("<Q", data, at + 16 + 8)
    print(seconds, micros, tap)
    at += 16 + length
