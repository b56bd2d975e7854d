/* SPDX-License-Identifier: MIT */
/* mpi_file.c - files: open, close, sizes, views. */
#define _GNU_SOURCE
#include "mpi/file/mpi_file.h"

#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

static MPI_File *files;
static int file_count;

/* ---- Errors ---------------------------------------------------------------- */

/* MPI returns errors of files, unless the program wants otherwise. */
MPI_Errhandler detmpi_file_handler = MPI_ERRORS_RETURN;

int
detmpi_file_error (int code, const char *format, ...)
{
  char text[512];
  va_list arguments;
  if (detmpi_file_handler == MPI_ERRORS_RETURN)
    return code;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  detmpi_die (ERBIUM_EXIT_MISUSE, NULL, "%s", text);
}

bool
detmpi_expect_file (MPI_File file, int *error)
{
  *error = file ? MPI_SUCCESS : detmpi_file_error (MPI_ERR_FILE, "the file is MPI_FILE_NULL");
  return file;
}

static int
code_of (int number)
{
  switch (number)
    {
    case 0: return MPI_SUCCESS;
    case ENOENT: return MPI_ERR_NO_SUCH_FILE;
    case EEXIST: return MPI_ERR_FILE_EXISTS;
    case EACCES: case EPERM: return MPI_ERR_ACCESS;
    case EROFS: return MPI_ERR_READ_ONLY;
    case ENOSPC: return MPI_ERR_NO_SPACE;
    default: return MPI_ERR_IO;
    }
}

/* ---- Open and close -------------------------------------------------------- */

static int
flags_of (int mode)
{
  int flags = mode & MPI_MODE_RDWR ? O_RDWR : mode & MPI_MODE_WRONLY ? O_WRONLY : O_RDONLY;
  return flags | O_CLOEXEC;
}

/* The first rank creates the file before the others open it.  Returns an error number, the same in
 * all ranks. */
static int
open_all (struct detmpi_comm *c, const char *name, int mode, int *fd)
{
  int create = (mode & MPI_MODE_CREATE ? O_CREAT : 0) | (mode & MPI_MODE_EXCL ? O_EXCL : 0);
  int error = 0;
  *fd = -1;
  if (c->rank == 0 && (*fd = open (name, flags_of (mode) | create, 0666)) < 0)
    error = errno;
  detmpi_bcast (&error, 1, detmpi_type_of (MPI_INT), 0, c);
  if (!error && c->rank != 0 && (*fd = open (name, flags_of (mode))) < 0)
    error = errno;
  int *errors = detmpi_alloc ((size_t) c->size * sizeof *errors);
  detmpi_allgather_bytes (&error, sizeof error, errors, c);
  for (int r = 0; r < c->size && !error; r++)
    error = errors[r];
  free (errors);
  return error;
}

static MPI_File
new_file (void)
{
  files = detmpi_grow (files, (size_t) (file_count + 1) * sizeof *files);
  MPI_File f = files[file_count] = detmpi_alloc (sizeof *f);
  *f = (struct ADIOI_FileD) { .number = ++file_count, .etype = detmpi_type_of (MPI_BYTE),
                              .filetype = detmpi_type_of (MPI_BYTE) };
  return f;
}

int
MPI_File_open (MPI_Comm comm, const char *name, int mode, MPI_Info info, MPI_File *file)
{
  int error, fd, *world;
  DETMPI_CALL ();
  (void) info;
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (!c)
    return error;
  *file = MPI_FILE_NULL;
  error = open_all (c, name, mode, &fd);
  if (error)
    {
      if (fd >= 0)
        close (fd);
      return detmpi_file_error (code_of (error), "cannot open '%s': %s", name, strerror (error));
    }
  MPI_File f = new_file ();
  world = detmpi_alloc ((size_t) c->size * sizeof *world);
  memcpy (world, c->world, (size_t) c->size * sizeof *world);
  f->comm = detmpi_alloc (sizeof *f->comm);
  *f->comm = *c;
  f->comm->world = world;
  f->fd = fd, f->mode = mode, f->name = strdup (name);
  if (mode & MPI_MODE_APPEND)
    f->position = lseek (fd, 0, SEEK_END);
  *file = f;
  return MPI_SUCCESS;
}

int
MPI_File_close (MPI_File *file)
{
  int error;
  DETMPI_CALL ();
  if (!detmpi_expect_file (*file, &error))
    return error;
  MPI_File f = *file;
  detmpi_barrier (f->comm); /* all have written */
  int result = close (f->fd) < 0 ? code_of (errno) : MPI_SUCCESS;
  if (f->mode & MPI_MODE_DELETE_ON_CLOSE && f->comm->rank == 0)
    unlink (f->name);
  detmpi_barrier (f->comm);
  detmpi_drop_type (f->etype);
  detmpi_drop_type (f->filetype);
  files[f->number - 1] = NULL;
  free (f->comm->world);
  free (f->comm);
  free (f->name);
  free (f);
  *file = MPI_FILE_NULL;
  return result;
}

int
MPI_File_delete (const char *name, MPI_Info info)
{
  DETMPI_CALL ();
  (void) info;
  if (unlink (name) == 0)
    return MPI_SUCCESS;
  return detmpi_file_error (code_of (errno), "cannot delete '%s': %s", name, strerror (errno));
}

