/* SPDX-License-Identifier: MIT */
/* mpi_derived.c - types that a program makes.
 *
 * A maker collects blocks: so many elements of an old type, at an address.  From these it computes
 * the segments, the extent with its alignment, and the class.
 */
#include "mpi/type/mpi_type.h"

struct maker
{
  struct detmpi_type *type;
  size_t room;
  bool has_any;           /* a block that is not empty */
  MPI_Aint align;         /* of the largest element */
  MPI_Aint lb, ub;        /* of blocks without MPI_LB and MPI_UB */
  MPI_Aint marked_lb, marked_ub;
};

static struct maker
begin (void)
{
  struct maker m = { .type = detmpi_new_type (), .align = 1 };
  return m;
}

static void
add_segment (struct maker *m, MPI_Aint at, const struct detmpi_segment *s)
{
  struct detmpi_type *t = m->type;
  struct detmpi_segment *last = t->count ? &t->segments[t->count - 1] : NULL;
  if (last && last->at + (MPI_Aint) last->length == at && last->unit == s->unit)
    {
      last->length += s->length;
      return;
    }
  if (t->count == m->room)
    {
      m->room = m->room ? 2 * m->room : 4;
      t->segments = detmpi_grow (t->segments, m->room * sizeof *t->segments);
    }
  t->segments[t->count++] = (struct detmpi_segment) { at, s->length, s->unit };
}

static MPI_Aint
smaller (MPI_Aint a, MPI_Aint b)
{
  return a < b ? a : b;
}

static MPI_Aint
larger (MPI_Aint a, MPI_Aint b)
{
  return a > b ? a : b;
}

static void
note_bounds (struct maker *m, MPI_Aint at, MPI_Aint length, const struct detmpi_type *old)
{
  struct detmpi_type *t = m->type;
  MPI_Aint step = detmpi_extent (old) * (length - 1);
  MPI_Aint low = smaller (0, step), high = larger (0, step);
  MPI_Aint lb = at + old->lb + low, ub = at + old->ub + high;
  if (old->has_lb || old->handle == MPI_LB)
    {
      m->marked_lb = t->has_lb ? smaller (m->marked_lb, lb) : lb;
      t->has_lb = true;
    }
  if (old->has_ub || old->handle == MPI_UB)
    {
      m->marked_ub = t->has_ub ? larger (m->marked_ub, ub) : ub;
      t->has_ub = true;
    }
  if (old->handle == MPI_LB || old->handle == MPI_UB)
    return;
  MPI_Aint true_lb = at + old->true_lb + low, true_ub = at + old->true_ub + high;
  m->lb = m->has_any ? smaller (m->lb, lb) : lb;
  m->ub = m->has_any ? larger (m->ub, ub) : ub;
  t->true_lb = m->has_any ? smaller (t->true_lb, true_lb) : true_lb;
  t->true_ub = m->has_any ? larger (t->true_ub, true_ub) : true_ub;
  t->class_ = m->has_any && t->class_ != old->class_ ? 0 : old->class_;
  t->element = m->has_any && t->element != old->element ? MPI_DATATYPE_NULL : old->element;
  m->has_any = true;
  for (size_t n = 0; n < old->count; n++)
    {
      size_t unit = old->segments[n].unit;
      m->align = larger (m->align, (MPI_Aint) (unit > 16 ? 16 : unit));
    }
}

/* Adds length elements of the old type. */
static void
add (struct maker *m, MPI_Aint at, MPI_Aint length, const struct detmpi_type *old)
{
  if (length <= 0)
    return;
  note_bounds (m, at, length, old);
  m->type->size += (size_t) length * old->size;
  if (old->is_contiguous && old->count == 1)
    {
      struct detmpi_segment all = { 0, (size_t) length * old->size, old->segments[0].unit };
      add_segment (m, at, &all);
      return;
    }
  for (MPI_Aint k = 0; k < length; k++)
    for (size_t n = 0; n < old->count; n++)
      add_segment (m, at + k * detmpi_extent (old) + old->segments[n].at, &old->segments[n]);
}

