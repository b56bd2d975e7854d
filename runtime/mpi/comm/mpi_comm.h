/* SPDX-License-Identifier: MIT */
/* mpi_comm.h - communicators, groups, and what hangs on them.
 *
 *   mpi_comm.c         the table of communicators
 *   mpi_group.c        groups
 *   mpi_group_sets.c   unions, subsets
 *   mpi_attribute.c    attributes
 *   mpi_handler.c      error handlers
 *   mpi_info.c         infos
 *
 * A communicator is a list of ranks of the job, and a context: a number that messages carry, equal
 * in all its ranks.  How a context is agreed upon is a matter of topo/mpi_topo.h.
 */
#ifndef ERB_MPI_COMM_H
#define ERB_MPI_COMM_H

#include "mpi/base/mpi_base.h"

enum { DETMPI_MOST_DIMS = 16 };

struct detmpi_cart { int dims, sizes[DETMPI_MOST_DIMS], periods[DETMPI_MOST_DIMS]; };
struct detmpi_attribute { int keyval; void *value; };

struct detmpi_comm
{
  MPI_Comm handle;
  uint32_t context;       /* of messages; the next number is that of collective calls */
  int rank, size;
  int *world;             /* ranks of the job */
  struct detmpi_cart *cart;
  MPI_Errhandler handler;
  MPI_Info info;
  struct detmpi_attribute *attributes;
  int attribute_count;
  char name[MPI_MAX_OBJECT_NAME];
};

extern struct detmpi_comm detmpi_world, detmpi_alone;

extern void detmpi_make_comms (void);
extern struct detmpi_comm *detmpi_other_comm (MPI_Comm comm);

/* Returns the communicator of a handle, or NULL. */
ERBIUM_INLINE struct detmpi_comm *
detmpi_comm_of (MPI_Comm comm)
{
  return __builtin_expect (comm == MPI_COMM_WORLD, 1) ? &detmpi_world : detmpi_other_comm (comm);
}

/* As above, and reports an error of the present call without one. */
extern struct detmpi_comm *detmpi_expect_comm (MPI_Comm comm, int *error);
/* Returns a new communicator of these ranks of the job, which it takes over. */
extern struct detmpi_comm *detmpi_new_comm (uint32_t context, int size, int *world);
extern void detmpi_drop_comm (struct detmpi_comm *c);
/* Copies the attributes of a communicator to its duplicate; returns an error code. */
extern int detmpi_copy_attributes (struct detmpi_comm *from, struct detmpi_comm *to);
extern int detmpi_drop_attributes (struct detmpi_comm *c);

struct detmpi_group { int size, *world; };
/* Returns the group of a handle, or NULL after an error. */
extern struct detmpi_group *detmpi_expect_group (MPI_Group group, int *error);
/* Returns the place of a rank of the job in a list of ranks, or MPI_UNDEFINED. */
extern int detmpi_find_rank (const int *world, int size, int rank);
extern MPI_Group detmpi_new_group (int size, int *world);
extern MPI_Info detmpi_copy_info (MPI_Info info);
/* Frees an info, or nothing if there is none. */
extern void detmpi_drop_info (MPI_Info info);

#endif
