# SPDX-License-Identifier: MIT
"""The network of the benchmark `python', fed from NumPy.  --mode array: the source is an array, and
the sink a process in C; loops: both are functions in Python that handle each burst."""
import argparse
import ctypes
import json
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "site"))
import numpy as np

import erbium


def arguments():
    p = argparse.ArgumentParser()
    for name in ("items", "burst"):
        p.add_argument("--" + name, type=int)
    for name in ("mode", "cpus"):
        p.add_argument("--" + name)
    return p.parse_args()


def main():
    o = arguments()
    os.sched_setaffinity(0, {int(cpu) for cpu in o.cpus.split(",")})
    library = ctypes.CDLL(os.path.join(HERE, "processes.so"))
    array, total = np.arange(o.items, dtype=np.uint32), np.zeros(1, np.uint32)

    def feed(out):
        for at in range(0, o.items, o.burst):
            part = array[at:at + o.burst]
            out.acquire(len(part))[:] = part
            out.commit(len(part))

    def add(burst):
        total[:] += burst.sum(dtype=np.uint32)

    start = time.perf_counter()
    net = erbium.Network()
    x, y = net.record(np.uint32), net.record(np.uint32)
    net.process(library.smooth, x, y, o.burst)
    net.source(x, array if o.mode == "array" else feed, burst=o.burst)
    if o.mode == "array":
        net.process(library.add, y, total, o.burst)
    else:
        net.sink(y, add, burst=o.burst)
    net.run()
    seconds = time.perf_counter() - start
    print(json.dumps({"items": o.items, "seconds": seconds, "sum": int(total[0])}))


main()
