# SPDX-License-Identifier: MIT
"""wifi - the 802.11a example: million samples a second that are received and sent.

Packets of 1500 octets with 16 us between them, in memory.  Engines: the sequential
program, the networks of processes (a pipeline; packets shared among workers; both), a
task a packet in OpenMP, parallel_pipeline of oneTBB.  All have the same kernels, and what
comes out is compared in each run.  Real time is 20.

Then the packet error curves, once: all rates, in noise and with echoes.
"""
import os
import subprocess

import plot
from harness import Case, Failed

REAL_TIME = 20.0
OCTETS, GAP, HEAD, SYMBOL = 1500, 320, 400, 80
BITS = {6: 24, 9: 36, 12: 48, 18: 72, 24: 96, 36: 144, 48: 192, 54: 216}
OURS = ("sequential", "pipeline", "combined", "shared")
US = "shared"                  # the default of the program
PEERS = {"openmp": "wifi/openmp", "tbb": "wifi/tbb"}
DIRECTIONS = {"rx": "received", "tx": "sent"}
LENGTHS = {"short": 1, "long": 10}  # short: some 50 ms on two cores


def symbols (rate):
    return -(-(16 + 8 * OCTETS + 6) // BITS[rate])


def packets (sends, rate):
    """How many an engine must count in so many samples.  Of a packet that is cut off, the
    receiver needs all symbols."""
    length = HEAD + SYMBOL * symbols (rate)
    stride = length + 1 + GAP
    if sends:
        return lambda n, options: -(-n // stride)
    return lambda n, options: n // stride + (n % stride >= length)


def case (bench, direction, engine, rate, cores, task=None, length="short"):
    """One row.  A packet that is cut off within its last symbol may be good or not, so items
    are whole packets."""
    row = {"direction": direction, "config": engine + (" fiber" if task else ""), "mbit": rate, "cores": cores,
           "length": length}
    stride = HEAD + SYMBOL * symbols (rate) + 1 + GAP
    mode = f"{direction}-{engine}-{rate}" + (f"-{task}" if task else "")
    rough = ((1 << 20) if bench.quick else (1 << 22) * (1 if direction == "rx" else 4)) * LENGTHS[length]
    return Case (row, PEERS.get (engine, "wifi/records"),
                 {"mode": mode, "consumers": cores, "cpus": ",".join (map (str, bench.cpus[:cores]))},
                 items=rough // stride * stride, total=packets (direction == "tx", rate),
                 threads=cores, cores=cores, spinning=False, missed=engine in OURS[1:])


def core_counts (bench):
    return [n for n in (1, 2, 4, 8, 16) if n <= bench.cores] if bench.cores > 1 else [1, 2]


def engines (bench, cores):
    ours = [] if bench.peers_only else [(e, None) for e in OURS if cores > 1 or e != "sequential"]
    ours += [("sequential", None)] if cores == 1 and not bench.peers_only else []
    ours += [(US, "fiber")] if not bench.peers_only else []
    return ours + [(p, None) for p in PEERS]


def rate_of (bench, direction, config, cores, length="short"):
    return bench.find (direction=direction, config=config, mbit=54, cores=cores, length=length)


def form_ratios (bench):
    most = max (core_counts (bench))
    for direction in DIRECTIONS:
        ours = rate_of (bench, direction, US, 2)
        bench.ratio (f"{direction}54_vs_realtime", ours, REAL_TIME)
        bench.ratio (f"{direction}54_vs_sequential", ours, rate_of (bench, direction, "sequential", 1))
        for other in ("pipeline", "combined", *PEERS):
            bench.ratio (f"{direction}54_vs_{other}", ours, rate_of (bench, direction, other, 2))
        for other in PEERS:
            bench.ratio (f"{direction}54_long_vs_{other}", rate_of (bench, direction, US, 2, "long"),
                         rate_of (bench, direction, other, 2, "long"))
            bench.ratio (f"{direction}54_one_core_vs_{other}", rate_of (bench, direction, US, 1),
                         rate_of (bench, direction, other, 1))
        if most > 2:
            bench.ratio (f"{direction}54_{most}_cores_vs_sequential", rate_of (bench, direction, US, most),
                         rate_of (bench, direction, "sequential", 1))


def curve (bench, name, options):
    """Draws how many packets are lost over the ratio of signal to noise."""
    program = os.path.join (os.path.dirname (bench.folder), "examples", "wifi", "wifi")
    command = [program, "curve", "--packets", "20" if bench.quick else "100",
               "--length", "1000" if not bench.quick else "200", *options]
    done = subprocess.run (command, capture_output=True, text=True)
    if done.returncode:
        raise Failed (f"exit status {done.returncode}: {' '.join (command)}\n{done.stderr.strip ()}")
    points = [tuple (map (float, line.split ())) for line in done.stdout.splitlines () if line[0] != "#"]
    series = {f"{rate} Mbit/s": [(snr, lost) for r, snr, lost in points if r == rate and lost > 0] for rate in BITS}
    path = os.path.join (bench.folder, name)
    said = plot.draw (path, plot.Plot (f"Packets lost, {' '.join (options[2:]) or 'in noise alone'}",
                                       "signal to noise, dB", "of 1", series, logx=False))
    print (f"{name}: {len (points)} points{said}")
    bench.rows += [{"curve": name, "mbit": rate, "snr": snr, "lost": lost} for rate, snr, lost in points]


def run (bench):
    for program in ("wifi/records", *PEERS.values ()):
        bench.need (program, "build it")
    for direction, done in DIRECTIONS.items ():
        for length in LENGTHS:
            for cores in core_counts (bench):
                bench.measure ([case (bench, direction, e, 54, cores, task, length)
                                for e, task in engines (bench, cores)])
            rows = [r for r in bench.rows if (r.get ("direction"), r.get ("length")) == (direction, length)]
            bench.table (f"54 Mbit/s, million samples {done} a second, {length} runs", "cores", "config", rows=rows)
    for direction, done in DIRECTIONS.items ():
        if not bench.peers_only:
            bench.measure ([case (bench, direction, US, rate, 2) for rate in BITS if rate != 54])
    rows = [r for r in bench.rows if (r["config"], r["cores"], r["length"]) == (US, 2, "short")]
    bench.table (f"All rates, {US} on two cores, million samples a second", "direction", "mbit", rows=rows)
    form_ratios (bench)
    bench.plots = plot.Plot ("802.11a at 54 Mbit/s", "cores", "million samples a second",
                             {f"{d} {c}": [(r["cores"], r["rate"]) for r in bench.rows
                                           if r["direction"] == d and r["config"] == c and r.get ("rate")
                                           and r["length"] == "short"]
                              for d in DIRECTIONS for c in dict.fromkeys (r["config"] for r in bench.rows)})
    if bench.reports == bench.first_place () and not bench.only and not bench.peers_only:
        step = "2" if bench.quick else "0.5"
        curve (bench, "wifi-noise", ["--range", f"0:26:{step}"])
        curve (bench, "wifi-echoes", ["--range", "0:40:" + ("8" if bench.quick else "2"),
                                      "--spread", "50", "--offset", "150000", "--skew", "20"])
