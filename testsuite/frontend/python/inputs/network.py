# SPDX-License-Identifier: MIT
"""Networks of the Python module: sources, sinks, processes in Python and C, types, errors.

Called as network.py LIBRARY, which has the processes of processes.c."""
import ctypes
import gc
import sys

import numpy as np

import erbium

N = 100_000


def arrays_and_functions():
    """An array, a process in Python with history, and a sink that collects."""
    def average(samples, averages):
        x, y = samples.reader(), averages.writer()
        for burst in x.bursts(1000, history=3):
            out = y.acquire(len(burst) - 3)
            np.add(burst[:-3], burst[1:-2], out=out)
            out += burst[2:-1]
            out += burst[3:]
            y.commit(len(out))

    net = erbium.Network()
    samples, averages = net.record(np.float64, name="samples"), net.record("f8")
    net.source(samples, np.arange(N, dtype=float), burst=777)
    net.process(average, samples, averages)
    result = net.sink(averages)
    net.run()
    expected = np.convolve(np.arange(N), np.ones(4), "valid")
    assert np.array_equal(result.array, expected), result.array[:10]


def no_copies():
    """What is written through an array is what the consumer's array shows, at the same place."""
    net = erbium.Network()
    r = net.record(np.int64)
    seen = []

    def write(out):
        array = out.acquire(8)
        assert array.flags.writeable and array.dtype == np.int64
        seen.append(array.ctypes.data)
        array[:] = np.arange(8)
        out.commit(8)

    def read(array):
        assert not array.flags.writeable and not array.flags.owndata
        assert array.ctypes.data % 4096 == seen[0] % 4096
        seen.append(array.tolist())
    net.source(r, write)
    net.sink(r, read)
    net.run()
    assert seen[1] == list(range(8)), seen


def processes_in_c(library):
    """A process in C between two in Python, with arguments of each type; two consumers."""
    net = erbium.Network()
    x, y = net.record(np.float32, consumers=2), net.record(np.float32)
    offsets = np.array([1.0, 2.0], np.float32)
    net.source(x, (np.arange(i, i + 50, dtype=np.float32) for i in range(0, 5000, 50)))
    net.process(library.scale, x, y, 3, 0.5, np.float32(2), offsets, "add", name="scaler")
    result, same = net.sink(y, burst=64), net.sink(x, id=2)
    net.run()
    assert np.array_equal(same.array, np.arange(5000))
    assert np.array_equal(result.array, np.arange(5000, dtype=np.float32) * 3 * 0.5 * 2 + 3)


def structured():
    """Elements with members."""
    net = erbium.Network()
    pairs = net.record(np.dtype([("at", "i4"), ("value", "f8")], align=True))
    packed = net.record(np.dtype([("at", "i1"), ("value", "f8")]))

    def convert(a, b):
        x, y = a.reader(), b.writer()
        for burst in x.bursts(7):
            out = y.acquire(len(burst))
            out["at"], out["value"] = burst["at"], -burst["value"]
            y.commit(len(out))
    net.source(pairs, lambda out: out.write([(i, i / 2) for i in range(100)], burst=9))
    net.process(convert, pairs, packed)
    result = net.sink(packed)
    net.run()
    assert result.array["at"].tolist() == list(range(100))
    assert result.array["value"].tolist() == [-i / 2 for i in range(100)]


def arrays_outlive():
    """An array that is kept shows something else later, but does not make the program crash."""
    kept = []
    for _ in range(50):
        net = erbium.Network()
        r = net.record(np.int32)
        net.source(r, np.arange(100_000, dtype=np.int32))
        net.sink(r, kept.append)
        net.run()
        del net, r
    gc.collect()
    assert all(isinstance(int(a.sum()), int) for a in kept)


def many_networks():
    """Records go when nobody uses them: the windows of earlier networks are not mapped any more."""
    def windows():
        with open("/proc/self/maps") as file:
            return sum("memfd:erbium" in line for line in file)
    for _ in range(300):
        net = erbium.Network()
        r = net.record(np.int32)
        net.source(r, np.arange(10, dtype=np.int32))
        result = net.sink(r)
        net.run()
        assert result.array.tolist() == list(range(10))
        del net, r, result
    assert windows() < 300, windows()


def raises(kind, text, call, *arguments):
    try:
        call(*arguments)
    except kind as error:
        assert text in str(error), error
    else:
        raise AssertionError(f"no {kind.__name__}: {text}")


def errors(library):
    """An exception ends its stream and comes out of run; misuse has exceptions."""
    net = erbium.Network()
    a, b = net.record(np.int32), net.record(np.int32)

    def fails(out):
        out.write(range(10))
        raise KeyError("source")
    net.source(a, fails)
    result = net.sink(a)
    net.source(b, np.arange(N, dtype=np.int32))
    net.sink(b, lambda array: 1 / 0)
    raises((KeyError, ZeroDivisionError), "", net.run)
    assert result.array.tolist() == list(range(10))
    net.run()  # nothing is left

    net = erbium.Network()
    r = net.record(np.int32)
    with r.writer(4) as out, r.reader(4) as source:
        raises(erbium.Error, "another end has this id", r.writer)
        raises(ValueError, "out of its range", r.writer, 4, 2)
        raises(ValueError, "out of its range", out.acquire, 0)
        raises(ValueError, "the number of elements is negative", out.acquire, -1)
        raises(ValueError, "1 GiB", out.acquire, 1 << 40)
        raises(erbium.Error, "other side", out._receive, 1)
        raises(erbium.Error, "than was acquired", out.commit, 1)
        out.acquire(2)[:] = 5
        out.commit(2)
        array = source.receive(2)
        raises(ValueError, "read-only", array.__setitem__, 0, 1)
        raises(erbium.Error, "was received", source.release, 3)
        raises(ValueError, "dimensions, expected 1", out.write, [[1]])
        net.process(lambda: raises(erbium.Error, "another process", source.release, 1))
        net.run()
    raises(erbium.Error, "the end is closed", out.acquire, 1)
    out.close()
    raises(TypeError, "cannot be of type", net.record, object)
    raises(ValueError, "at least 1", net.source, r, np.arange(3), 0)
    raises(TypeError, "cannot take a list", net.process, library.scale, [1])
    raises(ValueError, "C must be contiguous", net.process, library.scale, np.arange(9)[::2])
    raises(ValueError, "setting 'TASK' cannot be 'thread'", erbium._network.set, "TASK", "thread")


def main(path):
    library = ctypes.CDLL(path)
    arrays_and_functions()
    no_copies()
    processes_in_c(library)
    structured()
    many_networks()
    arrays_outlive()
    errors(library)
    print("all right")


if __name__ == "__main__":
    main(sys.argv[1])
