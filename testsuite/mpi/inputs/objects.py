# SPDX-License-Identifier: MIT
"""objects.py [any] - objects and arrays between ranks, with mpi4py.  With `any', rank 0 takes
objects from any source."""
import sys

from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, size = comm.rank, comm.size
after, before = (rank + 1) % size, (rank - 1) % size


def objects():
    request = comm.isend({"from": rank, "data": list(range(3000 * rank))}, dest=after, tag=1)
    comm.send([rank] * 3, dest=after, tag=2)
    second = comm.recv(source=before, tag=2)
    first = comm.recv(source=before, tag=MPI.ANY_TAG)
    request.wait()
    print(rank, "objects:", second, first["from"], len(first["data"]))


def messages():
    request = comm.isend("x" * 50000, dest=after)
    message = comm.mprobe(source=before)
    other = comm.irecv(source=before, tag=9)
    comm.send("other", dest=after, tag=9)
    print(rank, "messages:", other.wait(), len(message.recv()))
    request.wait()


def buffers():
    mine, theirs = bytearray(b"%d" % rank * 40000), bytearray(40000)
    comm.Sendrecv(mine, dest=after, recvbuf=theirs, source=before)
    print(rank, "buffers:", bytes(theirs[:5]).decode(), theirs == b"%d" % before * 40000)


def collectives():
    print(rank, "sum:", comm.allreduce(0.1 * (rank + 1)), "all:", comm.allgather(chr(97 + rank)),
          "scattered:", comm.scatter([n * n for n in range(size)] if rank == 0 else None),
          "exchanged:", comm.alltoall([10 * rank + n for n in range(size)]),
          "least:", comm.allreduce((9 - rank, rank), op=MPI.MINLOC))


def any_source():
    for n in range(5):
        if rank:
            comm.send((rank, n), dest=0)
    for _ in range(5 * (size - 1) if rank == 0 else 0):
        print("from", *comm.recv(source=MPI.ANY_SOURCE))


if len(sys.argv) > 1:
    any_source()
else:
    objects()
    messages()
    buffers()
    collectives()
