/* SPDX-License-Identifier: MIT */
/* mpi_gone.c - the calls of MPI that DetMPI does not have: each ends the program with its name. */
#include "mpi/base/mpi_base.h"

/* The build makes a function for each name that mpi-names.sh lists and mpi.h does not declare. */
extern __attribute__ ((visibility ("hidden"))) void
detmpi_lacks (const char *name, const void *site) ERB_NORETURN ERB_COLD;

void
detmpi_lacks (const char *name, const void *site)
{
  detmpi_note (name, site);
  detmpi_die (ERBIUM_EXIT_MISUSE, "docs/reference/mpi.md lists the calls of DetMPI",
              "DetMPI does not have '%s'", name);
}