/* Computes what depends on all blocks.  With pad, the extent is a multiple of the alignment, as
 * that of a structure in C. */
static MPI_Datatype
finish (struct maker *m, bool pad)
{
  struct detmpi_type *t = m->type;
  MPI_Aint extent = m->ub - m->lb;
  if (pad && extent % m->align)
    m->ub += m->align - extent % m->align;
  t->lb = t->has_lb ? m->marked_lb : m->lb;
  t->ub = t->has_ub ? m->marked_ub : m->ub;
  t->is_contiguous = (t->count == 0 || (t->count == 1 && t->segments[0].at == 0)) && t->lb == 0
                     && t->ub == (MPI_Aint) t->size;
  return t->handle;
}

/* ---- Calls ----------------------------------------------------------------- */

#define EXPECT(condition, ...) \
  if (!(condition)) \
    return detmpi_error (MPI_COMM_WORLD, MPI_ERR_ARG, __VA_ARGS__)

static struct detmpi_type *
old_type (MPI_Datatype old, int count, int *error)
{
  struct detmpi_type *t = detmpi_expect_type (old, MPI_COMM_WORLD, error);
  if (t && count < 0)
    *error = detmpi_error (MPI_COMM_WORLD, MPI_ERR_COUNT, "the count is %d", count);
  return *error ? NULL : t;
}

int
MPI_Type_contiguous (int count, MPI_Datatype old, MPI_Datatype *type)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *o = old_type (old, count, &error);
  if (!o)
    return error;
  struct maker m = begin ();
  add (&m, 0, count, o);
  detmpi_keep_contents (m.type, MPI_COMBINER_CONTIGUOUS, 1, 0, 1);
  m.type->integers[0] = count, m.type->types[0] = old;
  *type = finish (&m, false);
  detmpi_use_type (o);
  return MPI_SUCCESS;
}

static int
vector (int count, int length, MPI_Aint stride, bool in_bytes, MPI_Datatype old,
        MPI_Datatype *type)
{
  int error;
  struct detmpi_type *o = old_type (old, count, &error);
  if (!o)
    return error;
  EXPECT (length >= 0, "the length of a block is %d", length);
  MPI_Aint step = in_bytes ? stride : stride * detmpi_extent (o);
  struct maker m = begin ();
  for (int n = 0; n < count; n++)
    add (&m, n * step, length, o);
  detmpi_keep_contents (m.type, in_bytes ? MPI_COMBINER_HVECTOR : MPI_COMBINER_VECTOR,
                        in_bytes ? 2 : 3, in_bytes, 1);
  m.type->integers[0] = count, m.type->integers[1] = length, m.type->types[0] = old;
  if (in_bytes)
    m.type->addresses[0] = stride;
  else
    m.type->integers[2] = (int) stride;
  *type = finish (&m, false);
  detmpi_use_type (o);
  return MPI_SUCCESS;
}

int
MPI_Type_vector (int count, int length, int stride, MPI_Datatype old, MPI_Datatype *type)
{
  DETMPI_CALL ();
  return vector (count, length, stride, false, old, type);
}

int
MPI_Type_hvector (int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype *type)
{
  DETMPI_CALL ();
  return vector (count, length, stride, true, old, type);
}

int
MPI_Type_create_hvector (int count, int length, MPI_Aint stride, MPI_Datatype old,
                         MPI_Datatype *type)
{
  DETMPI_CALL ();
  return vector (count, length, stride, true, old, type);
}

/* The blocks of an indexed type: lengths, or one length for all; and places in extents or in
 * bytes. */
struct blocks { const int *lengths; int length; const int *places; const MPI_Aint *addresses; };

