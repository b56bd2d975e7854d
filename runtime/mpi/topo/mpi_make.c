/* SPDX-License-Identifier: MIT */
/* mpi_make.c - MPI_Comm_dup, MPI_Comm_split, MPI_Comm_create, MPI_Comm_free. */
#include "mpi/topo/mpi_topo.h"

/* Each communicator has two contexts.  Those of MPI_COMM_WORLD and MPI_COMM_SELF come first. */
static uint32_t next_context = 4;

struct vote { int color, key; uint32_t context; int rank; };

static int
by_key (const void *a, const void *b)
{
  const struct vote *x = a, *y = b;
  return x->key != y->key ? (x->key < y->key ? -1 : 1) : x->rank - y->rank;
}

/* Takes the greatest context of all votes, and those with the given color. */
static struct detmpi_comm *
make (struct detmpi_comm *c, struct vote *votes, int color)
{
  int count = 0, *world;
  uint32_t context = 0;
  for (int r = 0; r < c->size; r++)
    {
      context = votes[r].context > context ? votes[r].context : context;
      votes[r].rank = r;
      if (votes[r].color == color)
        votes[count++] = votes[r];
    }
  next_context = context + 2;
  if (color == MPI_UNDEFINED)
    return NULL;
  qsort (votes, (size_t) count, sizeof *votes, by_key);
  world = detmpi_alloc ((size_t) count * sizeof *world);
  for (int n = 0; n < count; n++)
    world[n] = c->world[votes[n].rank];
  struct detmpi_comm *made = detmpi_new_comm (context, count, world);
  made->handler = c->handler;
  return made;
}

struct detmpi_comm *
detmpi_split (struct detmpi_comm *c, int color, int key)
{
  struct vote own = { color, key, next_context, c->rank };
  struct vote *votes = detmpi_alloc ((size_t) c->size * sizeof *votes);
  detmpi_allgather_bytes (&own, sizeof own, votes, c);
  struct detmpi_comm *made = make (c, votes, color);
  free (votes);
  return made;
}

static MPI_Comm
handle_of (const struct detmpi_comm *c)
{
  return c ? c->handle : MPI_COMM_NULL;
}

/* ---- Calls ----------------------------------------------------------------- */

static int
dup (MPI_Comm comm, MPI_Comm *made)
{
  int error;
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (!c)
    return error;
  struct detmpi_comm *d = detmpi_split (c, 0, c->rank);
  if (c->cart)
    {
      d->cart = detmpi_alloc (sizeof *d->cart);
      *d->cart = *c->cart;
    }
  *made = d->handle;
  return detmpi_copy_attributes (c, d);
}

int
MPI_Comm_dup (MPI_Comm comm, MPI_Comm *made)
{
  DETMPI_CALL ();
  return dup (comm, made);
}

int
MPI_Comm_dup_with_info (MPI_Comm comm, MPI_Info info, MPI_Comm *made)
{
  DETMPI_CALL ();
  int error = dup (comm, made);
  if (!error)
    detmpi_comm_of (*made)->info = detmpi_copy_info (info);
  return error;
}

int
MPI_Comm_split (MPI_Comm comm, int color, int key, MPI_Comm *made)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (!c)
    return error;
  if (color < 0 && color != MPI_UNDEFINED)
    return detmpi_error (comm, MPI_ERR_ARG, "the color is %d", color);
  *made = handle_of (detmpi_split (c, color, key));
  return MPI_SUCCESS;
}

/* All ranks of a job share memory. */
int
MPI_Comm_split_type (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made)
{
  int error;
  DETMPI_CALL ();
  (void) info;
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (!c)
    return error;
  if (type != MPI_COMM_TYPE_SHARED && type != MPI_UNDEFINED)
    return detmpi_error (comm, MPI_ERR_ARG, "the type of the communicator is %d", type);
  *made = handle_of (detmpi_split (c, type == MPI_UNDEFINED ? MPI_UNDEFINED : 0, key));
  return MPI_SUCCESS;
}

/* The order of a group is that of its list. */
static int
place_in (const struct detmpi_group *g)
{
  return detmpi_find_rank (g->world, g->size, detmpi_self);
}

int
MPI_Comm_create (MPI_Comm comm, MPI_Group group, MPI_Comm *made)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  struct detmpi_group *g = c ? detmpi_expect_group (group, &error) : NULL;
  if (!g)
    return error;
  int place = place_in (g);
  /* Groups of different ranks may be disjoint: the first member names the group. */
  *made = handle_of (detmpi_split (c, place == MPI_UNDEFINED ? MPI_UNDEFINED : g->world[0], place));
  return MPI_SUCCESS;
}

/* Only the members of the group call this, so they agree among themselves. */
int
MPI_Comm_create_group (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *made)
{
  enum { AMONG_MEMBERS = 0x40000000 };
  int error;
  DETMPI_CALL ();
  (void) tag;
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  struct detmpi_group *g = c ? detmpi_expect_group (group, &error) : NULL;
  if (!g)
    return error;
  *made = MPI_COMM_NULL;
  if (place_in (g) == MPI_UNDEFINED)
    return MPI_SUCCESS;
  struct detmpi_comm members = *c;
  members.context = c->context + AMONG_MEMBERS;
  members.size = g->size, members.world = g->world, members.rank = place_in (g);
  *made = handle_of (detmpi_split (&members, 0, members.rank));
  return MPI_SUCCESS;
}

int
MPI_Comm_free (MPI_Comm *comm)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_comm *c = detmpi_expect_comm (*comm, &error);
  if (!c)
    return error;
  if (c == &detmpi_world || c == &detmpi_alone)
    return detmpi_error (*comm, MPI_ERR_COMM, "'%s' cannot be freed", c->name);
  if ((error = detmpi_drop_attributes (c)))
    return error;
  detmpi_drop_comm (c);
  *comm = MPI_COMM_NULL;
  return MPI_SUCCESS;
}
