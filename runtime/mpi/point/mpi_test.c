/* SPDX-License-Identifier: MIT */
/* mpi_test.c - MPI_Test and its relatives, MPI_Iprobe.
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

/* Waits until it is certain whether a receive was done at the count of the caller. */
static bool
receive_was_done (struct detmpi_request *r)
{
  struct detmpi_idle i = { .peer = -1 };
  int64_t now = detmpi_tick ();
  bool is_done;
  for (;;)
    {
      detmpi_take ();
      is_done = detmpi_is_done (r);
      if (is_done)
        {
          is_done = r->clock <= now;
          break;
        }
      if (detmpi_is_settled (r->comm, r->peer, now + 1, -1) && !detmpi_poll ())
        break;
      await_order (&i);
    }
  return is_done;
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
  return receive_was_done (r);
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

int
MPI_Iprobe (int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
  int error, peer;
  DETMPI_CALL ();
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (!c || (error = detmpi_check_rank (c, source, true))
      || (error = detmpi_check_tag (c, tag, true)))
    return error;
  *flag = source == MPI_PROC_NULL;
  if (*flag)
    {
      detmpi_set_status (status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
      return MPI_SUCCESS;
    }
  detmpi_expect_order ("MPI_Iprobe", "probe with MPI_Probe, which waits");
  struct detmpi_request r = { .comm = c, .context = c->context, .tag = tag,
                              .peer = source >= 0 ? c->world[source] : DETMPI_ANY_PEER };
  struct detmpi_idle i = { .peer = r.peer };
  int64_t now = detmpi_tick ();
  struct detmpi_unread **at;
  for (;;)
    {
      bool settled = detmpi_is_settled (c, r.peer, now + 1, -1);
      detmpi_poll ();
      peer = r.peer;
      at = peer >= 0 ? detmpi_find_unread (&r, peer) : detmpi_first_of_any (&r, &peer);
      if (settled || (at && r.peer >= 0))
        break;
      await_order (&i);
    }
  *flag = at && (*at)->envelope.clock <= now;
  if (*flag)
    detmpi_set_status (status, detmpi_find_rank (c->world, c->size, peer), (*at)->envelope.tag,
                       (*at)->envelope.size);
  return MPI_SUCCESS;
}
