# SPDX-License-Identifier: MIT
"""wav.py FILE - what its header says, and whether that is so."""
import os
import struct
import sys

with open(sys.argv[1], "rb") as f:
    riff, behind, wave, length, form, channels, rate, second, frame, bits, data, bytes_ = struct.unpack(
        "<4sI8sIHHIIHH4sI", f.read(44))
size = os.stat(sys.argv[1]).st_size
assert (riff, wave, length, form, data) == (b"RIFF", b"WAVEfmt ", 16, 1, b"data"), "no WAV file"
print(f"{channels} channels, {rate} frames and {second} bytes a second, {frame} bytes a frame, {bits} bits, "
      f"{bytes_ // frame} frames")
print("whole" if (behind, bytes_) == (size - 8, size - 44) else f"lengths {behind}, {bytes_} in {size} bytes")
