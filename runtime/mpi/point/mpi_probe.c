/* SPDX-License-Identifier: MIT */
/* mpi_probe.c - probes, and receives of the messages that they have found.
 *
 * A probe waits among the receives, and finds what a receive in its place would get.  The message
 * stays in the queue of its source: a matched probe keeps it for MPI_Mrecv, others leave it.  So a
 * probe is as deterministic as the receive would be; MPI_Iprobe and MPI_Improbe are like tests
 * (mpi_test.c).  The handle of a message is that of the probe.
 */
#include "mpi/point/mpi_match.h"

/* The arguments of a probe.  Returns whether the probe is to look for a message. */
static bool
begin (struct detmpi_request *probe, int source, int tag, MPI_Comm comm, MPI_Status *status,
       int *error)
{
  struct detmpi_comm *c = detmpi_expect_comm (comm, error);
  if (!c || (*error = detmpi_check_rank (c, source, true))
      || (*error = detmpi_check_tag (c, tag, true)))
    return false;
  if (source == MPI_PROC_NULL)
    {
      detmpi_set_status (status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
      return false;
    }
  *probe = detmpi_request_for (NULL, 0, NULL, detmpi_source_in (c, source), tag, c, c->context);
  probe->is_probe = true;
  return true;
}

/* Waits until the probe has found a message. */
static void
find (struct detmpi_request *probe, MPI_Status *status)
{
  if (probe->rank == MPI_ANY_SOURCE)
    detmpi_expect_order ("MPI_ANY_SOURCE", "name the source, probe each rank in turn");
  detmpi_start_recv (probe);
  if (!probe->is_done)
    detmpi_complete (probe);
  detmpi_saw_clock (probe->clock);
  detmpi_set_status (status, detmpi_find_rank (probe->comm->world, probe->comm->size, probe->from),
                     probe->got_tag, probe->bytes);
}

/* Returns whether a message was there at the time of the call; only then the probe has it. */
static bool
find_now (struct detmpi_request *probe, const char *name, const char *hint, MPI_Status *status)
{
  detmpi_expect_order (name, hint);
  detmpi_post (probe);
  bool was_there = detmpi_was_done (probe);
  if (!probe->is_done)
    detmpi_withdraw (probe);
  else if (!was_there)
    detmpi_leave_found (probe);
  if (was_there)
    detmpi_set_status (status, detmpi_find_rank (probe->comm->world, probe->comm->size,
                                                 probe->from), probe->got_tag, probe->bytes);
  return was_there;
}

int
MPI_Probe (int source, int tag, MPI_Comm comm, MPI_Status *status)
{
  int error;
  struct detmpi_request probe;
  DETMPI_CALL ();
  if (!begin (&probe, source, tag, comm, status, &error))
    return error;
  find (&probe, status);
  detmpi_leave_found (&probe);
  return MPI_SUCCESS;
}

/* The whole of a probe that does not wait, but for what becomes of the message. */
static int
probe_now (struct detmpi_request *probe, int source, int tag, MPI_Comm comm, int *flag,
           const char *name, const char *hint, MPI_Status *status)
{
  int error;
  *flag = source == MPI_PROC_NULL;
  if (begin (probe, source, tag, comm, status, &error))
    *flag = find_now (probe, name, hint, status);
  return error;
}

int
MPI_Iprobe (int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
  struct detmpi_request probe = { .found = NULL };
  DETMPI_CALL ();
  int error = probe_now (&probe, source, tag, comm, flag, "MPI_Iprobe",
                         "probe with MPI_Probe, which waits", status);
  if (probe.found)
    detmpi_leave_found (&probe);
  return error;
}

/* ---- Matched probes -------------------------------------------------------- */

int
MPI_Mprobe (int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status)
{
  int error;
  struct detmpi_request probe;
  DETMPI_CALL ();
  *message = source == MPI_PROC_NULL ? MPI_MESSAGE_NO_PROC : MPI_MESSAGE_NULL;
  if (!begin (&probe, source, tag, comm, status, &error))
    return error;
  find (&probe, status);
  *message = detmpi_hand_out (&probe)->handle;
  return MPI_SUCCESS;
}

int
MPI_Improbe (int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
             MPI_Status *status)
{
  struct detmpi_request probe = { .found = NULL };
  DETMPI_CALL ();
  *message = source == MPI_PROC_NULL ? MPI_MESSAGE_NO_PROC : MPI_MESSAGE_NULL;
  int error = probe_now (&probe, source, tag, comm, flag, "MPI_Improbe",
                         "probe with MPI_Mprobe, which waits", status);
  if (probe.found)
    *message = detmpi_hand_out (&probe)->handle;
  return error;
}

/* Checks the arguments of a receive.  Returns the probe that has found the message, or NULL. */
static struct detmpi_request *
expect_message (MPI_Message message, int count, MPI_Datatype type, struct detmpi_type **t,
                int *error)
{
  struct detmpi_request *probe = detmpi_message_of (message);
  if (!probe)
    {
      *error = detmpi_error (MPI_COMM_WORLD, MPI_ERR_REQUEST,
                             "the message (0x%x) is none, or was received", message);
      return NULL;
    }
  *t = detmpi_expect_committed (type, count, probe->comm->handle, error);
  return *t ? probe : NULL;
}

/* The receive begins: it gets the message, whose handle ends. */
static void
take_message (struct detmpi_request *r, struct detmpi_request *probe, MPI_Message *message)
{
  r->posted = detmpi_tick ();
  detmpi_give_found (r, probe);
  detmpi_drop_request (probe);
  *message = MPI_MESSAGE_NULL;
}

static struct detmpi_request
receive_of (const struct detmpi_request *probe, void *buf, int count, struct detmpi_type *t)
{
  struct detmpi_request r = detmpi_request_for (buf, (size_t) count, t, 0, probe->got_tag,
                                                probe->comm, probe->context);
  r.peer = probe->from;
  return r;
}

int
MPI_Mrecv (void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status)
{
  int error;
  struct detmpi_type *t;
  DETMPI_CALL ();
  if (*message == MPI_MESSAGE_NO_PROC)
    {
      *message = MPI_MESSAGE_NULL;
      detmpi_set_status (status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
      return MPI_SUCCESS;
    }
  struct detmpi_request *probe = expect_message (*message, count, type, &t, &error);
  if (!probe)
    return error;
  struct detmpi_request r = receive_of (probe, buf, count, t);
  take_message (&r, probe, message);
  if (!r.is_done)
    detmpi_complete (&r);
  detmpi_set_status (status, detmpi_find_rank (r.comm->world, r.comm->size, r.from), r.got_tag,
                     r.bytes);
  return r.error;
}

int
MPI_Imrecv (void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Request *request)
{
  int error;
  struct detmpi_type *t;
  DETMPI_CALL ();
  if (*message == MPI_MESSAGE_NO_PROC)
    {
      *message = MPI_MESSAGE_NULL;
      return MPI_Irecv (buf, count, type, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_SELF, request);
    }
  struct detmpi_request *probe = expect_message (*message, count, type, &t, &error);
  if (!probe)
    return error;
  struct detmpi_request from = receive_of (probe, buf, count, t);
  struct detmpi_request *r = detmpi_hand_out (&from);
  *request = r->handle;
  r->is_active = true;
  detmpi_use_type (t);
  take_message (r, probe, message);
  return MPI_SUCCESS;
}
