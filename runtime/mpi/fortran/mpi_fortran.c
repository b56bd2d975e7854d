/* SPDX-License-Identifier: MIT */
/* mpi_fortran.c - what the wrappers for Fortran need; calls with strings, callbacks or old types,
 * which a script cannot translate.
 *
 * A string has a hidden length behind all arguments, and is filled with blanks.
 */
#include "mpi/fortran/mpi_fortran.h"

__attribute__ ((visibility ("default"))) int mpipriv1_[8], mpipriv2_[8], mpiprivc_[2];
__attribute__ ((visibility ("default"))) int mpifcmb5_, mpifcmb9_;

#define BEGIN() detmpi_fortran_begins (__builtin_return_address (0))
#define END() detmpi_fortran_ends ()

/* ---- Strings --------------------------------------------------------------- */

/* Returns a copy without the blanks at the end. */
static char *
to_c (const char *text, size_t length)
{
  while (length && text[length - 1] == ' ')
    length--;
  char *copy = detmpi_alloc (length + 1);
  memcpy (copy, text, length);
  copy[length] = '\0';
  return copy;
}

static void
to_fortran (char *to, size_t length, const char *text)
{
  size_t used = strnlen (text, length);
  memcpy (to, text, used);
  memset (to + used, ' ', length - used);
}

/* A call that returns a string of at most MPI_MAX_LIBRARY_VERSION_STRING bytes. */
#define RETURNS_STRING(name, NAME, PARAMETER, ARGUMENT) \
  DETMPI_FORTRAN name (PARAMETER char *text, int *length, int *error, size_t room) \
  { \
    char buffer[MPI_MAX_LIBRARY_VERSION_STRING]; \
    BEGIN (); \
    *error = NAME (ARGUMENT buffer, length); \
    if (!*error) \
      to_fortran (text, room, buffer); \
    END (); \
  }
#define COMMA ,

RETURNS_STRING (mpi_get_processor_name_, MPI_Get_processor_name, , )
RETURNS_STRING (mpi_get_library_version_, MPI_Get_library_version, , )
RETURNS_STRING (mpi_error_string_, MPI_Error_string, int *code COMMA, *code COMMA)
RETURNS_STRING (mpi_comm_get_name_, MPI_Comm_get_name, int *comm COMMA, *comm COMMA)
RETURNS_STRING (mpi_type_get_name_, MPI_Type_get_name, int *type COMMA, *type COMMA)

#define TAKES_STRING(name, NAME) \
  DETMPI_FORTRAN name (int *handle, char *text, int *error, size_t length) \
  { \
    char *copy = to_c (text, length); \
    BEGIN (); \
    *error = NAME (*handle, copy); \
    END (); \
    free (copy); \
  }

TAKES_STRING (mpi_comm_set_name_, MPI_Comm_set_name)
TAKES_STRING (mpi_type_set_name_, MPI_Type_set_name)
TAKES_STRING (mpi_info_delete_, MPI_Info_delete)

DETMPI_FORTRAN
mpi_info_set_ (int *info, char *key, char *value, int *error, size_t key_length,
               size_t value_length)
{
  char *k = to_c (key, key_length), *v = to_c (value, value_length);
  BEGIN ();
  *error = MPI_Info_set (*info, k, v);
  END ();
  free (k);
  free (v);
}

DETMPI_FORTRAN
mpi_info_get_ (int *info, char *key, int *length, char *value, int *flag, int *error,
               size_t key_length, size_t value_length)
{
  char *k = to_c (key, key_length), buffer[MPI_MAX_INFO_VAL + 1];
  BEGIN ();
  *error = MPI_Info_get (*info, k, *length < MPI_MAX_INFO_VAL ? *length : MPI_MAX_INFO_VAL, buffer,
                         flag);
  if (!*error && *flag)
    to_fortran (value, value_length, buffer);
  END ();
  free (k);
}

/* ---- Files ----------------------------------------------------------------- */

