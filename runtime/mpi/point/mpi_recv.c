/* SPDX-License-Identifier: MIT */
/* mpi_recv.c - receives, and sends that receive. */
#include "mpi/point/mpi_match.h"

static const char ANY_HINT[] = "name the source, receive from each rank in turn";

/* ---- The fast path --------------------------------------------------------- */

/* Whether nothing was posted or kept that comes before the next message of peer. */
ERBIUM_INLINE bool
may_be_inline (int peer)
{
  return !detmpi_unread[peer].first && !detmpi_posted[peer].first && detmpi_plain;
}

/* Receives a message that is in its header, if it is the one that comes next and nothing that
 * was posted or kept stands before it.  Polls for a moment.  Returns its size, or -1. */
ERBIUM_INLINE ssize_t
receive_inline (struct detmpi_end *end, void *buf, size_t room, const struct detmpi_type *t,
                int peer, int tag, uint32_t context, int *got_tag)
{
  enum { POLLS = 2000, FEW_POLLS = 15 };
  if (!may_be_inline (peer))
    return -1;
  const struct detmpi_header *h = detmpi_arrived (end);
  int polls = detmpi_job->ranks > detmpi_job->processors ? FEW_POLLS : POLLS;
  for (int n = 0; !h && n < polls; n++)
    {
      erb_os->pause ();
      h = detmpi_arrived (end);
    }
  if (!h || h->form != DETMPI_WHOLE || h->size > DETMPI_INLINE || h->sync
      || h->context != context || (h->tag != tag && tag != MPI_ANY_TAG) || h->size > room
      || (h->kind != (unsigned) t->class_ && h->kind && t->class_))
    return -1;
  size_t size = h->size;
  *got_tag = h->tag;
  if (size == 8)
    memcpy (buf, h->data, 8);
  else if (size)
    memcpy (buf, h->data, size);
  detmpi_took (end, peer);
  return (ssize_t) size;
}

/* The rank that sends the message may need this processor: then the message is likely to be there
 * after one yield, and nothing has to be posted.  Not a part of receive_inline, which would take
 * 50 ns more. */
__attribute__ ((noinline)) static ssize_t
receive_after_yield (struct detmpi_end *end, void *buf, size_t room, const struct detmpi_type *t,
                     int peer, int tag, uint32_t context, int *got_tag)
{
  if (detmpi_job->ranks <= detmpi_job->processors || detmpi_arrived (end)
      || !may_be_inline (peer))
    return -1;
  detmpi_yield ();
  return receive_inline (end, buf, room, t, peer, tag, context, got_tag);
}

/* ---- One receive ----------------------------------------------------------- */

void
detmpi_start_recv (struct detmpi_request *r)
{
  r->posted = detmpi_tick ();
  detmpi_post (r);
}

__attribute__ ((noinline)) static void
receive_slowly (struct detmpi_request *r)
{
  detmpi_start_recv (r);
  if (!r->is_done)
    detmpi_complete (r);
  detmpi_saw_clock (r->clock);
}

ERBIUM_INLINE void
receive_collective (struct detmpi_end *end, bool by_multicast, void *buf, size_t count,
                    const struct detmpi_type *t, int source, int tag, struct detmpi_comm *c)
{
  int got;
  uint32_t context = c->context + DETMPI_COLLECTIVE;
  int peer = c->world[source];
  size_t room = count * t->size;
  if (t->is_contiguous
      && (receive_inline (end, buf, room, t, peer, tag, context, &got) >= 0
          || receive_after_yield (end, buf, room, t, peer, tag, context, &got) >= 0))
    return;
  struct detmpi_request r
    = detmpi_request_for (buf, count, (struct detmpi_type *) t, source, tag, c, context);
  r.by_multicast = by_multicast;
  receive_slowly (&r);
}

void
detmpi_recv (void *buf, size_t count, const struct detmpi_type *t, int source, int tag,
             struct detmpi_comm *c)
{
  receive_collective (&detmpi_end[c->world[source]], false, buf, count, t, source, tag, c);
}

void
detmpi_recv_multicast (void *buf, size_t count, const struct detmpi_type *t, int source, int tag,
                       struct detmpi_comm *c)
{
  receive_collective (&detmpi_multicast_end[c->world[source]], true, buf, count, t, source, tag, c);
}

void
detmpi_exchange (const void *from, size_t from_count, const struct detmpi_type *from_type, int dest,
                 void *to, size_t to_count, const struct detmpi_type *to_type, int source, int tag,
                 struct detmpi_comm *c)
{
  uint32_t context = c->context + DETMPI_COLLECTIVE;
  if (from_count * from_type->size <= DETMPI_INLINE)
    {
      detmpi_send (from, from_count, from_type, dest, tag, c);
      detmpi_recv (to, to_count, to_type, source, tag, c);
      return;
    }
  struct detmpi_request in
    = detmpi_request_for (to, to_count, (struct detmpi_type *) to_type, source, tag, c, context);
  struct detmpi_request out
    = detmpi_request_for ((void *) from, from_count, (struct detmpi_type *) from_type, dest, tag, c,
                   context);
  out.is_send = true;
  detmpi_start_recv (&in);
  detmpi_start_send (&out);
  if (!in.is_done)
    detmpi_complete (&in);
  if (!out.is_done)
    detmpi_complete (&out);
  detmpi_saw_clock (in.clock);
}

/* ---- Calls ----------------------------------------------------------------- */

