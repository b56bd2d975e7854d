# SPDX-License-Identifier: MIT
"""average.py - a moving average over the numbers of stdin.

  numbers --> average --> main

  echo 1 2 3 4 5 6 | python3 average.py [LIBRARY]

With a library, made from average.c, the process in the middle is in C.
"""
import ctypes
import sys

import numpy as np

import erbium

LENGTH, BURST = 4, 64


def numbers():
    """The numbers of stdin, an array for each line."""
    for line in sys.stdin:
        yield np.array(line.split(), float)


def average(samples, averages):
    x, y = samples.reader(), averages.writer()
    for burst in x.bursts(BURST, history=LENGTH - 1):
        means = y.acquire(len(burst) - (LENGTH - 1))
        means[:] = np.convolve(burst, np.full(LENGTH, 1 / LENGTH), "valid")
        y.commit(len(means))


def main():
    net = erbium.Network()
    samples, averages = net.record(np.float64), net.record(np.float64)
    net.source(samples, numbers())
    if len(sys.argv) > 1:
        library = ctypes.CDLL(sys.argv[1])
        net.process(library.average, samples, averages, LENGTH)
    else:
        net.process(average, samples, averages)
    result = net.sink(averages)
    net.run()
    for mean in result.array:
        print(f"{mean:g}")


main()
