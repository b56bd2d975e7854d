/* SPDX-License-Identifier: MIT */
/* mpi_io.c - reading and writing at places of a view.
 *
 * The elements of the buffer are packed, and each segment of the file type is one call of the
 * system.  Collective calls do the same in every rank, and those that write wait for each other, so
 * that what one has written is there for all.
 */
#define _GNU_SOURCE
#include "mpi/file/mpi_file.h"

#include <unistd.h>

/* Reads or writes bytes at a place; returns how many, or -1. */
static ssize_t
transfer (MPI_File f, char *buf, size_t size, off_t at, bool writes)
{
  size_t done = 0;
  while (done < size)
    {
      ssize_t n = writes ? pwrite (f->fd, buf + done, size - done, at + (off_t) done)
                         : pread (f->fd, buf + done, size - done, at + (off_t) done);
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return -1;
      if (n == 0)
        break;
      done += (size_t) n;
    }
  return (ssize_t) done;
}

/* Transfers bytes that the view shows from its byte `at' on. */
static ssize_t
transfer_view (MPI_File f, char *buf, size_t size, size_t at, bool writes)
{
  const struct detmpi_type *t = f->filetype;
  size_t done = 0;
  if (t->is_contiguous)
    return transfer (f, buf, size, f->disp + (off_t) at, writes);
  size_t tile = at / t->size, skip = at % t->size;
  for (; done < size; tile++)
    for (size_t n = 0; n < t->count && done < size; n++)
      {
        const struct detmpi_segment *s = &t->segments[n];
        if (skip >= s->length)
          {
            skip -= s->length;
            continue;
          }
        size_t part = s->length - skip < size - done ? s->length - skip : size - done;
        off_t place = f->disp + (off_t) tile * detmpi_extent (t) + s->at + (off_t) skip;
        ssize_t got = transfer (f, buf + done, part, place, writes);
        if (got < 0)
          return -1;
        done += (size_t) got;
        if ((size_t) got < part)
          return (ssize_t) done;
        skip = 0;
      }
  return (ssize_t) done;
}

/* Transfers elements at an offset of the view, in elementary types.  Sets how many bytes. */
static int
access_at (MPI_File f, MPI_Offset offset, void *buf, int count, MPI_Datatype type, bool writes,
           MPI_Status *status, size_t *bytes)
{
  int error;
  struct detmpi_type *t = detmpi_expect_committed (type, count, MPI_COMM_WORLD, &error);
  if (!t)
    return error;
  size_t size = (size_t) count * t->size;
  char *packed = t->is_contiguous ? buf : detmpi_alloc (size);
  if (writes && packed != buf)
    detmpi_pack (packed, buf, (size_t) count, t);
  ssize_t done = transfer_view (f, packed, size, (size_t) offset * f->etype->size, writes);
  int number = errno;
  if (!writes && packed != buf && done > 0)
    detmpi_unpack (buf, packed, (size_t) done, t);
  if (packed != buf)
    free (packed);
  *bytes = done < 0 ? 0 : (size_t) done;
  detmpi_set_status (status, MPI_UNDEFINED, MPI_UNDEFINED, *bytes);
  return done >= 0 ? MPI_SUCCESS
                   : detmpi_file_error (MPI_ERR_IO, "cannot %s '%s': %s", writes ? "write" : "read",
                                        f->name, strerror (number));
}

static int
at (MPI_File f, MPI_Offset offset, void *buf, int count, MPI_Datatype type, bool writes,
    bool is_collective, MPI_Status *status)
{
  int error;
  size_t bytes;
  if (!detmpi_expect_file (f, &error))
    return error;
  error = access_at (f, offset, buf, count, type, writes, status, &bytes);
  if (is_collective && writes)
    detmpi_barrier (f->comm);
  return error;
}

