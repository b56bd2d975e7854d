/* SPDX-License-Identifier: MIT */
/* mpi_group_sets.c - groups made of others: unions, intersections, subsets. */
#include "mpi/comm/mpi_comm.h"

/* ---- Two groups ------------------------------------------------------------ */

/* Adds the members of a that are in b, or not in b. */
static int
filter (const struct detmpi_group *a, const struct detmpi_group *b, bool in_b, int *to)
{
  int size = 0;
  for (int n = 0; n < a->size; n++)
    if ((detmpi_find_rank (b->world, b->size, a->world[n]) != MPI_UNDEFINED) == in_b)
      to[size++] = a->world[n];
  return size;
}

enum set { UNION, INTERSECTION, DIFFERENCE };

static int
combine (enum set set, MPI_Group group1, MPI_Group group2, MPI_Group *made)
{
  int error, size;
  struct detmpi_group *a = detmpi_expect_group (group1, &error),
                      *b = a ? detmpi_expect_group (group2, &error) : NULL;
  if (!b)
    return error;
  int *world = detmpi_alloc ((size_t) (a->size + b->size) * sizeof *world);
  if (set == UNION)
    {
      memcpy (world, a->world, (size_t) a->size * sizeof *world);
      size = a->size + filter (b, a, false, world + a->size);
    }
  else
    size = filter (a, b, set == INTERSECTION, world);
  *made = detmpi_new_group (size, world);
  return MPI_SUCCESS;
}

int
MPI_Group_union (MPI_Group group1, MPI_Group group2, MPI_Group *made)
{
  DETMPI_CALL ();
  return combine (UNION, group1, group2, made);
}

int
MPI_Group_intersection (MPI_Group group1, MPI_Group group2, MPI_Group *made)
{
  DETMPI_CALL ();
  return combine (INTERSECTION, group1, group2, made);
}

int
MPI_Group_difference (MPI_Group group1, MPI_Group group2, MPI_Group *made)
{
  DETMPI_CALL ();
  return combine (DIFFERENCE, group1, group2, made);
}

/* ---- Subsets --------------------------------------------------------------- */

/* Makes a group of the ranks in the list, or of the others. */
static int
choose (MPI_Group group, int count, const int *ranks, bool takes, MPI_Group *made)
{
  int error, size = 0;
  struct detmpi_group *g = detmpi_expect_group (group, &error);
  if (!g)
    return error;
  for (int n = 0; n < count; n++)
    if (ranks[n] < 0 || ranks[n] >= g->size)
      return detmpi_error (MPI_COMM_WORLD, MPI_ERR_RANK, "rank %d of a group of %d", ranks[n],
                           g->size);
  int *world = detmpi_alloc ((size_t) (g->size + count) * sizeof *world);
  if (takes)
    for (int n = 0; n < count; n++)
      world[size++] = g->world[ranks[n]];
  else
    for (int n = 0; n < g->size; n++)
      if (detmpi_find_rank (ranks, count, n) == MPI_UNDEFINED)
        world[size++] = g->world[n];
  *made = detmpi_new_group (size, world);
  return MPI_SUCCESS;
}

/* Lists the ranks of ranges: first, last, stride. */
static int
choose_ranges (MPI_Group group, int count, int ranges[][3], bool takes, MPI_Group *made)
{
  int *ranks = NULL, size = 0, room = 0;
  for (int n = 0; n < count; n++)
    {
      int first = ranges[n][0], last = ranges[n][1], stride = ranges[n][2];
      if (!stride)
        return detmpi_error (MPI_COMM_WORLD, MPI_ERR_ARG, "the stride of range %d is 0", n);
      for (int r = first; stride > 0 ? r <= last : r >= last; r += stride)
        {
          if (size == room)
            ranks = detmpi_grow (ranks, (size_t) (room = 2 * room + 16) * sizeof *ranks);
          ranks[size++] = r;
        }
    }
  int error = choose (group, size, ranks, takes, made);
  free (ranks);
  return error;
}

int
MPI_Group_incl (MPI_Group group, int count, const int ranks[], MPI_Group *made)
{
  DETMPI_CALL ();
  return choose (group, count, ranks, true, made);
}

int
MPI_Group_excl (MPI_Group group, int count, const int ranks[], MPI_Group *made)
{
  DETMPI_CALL ();
  return choose (group, count, ranks, false, made);
}

int
MPI_Group_range_incl (MPI_Group group, int count, int ranges[][3], MPI_Group *made)
{
  DETMPI_CALL ();
  return choose_ranges (group, count, ranges, true, made);
}

int
MPI_Group_range_excl (MPI_Group group, int count, int ranges[][3], MPI_Group *made)
{
  DETMPI_CALL ();
  return choose_ranges (group, count, ranges, false, made);
}
