/* SPDX-License-Identifier: MIT */
/* mpi_test.c - MPI_Test and its relatives.
 *
 * Whether a message has arrived depends on time.  Of a receive this is an error, or, with
 * DETMPI_ANY=ordered, a question about logical time: has the message been sent before the count of
 * the caller?  Then a test waits until the answer is certain.  Of a send there is one deterministic
 * answer, yes: all sends but synchronous ones are done without the help of the receiver.
 */
#include "mpi/point/mpi_match.h"

static const char TEST_HINT[] = "wait for the request (MPI_Wait)";

/* Copies offered messages, whose senders may wait for that; or gives the processor away.  Does not
 * publish the wait, since the caller waits for the counts of other ranks. */
static void
await_order (struct detmpi_idle *i)
{
  if (!detmpi_sink->is_idle () && i->rounds++ >= 20)
    erb_os->yield ();
}

/* Whether a message has arrived that may still be the receive's at that time: one of the receives
 * before it takes the message, or the receive does, as soon as a snapshot of all ranks succeeds. */
static bool
may_be_served (const struct detmpi_request *r, int64_t now)
{
  int peer = r->peer;
  detmpi_poll ();
  struct detmpi_unread **at
    = peer >= 0 ? detmpi_find_unread (r, peer) : detmpi_first_of_any (r, &peer);
  return at && (*at)->envelope.clock <= now;
}

bool
detmpi_was_done (struct detmpi_request *r)
{
  struct detmpi_idle i = { .peer = -1 };
  int64_t now = detmpi_tick ();
  for (;;)
    {
      detmpi_take ();
      if (detmpi_is_done (r))
        return r->clock <= now;
      if (detmpi_is_settled (r->comm, r->peer, now + 1, -1) && !may_be_served (r, now))
        return false;
      await_order (&i);
    }
}

/* Returns whether the request is done, deterministically. */
static bool
is_done (MPI_Request request, int *error)
{
  *error = MPI_SUCCESS;
  if (request == DETMPI_DONE_REQUEST || request == MPI_REQUEST_NULL)
    return true;
  struct detmpi_request *r = detmpi_expect_request (request, error);
  if (!r)
    return false;
  if (!r->is_active || r->is_cancelled || r->rank == MPI_PROC_NULL)
    return true;
  if (r->is_send && r->mode == DETMPI_SYNCHRONOUS)
    {
      detmpi_die (ERBIUM_EXIT_MISUSE, TEST_HINT,
                  "a test of a synchronous send is not deterministic");
    }
  if (r->is_send)
    {
      if (!r->is_done)
        detmpi_complete (r);
      return true;
    }
  detmpi_expect_order ("a test of a receive", TEST_HINT);
  return detmpi_was_done (r);
}

/* Ends a request that is done. */
static int
end (MPI_Request *request, MPI_Status *status)
{
  struct detmpi_request *r = detmpi_request_of (*request);
  if (r && r->is_active)
    return detmpi_finish (request, r, status);
  if (!r)
    *request = MPI_REQUEST_NULL;
  detmpi_empty_status (status);
  return MPI_SUCCESS;
}

int
MPI_Test (MPI_Request *request, int *flag, MPI_Status *status)
{
  int error;
  DETMPI_CALL ();
  *flag = is_done (*request, &error);
  return *flag ? end (request, status) : error;
}

int
MPI_Testall (int count, MPI_Request requests[], int *flag, MPI_Status *statuses)
{
  int error;
  DETMPI_CALL ();
  *flag = 1;
  for (int n = 0; n < count && *flag; n++)
    if (!is_done (requests[n], &error))
      *flag = 0;
  for (int n = 0; *flag && n < count; n++)
    end (&requests[n], statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[n]);
  return MPI_SUCCESS;
}

int
MPI_Testany (int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status)
{
  int error;
  bool any = false;
  DETMPI_CALL ();
  *index = MPI_UNDEFINED;
  for (int n = 0; n < count; n++)
    {
      any |= detmpi_is_active (requests[n]);
      if (detmpi_is_active (requests[n]) && is_done (requests[n], &error))
        {
          *index = n, *flag = 1;
          return end (&requests[n], status);
        }
    }
  *flag = !any;
  if (!any)
    detmpi_empty_status (status);
  return MPI_SUCCESS;
}

int
MPI_Testsome (int count, MPI_Request requests[], int *done, int indices[], MPI_Status *statuses)
{
  int error;
  bool any = false;
  DETMPI_CALL ();
  *done = 0;
  for (int n = 0; n < count; n++)
    {
      any |= detmpi_is_active (requests[n]);
      if (!detmpi_is_active (requests[n]) || !is_done (requests[n], &error))
        continue;
      end (&requests[n], statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[*done]);
      indices[(*done)++] = n;
    }
  if (!any)
    *done = MPI_UNDEFINED;
  return MPI_SUCCESS;
}

int
MPI_Request_get_status (MPI_Request request, int *flag, MPI_Status *status)
{
  int error;
  DETMPI_CALL ();
  *flag = is_done (request, &error);
  struct detmpi_request *r = *flag ? detmpi_request_of (request) : NULL;
  if (r && !r->is_send && r->rank != MPI_PROC_NULL)
    detmpi_set_status (status, detmpi_find_rank (r->comm->world, r->comm->size, r->from),
                       r->got_tag, r->bytes);
  else
    detmpi_empty_status (status);
  return error;
}
