# SPDX-License-Identifier: MIT
"""Networks of deterministic parallel processes over NumPy arrays.

    import erbium
    import numpy as np

    def average(samples, averages):
        x, y = samples.reader(), averages.writer()
        for burst in x.bursts(4096, history=3):      # an array in the memory of the record
            out = y.acquire(len(burst) - 3)          # the same, to be written
            out[:] = np.convolve(burst, np.full(4, 0.25), "valid")
            y.commit(len(out))

    net = erbium.Network()
    samples, averages = net.record(np.float64), net.record(np.float64)
    net.source(samples, np.arange(1e6))
    net.process(average, samples, averages)
    result = net.sink(averages)
    net.run()
    print(result.array)

A network consists of records, unbounded sequences of elements, and of processes, which share only
records.  So its results depend only on its input, and not on the schedule.  Processes are functions
in Python, or in C, from a shared library.  Those in Python take turns, as all threads of Python do;
they give the lock of the interpreter away while they wait, and NumPy does so while it computes.
Those in C never take it.

Arrays that a reader or writer returns are the elements themselves.  They are valid until the next
call for this reader or writer, or, in a loop over bursts, until the next turn; afterwards they show
other elements.  Copy what must last.

Misuse raises an exception.  A deadlock, or a lack of memory for a window, ends the program with a
message and the status of Erbium, since no process could continue.

Processes are threads or fibers, as ERBIUM_TASK says; those in Python have threads of their own in
both cases.  They cannot be spaces, partitions or ranks.
"""
import atexit
import ctypes
import os
import signal
import sys
import threading

try:
    import numpy as np
except ImportError as missing:
    raise ImportError("the module erbium needs NumPy: install python3-numpy (its name on Debian), "
                      "or 'pip install numpy'") from missing

from . import _network
from ._network import Error

__all__ = ["Error", "Network", "Reader", "Record", "Result", "Writer"]

DEFAULT_HORIZON = 16384  # in elements
MODELS = ("", "auto", "thread", "fiber")

_process = threading.local()  # .ends: those that the process in Python has opened


def _check_settings():
    if os.environ.get("ERBIUM_WINDOWS", "shared") not in ("", "shared"):
        raise ImportError("ERBIUM_WINDOWS is 'private', but arrays need the windows of records, "
                          "which last longer than those of readers; unset it")
    model = os.environ.get("ERBIUM_TASK", "")
    if model not in MODELS:
        raise ImportError(f"ERBIUM_TASK is '{model}', but processes in Python cannot be "
                          f"{model}s; unset it, or set it to thread or fiber")
    # From 3.14 on, the interpreter compares the stack pointer with the stack of the thread, and takes
    # the stack of a fiber for an overflow.
    if sys.version_info >= (3, 14):
        _network.set("TASK", "thread")


_check_settings()


# ---- Ends of records ------------------------------------------------------------------------

class _End(_network.End):
    """What readers and writers have in common; also a context that closes the end."""

    def __init__(self, record, writes, id, horizon):
        super().__init__(record, writes, id, horizon)
        self.dtype = record.dtype
        getattr(_process, "ends", []).append(self)

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.close()


class Reader(_End):
    """A consumer of a record, which belongs to the process that has made it."""

    def __init__(self, record, horizon=DEFAULT_HORIZON, id=1):
        super().__init__(record, False, id, horizon)

    def receive(self, n):
        """Waits for n elements behind those that were released, and returns them as an array that
        cannot be written; fewer at the end of the stream, then none."""
        return np.frombuffer(self._receive(n), self.dtype)

    def bursts(self, n, history=0):
        """The stream in bursts of n elements, the last one shorter.  Each also contains the
        `history' elements before its own.  Going on releases what the next one does not contain."""
        while len(burst := self.receive(n + history)) > history:
            fresh = len(burst) - history
            yield burst
            del burst
            self.release(fresh)


class Writer(_End):
    """A producer of a record, which belongs to the process that has made it."""

    def __init__(self, record, horizon=DEFAULT_HORIZON, id=1):
        super().__init__(record, True, id, horizon)

    def acquire(self, n):
        """Waits for room for n elements, and returns them as an array to be written."""
        return np.frombuffer(self._acquire(n), self.dtype)

    def write(self, elements, burst=4096):
        """Copies a sequence or array into the stream, and publishes `burst' elements together."""
        elements = np.asarray(elements, self.dtype)
        if elements.ndim != 1:
            raise ValueError(f"the elements have {elements.ndim} dimensions, expected 1")
        for at in range(0, len(elements), burst):
            part = elements[at:at + burst]
            self.acquire(len(part))[:] = part
            self.commit(len(part))


class Record(_network.Record):
    """An unbounded sequence of elements of one NumPy type; made by Network.record."""

    def __init__(self, dtype, producers=1, consumers=1, name=None):
        dtype = np.dtype(dtype)
        if dtype.hasobject or dtype.itemsize == 0 or dtype.subdtype:
            raise TypeError(f"elements cannot be of type {dtype}, since they are bytes in shared "
                            "memory")
        align = dtype.alignment if dtype.itemsize % dtype.alignment == 0 else 1
        super().__init__(dtype.itemsize, align, producers, consumers, name)
        self.dtype = dtype

    def reader(self, horizon=DEFAULT_HORIZON, id=1):
        """Makes the calling process consumer `id' of the record."""
        return Reader(self, horizon, id)

    def writer(self, horizon=DEFAULT_HORIZON, id=1):
        """Makes the calling process producer `id' of the record."""
        return Writer(self, horizon, id)


# ---- Networks -------------------------------------------------------------------------------

class Result:
    """What a sink without a function has received: `array', after the network has run."""

    def __init__(self, dtype):
        self.array = np.empty(0, dtype)


