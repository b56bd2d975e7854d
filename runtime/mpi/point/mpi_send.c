/* SPDX-License-Identifier: MIT */
/* mpi_send.c - sends.
 *
 * A short message is stored in the ring and the send is done.  A long one is offered: the send is
 * done when the receiver has it.  A synchronous one of any size awaits the answer of the receiver.
 */
#include "mpi/point/mpi_match.h"

/* ---- One send -------------------------------------------------------------- */

/* Packs elements that are not contiguous. */
static const char *
bytes_of (struct detmpi_request *r)
{
  if (r->type->is_contiguous)
    return r->buf;
  r->packed = detmpi_alloc (r->count * r->type->size);
  detmpi_pack (r->packed, r->buf, r->count, r->type);
  return r->packed;
}

void
detmpi_start_send (struct detmpi_request *r)
{
  struct detmpi_envelope e = { r->context, r->tag, r->type->class_, -1,
                               detmpi_tick_of_send (), r->count * r->type->size };
  bool is_long = detmpi_is_long (e.size) && r->mode != DETMPI_BUFFERED;
  r->is_done = false;
  r->slot = -1;
  const char *data = bytes_of (r);
  if (r->mode == DETMPI_SYNCHRONOUS)
    r->slot = e.sync = detmpi_take_slot (r->peer);
  if (is_long)
    r->slot = detmpi_offer (r->peer, &e, data);
  else
    detmpi_store (r->peer, &e, data);
  detmpi_publish_clock ();
  r->is_done = r->slot < 0;
  if (!is_long)
    {
      free (r->packed);
      r->packed = NULL;
    }
}

/* Sends at least one cache line; waits until it is done. */
__attribute__ ((noinline)) static void
send_slowly (const void *buf, size_t count, struct detmpi_type *t, int rank, int tag,
             struct detmpi_comm *c, uint32_t context, enum detmpi_mode mode)
{
  struct detmpi_request r = { .is_send = true, .mode = mode, .comm = c, .context = context,
                              .rank = rank, .tag = tag, .peer = c->world[rank],
                              .buf = (char *) buf, .count = count, .type = t };
  detmpi_start_send (&r);
  if (!r.is_done)
    detmpi_complete (&r);
  detmpi_saw_answer (&r);
}

void
detmpi_send (const void *buf, size_t count, const struct detmpi_type *t, int dest, int tag,
             struct detmpi_comm *c)
{
  size_t size = count * t->size;
  uint32_t context = c->context + DETMPI_COLLECTIVE;
  if (size <= DETMPI_INLINE && t->is_contiguous && detmpi_plain
      && detmpi_send_inline (c->world[dest], context, tag, t->class_, -1, 0, buf, size))
    return;
  send_slowly (buf, count, (struct detmpi_type *) t, dest, tag, c, context, DETMPI_STANDARD);
}

/* ---- Calls ----------------------------------------------------------------- */

/* Checks the arguments of a send; returns the type, or NULL. */
static struct detmpi_type *
check (struct detmpi_comm **c, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
       int *error)
{
  *c = detmpi_expect_comm (comm, error);
  struct detmpi_type *t = *c ? detmpi_expect_committed (type, count, comm, error) : NULL;
  if (t && !(*error = detmpi_check_rank (*c, dest, false)))
    *error = detmpi_check_tag (*c, tag, false);
  return *error ? NULL : t;
}

static int
send (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
      enum detmpi_mode mode)
{
  int error;
  struct detmpi_comm *c;
  struct detmpi_type *t = check (&c, count, type, dest, tag, comm, &error);
  if (t && dest != MPI_PROC_NULL)
    send_slowly (buf, (size_t) count, t, dest, tag, c, c->context, mode);
  return error;
}

/* The fast path needs no request, and no check that fails seldom: one comparison each for the
 * communicator, the type, the rank and the tag. */