struct detmpi_type *
detmpi_check_recv (struct detmpi_comm **c, int count, MPI_Datatype type, int source, int tag,
                   MPI_Comm comm, int *error)
{
  *c = detmpi_expect_comm (comm, error);
  struct detmpi_type *t = *c ? detmpi_expect_committed (type, count, comm, error) : NULL;
  if (t && !(*error = detmpi_check_rank (*c, source, true)))
    *error = detmpi_check_tag (*c, tag, true);
  if (*error)
    return NULL;
  if (source == MPI_ANY_SOURCE && (*c)->size > 1)
    detmpi_expect_order ("MPI_ANY_SOURCE", ANY_HINT);
  return t;
}

struct detmpi_request *
detmpi_hand_out (const struct detmpi_request *from)
{
  struct detmpi_request *r = detmpi_new_request ();
  MPI_Request handle = r->handle;
  *r = *from;
  r->handle = handle;
  return r;
}

/* A receive whose arguments have been checked. */
static int
receive_checked (void *buf, int count, struct detmpi_type *t, int source, int tag,
                 struct detmpi_comm *c, MPI_Status *status)
{
  struct detmpi_request r
    = detmpi_request_for (buf, (size_t) count, t, detmpi_source_in (c, source), tag, c, c->context);
  receive_slowly (&r);
  detmpi_set_status (status, detmpi_find_rank (c->world, c->size, r.from), r.got_tag, r.bytes);
  return r.error;
}

static int
receive (void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
         MPI_Status *status)
{
  int error;
  struct detmpi_comm *c;
  struct detmpi_type *t = detmpi_check_recv (&c, count, type, source, tag, comm, &error);
  if (!t)
    return error;
  if (source != MPI_PROC_NULL)
    return receive_checked (buf, count, t, source, tag, c, status);
  detmpi_set_status (status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
  return MPI_SUCCESS;
}

int
MPI_Recv (void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
          MPI_Status *status)
{
  int got;
  ssize_t size;
  DETMPI_CALL ();
  struct detmpi_comm *c = detmpi_comm_of (comm);
  struct detmpi_type *t = detmpi_type_of (type);
  if (__builtin_expect (!c || !t || (unsigned) source >= (unsigned) c->size || tag < MPI_ANY_TAG
                        || count < 0 || !t->is_contiguous || !t->is_committed, 0))
    return receive (buf, count, type, source, tag, comm, status);
  int peer = c->world[source];
  size_t room = (size_t) count * t->size;
  struct detmpi_end *end = &detmpi_end[peer];
  size = receive_inline (end, buf, room, t, peer, tag, c->context, &got);
  if (size < 0)
    size = receive_after_yield (end, buf, room, t, peer, tag, c->context, &got);
  if (size < 0)
    return receive_checked (buf, count, t, source, tag, c, status);
  if (status != MPI_STATUS_IGNORE)
    {
      status->MPI_SOURCE = source, status->MPI_TAG = got;
      status->count_lo = (int) size, status->count_hi_and_cancelled = 0;
    }
  return MPI_SUCCESS;
}

int
MPI_Irecv (void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
           MPI_Request *request)
{
  int error;
  struct detmpi_comm *c;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_check_recv (&c, count, type, source, tag, comm, &error);
  if (!t)
    return error;
  struct detmpi_request from = detmpi_request_for (
    buf, (size_t) count, t, detmpi_source_in (c, source), tag, c, c->context);
  struct detmpi_request *r = detmpi_hand_out (&from);
  *request = r->handle;
  r->is_active = true;
  detmpi_use_type (t);
  if (source == MPI_PROC_NULL)
    r->is_done = true, r->got_tag = MPI_ANY_TAG;
  else
    detmpi_start_recv (r);
  return MPI_SUCCESS;
}

int
MPI_Sendrecv (const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
              void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
              MPI_Comm comm, MPI_Status *status)
{
  int error;
  struct detmpi_comm *c;
  DETMPI_CALL ();
  struct detmpi_type *out
    = detmpi_check_recv (&c, sendcount, sendtype, dest, sendtag, comm, &error);
  struct detmpi_type *in
    = out ? detmpi_check_recv (&c, recvcount, recvtype, source, recvtag, comm, &error) : NULL;
  if (!in)
    return error;
  struct detmpi_request r
    = detmpi_request_for (recvbuf, (size_t) recvcount, in, detmpi_source_in (c, source), recvtag,
                          c, c->context);
  struct detmpi_request s = detmpi_request_for ((void *) sendbuf, (size_t) sendcount, out, dest,
                                                sendtag, c, c->context);
  s.is_send = true, s.is_done = true;
  if (source != MPI_PROC_NULL)
    detmpi_start_recv (&r);
  if (dest != MPI_PROC_NULL)
    detmpi_start_send (&s);
  if (source != MPI_PROC_NULL && !r.is_done)
    detmpi_complete (&r);
  if (!s.is_done)
    detmpi_complete (&s);
  if (source == MPI_PROC_NULL)
    detmpi_set_status (status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
  else
    {
      detmpi_saw_clock (r.clock);
      detmpi_set_status (status, detmpi_find_rank (c->world, c->size, r.from), r.got_tag, r.bytes);
    }
  return r.error;
}

int
MPI_Sendrecv_replace (void *buf, int count, MPI_Datatype type, int dest, int sendtag, int source,
                      int recvtag, MPI_Comm comm, MPI_Status *status)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_committed (type, count, comm, &error);
  if (!t)
    return error;
  size_t size = (size_t) count * t->size;
  char *copy = detmpi_alloc (size);
  detmpi_pack (copy, buf, (size_t) count, t);
  MPI_Datatype packed = t->element != MPI_DATATYPE_NULL && !(t->element & 0x80000000)
                          ? t->element : MPI_BYTE;
  size_t unit = detmpi_type_of (packed)->size;
  error = MPI_Sendrecv (copy, (int) (unit ? size / unit : 0), packed, dest, sendtag, buf, count,
                        type, source, recvtag, comm, status);
  free (copy);
  return error;
}
