/* SPDX-License-Identifier: MIT */
/* mpi_pack.c - elements as bytes, and back. */
#include "mpi/type/mpi_type.h"

/* The buffers of no bytes may be NULL, which memcpy does not permit. */
static void
copy_bytes (char *to, const char *from, size_t bytes)
{
  if (bytes)
    memcpy (to, from, bytes);
}

void
detmpi_pack (char *to, const char *from, size_t count, const struct detmpi_type *t)
{
  if (t->is_contiguous)
    {
      copy_bytes (to, from, count * t->size);
      return;
    }
  for (size_t k = 0; k < count; k++, from += detmpi_extent (t))
    for (size_t n = 0; n < t->count; n++)
      {
        const struct detmpi_segment *s = &t->segments[n];
        memcpy (to, from + s->at, s->length);
        to += s->length;
      }
}

void
detmpi_unpack (char *to, const char *from, size_t bytes, const struct detmpi_type *t)
{
  if (t->is_contiguous)
    {
      copy_bytes (to, from, bytes);
      return;
    }
  for (; bytes; to += detmpi_extent (t))
    for (size_t n = 0; n < t->count && bytes; n++)
      {
        const struct detmpi_segment *s = &t->segments[n];
        size_t length = s->length < bytes ? s->length : bytes;
        memcpy (to + s->at, from, length);
        from += length, bytes -= length;
      }
}

void
detmpi_copy_typed (char *to, size_t to_count, const struct detmpi_type *to_type, const char *from,
                   size_t from_count, const struct detmpi_type *from_type)
{
  size_t bytes = from_count * from_type->size, room = to_count * to_type->size;
  bytes = bytes < room ? bytes : room;
  if (!bytes)
    return;
  if (from_type->is_contiguous)
    detmpi_unpack (to, from, bytes, to_type);
  else
    {
      char *packed = detmpi_alloc (from_count * from_type->size);
      detmpi_pack (packed, from, from_count, from_type);
      detmpi_unpack (to, packed, bytes, to_type);
      free (packed);
    }
}

struct detmpi_room
detmpi_room_for (size_t count, const struct detmpi_type *t)
{
  MPI_Aint step = detmpi_extent (t) * ((MPI_Aint) count - 1);
  MPI_Aint low = t->true_lb + (step < 0 ? step : 0), high = t->true_ub + (step > 0 ? step : 0);
  struct detmpi_room r;
  r.base = detmpi_alloc (count && high > low ? (size_t) (high - low) : 1);
  r.at = r.base - low;
  return r;
}

int
MPI_Pack (const void *inbuf, int count, MPI_Datatype type, void *outbuf, int size, int *position,
          MPI_Comm comm)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_committed (type, count, comm, &error);
  if (!t)
    return error;
  size_t bytes = (size_t) count * t->size;
  if (*position < 0 || (size_t) *position + bytes > (size_t) size)
    return detmpi_error (comm, MPI_ERR_TRUNCATE, "%zu bytes at position %d exceed the %d of the "
                         "buffer", bytes, *position, size);
  detmpi_pack ((char *) outbuf + *position, inbuf, (size_t) count, t);
  *position += (int) bytes;
  return MPI_SUCCESS;
}

int
MPI_Unpack (const void *inbuf, int size, int *position, void *outbuf, int count, MPI_Datatype type,
            MPI_Comm comm)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_committed (type, count, comm, &error);
  if (!t)
    return error;
  size_t bytes = (size_t) count * t->size;
  if (*position < 0 || (size_t) *position + bytes > (size_t) size)
    return detmpi_error (comm, MPI_ERR_TRUNCATE, "%zu bytes at position %d exceed the %d of the "
                         "buffer", bytes, *position, size);
  detmpi_unpack (outbuf, (const char *) inbuf + *position, bytes, t);
  *position += (int) bytes;
  return MPI_SUCCESS;
}

int
MPI_Pack_size (int count, MPI_Datatype type, MPI_Comm comm, int *size)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_type (type, comm, &error);
  if (t)
    *size = count * (int) t->size;
  return error;
}
