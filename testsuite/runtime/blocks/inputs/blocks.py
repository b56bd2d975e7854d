# SPDX-License-Identifier: MIT
"""The blocks of erbium/blocks.h, compared with SciPy and NumPy.  Called as blocks.py LIBRARY FUNCTIONS,
the library of the blocks and that of functions.c."""
import ctypes
import os
import subprocess
import sys

import numpy as np
from scipy import fft, signal

import erbium

rng = np.random.default_rng(1)
real = rng.standard_normal(20_000).astype(np.float32)
complex_ = (rng.standard_normal(6000) + 1j * rng.standard_normal(6000)).astype(np.complex64)
level = np.dtype([("rms", "f4"), ("peak", "f4")])


def run(block, source, out, *arguments, burst=333):
    """The output of a block with one input and one output."""
    net = erbium.Network()
    x, y = net.record(source.dtype), net.record(out)
    net.source(x, source, burst=burst)
    net.process(block, x, 1, y, *arguments)
    result = net.sink(y)
    net.run()
    return result.array


def close(got, want, tolerance=1e-5):
    assert len(got) == len(want), (len(got), len(want))
    scale = max(np.abs(want).max(), 1) if len(want) else 1
    error = np.abs(got - want).max() / scale if len(want) else 0
    assert error < tolerance, error


def test_windows(b):
    for kind, name in enumerate(("boxcar", "hann", "hamming", "blackman", ("kaiser", 5.0))):
        for n in (1, 2, 17, 64):
            for periodic in (False, True):
                w = np.zeros(n, np.float32)
                b.erbium_block_window(kind, ctypes.c_double(5), periodic, n,
                                      ctypes.c_void_p(w.ctypes.data))
                close(w, signal.get_window(name, n, fftbins=periodic), 1e-6)
    for n, cutoff in ((31, 0.3), (64, 0.05)):
        taps = np.zeros(n, np.float32)
        b.erbium_block_lowpass(ctypes.c_double(cutoff), 4, ctypes.c_double(6), n,
                               ctypes.c_void_p(taps.ctypes.data))
        close(taps, signal.firwin(n, cutoff, window=("kaiser", 6.0)), 1e-6)


def test_fir(b):
    for n in (1, 2, 33, 1500):
        taps = signal.firwin(n, 0.4).astype(np.float32) if n > 1 else np.float32([2])
        for decimation in (1, 3, 2000):
            close(run(b.erbium_block_fir_f32, real, np.float32, taps, n, decimation),
                  signal.lfilter(taps, 1, real)[::decimation])
            close(run(b.erbium_block_fir_cf32, complex_, np.complex64, taps, n, decimation),
                  signal.lfilter(taps, 1, complex_)[::decimation])
    few = real[:5]
    taps = signal.firwin(33, 0.4).astype(np.float32)
    close(run(b.erbium_block_fir_f32, few, np.float32, taps, 33, 1), signal.lfilter(taps, 1, few))


def test_bursts(b):
    """Results are the same, bit for bit, with any burst."""
    taps = signal.firwin(40, 0.2).astype(np.float32)
    for block, arguments in ((b.erbium_block_fir_f32, (taps, 40, 1)),
                             (b.erbium_block_fir_f32, (taps, 40, 7)),
                             (b.erbium_block_resample_f32, (3, 2, taps, 40))):
        results = [run(block, real[:3000], np.float32, *arguments, burst=burst).tobytes()
                   for burst in (1, 13, 5000)]
        assert results[0] == results[1] == results[2]


def test_iir(b):
    sos = signal.butter(5, 0.2, output="sos")
    close(run(b.erbium_block_iir_f32, real, np.float32, sos, len(sos)), signal.sosfilt(sos, real))
    sos = sos * 2
    sos[:, :3] /= 2
    want = real
    for section in sos:
        want = signal.lfilter(section[:3], section[3:], want)
    close(run(b.erbium_block_iir_f32, real, np.float32, np.ascontiguousarray(sos), len(sos)), want)


