# SPDX-License-Identifier: MIT
"""While a process waits, others have the lock of the interpreter: the source waits until a thread of
the program has counted to a number, and the sink waits for the source."""
import threading

import numpy as np

import erbium

counted = threading.Event()


def count():
    for _ in range(100_000):
        pass
    counted.set()


def source(out):
    assert counted.wait(60)
    out.write([1, 2, 3])


net = erbium.Network()
r = net.record(np.int8)
result = net.sink(r)
net.source(r, source)
threading.Thread(target=count).start()
net.run()
print(result.array)
