/* SPDX-License-Identifier: MIT */
/* mpi_type.c - the table of types that a program makes; sizes, extents, names. */
#include "mpi/type/mpi_type.h"

enum { FIRST = 0x8c000000 + 16 }; /* the handles below belong to pairs */

static struct detmpi_type **made;
static int made_count;

struct detmpi_type *
detmpi_derived_type (MPI_Datatype type)
{
  unsigned n = (unsigned) type - (unsigned) MPI_FLOAT_INT;
  if (n < DETMPI_PAIRS)
    return &detmpi_pairs[n];
  n = (unsigned) type - (unsigned) FIRST;
  return n < (unsigned) made_count ? made[n] : NULL;
}

struct detmpi_type *
detmpi_new_type (void)
{
  int n = 0;
  while (n < made_count && made[n])
    n++;
  if (n == made_count)
    {
      made_count = made_count ? 2 * made_count : 32;
      made = detmpi_grow (made, (size_t) made_count * sizeof *made);
      memset (made + n, 0, (size_t) (made_count - n) * sizeof *made);
    }
  struct detmpi_type *t = detmpi_alloc (sizeof *t);
  *t = (struct detmpi_type) { .handle = FIRST + n, .uses = 1, .element = MPI_DATATYPE_NULL };
  return made[n] = t;
}

void
detmpi_use_type (struct detmpi_type *t)
{
  t->uses++;
}

void
detmpi_drop_type (struct detmpi_type *t)
{
  if (t->is_basic || --t->uses)
    return;
  for (int n = 0; n < t->type_count; n++)
    if (detmpi_type_of (t->types[n]))
      detmpi_drop_type (detmpi_type_of (t->types[n]));
  made[(unsigned) t->handle - (unsigned) FIRST] = NULL;
  free (t->segments);
  free (t->integers);
  free (t->addresses);
  free (t->types);
  free (t->given_name);
  free (t);
}

struct detmpi_type *
detmpi_expect_type (MPI_Datatype type, MPI_Comm comm, int *error)
{
  struct detmpi_type *t = detmpi_type_of (type);
  *error = t ? MPI_SUCCESS
             : detmpi_error (comm, MPI_ERR_TYPE, "the type (0x%x) is none, or was freed", type);
  return t;
}

struct detmpi_type *
detmpi_expect_committed (MPI_Datatype type, int count, MPI_Comm comm, int *error)
{
  struct detmpi_type *t = detmpi_expect_type (type, comm, error);
  if (t && count < 0)
    *error = detmpi_error (comm, MPI_ERR_COUNT, "the count is %d", count);
  else if (t && !t->is_committed)
    *error = detmpi_error (comm, MPI_ERR_TYPE, "the type (0x%x) was not committed", type);
  return *error ? NULL : t;
}

/* ---- Calls ----------------------------------------------------------------- */

int
MPI_Type_size (MPI_Datatype type, int *size)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_type (type, MPI_COMM_WORLD, &error);
  if (t)
    *size = t->size <= INT32_MAX ? (int) t->size : MPI_UNDEFINED;
  return error;
}

int
MPI_Type_size_x (MPI_Datatype type, MPI_Count *size)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_type (type, MPI_COMM_WORLD, &error);
  if (t)
    *size = (MPI_Count) t->size;
  return error;
}

int
MPI_Type_extent (MPI_Datatype type, MPI_Aint *extent)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_type (type, MPI_COMM_WORLD, &error);
  if (t)
    *extent = detmpi_extent (t);
  return error;
}

int
MPI_Type_lb (MPI_Datatype type, MPI_Aint *lb)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_type (type, MPI_COMM_WORLD, &error);
  if (t)
    *lb = t->lb;
  return error;
}

int
MPI_Type_ub (MPI_Datatype type, MPI_Aint *ub)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_type (type, MPI_COMM_WORLD, &error);
  if (t)
    *ub = t->ub;
  return error;
}

int
MPI_Type_get_extent (MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_type (type, MPI_COMM_WORLD, &error);
  if (t)
    *lb = t->lb, *extent = detmpi_extent (t);
  return error;
}

int
MPI_Type_get_extent_x (MPI_Datatype type, MPI_Count *lb, MPI_Count *extent)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_type (type, MPI_COMM_WORLD, &error);
  if (t)
    *lb = t->lb, *extent = detmpi_extent (t);
  return error;
}

int
MPI_Type_get_true_extent (MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_type (type, MPI_COMM_WORLD, &error);
  if (t)
    *lb = t->true_lb, *extent = t->true_ub - t->true_lb;
  return error;
}

int
MPI_Type_commit (MPI_Datatype *type)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_type (*type, MPI_COMM_WORLD, &error);
  if (t)
    t->is_committed = true;
  return error;
}

int
MPI_Type_free (MPI_Datatype *type)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_type (*type, MPI_COMM_WORLD, &error);
  if (t && t->is_basic)
    return detmpi_error (MPI_COMM_WORLD, MPI_ERR_TYPE, "'%s' cannot be freed", t->name);
  if (t)
    detmpi_drop_type (t);
  *type = MPI_DATATYPE_NULL;
  return error;
}

int
MPI_Type_set_name (MPI_Datatype type, const char *name)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_type (type, MPI_COMM_WORLD, &error);
  if (t)
    {
      free (t->given_name);
      t->given_name = strndup (name, MPI_MAX_OBJECT_NAME - 1);
    }
  return error;
}

int
MPI_Type_get_name (MPI_Datatype type, char *name, int *length)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_type (type, MPI_COMM_WORLD, &error);
  if (t)
    *length = snprintf (name, MPI_MAX_OBJECT_NAME, "%s",
                        t->given_name ? t->given_name : t->name ? t->name : "");
  return error;
}

int
MPI_Type_match_size (int typeclass, int size, MPI_Datatype *type)
{
  static const MPI_Datatype types[] = { MPI_REAL4, MPI_REAL8, MPI_REAL16, MPI_INTEGER1,
                                        MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8, MPI_COMPLEX8,
                                        MPI_COMPLEX16, MPI_COMPLEX32 };
  static const int classes[] = { 1, 1, 1, 2, 2, 2, 2, 3, 3, 3 };
  DETMPI_CALL ();
  for (size_t n = 0; n < sizeof types / sizeof *types; n++)
    if (classes[n] == typeclass && (types[n] >> 8 & 0xff) == size)
      {
        *type = types[n];
        return MPI_SUCCESS;
      }
  return detmpi_error (MPI_COMM_WORLD, MPI_ERR_ARG, "there is no type of class %d with %d bytes",
                       typeclass, size);
}
