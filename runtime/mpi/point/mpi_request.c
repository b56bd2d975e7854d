/* SPDX-License-Identifier: MIT */
/* mpi_request.c - requests and their handles; the checks of arguments that sends and receives
 * share. */
#include "mpi/point/mpi_match.h"

enum { FIRST = 0xac000000 };

static struct detmpi_request **requests;
static int request_count, first_free;

struct detmpi_request *
detmpi_new_request (void)
{
  int n = first_free;
  while (n < request_count && requests[n]->handle != MPI_REQUEST_NULL)
    n++;
  if (n == request_count)
    {
      requests = detmpi_grow (requests, (size_t) (n + 1) * sizeof *requests);
      requests[request_count++] = detmpi_alloc (sizeof **requests);
    }
  first_free = n + 1;
  *requests[n] = (struct detmpi_request) { .handle = FIRST + n, .slot = -1 };
  return requests[n];
}

void
detmpi_drop_request (struct detmpi_request *r)
{
  int n = (int) ((unsigned) r->handle - (unsigned) FIRST);
  first_free = n < first_free ? n : first_free;
  r->handle = MPI_REQUEST_NULL;
}

struct detmpi_request *
detmpi_request_of (MPI_Request request)
{
  unsigned n = (unsigned) request - (unsigned) FIRST;
  return n < (unsigned) request_count && requests[n]->handle == request && !requests[n]->is_probe
           ? requests[n] : NULL;
}

struct detmpi_request *
detmpi_message_of (MPI_Message message)
{
  unsigned n = (unsigned) message - (unsigned) FIRST;
  return n < (unsigned) request_count && requests[n]->handle == message && requests[n]->is_probe
           ? requests[n] : NULL;
}

struct detmpi_request *
detmpi_expect_request (MPI_Request request, int *error)
{
  struct detmpi_request *r = detmpi_request_of (request);
  *error = r ? MPI_SUCCESS
             : detmpi_error (MPI_COMM_WORLD, MPI_ERR_REQUEST,
                             "the request (0x%x) is none, or was freed", request);
  return r;
}

bool
detmpi_is_active (MPI_Request request)
{
  struct detmpi_request *r = detmpi_request_of (request);
  return request == DETMPI_DONE_REQUEST || (r && r->is_active);
}

/* ---- The end of a request -------------------------------------------------- */

int
detmpi_finish (MPI_Request *request, struct detmpi_request *r, MPI_Status *status)
{
  int error = r->is_send ? MPI_SUCCESS : r->error;
  detmpi_saw_answer (r);
  if (r->is_send || r->rank == MPI_PROC_NULL)
    {
      detmpi_empty_status (status);
      if (!r->is_send && status != MPI_STATUS_IGNORE)
        status->MPI_SOURCE = MPI_PROC_NULL;
    }
  else if (!r->is_cancelled)
    {
      detmpi_saw_clock (r->clock);
      detmpi_set_status (status, detmpi_find_rank (r->comm->world, r->comm->size, r->from),
                         r->got_tag, r->bytes);
    }
  if (r->is_cancelled && status != MPI_STATUS_IGNORE)
    {
      detmpi_empty_status (status);
      status->count_hi_and_cancelled = 1;
    }
  r->is_active = false;
  if (!r->is_persistent)
    {
      detmpi_drop_type (r->type);
      detmpi_drop_request (r);
      *request = MPI_REQUEST_NULL;
    }
  return error;
}

/* ---- Arguments ------------------------------------------------------------- */

int
detmpi_check_rank (const struct detmpi_comm *c, int rank, bool may_be_any)
{
  if ((rank >= 0 && rank < c->size) || rank == MPI_PROC_NULL
      || (may_be_any && rank == MPI_ANY_SOURCE))
    return MPI_SUCCESS;
  return detmpi_error (c->handle, MPI_ERR_RANK, "rank %d in a communicator of %d", rank, c->size);
}

int
detmpi_check_tag (const struct detmpi_comm *c, int tag, bool may_be_any)
{
  if (tag >= 0 || (may_be_any && tag == MPI_ANY_TAG))
    return MPI_SUCCESS;
  return detmpi_error (c->handle, MPI_ERR_TAG, "the tag is %d", tag);
}

void
detmpi_expect_order (const char *what, const char *hint)
{
  char more[256];
  if (detmpi_job->ordered)
    return;
  snprintf (more, sizeof more, "%s; or run with DETMPI_ANY=ordered, which takes messages in the "
            "order of logical time", hint);
  detmpi_die (ERBIUM_EXIT_MISUSE, more, "%s is not deterministic", what);
}
