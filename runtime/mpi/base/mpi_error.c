/* SPDX-License-Identifier: MIT */
/* mpi_error.c - errors: fatal ones, and those that a program may handle. */
#include "mpi/base/mpi_base.h"

#include <stdarg.h>

MPI_Errhandler (*detmpi_handler_of) (MPI_Comm comm);
void (*detmpi_call_handler) (MPI_Errhandler handler, MPI_Comm comm, int code);

ERB_NORETURN static void
die (enum erbium_exit kind, const char *hint, const char *format, va_list arguments)
{
  char message[1024];
  struct erb_text t;
  const char *where = detmpi_where (detmpi_self, &t);
  const char *call = detmpi_call_of (detmpi_self);
  vsnprintf (message, sizeof message, format, arguments);
  erb_fault_of_all (kind, where, hint, "%s%s%s, in rank %d", call ? call : "", call ? ": " : "",
                    message, detmpi_self);
}

void
detmpi_die (enum erbium_exit kind, const char *hint, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  die (kind, hint, format, arguments);
}

int
detmpi_error (MPI_Comm comm, int code, const char *format, ...)
{
  MPI_Errhandler handler = detmpi_handler_of ? detmpi_handler_of (comm) : MPI_ERRORS_ARE_FATAL;
  if (handler == MPI_ERRORS_RETURN)
    return code;
  if (handler != MPI_ERRORS_ARE_FATAL)
    {
      detmpi_call_handler (handler, comm, code);
      return code;
    }
  va_list arguments;
  va_start (arguments, format);
  die (ERBIUM_EXIT_MISUSE, NULL, format, arguments);
}

void
detmpi_outside (const char *name)
{
  bool before = erbium_load_relaxed (&detmpi_me ()->phase) == DETMPI_BEFORE;
  detmpi_die (ERBIUM_EXIT_MISUSE, before ? "call MPI_Init first" : NULL, "'%s' is called %s", name,
              before ? "before 'MPI_Init'" : "after 'MPI_Finalize'");
}
