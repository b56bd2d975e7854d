# SPDX-License-Identifier: MIT
"""detmpi - MPI calls with DetMPI, MPICH and Open MPI (detmpi/calls.c).

Two ranks on two cores: messages there and back, streams, sums of all ranks, products of matrices,
a stencil.  Four ranks on two cores: collective calls and the stencil, with Open MPI alone, since
ranks of MPICH that have no core of their own poll for each other's whole time slices.
"""
from harness import Case, stream_sum

US, MPICH, OPEN = "DetMPI", "MPICH", "Open MPI"
PROGRAMS = {US: "detmpi/detmpi", MPICH: "detmpi/mpich", OPEN: "detmpi/openmpi"}
# Name of the ratio, mode, bytes, ranks.
MEASURES = (("pingpong8", "pingpong", 8, 2), ("pingpong1k", "pingpong", 1 << 10, 2),
            ("bandwidth64k", "stream", 64 << 10, 2), ("bandwidth1m", "stream", 1 << 20, 2),
            ("allreduce", "allreduce", 8, 2), ("allreduce64k", "allreduce", 64 << 10, 2),
            ("mm", "mm", 8, 2), ("stencil", "stencil", 8, 2),
            ("np4_allreduce", "allreduce", 8, 4), ("np4_bcast8", "bcast", 8, 4),
            ("np4_bcast64k", "bcast", 64 << 10, 4), ("np4_allgather1k", "allgather", 1 << 10, 4),
            ("np4_barrier", "barrier", 8, 4), ("np4_stencil", "stencil", 8, 4))
# Those of the ratio np4_vs_openmpi.
CROWDED = ("np4_allreduce", "np4_stencil")


def peers (bench, ranks):
    ours = [] if bench.peers_only else [US]
    return ours + ([MPICH, OPEN] if ranks == 2 else [OPEN])


def case (bench, peer, name, mode, size, ranks):
    options = {"mode": mode, "message": size, "workers": ranks, "cpus": ",".join (map (str, bench.cpus[:2]))}
    return Case ({"peer": peer, "measure": name, "ranks": ranks}, PROGRAMS[peer], options,
                 total=lambda items, o: stream_sum (items), threads=2, cores=2, spinning=False,
                 first=4 if ranks > 2 or size > 1 << 16 else 64, least=1)


def microseconds (row):
    return row["seconds"] * 1e6 / row["items"]


def run (bench):
    bench.hurry (300, 45)
    for peer in peers (bench, 2):
        bench.need (PROGRAMS[peer], "build it")
    for name, mode, size, ranks in MEASURES:
        bench.measure ([case (bench, p, name, mode, size, ranks) for p in peers (bench, ranks)])
    bench.table ("Microseconds an item", "measure", "peer", cell=microseconds, rows=bench.rows)

    def rate (peer, name):
        return bench.find (peer=peer, measure=name)
    for name, _, _, ranks in MEASURES:
        if ranks == 2:
            bench.ratio (f"{name}_vs_mpich", rate (US, name), rate (MPICH, name))
        bench.ratio (f"{name}_vs_openmpi", rate (US, name), rate (OPEN, name))
    ours = [rate (US, name) for name in CROWDED]
    theirs = [rate (OPEN, name) for name in CROWDED]
    if all (ours) and all (theirs):
        bench.ratio ("np4_vs_openmpi", min (a / b for a, b in zip (ours, theirs)), 1)
