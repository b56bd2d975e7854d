/* SPDX-License-Identifier: MIT */
/* mpi_attribute.c - attributes of communicators. */
#include "mpi/comm/mpi_comm.h"

enum { FIRST = 0xa4400000 };

struct keyval
{
  bool is_freed;
  int uses; /* attributes that have it: they keep its functions when it is freed */
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

static bool
is_used (const struct keyval *k)
{
  return k->uses || !k->is_freed;
}

static struct keyval *
keyval_of (int keyval)
{
  unsigned n = (unsigned) keyval - (unsigned) FIRST;
  return n < (unsigned) keyval_count && is_used (&keyvals[n]) ? &keyvals[n] : NULL;
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
  keyval_of (keyval)->uses++;
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
  int keyval = a->keyval;
  struct keyval *k = keyval_of (keyval);
  int error = k->delete_ ? k->delete_ (c->handle, keyval, a->value, k->extra) : 0;
  if (error)
    return error;
  *find (c, keyval) = c->attributes[c->attribute_count - 1]; /* the function may have made some */
  c->attribute_count--;
  keyval_of (keyval)->uses--;
  return MPI_SUCCESS;
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
  int n = 0;
  while (n < keyval_count && is_used (&keyvals[n]))
    n++;
  if (n == keyval_count)
    keyvals = detmpi_grow (keyvals, (size_t) ++keyval_count * sizeof *keyvals);
  keyvals[n] = (struct keyval) { .copy = copy, .delete_ = delete_, .extra = extra };
  *keyval = FIRST + n;
  return MPI_SUCCESS;
}

/* Returns a key unless it was freed; reports an error otherwise. */
static struct keyval *
expect (MPI_Comm comm, int keyval, int *error)
{
  struct keyval *k = keyval_of (keyval);
  k = k && !k->is_freed ? k : NULL;
  *error = k ? MPI_SUCCESS : detmpi_error (comm, MPI_ERR_KEYVAL, "the key (0x%x) is none, or was "
                                           "freed", keyval);
  return k;
}

static int
free_keyval (int *keyval)
{
  int error;
  struct keyval *k = expect (MPI_COMM_WORLD, *keyval, &error);
  if (!k)
    return error;
  k->is_freed = true;
  *keyval = MPI_KEYVAL_INVALID;
  return MPI_SUCCESS;
}

static int
set (MPI_Comm comm, int keyval, void *value)
{
  int error;
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (!c)
    return error;
  if (!expect (comm, keyval, &error))
    return error;
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
