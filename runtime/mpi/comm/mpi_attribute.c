/* SPDX-License-Identifier: MIT */
/* mpi_attribute.c - attributes of communicators. */
#include "mpi/comm/mpi_comm.h"

enum { FIRST = 0xa4400000 };

struct keyval
{
  bool is_used;
  MPI_Comm_copy_attr_function *copy;
  MPI_Comm_delete_attr_function *delete_;
  void *extra;
};

static struct keyval *keyvals;
static int keyval_count;

int
MPIR_Dup_fn (MPI_Comm comm, int keyval, void *extra, void *value, void *copy, int *flag)
{
  (void) comm, (void) keyval, (void) extra;
  *(void **) copy = value;
  *flag = 1;
  return MPI_SUCCESS;
}

static struct keyval *
keyval_of (int keyval)
{
  unsigned n = (unsigned) keyval - (unsigned) FIRST;
  return n < (unsigned) keyval_count && keyvals[n].is_used ? &keyvals[n] : NULL;
}

static struct detmpi_attribute *
find (struct detmpi_comm *c, int keyval)
{
  for (int n = 0; n < c->attribute_count; n++)
    if (c->attributes[n].keyval == keyval)
      return &c->attributes[n];
  return NULL;
}

static void
put (struct detmpi_comm *c, int keyval, void *value)
{
  size_t size = (size_t) (c->attribute_count + 1) * sizeof *c->attributes;
  c->attributes = detmpi_grow (c->attributes, size);
  c->attributes[c->attribute_count++] = (struct detmpi_attribute) { keyval, value };
}

int
detmpi_copy_attributes (struct detmpi_comm *from, struct detmpi_comm *to)
{
  for (int n = 0; n < from->attribute_count; n++)
    {
      struct detmpi_attribute a = from->attributes[n];
      struct keyval *k = keyval_of (a.keyval);
      void *value = NULL;
      int flag = 0;
      if (!k || !k->copy)
        continue;
      int error = k->copy (from->handle, a.keyval, k->extra, a.value, &value, &flag);
      if (error)
        return error;
      if (flag)
        put (to, a.keyval, value);
    }
  return MPI_SUCCESS;
}

static int
drop (struct detmpi_comm *c, struct detmpi_attribute *a)
{
  struct keyval *k = keyval_of (a->keyval);
  int error = k && k->delete_ ? k->delete_ (c->handle, a->keyval, a->value, k->extra) : 0;
  if (!error)
    *a = c->attributes[--c->attribute_count];
  return error;
}

int
detmpi_drop_attributes (struct detmpi_comm *c)
{
  int error = MPI_SUCCESS;
  while (c->attribute_count && !error)
    error = drop (c, &c->attributes[c->attribute_count - 1]);
  return error;
}

/* ---- Attributes of MPI_COMM_WORLD that MPI defines ------------------------- */

static bool
get_defined (int keyval, void *value)
{
  static int tag_ub = INT32_MAX, host = MPI_PROC_NULL, io = MPI_ANY_SOURCE, is_global = 1,
             last = 77, universe, number;
  static const struct { int keyval; int *value; } table[] = {
    { MPI_TAG_UB, &tag_ub }, { MPI_HOST, &host }, { MPI_IO, &io },
    { MPI_WTIME_IS_GLOBAL, &is_global }, { MPI_LASTUSEDCODE, &last },
    { MPI_UNIVERSE_SIZE, &universe }, { MPI_APPNUM, &number }
  };
  universe = detmpi_job->ranks;
  for (size_t n = 0; n < sizeof table / sizeof *table; n++)
    if (table[n].keyval == keyval)
      {
        *(int **) value = table[n].value;
        return true;
      }
  return false;
}

/* ---- Calls ----------------------------------------------------------------- */

static int
create (MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *delete_, int *keyval,
        void *extra)
{
  keyvals = detmpi_grow (keyvals, (size_t) (keyval_count + 1) * sizeof *keyvals);
  keyvals[keyval_count] = (struct keyval) { true, copy, delete_, extra };
  *keyval = FIRST + keyval_count++;
  return MPI_SUCCESS;
}

static int
free_keyval (int *keyval)
{
  if (!keyval_of (*keyval))
    return detmpi_error (MPI_COMM_WORLD, MPI_ERR_KEYVAL, "the key (0x%x) is none", *keyval);
  *keyval = MPI_KEYVAL_INVALID; /* attributes that have it keep its functions */
  return MPI_SUCCESS;
}

static int
set (MPI_Comm comm, int keyval, void *value)
{
  int error;
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (!c)
    return error;
  if (!keyval_of (keyval))
    return detmpi_error (comm, MPI_ERR_KEYVAL, "the key (0x%x) is none", keyval);
  struct detmpi_attribute *a = find (c, keyval);
  if (a && (error = drop (c, a)))
    return error;
  put (c, keyval, value);
  return MPI_SUCCESS;
}

static int
get (MPI_Comm comm, int keyval, void *value, int *flag)
{
  int error;
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (!c)
    return error;
  struct detmpi_attribute *a = find (c, keyval);
  *flag = a != NULL || get_defined (keyval, value);
  if (a)
    *(void **) value = a->value;
  return MPI_SUCCESS;
}

static int
delete_attr (MPI_Comm comm, int keyval)
{
  int error;
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (!c)
    return error;
  struct detmpi_attribute *a = find (c, keyval);
  return a ? drop (c, a)
           : detmpi_error (comm, MPI_ERR_KEYVAL, "there is no attribute (0x%x)", keyval);
}

int
MPI_Comm_create_keyval (MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *delete_,
                        int *keyval, void *extra)
{
  DETMPI_CALL ();
  return create (copy, delete_, keyval, extra);
}

int
MPI_Keyval_create (MPI_Copy_function *copy, MPI_Delete_function *delete_, int *keyval, void *extra)
{
  DETMPI_CALL ();
  return create (copy, delete_, keyval, extra);
}

int
MPI_Comm_free_keyval (int *keyval)
{
  DETMPI_CALL ();
  return free_keyval (keyval);
}

int
MPI_Keyval_free (int *keyval)
{
  DETMPI_CALL ();
  return free_keyval (keyval);
}

int
MPI_Comm_set_attr (MPI_Comm comm, int keyval, void *value)
{
  DETMPI_CALL ();
  return set (comm, keyval, value);
}

int
MPI_Attr_put (MPI_Comm comm, int keyval, void *value)
{
  DETMPI_CALL ();
  return set (comm, keyval, value);
}

int
MPI_Comm_get_attr (MPI_Comm comm, int keyval, void *value, int *flag)
{
  DETMPI_CALL ();
  return get (comm, keyval, value, flag);
}

int
MPI_Attr_get (MPI_Comm comm, int keyval, void *value, int *flag)
{
  DETMPI_CALL ();
  return get (comm, keyval, value, flag);
}

int
MPI_Comm_delete_attr (MPI_Comm comm, int keyval)
{
  DETMPI_CALL ();
  return delete_attr (comm, keyval);
}

int
MPI_Attr_delete (MPI_Comm comm, int keyval)
{
  DETMPI_CALL ();
  return delete_attr (comm, keyval);
}