DETMPI_FORTRAN
mpi_file_open_ (int *comm, char *name, int *mode, int *info, int *file, int *error, size_t length)
{
  char *n = to_c (name, length);
  MPI_File f = MPI_FILE_NULL;
  BEGIN ();
  *error = MPI_File_open (*comm, n, *mode, *info, &f);
  *file = MPI_File_c2f (f);
  END ();
  free (n);
}

DETMPI_FORTRAN
mpi_file_close_ (int *file, int *error)
{
  MPI_File f = MPI_File_f2c (*file);
  BEGIN ();
  *error = MPI_File_close (&f);
  *file = 0;
  END ();
}

DETMPI_FORTRAN
mpi_file_delete_ (char *name, int *info, int *error, size_t length)
{
  char *n = to_c (name, length);
  BEGIN ();
  *error = MPI_File_delete (n, *info);
  END ();
  free (n);
}

DETMPI_FORTRAN
mpi_file_set_view_ (int *file, MPI_Offset *disp, int *etype, int *filetype, char *datarep,
                    int *info, int *error, size_t length)
{
  char *d = to_c (datarep, length);
  BEGIN ();
  *error = MPI_File_set_view (MPI_File_f2c (*file), *disp, *etype, *filetype, d, *info);
  END ();
  free (d);
}

DETMPI_FORTRAN
mpi_file_get_view_ (int *file, MPI_Offset *disp, int *etype, int *filetype, char *datarep,
                    int *error, size_t length)
{
  char d[MPI_MAX_DATAREP_STRING];
  BEGIN ();
  *error = MPI_File_get_view (MPI_File_f2c (*file), disp, etype, filetype, d);
  if (!*error)
    to_fortran (datarep, length, d);
  END ();
}

/* ---- The beginning, and indices from 1 ------------------------------------- */

DETMPI_FORTRAN
mpi_init_ (int *error)
{
  BEGIN ();
  *error = MPI_Init (NULL, NULL);
  MPI_F_STATUS_IGNORE = &mpipriv1_[2];
  MPI_F_STATUSES_IGNORE = mpipriv2_;
  END ();
}

DETMPI_FORTRAN
mpi_init_thread_ (int *required, int *provided, int *error)
{
  BEGIN ();
  *error = MPI_Init_thread (NULL, NULL, *required, provided);
  END ();
}

DETMPI_FORTRAN
mpi_pcontrol_ (int *level)
{
  (void) level;
}

static void
count_from_1 (int *index)
{
  if (*index != MPI_UNDEFINED)
    ++*index;
}

DETMPI_FORTRAN
mpi_waitany_ (int *count, int *requests, int *index, void *status, int *error)
{
  BEGIN ();
  *error = MPI_Waitany (*count, requests, index, detmpi_status_from_fortran (status));
  count_from_1 (index);
  END ();
}

DETMPI_FORTRAN
mpi_testany_ (int *count, int *requests, int *index, int *flag, void *status, int *error)
{
  BEGIN ();
  *error = MPI_Testany (*count, requests, index, flag, detmpi_status_from_fortran (status));
  count_from_1 (index);
  END ();
}

DETMPI_FORTRAN
mpi_waitsome_ (int *count, int *requests, int *done, int *indices, void *statuses, int *error)
{
  BEGIN ();
  *error = MPI_Waitsome (*count, requests, done, indices, detmpi_status_from_fortran (statuses));
  for (int n = 0; *done != MPI_UNDEFINED && n < *done; n++)
    indices[n]++;
  END ();
}

DETMPI_FORTRAN
mpi_testsome_ (int *count, int *requests, int *done, int *indices, void *statuses, int *error)
{
  BEGIN ();
  *error = MPI_Testsome (*count, requests, done, indices, detmpi_status_from_fortran (statuses));
  for (int n = 0; *done != MPI_UNDEFINED && n < *done; n++)
    indices[n]++;
  END ();
}

/* ---- Old calls, whose addresses are integers ------------------------------- */

DETMPI_FORTRAN
mpi_address_ (void *at, int *address, int *error)
{
  *address = (int) (intptr_t) detmpi_from_fortran (at);
  *error = MPI_SUCCESS;
}