static int
indexed (int combiner, int count, const struct blocks *b, MPI_Datatype old, MPI_Datatype *type)
{
  int error;
  struct detmpi_type *o = old_type (old, count, &error);
  if (!o)
    return error;
  struct maker m = begin ();
  int lengths = b->lengths ? count : 1, places = b->places ? count : 0;
  detmpi_keep_contents (m.type, combiner, 1 + lengths + places, count - places, 1);
  m.type->integers[0] = count, m.type->types[0] = old;
  for (int n = 0; n < count; n++)
    {
      int length = b->lengths ? b->lengths[n] : b->length;
      MPI_Aint at = b->places ? b->places[n] * detmpi_extent (o) : b->addresses[n];
      m.type->integers[1 + (b->lengths ? n : 0)] = length;
      if (b->places)
        m.type->integers[1 + lengths + n] = b->places[n];
      else
        m.type->addresses[n] = at;
      add (&m, at, length, o);
    }
  *type = finish (&m, false);
  detmpi_use_type (o);
  return MPI_SUCCESS;
}

int
MPI_Type_indexed (int count, const int lengths[], const int displs[], MPI_Datatype old,
                  MPI_Datatype *type)
{
  struct blocks b = { lengths, 0, displs, NULL };
  DETMPI_CALL ();
  return indexed (MPI_COMBINER_INDEXED, count, &b, old, type);
}

int
MPI_Type_hindexed (int count, int lengths[], MPI_Aint displs[], MPI_Datatype old,
                   MPI_Datatype *type)
{
  struct blocks b = { lengths, 0, NULL, displs };
  DETMPI_CALL ();
  return indexed (MPI_COMBINER_HINDEXED, count, &b, old, type);
}

int
MPI_Type_create_hindexed (int count, const int lengths[], const MPI_Aint displs[],
                          MPI_Datatype old, MPI_Datatype *type)
{
  struct blocks b = { lengths, 0, NULL, displs };
  DETMPI_CALL ();
  return indexed (MPI_COMBINER_HINDEXED, count, &b, old, type);
}

int
MPI_Type_create_indexed_block (int count, int length, const int displs[], MPI_Datatype old,
                               MPI_Datatype *type)
{
  struct blocks b = { NULL, length, displs, NULL };
  DETMPI_CALL ();
  return indexed (MPI_COMBINER_INDEXED_BLOCK, count, &b, old, type);
}

int
MPI_Type_create_hindexed_block (int count, int length, const MPI_Aint displs[], MPI_Datatype old,
                                MPI_Datatype *type)
{
  struct blocks b = { NULL, length, NULL, displs };
  DETMPI_CALL ();
  return indexed (MPI_COMBINER_HINDEXED_BLOCK, count, &b, old, type);
}

static int
structure (int count, const int lengths[], const MPI_Aint displs[], const MPI_Datatype types[],
           MPI_Datatype *type)
{
  EXPECT (count >= 0, "the count is %d", count);
  for (int n = 0, error; n < count; n++)
    if (!detmpi_expect_type (types[n], MPI_COMM_WORLD, &error))
      return error;
  struct maker m = begin ();
  detmpi_keep_contents (m.type, MPI_COMBINER_STRUCT, 1 + count, count, count);
  m.type->integers[0] = count;
  for (int n = 0; n < count; n++)
    {
      m.type->integers[1 + n] = lengths[n];
      m.type->addresses[n] = displs[n];
      m.type->types[n] = types[n];
      detmpi_use_type (detmpi_type_of (types[n]));
      add (&m, displs[n], lengths[n], detmpi_type_of (types[n]));
    }
  *type = finish (&m, true);
  return MPI_SUCCESS;
}

int
MPI_Type_struct (int count, int lengths[], MPI_Aint displs[], MPI_Datatype types[],
                 MPI_Datatype *type)
{
  DETMPI_CALL ();
  return structure (count, lengths, displs, types, type);
}

int
MPI_Type_create_struct (int count, const int lengths[], const MPI_Aint displs[],
                        const MPI_Datatype types[], MPI_Datatype *type)
{
  DETMPI_CALL ();
  return structure (count, lengths, displs, types, type);
}