/* ---- Views ----------------------------------------------------------------- */

int
MPI_File_set_view (MPI_File file, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
                   const char *datarep, MPI_Info info)
{
  int error;
  DETMPI_CALL ();
  (void) info;
  if (!detmpi_expect_file (file, &error))
    return error;
  struct detmpi_type *e = detmpi_expect_type (etype, MPI_COMM_WORLD, &error);
  struct detmpi_type *f = e ? detmpi_expect_type (filetype, MPI_COMM_WORLD, &error) : NULL;
  if (!f)
    return error;
  if (strcmp (datarep, "native") != 0)
    return detmpi_file_error (MPI_ERR_UNSUPPORTED_DATAREP, "'%s' is not 'native'", datarep);
  if (!e->size || f->size % e->size)
    return detmpi_file_error (MPI_ERR_ARG, "the file type has %zu bytes, and the elementary type "
                              "%zu", f->size, e->size);
  detmpi_use_type (e), detmpi_use_type (f);
  detmpi_drop_type (file->etype), detmpi_drop_type (file->filetype);
  file->disp = disp == MPI_DISPLACEMENT_CURRENT ? file->disp : disp;
  file->etype = e, file->filetype = f, file->position = 0;
  detmpi_barrier (file->comm);
  return MPI_SUCCESS;
}

int
MPI_File_get_view (MPI_File file, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype,
                   char *datarep)
{
  int error;
  DETMPI_CALL ();
  if (!detmpi_expect_file (file, &error))
    return error;
  *disp = file->disp, *etype = file->etype->handle, *filetype = file->filetype->handle;
  detmpi_use_type (file->etype), detmpi_use_type (file->filetype);
  strcpy (datarep, "native");
  return MPI_SUCCESS;
}

/* ---- Sizes ----------------------------------------------------------------- */

int
MPI_File_get_size (MPI_File file, MPI_Offset *size)
{
  int error;
  struct stat s;
  DETMPI_CALL ();
  if (!detmpi_expect_file (file, &error))
    return error;
  if (fstat (file->fd, &s) < 0)
    return detmpi_file_error (code_of (errno), "'%s': %s", file->name, strerror (errno));
  *size = s.st_size;
  return MPI_SUCCESS;
}

static int
resize (MPI_File file, MPI_Offset size, bool may_shrink)
{
  int error = 0;
  struct stat s;
  if (file->comm->rank == 0 && (fstat (file->fd, &s) < 0
                                || ((may_shrink || s.st_size < size)
                                    && ftruncate (file->fd, size) < 0)))
    error = errno;
  detmpi_bcast (&error, 1, detmpi_type_of (MPI_INT), 0, file->comm);
  return error ? detmpi_file_error (code_of (error), "'%s': %s", file->name, strerror (error))
               : MPI_SUCCESS;
}

int
MPI_File_set_size (MPI_File file, MPI_Offset size)
{
  int error;
  DETMPI_CALL ();
  return detmpi_expect_file (file, &error) ? resize (file, size, true) : error;
}

int
MPI_File_preallocate (MPI_File file, MPI_Offset size)
{
  int error;
  DETMPI_CALL ();
  return detmpi_expect_file (file, &error) ? resize (file, size, false) : error;
}

int
MPI_File_sync (MPI_File file)
{
  int error;
  DETMPI_CALL ();
  if (!detmpi_expect_file (file, &error))
    return error;
  error = fsync (file->fd) < 0 ? errno : 0;
  detmpi_barrier (file->comm);
  return code_of (error);
}

int
MPI_File_get_amode (MPI_File file, int *mode)
{
  int error;
  DETMPI_CALL ();
  if (detmpi_expect_file (file, &error))
    *mode = file->mode;
  return error;
}

int
MPI_File_get_group (MPI_File file, MPI_Group *group)
{
  int error;
  DETMPI_CALL ();
  if (!detmpi_expect_file (file, &error))
    return error;
  size_t size = (size_t) file->comm->size * sizeof *file->comm->world;
  int *world = detmpi_alloc (size);
  memcpy (world, file->comm->world, size);
  *group = detmpi_new_group (file->comm->size, world);
  return MPI_SUCCESS;
}

int
MPI_File_set_errhandler (MPI_File file, MPI_Errhandler handler)
{
  DETMPI_CALL ();
  (void) file;
  detmpi_file_handler = handler;
  return MPI_SUCCESS;
}

int
MPI_File_get_errhandler (MPI_File file, MPI_Errhandler *handler)
{
  DETMPI_CALL ();
  (void) file;
  *handler = detmpi_file_handler;
  return MPI_SUCCESS;
}

int
MPI_File_set_atomicity (MPI_File file, int flag)
{
  int error;
  DETMPI_CALL ();
  if (detmpi_expect_file (file, &error))
    file->atomicity = flag;
  return error;
}

int
MPI_File_get_atomicity (MPI_File file, int *flag)
{
  int error;
  DETMPI_CALL ();
  if (detmpi_expect_file (file, &error))
    *flag = file->atomicity;
  return error;
}

MPI_Fint
MPI_File_c2f (MPI_File file)
{
  return file ? file->number : 0;
}

MPI_File
MPI_File_f2c (MPI_Fint file)
{
  return file > 0 && file <= file_count ? files[file - 1] : MPI_FILE_NULL;
}
