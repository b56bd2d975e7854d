# SPDX-License-Identifier: MIT
"""Two processes in Python wait for each other."""
import numpy as np

import erbium


def left(a, b):
    x, y = a.reader(), b.writer()
    x.receive(1)


def right(a, b):
    x, y = b.reader(), a.writer()
    x.receive(1)


net = erbium.Network()
a = net.record(np.int8, name="to the left")
b = net.record(np.int8)
net.process(left, a, b)
net.process(right, a, b)
net.run()
