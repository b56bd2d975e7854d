/* SPDX-License-Identifier: MIT */
/* handles.c - handles to integers of Fortran and back, by the macros and by the functions. */
#include <mpi.h>
#include <stdio.h>

#define SAME(name, type, handle)                                                                  \
  ((MPI_##name##_c2f) (handle) == MPI_##name##_c2f (handle)                                       \
   && (MPI_##name##_f2c) ((MPI_##name##_c2f) (handle)) == (handle)                                \
   && MPI_##name##_f2c (MPI_##name##_c2f (handle)) == (type) (handle))

int
main (int argc, char **argv)
{
  MPI_Request request;
  MPI_Info info;
  MPI_Group group;
  MPI_Init (&argc, &argv);
  MPI_Irecv (NULL, 0, MPI_BYTE, 0, 1, MPI_COMM_SELF, &request);
  MPI_Info_create (&info);
  MPI_Comm_group (MPI_COMM_SELF, &group);
  printf ("%d %d %d %d %d %d %d %d\n", SAME (Comm, MPI_Comm, MPI_COMM_SELF),
          SAME (Type, MPI_Datatype, MPI_DOUBLE), SAME (Group, MPI_Group, group),
          SAME (Op, MPI_Op, MPI_SUM), SAME (Request, MPI_Request, request),
          SAME (Message, MPI_Message, MPI_MESSAGE_NULL), SAME (Info, MPI_Info, info),
          SAME (Errhandler, MPI_Errhandler, MPI_ERRORS_RETURN));
  MPI_Group_free (&group);
  MPI_Info_free (&info);
  MPI_Send (NULL, 0, MPI_BYTE, 0, 1, MPI_COMM_SELF);
  MPI_Wait (&request, MPI_STATUS_IGNORE);
  MPI_Finalize ();
}
