/* SPDX-License-Identifier: MIT */
/* mpi_file.h - files that all ranks of a communicator write and read.
 *
 *   mpi_file.c   files: open, close, sizes, views
 *   mpi_io.c     reading and writing
 *
 * A view says which bytes of the file a rank sees: from a displacement on, those of a file type,
 * again and again.  Ranks of a deterministic program write to different places, or one after
 * another; where they do not, the result depends on time, as that of any file.
 */
#ifndef ERB_MPI_FILE_H
#define ERB_MPI_FILE_H

#include "mpi/coll/mpi_coll.h"

struct ADIOI_FileD
{
  struct detmpi_comm *comm;
  int number;                /* of its handle in Fortran */
  int fd, mode, atomicity;
  char *name;
  MPI_Offset disp, position; /* position: in elements of etype */
  struct detmpi_type *etype, *filetype;
};

extern MPI_Errhandler detmpi_file_handler;
/* Reports an error of a file: returns the code, or ends the job. */
extern int detmpi_file_error (int code, const char *format, ...) ERB_PRINTF (2, 3) ERB_COLD;
extern bool detmpi_expect_file (MPI_File file, int *error);

#endif