/* Adds the rows of a subarray below dimension d; the last dimension is contiguous. */
static void
add_rows (struct maker *m, int d, int dims, const int *sizes, const int *subsizes,
          const int *starts, MPI_Aint at, const struct detmpi_type *old)
{
  MPI_Aint below = 1;
  for (int n = d + 1; n < dims; n++)
    below *= sizes[n];
  if (d == dims - 1)
    add (m, (at + starts[d]) * detmpi_extent (old), subsizes[d], old);
  else
    for (int n = 0; n < subsizes[d]; n++)
      add_rows (m, d + 1, dims, sizes, subsizes, starts, at + (starts[d] + n) * below, old);
}

int
MPI_Type_create_subarray (int dims, const int sizes[], const int subsizes[], const int starts[],
                          int order, MPI_Datatype old, MPI_Datatype *type)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *o = old_type (old, dims, &error);
  if (!o)
    return error;
  enum { MOST_DIMS = 32 };
  int size[MOST_DIMS], subsize[MOST_DIMS], start[MOST_DIMS];
  EXPECT (dims >= 1 && dims <= MOST_DIMS, "%d dimensions, expected 1 to %d", dims, MOST_DIMS);
  EXPECT (order == MPI_ORDER_C || order == MPI_ORDER_FORTRAN, "the order is %d", order);
  MPI_Aint all = 1;
  for (int n = 0; n < dims; n++)
    {
      int at = order == MPI_ORDER_C ? n : dims - 1 - n;
      size[n] = sizes[at], subsize[n] = subsizes[at], start[n] = starts[at];
      EXPECT (size[n] >= 1 && subsize[n] >= 1 && start[n] >= 0 && start[n] + subsize[n] <= size[n],
              "dimension %d: %d elements from %d on, of %d", at, subsize[n], start[n], size[n]);
      all *= size[n];
    }
  struct maker m = begin ();
  add_rows (&m, 0, dims, size, subsize, start, 0, o);
  m.type->has_lb = m.type->has_ub = true;
  m.marked_lb = 0, m.marked_ub = all * detmpi_extent (o);
  detmpi_keep_contents (m.type, MPI_COMBINER_SUBARRAY, 3 * dims + 2, 0, 1);
  m.type->integers[0] = dims, m.type->integers[3 * dims + 1] = order, m.type->types[0] = old;
  for (int n = 0; n < dims; n++)
    {
      m.type->integers[1 + n] = sizes[n];
      m.type->integers[1 + dims + n] = subsizes[n];
      m.type->integers[1 + 2 * dims + n] = starts[n];
    }
  *type = finish (&m, false);
  detmpi_use_type (o);
  return MPI_SUCCESS;
}

int
MPI_Type_create_resized (MPI_Datatype old, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *type)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *o = old_type (old, 0, &error);
  if (!o)
    return error;
  struct maker m = begin ();
  add (&m, 0, 1, o);
  m.type->has_lb = m.type->has_ub = true;
  m.marked_lb = lb, m.marked_ub = lb + extent;
  detmpi_keep_contents (m.type, MPI_COMBINER_RESIZED, 0, 2, 1);
  m.type->addresses[0] = lb, m.type->addresses[1] = extent, m.type->types[0] = old;
  *type = finish (&m, false);
  detmpi_use_type (o);
  return MPI_SUCCESS;
}

int
MPI_Type_dup (MPI_Datatype old, MPI_Datatype *type)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *o = old_type (old, 0, &error);
  if (!o)
    return error;
  struct maker m = begin ();
  add (&m, 0, 1, o);
  detmpi_keep_contents (m.type, MPI_COMBINER_DUP, 0, 0, 1);
  m.type->types[0] = old;
  *type = finish (&m, false);
  m.type->lb = o->lb, m.type->ub = o->ub;
  m.type->is_contiguous = o->is_contiguous, m.type->is_committed = o->is_committed;
  detmpi_use_type (o);
  return MPI_SUCCESS;
}