int
MPI_Send (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
  DETMPI_CALL ();
  struct detmpi_comm *c = detmpi_comm_of (comm);
  struct detmpi_type *t = detmpi_type_of (type);
  if (__builtin_expect (!c || !t || (unsigned) dest >= (unsigned) c->size || tag < 0 || count < 0
                        || !t->is_contiguous || !t->is_committed, 0))
    return send (buf, count, type, dest, tag, comm, DETMPI_STANDARD);
  size_t size = (size_t) count * t->size;
  if (size > DETMPI_INLINE || !detmpi_plain
      || !detmpi_send_inline (c->world[dest], c->context, tag, t->class_, -1, 0, buf, size))
    send_slowly (buf, (size_t) count, t, dest, tag, c, c->context, DETMPI_STANDARD);
  return MPI_SUCCESS;
}

int
MPI_Bsend (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
  DETMPI_CALL ();
  return send (buf, count, type, dest, tag, comm, DETMPI_BUFFERED);
}

int
MPI_Ssend (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
  DETMPI_CALL ();
  return send (buf, count, type, dest, tag, comm, DETMPI_SYNCHRONOUS);
}

int
MPI_Rsend (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
  DETMPI_CALL ();
  return send (buf, count, type, dest, tag, comm, DETMPI_STANDARD);
}

static int
isend (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
       MPI_Request *request, enum detmpi_mode mode)
{
  int error;
  struct detmpi_comm *c;
  struct detmpi_type *t = check (&c, count, type, dest, tag, comm, &error);
  if (!t)
    return error;
  *request = DETMPI_DONE_REQUEST;
  if (dest == MPI_PROC_NULL)
    return MPI_SUCCESS;
  size_t size = (size_t) count * t->size;
  if (size <= DETMPI_INLINE && t->is_contiguous && detmpi_plain && mode != DETMPI_SYNCHRONOUS
      && detmpi_send_inline (c->world[dest], c->context, tag, t->class_, -1, 0, buf, size))
    return MPI_SUCCESS;
  if (mode != DETMPI_SYNCHRONOUS && !detmpi_is_long (size))
    {
      send_slowly (buf, (size_t) count, t, dest, tag, c, c->context, mode);
      return MPI_SUCCESS;
    }
  struct detmpi_request *r = detmpi_new_request ();
  r->is_send = r->is_active = true;
  r->mode = mode, r->comm = c, r->context = c->context, r->rank = dest, r->tag = tag;
  r->peer = c->world[dest], r->buf = (char *) buf, r->count = (size_t) count, r->type = t;
  detmpi_use_type (t);
  *request = r->handle;
  detmpi_start_send (r);
  return MPI_SUCCESS;
}

int
MPI_Isend (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
           MPI_Request *request)
{
  DETMPI_CALL ();
  return isend (buf, count, type, dest, tag, comm, request, DETMPI_STANDARD);
}

int
MPI_Ibsend (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
            MPI_Request *request)
{
  DETMPI_CALL ();
  return isend (buf, count, type, dest, tag, comm, request, DETMPI_BUFFERED);
}

int
MPI_Issend (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
            MPI_Request *request)
{
  DETMPI_CALL ();
  return isend (buf, count, type, dest, tag, comm, request, DETMPI_SYNCHRONOUS);
}

int
MPI_Irsend (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
            MPI_Request *request)
{
  DETMPI_CALL ();
  return isend (buf, count, type, dest, tag, comm, request, DETMPI_STANDARD);
}

/* Messages are buffered by the receiver, so the buffer of the program is not used. */
static struct { void *at; int size; } attached;

int
MPI_Buffer_attach (void *buffer, int size)
{
  DETMPI_CALL ();
  if (attached.at)
    return detmpi_error (MPI_COMM_WORLD, MPI_ERR_BUFFER, "there is a buffer already");
  attached.at = buffer, attached.size = size;
  return MPI_SUCCESS;
}

int
MPI_Buffer_detach (void *buffer, int *size)
{
  DETMPI_CALL ();
  *(void **) buffer = attached.at, *size = attached.size;
  attached.at = NULL, attached.size = 0;
  return MPI_SUCCESS;
}
