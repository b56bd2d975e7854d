# SPDX-License-Identifier: MIT
"""tone.py make: a second of an FM signal, a tone of 1 kHz, as bytes of rtl_sdr at 240 kHz.
tone.py judge FILE: what tone a file of floats at 48 kHz contains."""
import sys

import numpy as np


def make():
    t = np.arange(240_000) / 240e3
    phase = 75e3 / 1e3 * np.sin(2 * np.pi * 1e3 * t)  # deviates by 75 kHz
    x = np.exp(1j * phase)
    x = np.column_stack([x.real, x.imag]).ravel()
    sys.stdout.buffer.write(np.clip(np.round(x * 120 + 127.5), 0, 255).astype(np.uint8).tobytes())


def judge(name):
    x = np.fromfile(name, np.float32)[480:48_000 - 480]
    assert len(x) == 48_000 - 960, len(x)
    power = np.abs(np.fft.rfft(x * np.hanning(len(x)))) ** 2
    power[:3] = 0
    peak = int(np.argmax(power))
    tone = power[peak - 3:peak + 4].sum()
    rest = power.sum() - tone
    print(f"{round(peak * 48_000 / len(x))} Hz, signal {10 * np.log10(tone / rest):.0f} dB above the rest")


make() if sys.argv[1] == "make" else judge(sys.argv[2])
