/* SPDX-License-Identifier: MIT */
/* mpi_topo.h - communicators made of others.
 *
 *   mpi_make.c   MPI_Comm_dup, MPI_Comm_split, MPI_Comm_create, MPI_Comm_free
 *   mpi_cart.c   Cartesian communicators
 *   mpi_dims.c   MPI_Dims_create
 *
 * The context of a communicator is the greatest number that any of its ranks has not used, so all
 * of them agree on it after one exchange.  Ranks that split into several communicators use one
 * context for all: a message comes from a rank of the same one.
 */
#ifndef ERB_MPI_TOPO_H
#define ERB_MPI_TOPO_H

#include "mpi/coll/mpi_coll.h"

/* Makes a communicator of the ranks of c that have the same color, in the order of keys.  Returns
 * NULL for the color MPI_UNDEFINED.  Every rank of c calls it. */
extern struct detmpi_comm *detmpi_split (struct detmpi_comm *c, int color, int key);

#endif
