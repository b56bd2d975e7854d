# SPDX-License-Identifier: MIT
"""frames.py COUNT SHORTEST LONGEST [SEED] - frames to send, as octets in hexadecimal:
data frames of so many octets with a good frame check sequence.

frames.py --pcap FILE COUNT SHORTEST LONGEST [SEED]: as a pcap file of IEEE 802.11
with a radiotap header that says the rate, without the check sequence."""
import random
import struct
import sys
import zlib

RATES = (6, 9, 12, 18, 24, 36, 48, 54)


def frames(count, shortest, longest, seed=1):
    random.seed(seed)
    for number in range(count):
        head = bytes.fromhex("0802 0000 ffffffffffff 020000000001 020000000002") + struct.pack("<H", 16 * number & 65535)
        n = random.randint(shortest, longest) - 4
        yield (head + random.randbytes(max(n - len(head), 0)))[:n]


def with_fcs(frame):
    return frame + struct.pack("<I", zlib.crc32(frame))


def write_pcap(name, found):
    with open(name, "wb") as f:
        f.write(struct.pack("<IHHiIII", 0xa1b2c3d4, 2, 4, 0, 0, 65535, 127))
        for k, frame in enumerate(found):
            # flags and rate behind two words that say what is there
            packet = struct.pack("<BBHIIBB", 0, 0, 14, 0x80000006, 0, 0, 2 * RATES[k % 8]) + frame
            f.write(struct.pack("<IIII", 0, k, len(packet), len(packet)) + packet)


def main(arguments):
    if arguments[0] == "--pcap":
        write_pcap(arguments[1], frames(*map(int, arguments[2:])))
    else:
        for frame in frames(*map(int, arguments)):
            octets = with_fcs(frame)
            for k in range(0, len(octets), 16):
                print(octets[k:k + 16].hex(" "))
            print()


main(sys.argv[1:])
