/* SPDX-License-Identifier: MIT */
/* mpi_large.c - what calls with large counts need, and those that large.awk cannot make. */
#include "mpi/large/mpi_large.h"
#include "mpi/comm/mpi_comm.h"

#include <limits.h>

_Static_assert (sizeof (MPI_Count) == sizeof (MPI_Aint), "large.awk passes one as the other");

static MPI_Count too_large; /* of the present call, or 0 */

void
detmpi_large_begins (const char *name, const void *site)
{
  detmpi_enter (name, site);
  erbium_store_relaxed (&detmpi_me ()->call.outer, (int64_t) (intptr_t) site);
  too_large = 0;
}

void
detmpi_large_ends (void)
{
  erbium_store_relaxed (&detmpi_me ()->call.outer, 0);
}

int
detmpi_narrow (MPI_Count n)
{
  bool fits = n >= INT_MIN && n <= INT_MAX;
  too_large = fits ? too_large : n;
  return fits ? (int) n : 0;
}

int *
detmpi_narrow_all (const MPI_Count *counts, int n)
{
  int *narrow = n > 0 && counts ? detmpi_alloc ((size_t) n * sizeof *narrow) : NULL;
  for (int k = 0; narrow && k < n; k++)
    narrow[k] = detmpi_narrow (counts[k]);
  return narrow;
}

int
detmpi_large_error (void)
{
  return too_large == 0 ? MPI_SUCCESS
                        : detmpi_error (MPI_COMM_WORLD, MPI_ERR_COUNT,
                                        "the count %ld; expected at most %d", too_large, INT_MAX);
}

int
detmpi_size_of (MPI_Comm comm)
{
  const struct detmpi_comm *c = detmpi_comm_of (comm);
  return c ? c->size : 0;
}

bool
detmpi_is_root (int root, MPI_Comm comm)
{
  const struct detmpi_comm *c = detmpi_comm_of (comm);
  return c && c->rank == root;
}

/* ---- Calls that differ by more than counts ------------------------------------------ */

/* Types remember ints, so no count of theirs is large. */
int
MPI_Type_get_envelope_c (MPI_Datatype type, MPI_Count *integers, MPI_Count *addresses,
                         MPI_Count *large, MPI_Count *types, int *combiner)
{
  int i = 0, a = 0, t = 0;
  detmpi_large_begins (__func__, __builtin_return_address (0));
  int error = MPI_Type_get_envelope (type, &i, &a, &t, combiner);
  *integers = i;
  *addresses = a;
  *large = 0;
  *types = t;
  detmpi_large_ends ();
  return error;
}

int
MPI_Type_get_contents_c (MPI_Datatype type, MPI_Count max_integers, MPI_Count max_addresses,
                         MPI_Count max_large, MPI_Count max_types, int integers[],
                         MPI_Aint addresses[], MPI_Count large[], MPI_Datatype types[])
{
  (void) max_large;
  (void) large;
  detmpi_large_begins (__func__, __builtin_return_address (0));
  int i = detmpi_narrow (max_integers), a = detmpi_narrow (max_addresses);
  int t = detmpi_narrow (max_types), error = detmpi_large_error ();
  if (!error)
    error = MPI_Type_get_contents (type, i, a, t, integers, addresses, types);
  detmpi_large_ends ();
  return error;
}
