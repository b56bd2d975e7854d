/* SPDX-License-Identifier: MIT */
/* mpi_group.c - groups: lists of ranks of the job. */
#include "mpi/comm/mpi_comm.h"

enum { FIRST = 0x88000000 };

static struct detmpi_group **made, nobody;
static int made_count;

int
detmpi_find_rank (const int *world, int size, int rank)
{
  for (int n = 0; n < size; n++)
    if (world[n] == rank)
      return n;
  return MPI_UNDEFINED;
}

struct detmpi_group *
detmpi_expect_group (MPI_Group group, int *error)
{
  unsigned n = (unsigned) group - (unsigned) FIRST;
  struct detmpi_group *g = group == MPI_GROUP_EMPTY ? &nobody
                           : n < (unsigned) made_count ? made[n] : NULL;
  *error = g ? MPI_SUCCESS
             : detmpi_error (MPI_COMM_WORLD, MPI_ERR_GROUP,
                             "the group (0x%x) is none, or was freed", group);
  return g;
}

MPI_Group
detmpi_new_group (int size, int *world)
{
  int n = 0;
  if (!size)
    {
      free (world);
      return MPI_GROUP_EMPTY;
    }
  while (n < made_count && made[n])
    n++;
  if (n == made_count)
    {
      made_count = made_count ? 2 * made_count : 16;
      made = detmpi_grow (made, (size_t) made_count * sizeof *made);
      memset (made + n, 0, (size_t) (made_count - n) * sizeof *made);
    }
  made[n] = detmpi_alloc (sizeof **made);
  *made[n] = (struct detmpi_group) { size, world };
  return FIRST + n;
}

int
MPI_Group_free (MPI_Group *group)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_group *g = detmpi_expect_group (*group, &error);
  if (g && g != &nobody)
    {
      made[(unsigned) *group - (unsigned) FIRST] = NULL;
      free (g->world);
      free (g);
    }
  *group = MPI_GROUP_NULL;
  return error;
}

int
MPI_Group_size (MPI_Group group, int *size)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_group *g = detmpi_expect_group (group, &error);
  if (g)
    *size = g->size;
  return error;
}

int
MPI_Group_rank (MPI_Group group, int *rank)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_group *g = detmpi_expect_group (group, &error);
  if (g)
    *rank = detmpi_find_rank (g->world, g->size, detmpi_self);
  return error;
}

int
MPI_Group_translate_ranks (MPI_Group group1, int count, const int ranks1[], MPI_Group group2,
                           int ranks2[])
{
  int error;
  DETMPI_CALL ();
  struct detmpi_group *a = detmpi_expect_group (group1, &error),
                      *b = a ? detmpi_expect_group (group2, &error) : NULL;
  for (int n = 0; b && n < count; n++)
    if (ranks1[n] == MPI_PROC_NULL)
      ranks2[n] = MPI_PROC_NULL;
    else if (ranks1[n] < 0 || ranks1[n] >= a->size)
      return detmpi_error (MPI_COMM_WORLD, MPI_ERR_RANK, "rank %d of a group of %d", ranks1[n],
                           a->size);
    else
      ranks2[n] = detmpi_find_rank (b->world, b->size, a->world[ranks1[n]]);
  return error;
}

int
MPI_Group_compare (MPI_Group group1, MPI_Group group2, int *result)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_group *a = detmpi_expect_group (group1, &error),
                      *b = a ? detmpi_expect_group (group2, &error) : NULL;
  if (!b)
    return error;
  *result = a->size == b->size ? MPI_IDENT : MPI_UNEQUAL;
  for (int n = 0; *result != MPI_UNEQUAL && n < a->size; n++)
    if (detmpi_find_rank (b->world, b->size, a->world[n]) == MPI_UNDEFINED)
      *result = MPI_UNEQUAL;
    else if (a->world[n] != b->world[n])
      *result = MPI_SIMILAR;
  return MPI_SUCCESS;
}
