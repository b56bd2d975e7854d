# SPDX-License-Identifier: MIT
"""lc - communication beside computation (De Matteis 2011, sections 4.4 and 5).

farm: examples/masked on frames of RGB pixels and on vectors of doubles.  stencil: examples/stencil
on matrices.  A run is a whole program, which computes the same few items again and again; the sums
of all results are compared.  Each way runs on all cores, and on one core.  Those of the farm pass
on whole items, and bursts of BURST bytes, as do its peers; only the messages of LC are always items
as in the thesis.  The better of both counts.

overlap: one worker with a core of its own, whose results are sent by itself, or by a communicator
on another core.  What a message takes (L_com) is measured beside that, with the same channels and
nothing else to do.  The share that is hidden is the time that an item takes less, divided by L_com:
it is above 1 where a message takes longer beside a computation.  The same with private windows,
where the communicator copies what a process reads.  Where L_com is less than LEAST of the
computation, there is no ratio.  A stencil has few rounds here: with more, a message would be too
short beside the computation.

send8: a message of 8 bytes there and back.
"""
import os
import subprocess
import zlib

import whole
from harness import Case, Missing, stream_sum

LEAST = 0.15        # L_com / T_calc
THERE = 4           # items in the file
FARM, STENCIL = "masked", "stencil"
# Shapes, and how many items a run computes; the first of each program is also measured quickly.
INPUTS = {FARM: {"800x800": 150, "1000x1000": 100, "4000000": 48, "8000000": 24},
          STENCIL: {"480x480": 60, "480x960": 40, "480x1920": 20}}
QUICK = {FARM: ("800x800", "4000000"), STENCIL: ("480x480",)}
SIZE_OF = {"800x800": 3 * 800 * 800, "1000x1000": 3 * 1000 * 1000, "4000000": 32000000,
           "8000000": 64000000, "480x480": 8 * 480 * 480, "480x960": 8 * 480 * 960,
           "480x1920": 8 * 480 * 1920}
BURST, BURSTS = 1 << 17, ", bursts"  # bytes; what ends the names of rows
FEW_ROUNDS = 5      # of the stencil whose overlap is measured
MORE_ITEMS = 4      # times as many items then

SHARED, PRIVATE, AUTO = "shared windows", "private windows, none", "private windows, auto"
LC, MASKED = "LC", "LC, communicators"
# Rows of ours: the method, and the environment.
OURS = {SHARED: ("shared", {}),
        PRIVATE: ("private", {"ERBIUM_COMMUNICATOR": "none"}),
        AUTO: ("private", {"ERBIUM_COMMUNICATOR": "auto"}),
        LC: ("lc", {}), MASKED: ("lc-masked", {})}
PEERS = {"OpenMP": "openmp", "oneTBB": "tbb"}
# One worker.  What begins the names of ratios; the method and the environment of the row without a
# communicator, and of that with one.  Only processes that are threads have communicators.
OVERLAPS = {LC: ("", ("lc", {}), ("lc-masked", {})),
            "private windows":
            ("private_", ("private", {"ERBIUM_TASK": "thread", "ERBIUM_COMMUNICATOR": "none"}),
             ("private", {"ERBIUM_TASK": "thread", "ERBIUM_COMMUNICATOR": "core"}))}
NONE, CORE = "waits for it", "beside it"


def shapes (bench, program):
    return QUICK[program] if bench.quick else tuple (INPUTS[program])


# ---- Inputs -------------------------------------------------------------------------------

