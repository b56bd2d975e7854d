/* SPDX-License-Identifier: MIT */
/* mpi_persistent.c - requests that are started again and again. */
#include "mpi/point/mpi_match.h"

static int
init (bool is_send, void *buf, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
      MPI_Request *request, enum detmpi_mode mode)
{
  int error;
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  struct detmpi_type *t = c ? detmpi_expect_committed (type, count, comm, &error) : NULL;
  if (!t || (error = detmpi_check_rank (c, rank, !is_send))
      || (error = detmpi_check_tag (c, tag, !is_send)))
    return error;
  if (rank == MPI_ANY_SOURCE && c->size > 1)
    detmpi_expect_order ("MPI_ANY_SOURCE", "name the source, receive from each rank in turn");
  struct detmpi_request *r = detmpi_new_request ();
  r->is_send = is_send, r->is_persistent = true;
  r->mode = mode, r->comm = c, r->context = c->context, r->rank = rank, r->tag = tag;
  r->peer = rank >= 0 ? c->world[rank] : c->size == 1 ? c->world[0] : DETMPI_ANY_PEER;
  r->buf = buf, r->count = (size_t) count, r->type = t;
  detmpi_use_type (t);
  *request = r->handle;
  return MPI_SUCCESS;
}

int
MPI_Send_init (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
               MPI_Request *request)
{
  DETMPI_CALL ();
  return init (true, (void *) buf, count, type, dest, tag, comm, request, DETMPI_STANDARD);
}

int
MPI_Bsend_init (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                MPI_Request *request)
{
  DETMPI_CALL ();
  return init (true, (void *) buf, count, type, dest, tag, comm, request, DETMPI_BUFFERED);
}

int
MPI_Ssend_init (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                MPI_Request *request)
{
  DETMPI_CALL ();
  return init (true, (void *) buf, count, type, dest, tag, comm, request, DETMPI_SYNCHRONOUS);
}

int
MPI_Rsend_init (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                MPI_Request *request)
{
  DETMPI_CALL ();
  return init (true, (void *) buf, count, type, dest, tag, comm, request, DETMPI_READY);
}

int
MPI_Recv_init (void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
               MPI_Request *request)
{
  DETMPI_CALL ();
  return init (false, buf, count, type, source, tag, comm, request, DETMPI_STANDARD);
}

static int
start (MPI_Request request)
{
  int error;
  struct detmpi_request *r = detmpi_expect_request (request, &error);
  if (!r)
    return error;
  if (!r->is_persistent || r->is_active)
    return detmpi_error (r->comm->handle, MPI_ERR_REQUEST, r->is_active
                           ? "the request was started, and is not done"
                           : "the request was not made by a call such as MPI_Send_init");
  r->is_active = true;
  r->is_cancelled = false;
  r->error = MPI_SUCCESS;
  if (r->rank == MPI_PROC_NULL)
    r->is_done = true, r->got_tag = MPI_ANY_TAG;
  else if (r->is_send)
    detmpi_start_send (r);
  else
    detmpi_start_recv (r);
  return MPI_SUCCESS;
}

int
MPI_Start (MPI_Request *request)
{
  DETMPI_CALL ();
  return start (*request);
}

int
MPI_Startall (int count, MPI_Request requests[])
{
  int error = MPI_SUCCESS;
  DETMPI_CALL ();
  for (int n = 0; n < count && !error; n++)
    error = start (requests[n]);
  return error;
}
