/* SPDX-License-Identifier: MIT */
/* mpi_wait.c - MPI_Wait, MPI_Waitall, MPI_Waitany, MPI_Waitsome; the end of requests. */
#include "mpi/point/mpi_match.h"

/* Waits for one request.  Requests that are null or inactive have an empty status. */
static int
wait_for (MPI_Request *request, MPI_Status *status)
{
  int error;
  if (*request == DETMPI_DONE_REQUEST || *request == MPI_REQUEST_NULL)
    {
      *request = MPI_REQUEST_NULL;
      detmpi_empty_status (status);
      return MPI_SUCCESS;
    }
  struct detmpi_request *r = detmpi_expect_request (*request, &error);
  if (!r)
    return error;
  if (!r->is_active)
    {
      detmpi_empty_status (status);
      return MPI_SUCCESS;
    }
  if (!r->is_done)
    detmpi_complete (r);
  return detmpi_finish (request, r, status);
}

int
MPI_Wait (MPI_Request *request, MPI_Status *status)
{
  DETMPI_CALL ();
  detmpi_tick ();
  return wait_for (request, status);
}

int
MPI_Waitall (int count, MPI_Request requests[], MPI_Status *statuses)
{
  int result = MPI_SUCCESS;
  DETMPI_CALL ();
  detmpi_tick ();
  for (int n = 0; n < count; n++)
    {
      MPI_Status *status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[n];
      int error = wait_for (&requests[n], status);
      if (status != MPI_STATUS_IGNORE && error)
        status->MPI_ERROR = error;
      if (error)
        result = MPI_ERR_IN_STATUS;
    }
  return result;
}

int
MPI_Waitany (int count, MPI_Request requests[], int *index, MPI_Status *status)
{
  DETMPI_CALL ();
  detmpi_tick ();
  *index = detmpi_choose (count, requests);
  if (*index != MPI_UNDEFINED)
    return wait_for (&requests[*index], status);
  detmpi_empty_status (status);
  return MPI_SUCCESS;
}

int
MPI_Waitsome (int count, MPI_Request requests[], int *done, int indices[], MPI_Status *statuses)
{
  DETMPI_CALL ();
  detmpi_tick ();
  int n = detmpi_choose (count, requests);
  *done = n == MPI_UNDEFINED ? MPI_UNDEFINED : 1;
  if (n == MPI_UNDEFINED)
    return MPI_SUCCESS;
  indices[0] = n;
  return wait_for (&requests[n], statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses);
}

/* The request goes on until it is done; nobody will ask for it. */
int
MPI_Request_free (MPI_Request *request)
{
  int error;
  DETMPI_CALL ();
  detmpi_tick ();
  if (*request == DETMPI_DONE_REQUEST)
    {
      *request = MPI_REQUEST_NULL;
      return MPI_SUCCESS;
    }
  struct detmpi_request *r = detmpi_expect_request (*request, &error);
  if (!r)
    return error;
  if (r->is_active && !r->is_done && !r->is_send)
    return detmpi_error (r->comm->handle, MPI_ERR_REQUEST,
                         "a receive that is not done cannot be freed");
  if (r->is_active && !r->is_done)
    detmpi_complete (r);
  r->is_persistent = false;
  MPI_Status status;
  return detmpi_finish (request, r, &status);
}

/* Whether a message has arrived already depends on time, so only a receive of a message that is
 * never sent can be cancelled: the caller knows that, and the receive is withdrawn. */
int
MPI_Cancel (MPI_Request *request)
{
  int error;
  DETMPI_CALL ();
  detmpi_tick ();
  if (*request == DETMPI_DONE_REQUEST)
    return MPI_SUCCESS;
  struct detmpi_request *r = detmpi_expect_request (*request, &error);
  if (!r)
    return error;
  if (!r->is_send && r->is_active && !r->is_done)
    {
      detmpi_expect_order ("MPI_Cancel of a receive that is not done",
                           "receive the message, or do not post the receive");
      detmpi_withdraw (r);
      r->is_done = r->is_cancelled = true;
    }
  return MPI_SUCCESS;
}