static int
at_position (MPI_File f, void *buf, int count, MPI_Datatype type, bool writes, bool is_collective,
             MPI_Status *status)
{
  int error;
  size_t bytes;
  if (!detmpi_expect_file (f, &error))
    return error;
  error = access_at (f, f->position, buf, count, type, writes, status, &bytes);
  f->position += (MPI_Offset) (bytes / f->etype->size);
  if (is_collective && writes)
    detmpi_barrier (f->comm);
  return error;
}

/* ---- Calls ----------------------------------------------------------------- */

int
MPI_File_read (MPI_File file, void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
  DETMPI_CALL ();
  return at_position (file, buf, count, type, false, false, status);
}

int
MPI_File_read_all (MPI_File file, void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
  DETMPI_CALL ();
  return at_position (file, buf, count, type, false, true, status);
}

int
MPI_File_read_at (MPI_File file, MPI_Offset offset, void *buf, int count, MPI_Datatype type,
                  MPI_Status *status)
{
  DETMPI_CALL ();
  return at (file, offset, buf, count, type, false, false, status);
}

int
MPI_File_read_at_all (MPI_File file, MPI_Offset offset, void *buf, int count, MPI_Datatype type,
                      MPI_Status *status)
{
  DETMPI_CALL ();
  return at (file, offset, buf, count, type, false, true, status);
}

int
MPI_File_write (MPI_File file, const void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
  DETMPI_CALL ();
  return at_position (file, (void *) buf, count, type, true, false, status);
}

int
MPI_File_write_all (MPI_File file, const void *buf, int count, MPI_Datatype type,
                    MPI_Status *status)
{
  DETMPI_CALL ();
  return at_position (file, (void *) buf, count, type, true, true, status);
}

int
MPI_File_write_at (MPI_File file, MPI_Offset offset, const void *buf, int count, MPI_Datatype type,
                   MPI_Status *status)
{
  DETMPI_CALL ();
  return at (file, offset, (void *) buf, count, type, true, false, status);
}

int
MPI_File_write_at_all (MPI_File file, MPI_Offset offset, const void *buf, int count,
                       MPI_Datatype type, MPI_Status *status)
{
  DETMPI_CALL ();
  return at (file, offset, (void *) buf, count, type, true, true, status);
}

/* Returns where an offset of the view is in the file. */
static MPI_Offset
byte_of (MPI_File f, MPI_Offset offset)
{
  const struct detmpi_type *t = f->filetype;
  size_t byte = (size_t) offset * f->etype->size, rest = byte % t->size;
  MPI_Offset tile = (MPI_Offset) (byte / t->size) * detmpi_extent (t);
  for (size_t n = 0; n < t->count; n++)
    {
      if (rest < t->segments[n].length)
        return f->disp + tile + t->segments[n].at + (MPI_Offset) rest;
      rest -= t->segments[n].length;
    }
  return f->disp + tile;
}

int
MPI_File_get_byte_offset (MPI_File file, MPI_Offset offset, MPI_Offset *disp)
{
  int error;
  DETMPI_CALL ();
  if (detmpi_expect_file (file, &error))
    *disp = byte_of (file, offset);
  return error;
}

int
MPI_File_seek (MPI_File file, MPI_Offset offset, int whence)
{
  int error;
  MPI_Offset from = 0, size;
  DETMPI_CALL ();
  if (!detmpi_expect_file (file, &error))
    return error;
  if (whence == MPI_SEEK_CUR)
    from = file->position;
  else if (whence == MPI_SEEK_END)
    {
      size = lseek (file->fd, 0, SEEK_END);
      while (byte_of (file, from) < size)
        from++;
    }
  if (from + offset < 0)
    return detmpi_file_error (MPI_ERR_ARG, "the position would be %ld", (long) (from + offset));
  file->position = from + offset;
  return MPI_SUCCESS;
}

int
MPI_File_get_position (MPI_File file, MPI_Offset *offset)
{
  int error;
  DETMPI_CALL ();
  if (detmpi_expect_file (file, &error))
    *offset = file->position;
  return error;
}