#define RETURNS_INTEGER(name, NAME) \
  DETMPI_FORTRAN name (int *type, int *result, int *error) \
  { \
    MPI_Aint value = 0; \
    BEGIN (); \
    *error = NAME (*type, &value); \
    *result = (int) value; \
    END (); \
  }

RETURNS_INTEGER (mpi_type_extent_, MPI_Type_extent)
RETURNS_INTEGER (mpi_type_lb_, MPI_Type_lb)
RETURNS_INTEGER (mpi_type_ub_, MPI_Type_ub)

static MPI_Aint *
widen (const int *from, int count)
{
  MPI_Aint *to = detmpi_alloc ((size_t) (count > 0 ? count : 0) * sizeof *to);
  for (int n = 0; n < count; n++)
    to[n] = from[n];
  return to;
}

DETMPI_FORTRAN
mpi_type_hvector_ (int *count, int *length, int *stride, int *old, int *type, int *error)
{
  BEGIN ();
  *error = MPI_Type_create_hvector (*count, *length, *stride, *old, type);
  END ();
}

DETMPI_FORTRAN
mpi_type_hindexed_ (int *count, int *lengths, int *displs, int *old, int *type, int *error)
{
  MPI_Aint *d = widen (displs, *count);
  BEGIN ();
  *error = MPI_Type_create_hindexed (*count, lengths, d, *old, type);
  END ();
  free (d);
}

DETMPI_FORTRAN
mpi_type_struct_ (int *count, int *lengths, int *displs, int *types, int *type, int *error)
{
  MPI_Aint *d = widen (displs, *count);
  BEGIN ();
  *error = MPI_Type_create_struct (*count, lengths, d, types, type);
  END ();
  free (d);
}

/* ---- Attributes ------------------------------------------------------------ */

/* An attribute of MPI is the address of an int in C, and its value in Fortran. */
static MPI_Aint
attribute_value (int keyval, void *value)
{
  enum { KIND = 0xc0000000, DEFINED = 0x40000000 };
  return ((unsigned) keyval & KIND) == DEFINED ? *(int *) value : (MPI_Aint) value;
}

DETMPI_FORTRAN
mpi_comm_get_attr_ (int *comm, int *keyval, MPI_Aint *value, int *flag, int *error)
{
  void *got = NULL;
  BEGIN ();
  *error = MPI_Comm_get_attr (*comm, *keyval, &got, flag);
  if (!*error && *flag)
    *value = attribute_value (*keyval, got);
  END ();
}

DETMPI_FORTRAN
mpi_attr_get_ (int *comm, int *keyval, int *value, int *flag, int *error)
{
  void *got = NULL;
  BEGIN ();
  *error = MPI_Comm_get_attr (*comm, *keyval, &got, flag);
  if (!*error && *flag)
    *value = (int) attribute_value (*keyval, got);
  END ();
}

DETMPI_FORTRAN
mpi_comm_set_attr_ (int *comm, int *keyval, MPI_Aint *value, int *error)
{
  BEGIN ();
  *error = MPI_Comm_set_attr (*comm, *keyval, (void *) *value);
  END ();
}

DETMPI_FORTRAN
mpi_attr_put_ (int *comm, int *keyval, int *value, int *error)
{
  BEGIN ();
  *error = MPI_Comm_set_attr (*comm, *keyval, (void *) (intptr_t) *value);
  END ();
}

/* ---- Functions ------------------------------------------------------------- */

__attribute__ ((visibility ("default"))) double
mpi_wtime_ (void)
{
  return MPI_Wtime ();
}

__attribute__ ((visibility ("default"))) double
mpi_wtick_ (void)
{
  return MPI_Wtick ();
}

__attribute__ ((visibility ("default"))) MPI_Aint
mpi_aint_add_ (MPI_Aint *base, MPI_Aint *difference)
{
  return *base + *difference;
}

__attribute__ ((visibility ("default"))) MPI_Aint
mpi_aint_diff_ (MPI_Aint *to, MPI_Aint *from)
{
  return *to - *from;
}