def _horizon(record, burst):
    """Room for several bursts, so that a process in Python handles some of them before it waits and
    another takes the lock of the interpreter."""
    return max(2 * burst, min(16 * burst, (1 << 20) // record.dtype.itemsize))


def _arguments_for_c(arguments):
    """The letters of network.c, the values, and what must live as long as the process."""
    letters, values, kept = "", [], []
    for a in arguments:
        if isinstance(a, Record):
            letter, value = "p", a.address
        elif isinstance(a, np.ndarray):
            if not a.flags.c_contiguous:
                raise ValueError("an array for a process in C must be contiguous: copy it")
            letter, value = "p", a.ctypes.data
        elif isinstance(a, (str, bytes)):
            a = ctypes.create_string_buffer(a.encode() if isinstance(a, str) else a)
            letter, value = "p", ctypes.addressof(a)
        elif isinstance(a, np.float32):
            letter, value = "f", float(a)
        elif isinstance(a, (float, np.float64)):
            letter, value = "d", float(a)
        elif isinstance(a, (int, np.integer, np.bool_)):
            letter, value = "l", int(a)
        else:
            raise TypeError(f"a process in C cannot take a {type(a).__name__}: expected a record, "
                            "an array, a string, an int, a float or a numpy.float32")
        letters += letter
        values.append(value)
        kept.append(a)
    return letters, tuple(values), kept


def _is_function_of_c(what):
    return isinstance(what, ctypes._CFuncPtr)


class Network:
    """Records and processes.  Processes begin when the network runs."""

    def __init__(self):
        self._starts, self._running, self._kept, self._errors = [], [], [], []

    def record(self, dtype, producers=1, consumers=1, name=None):
        """A new record for elements of this NumPy type; structured types are possible.  Messages
        call it by its name or, without one, by the file and line of this call."""
        if name is None:
            caller = sys._getframe(1)
            name = f"{os.path.basename(caller.f_code.co_filename)}:{caller.f_lineno}"
        record = Record(dtype, producers, consumers, name)
        self._kept.append(record)
        return record

    def process(self, function, *arguments, name=None):
        """Adds a process that calls function(*arguments).

        A function of ctypes is a process in C: `void f (ERBIUM_RECORD (T) in, int n)', or a process
        in the language of the plugin.  It takes records, arrays and strings (pointers), int (an
        integer of up to 64 bits), float (double) and numpy.float32 (float).  The types are not
        checked, as everywhere in ctypes.
        """
        name = name or getattr(function, "__name__", "process")
        if _is_function_of_c(function):
            letters, values, kept = _arguments_for_c(arguments)
            address = ctypes.cast(function, ctypes.c_void_p).value
            self._kept += [function, kept]
            self._starts.append(lambda: _network.run_c(name, address, letters, values))
        else:
            call = lambda: self._call(function, arguments)
            self._starts.append(lambda: _network.run_python(name, call))

    def source(self, record, what, burst=4096, id=1, name=None):
        """Adds a process that writes to the record, and then ends the stream.

        what is an array, which a process in C copies without the lock of the interpreter; or a
        function, which is called with a Writer; or anything that can be iterated, of arrays.
        """
        if burst < 1:
            raise ValueError(f"the burst has {burst} elements, expected at least 1")
        if isinstance(what, np.ndarray):
            elements = np.ascontiguousarray(what, record.dtype)
            if elements.ndim != 1:
                raise ValueError(f"the elements have {elements.ndim} dimensions, expected 1")
            self._kept.append(elements)
            self._starts.append(lambda: _network.run_feed(
                name or "source", record, elements.ctypes.data, len(elements), burst, id))
            return

        def write():
            with Writer(record, _horizon(record, burst), id) as out:
                if callable(what):
                    what(out)
                else:
                    for elements in what:
                        out.write(elements, burst)
        self.process(write, name=name or getattr(what, "__name__", "source"))

    def sink(self, record, function=None, burst=4096, id=1, name=None):
        """Adds a process that calls function(array) with each burst of the record.  Without a
        function, returns a Result, which has all elements when the network has run."""
        result = None if function else Result(record.dtype)
        parts = []
        use = function or (lambda array: parts.append(array.copy()))

        def read():
            with Reader(record, _horizon(record, burst), id) as source:
                for array in source.bursts(burst):
                    use(array)
            if parts:
                result.array = np.concatenate(parts)
        self.process(read, name=name or getattr(function, "__name__", "sink"))
        return result

    def _call(self, function, arguments):
        """The body of a process in Python.  Its ends are closed even if it raises, so the others
        come to an end."""
        _process.ends = []
        try:
            function(*arguments)
        except BaseException as error:
            self._errors.append(error)
        finally:
            for end in _process.ends:
                end.close()
            del _process.ends

    def start(self):
        """Starts the processes, and does not wait for them."""
        starts, self._starts = self._starts, []
        self._running += [start() for start in starts]
        _started.add(self)

    def wait(self):
        """Waits until all processes have ended, then raises the first exception of those in
        Python.  Meanwhile Ctrl-C ends the program, if it would raise KeyboardInterrupt."""
        main = threading.current_thread() is threading.main_thread()
        own = main and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if own:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        try:
            while self._running:
                _network.join(self._running[0])
                del self._running[0]
        finally:
            if own:
                signal.signal(signal.SIGINT, signal.default_int_handler)
        _started.discard(self)
        if self._errors:
            error, self._errors = self._errors[0], []
            raise error

    def run(self):
        """Starts the processes and waits until all have ended."""
        self.start()
        self.wait()


_started = set()  # networks whose processes may be running


@atexit.register
def _wait_for_all():
    """Processes in Python cannot outlive the interpreter."""
    for network in list(_started):
        network.wait()
