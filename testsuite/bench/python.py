# SPDX-License-Identifier: MIT
"""python - a network that is fed from NumPy, compared with the same network in C.

An array of 32-bit integers, a moving sum of 16 in C, a sum.  `array': the array is the source of the
network, and the sum is a process in C.  `loops': source and sink are functions in Python, which
handle each burst with NumPy, in place.
"""
from harness import Case

TAPS = 16
BURSTS = (256, 4096, 65536)
MODES = {"array": {"mode": "array"}, "loops": {"mode": "loops"}}


def total (n, options):
    """The sum of the sums of TAPS numbers each that end at TAPS-1 .. n-1, modulo 2^32."""
    numbers = n * (n - 1) // 2 - (TAPS - 1) * (TAPS - 2) // 2
    return (TAPS * numbers - (n - TAPS + 1) * TAPS * (TAPS - 1) // 2) % 2**32


def case (bench, config, program, burst, options):
    return Case ({"config": config, "burst": burst}, program,
                 {"burst": burst, "cpus": ",".join (map (str, bench.cpus[:2])), **options},
                 total=total, spinning=False, first=1 << 20, least=1 << 22)


def run (bench):
    for program in ("python/c", "python/numpy"):
        bench.need (program, "build it")
    for burst in BURSTS:
        cases = [case (bench, "C", "python/c", burst, {})]
        cases += [case (bench, name, "python/numpy", burst, o) for name, o in MODES.items ()]
        bench.measure (cases)
    bench.table ("Million elements a second", "burst", "config")
    for burst in BURSTS:
        c = bench.find (config="C", burst=burst)
        bench.ratio (f"numpy_vs_c_{burst}", bench.find (config="array", burst=burst), c)
        bench.ratio (f"loops_vs_c_{burst}", bench.find (config="loops", burst=burst), c)