class Input:
    """Items of one shape, as long as they are measured, and the sum of what becomes of them."""
    def __init__ (self, bench, program, shape, options, items):
        self.program, self.shape, self.options = program, shape, options
        self.items = items if not bench.quick else max (items // 4, THERE)
        self.folder = os.path.join (bench.folder, "lc")
        os.makedirs (self.folder, exist_ok=True)
        self.path, self.out = (os.path.join (self.folder, n) for n in ("in", "out"))
        self.file = os.path.join (os.path.dirname (bench.folder), "examples", program, program)
        self.run ([self.file, "-g", str (THERE), shape, self.path])
        self.run (self.words (self.file, "sequential", 1))
        with open (self.out, "rb") as f:
            self.sum = zlib.adler32 (f.read ())

    def words (self, file, method, workers, burst=0):
        bursts = ("-b", str (burst)) if self.program == FARM else ()
        return [file, "-m", method, "-w", str (workers), "-n", str (self.items), "-s", *bursts,
                *self.options, self.shape, self.path, self.out]

    def run (self, words):
        try:
            subprocess.run (words, check=True)
        except (OSError, subprocess.CalledProcessError) as e:
            raise Missing (f"{words[0]}: {e}: build it")

    def case (self, bench, row, method, workers, cores, environment={}, burst=0):
        file = self.file + ("-peers" if method in PEERS.values () else "")
        return whole.Whole (bench, {**row, "input": self.shape},
                            self.words (file, method, workers, burst), self.out, self.items,
                            self.sum, cores, environment)

    def bursts_of (self, method):
        """What ends the name of the row, and bytes of a burst, for each row of that method."""
        whole_items = {"": 0}
        return whole_items if self.program != FARM or method.startswith ("lc") else \
            {**whole_items, BURSTS: BURST}

    def end (self):
        for path in (self.path, self.out):
            if os.path.exists (path):
                os.remove (path)


# ---- Farm and stencil -----------------------------------------------------------------------

def cases (bench, source, cores):
    where = "all cores" if cores > 1 else "on one core"
    ours = {} if bench.peers_only else OURS

    def row (config):
        return {"config": config, "program": source.program, "cores": where}
    if cores > 1:
        for end, burst in source.bursts_of ("sequential").items ():
            alone = {**row ("sequential" + end), "cores": "on one core"}
            yield source.case (bench, alone, "sequential", 1, 1, burst=burst)
    for config, (method, environment) in ours.items ():
        for end, burst in source.bursts_of (method).items ():
            yield source.case (bench, row (config + end), method, cores, cores, environment, burst)
    for config, method in PEERS.items ():
        for end, burst in source.bursts_of (method).items ():
            yield source.case (bench, row (config + end), method, cores, cores, burst=burst)


def measure (bench, program, shape, cores):
    source = Input (bench, program, shape, (), INPUTS[program][shape])
    bench.measure (list (cases (bench, source, cores)), lasting=False)
    source.end ()


# ---- Overlap --------------------------------------------------------------------------------

def send_case (bench, shape):
    size = SIZE_OF[shape]
    return Case ({"config": "L_com", "input": shape, "overlap": "a message"}, "channel/lc",
                 {"message": size, "window": 1 << 30, "cpus": ",".join (map (str, bench.cpus[:2]))},
                 total=lambda n, o: stream_sum (n), spinning=False, first=16, least=16)


def overlap_cases (bench, source):
    for config, (_, without, beside) in OVERLAPS.items ():
        for how, (method, environment) in ((NONE, without), (CORE, beside)):
            row = {"config": config, "program": source.program, "overlap": how}
            yield source.case (bench, row, method, 1, 2, environment)


def measure_overlap (bench, program, shape):
    options = ("-r", str (FEW_ROUNDS)) if program == STENCIL else ()
    items = INPUTS[program][shape] * (MORE_ITEMS if program == STENCIL else 1)
    source = Input (bench, program, shape, options, items)
    bench.measure ([send_case (bench, shape), *overlap_cases (bench, source)], lasting=False)
    source.end ()


def ms (bench, **want):
    """Milliseconds an item of that row, or None."""
    rate = bench.find (**want)
    return 1e-3 / rate if rate else None


def report_overlap (bench, program):
    """A line for each shape; ratios are the worst of them."""
    print (f"\n{program}, one worker, ms an item: computation, message; the share that is hidden"
           + (", far cores" if bench.suffix else ""))
    for config, (prefix, _, _) in OVERLAPS.items ():
        shares = {}
        for shape in shapes (bench, program):
            own = dict (config=config, program=program, input=shape)
            message = ms (bench, input=shape, overlap="a message")
            alone = ms (bench, overlap=NONE, **own)
            masked = ms (bench, overlap=CORE, **own)
            if not (message and alone and masked):
                continue
            computation = alone - message
            enough = message >= LEAST * computation
            share = (alone - masked) / message
            if enough:
                shares[shape] = share
            print (f"{config:24}{shape:>12}{computation:10.3f}{message:10.3f}"
                   + (f"{share:10.2f}" if enough else "   (too short a message)"))
        name = f"{prefix}overlap_{'farm' if program == FARM else 'stencil'}"
        for shape, share in shares.items ():
            bench.ratio (f"{name}_{shape}", share, 1)
        if shares:
            bench.ratio (name, min (shares.values ()), 1)


# ---- Short messages -----------------------------------------------------------------------------

def send8_cases (bench):
    ours = {} if bench.peers_only else {"LC": "channel/lc", "channel": "channel/erbium"}
    for config, program in {**ours, "MPICH": "channel/mpich"}.items ():
        yield Case ({"config": config, "send": 8}, program,
                    {"message": 8, "echo": 1, "cpus": ",".join (map (str, bench.cpus[:2]))},
                    total=lambda n, o: stream_sum (n, 2), threads=2, cores=2, spinning=False,
                    first=1 << 10, least=1)


# ---- All of it ----------------------------------------------------------------------------------

def worst (bench, name, ours, theirs, program, cores):
    """The best of our rows over that of theirs, for the worst input."""
    found = []
    for shape in shapes (bench, program):
        def best (configs):
            names = {config + end for config in configs for end in ("", BURSTS)}
            return bench.best ([r for r in bench.rows if r.get ("config") in names
                                and r.get ("input") == shape and r.get ("program") == program
                                and r.get ("cores") == cores])
        us, them = best (ours), best (theirs)
        if us and them:
            found.append (us["rate"] / them["rate"])
    if found:
        bench.ratio (name, min (found), 1)


def form_ratios (bench):
    for program, name in ((FARM, "farm"), (STENCIL, "stencil")):
        for prefix, where in (("", "all cores"), ("one_core_", "on one core")):
            for peer, config in (("tbb", "oneTBB"), ("openmp", "OpenMP")):
                worst (bench, f"{prefix}{name}_vs_{peer}", OURS, (config,), program, where)
            worst (bench, f"{prefix}{name}_private_vs_shared", (PRIVATE, AUTO), (SHARED,), program,
                   where)
            worst (bench, f"{prefix}{name}_auto_vs_none", (AUTO,), (PRIVATE,), program, where)
    for which in ("private_vs_shared", "auto_vs_none"):
        names = [f"{program}_{which}{bench.suffix}" for program in ("farm", "stencil")]
        found = [bench.ratios[name] for name in names if name in bench.ratios]
        if found:
            bench.ratio (which + "_worst", min (found), 1)
    bench.ratio ("lc_send8_vs_mpich", bench.find (config="LC", send=8),
                 bench.find (config="MPICH", send=8))


def measurements (bench):
    """What is measured, in this order: functions, each of which measures one group."""
    yield lambda: bench.measure (list (send8_cases (bench)))
    for program in INPUTS:
        for shape in shapes (bench, program):
            yield lambda p=program, s=shape: measure (bench, p, s, bench.cores)
        if bench.cores > 1:
            yield lambda p=program: measure (bench, p, shapes (bench, p)[0], 1)
    for program in INPUTS if bench.cores > 1 and not bench.peers_only else ():
        for shape in shapes (bench, program):
            yield lambda p=program, s=shape: measure_overlap (bench, p, s)


def run (bench):
    bench.hurry (300, 45)
    for program in (whole.PROGRAM, "channel/lc", "channel/mpich", "channel/erbium"):
        bench.need (program, "build it")
    for measurement in measurements (bench):
        bench.measure ([]) if bench.reports else measurement ()
    for where in ("all cores", "on one core"):
        bench.table (f"Items a second, {where}", "input", "config", cell=lambda r: r["rate"] * 1e6,
                     rows=[r for r in bench.rows if r.get ("cores") == where])
    bench.table ("Microseconds there and back, 8 bytes", "send", "config",
                 cell=lambda r: r["seconds"] * 1e6 / r["items"],
                 rows=[r for r in bench.rows if "send" in r])
    for program in INPUTS if bench.cores > 1 else ():
        report_overlap (bench, program)
    form_ratios (bench)
