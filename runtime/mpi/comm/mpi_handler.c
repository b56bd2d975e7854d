/* SPDX-License-Identifier: MIT */
/* mpi_handler.c - error handlers: what happens when a call finds an error. */
#include "mpi/comm/mpi_comm.h"

enum { FIRST = 0x94000000 };

static MPI_Comm_errhandler_function **functions;
static int function_count;

static void
call_handler (MPI_Errhandler handler, MPI_Comm comm, int code)
{
  functions[(unsigned) handler - (unsigned) FIRST] (&comm, &code);
}

static int
create (MPI_Comm_errhandler_function *function, MPI_Errhandler *handler)
{
  functions = detmpi_grow (functions, (size_t) (function_count + 1) * sizeof *functions);
  functions[function_count] = function;
  *handler = FIRST + function_count++;
  detmpi_call_handler = call_handler;
  return MPI_SUCCESS;
}

static int
set (MPI_Comm comm, MPI_Errhandler handler)
{
  int error;
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (!c)
    return error;
  if (handler != MPI_ERRORS_ARE_FATAL && handler != MPI_ERRORS_RETURN
      && (unsigned) handler - (unsigned) FIRST >= (unsigned) function_count)
    return detmpi_error (comm, MPI_ERR_ARG, "the error handler (0x%x) is none", handler);
  c->handler = handler;
  return MPI_SUCCESS;
}

static int
get (MPI_Comm comm, MPI_Errhandler *handler)
{
  int error;
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (c)
    *handler = c->handler;
  return error;
}

int
MPI_Comm_create_errhandler (MPI_Comm_errhandler_function *function, MPI_Errhandler *handler)
{
  DETMPI_CALL ();
  return create (function, handler);
}

int
MPI_Errhandler_create (MPI_Handler_function *function, MPI_Errhandler *handler)
{
  DETMPI_CALL ();
  return create (function, handler);
}

int
MPI_Comm_set_errhandler (MPI_Comm comm, MPI_Errhandler handler)
{
  DETMPI_CALL ();
  return set (comm, handler);
}

int
MPI_Errhandler_set (MPI_Comm comm, MPI_Errhandler handler)
{
  DETMPI_CALL ();
  return set (comm, handler);
}

int
MPI_Comm_get_errhandler (MPI_Comm comm, MPI_Errhandler *handler)
{
  DETMPI_CALL ();
  return get (comm, handler);
}

int
MPI_Errhandler_get (MPI_Comm comm, MPI_Errhandler *handler)
{
  DETMPI_CALL ();
  return get (comm, handler);
}

int
MPI_Errhandler_free (MPI_Errhandler *handler)
{
  DETMPI_CALL ();
  *handler = MPI_ERRHANDLER_NULL; /* communicators that have it keep its function */
  return MPI_SUCCESS;
}

int
MPI_Comm_call_errhandler (MPI_Comm comm, int code)
{
  DETMPI_CALL ();
  if (code)
    detmpi_error (comm, code, "the program has called the error handler for code %d", code);
  return MPI_SUCCESS;
}

/* ---- Codes ----------------------------------------------------------------- */

static const char *const texts[] = {
  [MPI_SUCCESS] = "no error", [MPI_ERR_BUFFER] = "invalid buffer",
  [MPI_ERR_COUNT] = "invalid count", [MPI_ERR_TYPE] = "invalid type",
  [MPI_ERR_TAG] = "invalid tag", [MPI_ERR_COMM] = "invalid communicator",
  [MPI_ERR_RANK] = "invalid rank", [MPI_ERR_ROOT] = "invalid root",
  [MPI_ERR_GROUP] = "invalid group", [MPI_ERR_OP] = "invalid operation",
  [MPI_ERR_TOPOLOGY] = "invalid topology", [MPI_ERR_DIMS] = "invalid dimension",
  [MPI_ERR_ARG] = "invalid argument", [MPI_ERR_UNKNOWN] = "unknown error",
  [MPI_ERR_TRUNCATE] = "message truncated", [MPI_ERR_OTHER] = "other error",
  [MPI_ERR_INTERN] = "internal error", [MPI_ERR_IN_STATUS] = "see the status",
  [MPI_ERR_PENDING] = "pending request", [MPI_ERR_REQUEST] = "invalid request",
  [MPI_ERR_ACCESS] = "permission denied", [MPI_ERR_AMODE] = "invalid access mode",
  [MPI_ERR_FILE_EXISTS] = "the file exists", [MPI_ERR_FILE] = "invalid file",
  [MPI_ERR_INFO] = "invalid info", [MPI_ERR_INFO_KEY] = "invalid key",
  [MPI_ERR_INFO_VALUE] = "invalid value", [MPI_ERR_INFO_NOKEY] = "no such key",
  [MPI_ERR_IO] = "input or output error", [MPI_ERR_NO_MEM] = "no memory",
  [MPI_ERR_NO_SPACE] = "no space", [MPI_ERR_NO_SUCH_FILE] = "no such file",
  [MPI_ERR_READ_ONLY] = "read-only file", [MPI_ERR_UNSUPPORTED_DATAREP] = "unknown representation",
  [MPI_ERR_KEYVAL] = "invalid key of an attribute"
};

int
MPI_Error_string (int code, char *text, int *length)
{
  DETMPI_CALL_ANY_TIME ();
  const char *t = code >= 0 && code <= MPI_ERR_KEYVAL ? texts[code] : NULL;
  *length = snprintf (text, MPI_MAX_ERROR_STRING, "%s", t ? t : "unknown error code");
  return MPI_SUCCESS;
}

int
MPI_Error_class (int code, int *class_)
{
  DETMPI_CALL_ANY_TIME ();
  *class_ = code;
  return MPI_SUCCESS;
}
