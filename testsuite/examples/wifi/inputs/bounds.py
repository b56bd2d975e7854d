# SPDX-License-Identifier: MIT
"""bounds.py CURVE RATE:GOOD:BAD... - at GOOD dB and above at most 4% of the packets are
lost, at BAD dB and below at least 50% (-: not looked at).  Steps downwards from one point
to the next may not be larger than chance allows."""
import sys

with open(sys.argv[1]) as f:
    points = [tuple(map(float, line.split())) for line in f if line[0] != "#"]
wrong = 0
for bound in sys.argv[2:]:
    rate, good, bad = bound.split(":")
    curve = [(snr, lost) for r, snr, lost in points if r == float(rate)]
    assert any(snr >= float(good) for snr, _ in curve), f"{rate} Mbit/s: no point at {good} dB"
    for snr, lost in curve:
        if snr >= float(good) and lost > 0.04 or bad != "-" and snr <= float(bad) and lost < 0.5:
            print(f"{rate} Mbit/s at {snr} dB: {lost} lost")
            wrong = 1
    for (_, before), (snr, lost) in zip(curve, curve[1:]):
        if lost > before + 0.15:
            print(f"{rate} Mbit/s: more lost at {snr} dB than before")
            wrong = 1
print("not so" if wrong else "as bounded")
