/* SPDX-License-Identifier: MIT */
/* mpi_coll.h - collective calls, made of messages between pairs.
 *
 *   mpi_op.c       operations of reductions
 *   mpi_op_loops.h private: their loops, for each type
 *   mpi_reduce.c   MPI_Reduce, MPI_Allreduce, MPI_Reduce_scatter, MPI_Scan, MPI_Exscan
 *   mpi_bcast.c    MPI_Barrier, MPI_Bcast
 *   mpi_gather.c   MPI_Gather, MPI_Scatter and their relatives
 *   mpi_all.c      MPI_Allgather, MPI_Alltoall and their relatives
 *
 * A reduction combines the operands in the order of ranks, whatever arrives first and however many
 * ranks there are: ((x0 + x1) + x2) + x3.  So sums of floating-point numbers are the same in every
 * run, and those of one number of ranks and another differ only as their operands do.
 */
#ifndef ERB_MPI_COLL_H
#define ERB_MPI_COLL_H

#include "mpi/point/mpi_point.h"

/* Tags of collective messages, to tell the kinds in errors. */
enum detmpi_round
{
  DETMPI_BARRIER,
  DETMPI_BCAST,
  DETMPI_GATHER,
  DETMPI_REDUCE,
  DETMPI_SHARE /* by multicast, from each rank */
};

/* inout[n] = in[n] op inout[n]; the operands of in come first in the order of ranks. */
extern void detmpi_combine (MPI_Op op, void *in, void *inout, int count, MPI_Datatype type);
/* Returns an error code of the operation with that type. */
extern int detmpi_check_op (MPI_Op op, const struct detmpi_type *t, MPI_Comm comm);

extern void detmpi_barrier (struct detmpi_comm *c);
extern void detmpi_bcast (void *buf, size_t count, const struct detmpi_type *t, int root,
                          struct detmpi_comm *c);
/* Gathers bytes of the same number from all ranks, in the order of ranks. */
extern void detmpi_allgather_bytes (const void *from, size_t bytes, void *to,
                                    struct detmpi_comm *c);
/* Checks what all collective calls have; returns the communicator, or NULL. */
extern struct detmpi_comm *detmpi_expect_collective (MPI_Comm comm, int root, int *error);

#endif
