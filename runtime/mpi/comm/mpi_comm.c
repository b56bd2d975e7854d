/* SPDX-License-Identifier: MIT */
/* mpi_comm.c - the table of communicators, and the calls that only look there. */
#include "mpi/comm/mpi_comm.h"

enum { FIRST = 0x84000000 };

struct detmpi_comm detmpi_world, detmpi_alone;
static struct detmpi_comm **made;
static int made_count;

/* ---- The table ------------------------------------------------------------- */

struct detmpi_comm *
detmpi_other_comm (MPI_Comm comm)
{
  unsigned n = (unsigned) comm - (unsigned) FIRST;
  if (comm == MPI_COMM_SELF)
    return &detmpi_alone;
  return n < (unsigned) made_count ? made[n] : NULL;
}

struct detmpi_comm *
detmpi_expect_comm (MPI_Comm comm, int *error)
{
  struct detmpi_comm *c = detmpi_comm_of (comm);
  *error = MPI_SUCCESS;
  if (!c)
    *error = detmpi_error (MPI_COMM_WORLD, MPI_ERR_COMM,
                           comm == MPI_COMM_NULL ? "the communicator is MPI_COMM_NULL"
                                                 : "the communicator (0x%x) is none, or was freed",
                           comm);
  return c;
}

static void
init_comm (struct detmpi_comm *c, MPI_Comm handle, uint32_t context, int size, int *world)
{
  *c = (struct detmpi_comm) { .handle = handle, .context = context, .size = size, .world = world,
                              .handler = MPI_ERRORS_ARE_FATAL, .info = MPI_INFO_NULL };
  c->rank = detmpi_find_rank (world, size, detmpi_self);
}

struct detmpi_comm *
detmpi_new_comm (uint32_t context, int size, int *world)
{
  int n = 0;
  while (n < made_count && made[n])
    n++;
  if (n == made_count)
    {
      made_count = made_count ? 2 * made_count : 16;
      made = detmpi_grow (made, (size_t) made_count * sizeof *made);
      memset (made + n, 0, (size_t) (made_count - n) * sizeof *made);
    }
  made[n] = detmpi_alloc (sizeof **made);
  init_comm (made[n], FIRST + n, context, size, world);
  return made[n];
}

void
detmpi_drop_comm (struct detmpi_comm *c)
{
  made[(unsigned) c->handle - (unsigned) FIRST] = NULL;
  detmpi_drop_info (c->info);
  free (c->world);
  free (c->cart);
  free (c->attributes);
  free (c);
}

static MPI_Errhandler
handler_of (MPI_Comm comm)
{
  struct detmpi_comm *c = detmpi_comm_of (comm);
  return c ? c->handler : detmpi_world.handler;
}

void
detmpi_make_comms (void)
{
  int *world = detmpi_alloc ((size_t) detmpi_job->ranks * sizeof *world);
  for (int n = 0; n < detmpi_job->ranks; n++)
    world[n] = n;
  init_comm (&detmpi_world, MPI_COMM_WORLD, 0, detmpi_job->ranks, world);
  init_comm (&detmpi_alone, MPI_COMM_SELF, 2, 1, world + detmpi_self);
  snprintf (detmpi_world.name, sizeof detmpi_world.name, "MPI_COMM_WORLD");
  snprintf (detmpi_alone.name, sizeof detmpi_alone.name, "MPI_COMM_SELF");
  detmpi_handler_of = handler_of;
}

/* ---- Calls ----------------------------------------------------------------- */

int
MPI_Comm_rank (MPI_Comm comm, int *rank)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (c)
    *rank = c->rank;
  return error;
}

int
MPI_Comm_size (MPI_Comm comm, int *size)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (c)
    *size = c->size;
  return error;
}

int
MPI_Comm_remote_size (MPI_Comm comm, int *size)
{
  int error;
  DETMPI_CALL ();
  (void) size;
  if (!detmpi_expect_comm (comm, &error))
    return error;
  return detmpi_error (comm, MPI_ERR_COMM, "the communicator is no intercommunicator");
}

int
MPI_Comm_test_inter (MPI_Comm comm, int *flag)
{
  int error;
  DETMPI_CALL ();
  if (detmpi_expect_comm (comm, &error))
    *flag = 0;
  return error;
}

static int
compare (const struct detmpi_comm *a, const struct detmpi_comm *b)
{
  if (a == b)
    return MPI_IDENT;
  if (a->size != b->size)
    return MPI_UNEQUAL;
  if (memcmp (a->world, b->world, (size_t) a->size * sizeof *a->world) == 0)
    return MPI_CONGRUENT;
  for (int n = 0; n < a->size; n++)
    if (detmpi_find_rank (b->world, b->size, a->world[n]) == MPI_UNDEFINED)
      return MPI_UNEQUAL;
  return MPI_SIMILAR;
}

int
MPI_Comm_compare (MPI_Comm comm1, MPI_Comm comm2, int *result)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_comm *a = detmpi_expect_comm (comm1, &error), *b;
  if (a && (b = detmpi_expect_comm (comm2, &error)))
    *result = compare (a, b);
  return error;
}

int
MPI_Comm_group (MPI_Comm comm, MPI_Group *group)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (!c)
    return error;
  int *world = detmpi_alloc ((size_t) c->size * sizeof *world);
  memcpy (world, c->world, (size_t) c->size * sizeof *world);
  *group = detmpi_new_group (c->size, world);
  return MPI_SUCCESS;
}

int
MPI_Comm_set_name (MPI_Comm comm, const char *name)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (c)
    snprintf (c->name, sizeof c->name, "%s", name);
  return error;
}

int
MPI_Comm_get_name (MPI_Comm comm, char *name, int *length)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (c)
    *length = snprintf (name, MPI_MAX_OBJECT_NAME, "%s", c->name);
  return error;
}

int
MPI_Comm_set_info (MPI_Comm comm, MPI_Info info)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (c)
    {
      MPI_Info old = c->info;
      c->info = detmpi_copy_info (info);
      detmpi_drop_info (old);
    }
  return error;
}

int
MPI_Comm_get_info (MPI_Comm comm, MPI_Info *info)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (c)
    *info = detmpi_copy_info (c->info);
  return error;
}

/* ---- Cartesian communicators, as far as they only look --------------------- */

int
MPI_Topo_test (MPI_Comm comm, int *status)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (c)
    *status = c->cart ? MPI_CART : MPI_UNDEFINED;
  return error;
}