def test_resample(b):
    for up, down, n in ((1, 1, 8), (3, 2, 61), (2, 5, 101), (160, 147, 1600), (1, 7, 3)):
        taps = (up * signal.firwin(n, 1 / max(up, down) if max(up, down) > 1 else 0.5)).astype("f4")
        want = signal.upfirdn(taps, real, up, down)[:-(-len(real) * up // down)]
        got = run(b.erbium_block_resample_f32, real, np.float32, up, down, taps, n)
        assert len(got) == -(-len(real) * up // down)
        close(got[:len(want)], want)


def test_fft(b):
    window = signal.get_window("hann", 64).astype(np.float32)
    for n, hop, w, inverse in ((64, 64, None, 0), (64, 16, window, 0), (60, 100, None, 1),
                               (1, 1, None, 0), (4096, 1000, None, 0)):
        starts = range(0, len(complex_) - n + 1, hop)
        frames = np.array([complex_[k:k + n] for k in starts])
        if w is not None:
            frames = frames * w
        want = fft.ifft(frames, norm="forward") if inverse else fft.fft(frames)
        close(run(b.erbium_block_fft_cf32, complex_, np.complex64, n, hop, w if w is not None else 0,
                  inverse), want.ravel(), 1e-5)


def test_signals(b):
    angle = np.angle(complex_[1:] * complex_[:-1].conj())
    close(run(b.erbium_block_demodulate_fm, complex_, np.float32, 0.5),
          0.5 * np.concatenate([[0], angle]))
    gain, want = 1.0, []
    for x in complex_.astype(complex):
        want.append(x * gain)
        gain = min(max(gain + 0.01 * (2 - abs(want[-1])), 0), 1.5)
    close(run(b.erbium_block_agc_cf32, complex_, np.complex64, 2.0, 0.01, 1.5), np.array(want))
    for n in (1, 300, 7000, 30_000):
        parts = [real[k:k + n].astype(float) for k in range(0, len(real), n)]
        got = run(b.erbium_block_meter_f32, real, level, n)
        close(got["rms"], np.array([np.sqrt(np.mean(p * p)) for p in parts]))
        close(got["peak"], np.array([np.abs(p).max() for p in parts]))


def test_elements(b, f):
    close(run(b.erbium_block_map_f32, real, np.float32, address(f.scale), np.float32([3])),
          3 * real)
    for n in (1, 3, 50_000):
        close(run(b.erbium_block_decimate_f32, real, np.float32, n), real[::n])
    net = erbium.Network()
    x, z, y = (net.record(np.float32) for _ in range(3))
    net.source(x, real)
    net.source(z, real[:5000], burst=7)
    net.process(b.erbium_block_zip_f32, x, 1, z, 1, y, address(f.subtract), 0)
    result = net.sink(y)
    net.run()
    close(result.array, np.zeros(5000))


def address(function):
    return ctypes.cast(function, ctypes.c_void_p).value


def test_split(b):
    for n, each in ((1, 1), (3, 1), (2, 700)):
        net = erbium.Network()
        x, y, parts = net.record("f4"), net.record("f4"), [net.record("f4") for _ in range(n)]
        array = np.array([p.address for p in parts], np.uintp)
        net.source(x, real)
        net.process(b.erbium_block_split_f32, x, 1, array, n, each)
        net.process(b.erbium_block_join_f32, array, 1, n, each, y)
        result = net.sink(y)
        net.run()
        close(result.array, real[:len(result.array)])
        assert len(real) - len(result.array) < n * each


def test_files(b):
    """A file, a pipe that is read in odd pieces, a socket, bytes of rtl_sdr."""
    b.erbium_block_open.argtypes = [ctypes.c_char_p, ctypes.c_bool]
    name = b"blocks.raw"
    net = erbium.Network()
    x = net.record(np.complex64)
    net.source(x, complex_)
    net.process(b.erbium_block_write_cf32, x, 1, b.erbium_block_open(name, True))
    net.run()
    assert np.array_equal(np.fromfile(name, np.complex64), complex_)
    assert b.erbium_block_open(b"no/such/file", False) == -1

    cat = subprocess.Popen([sys.executable, "-c", "import sys, os\n"
                            "data = open('blocks.raw', 'rb').read() + b'abc'\n"
                            "for k in range(0, len(data), 777): os.write(1, data[k:k + 777])"],
                           stdout=subprocess.PIPE)
    net = erbium.Network()
    x = net.record(np.complex64)
    net.process(b.erbium_block_read_cf32, x, os.dup(cat.stdout.fileno()))
    result = net.sink(x)
    net.run()
    cat.wait()
    assert np.array_equal(result.array, complex_)  # without the three bytes behind it

    pairs = rng.integers(0, 256, 5000, dtype=np.uint8)
    got = run(b.erbium_block_from_cu8, pairs, np.complex64, burst=33)
    close(got, ((pairs - 127.5) / 127.5).reshape(-1, 2) @ [1, 1j])

    b.erbium_block_connect.argtypes = b.erbium_block_listen.argtypes = [ctypes.c_char_p] * 2
    port = free_port()
    child = os.fork()
    if child == 0:
        for _ in range(500):
            file = b.erbium_block_connect(b"127.0.0.1", port)
            if file >= 0:
                break
            __import__("time").sleep(0.01)
        with os.fdopen(file, "wb") as to:
            to.write(real.tobytes())
        os._exit(0)
    net = erbium.Network()
    x = net.record(np.float32)
    net.process(b.erbium_block_read_f32, x, b.erbium_block_listen(b"127.0.0.1", port))
    result = net.sink(x)
    net.run()
    os.waitpid(child, 0)
    assert np.array_equal(result.array, real)


def free_port():
    import socket
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return str(s.getsockname()[1]).encode()


def main(blocks, functions):
    b, f = ctypes.CDLL(blocks), ctypes.CDLL(functions)
    for test in (test_windows, test_fir, test_bursts, test_iir, test_resample, test_fft,
                 test_signals, test_split, test_files):
        test(b)
    test_elements(b, f)
    print("all right")


main(*sys.argv[1:])
