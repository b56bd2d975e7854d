/* SPDX-License-Identifier: MIT */
/* mpi_offer.c - long messages, which go from buffer to buffer; and answers to messages.
 *
 *   sender                               receiver
 *   slot: PENDING; sends the offer
 *                                        finds it; writes its buffer; slot: COPYING
 *   while it waits: copies chunks        copies chunks; waits for the last one; slot: DONE
 *   finds DONE; slot: FREE
 *
 * The receiver copies chunks from the front, the sender from the back, through the kernel
 * (process_vm_readv and process_vm_writev), so the copy takes half as long while both have nothing
 * else to do.  The buffers of a program that sends again and again are then divided in the same way
 * each time, and what was not written anew is in the caches of the right processor.  If the kernel
 * or a seal forbids it, messages of all sizes go through the rings.  In one address space no kernel
 * is needed.
 */
#define _GNU_SOURCE
#include "mpi/wire/mpi_wire.h"

#include <sys/uio.h>

enum slot_state { FREE, PENDING, COPYING, DONE };

struct offer { char *from; size_t size; int64_t slot; };

/* Shorter messages are faster through a ring if several follow each other.  If messages of 16 KiB
 * are offered, a single one takes half as long, and a stream of them is as fast.  An offer costs
 * less without the kernel. */
enum
{
  LEAST_CHUNK = 16 << 10, MOST_CHUNK = 64 << 10,
  LONG = 16 << 10, LONG_IN_ONE_SPACE = 8 << 10
};

/* To one rank, or with peer = -1 to all others. */
extern void detmpi_send_header (int peer, const struct detmpi_envelope *e, const char *data,
                                size_t size);

/* ---- Copies between ranks ------------------------------------------------- */

typedef ssize_t vm_function (pid_t, const struct iovec *, unsigned long, const struct iovec *,
                             unsigned long, unsigned long);

static bool
copy_by_kernel (vm_function *vm, int peer, char *here, char *there, size_t size)
{
  pid_t pid = erbium_load_relaxed (&detmpi_job->rank[peer].pid);
  while (size)
    {
      struct iovec local = { here, size }, remote = { there, size };
      ssize_t n = vm (pid, &local, 1, &remote, 1, 0);
      if (n <= 0)
        return false;
      here += n, there += n, size -= (size_t) n;
    }
  return true;
}

/* Returns whether both are there.  In one address space the rank dies that copies what is not. */
static bool
copy_part (int peer, bool is_sender, char *from, char *to, size_t size)
{
  if (!detmpi_job->code_at)
    return is_sender ? copy_by_kernel (process_vm_writev, peer, from, to, size)
                     : copy_by_kernel (process_vm_readv, peer, to, from, size);
  memcpy (to, from, size);
  return true;
}

/* Whether the kernel lets ranks read each other.  A rank asks for its parent, which is there before
 * all ranks, has the same addresses, and is no more its child than another rank is: ptrace_scope
 * may let a process read its children only. */
static int may_copy = -1;

bool
detmpi_is_long (size_t size)
{
  size_t least = detmpi_job->code_at ? LONG_IN_ONE_SPACE : LONG;
  if (size < least || detmpi_replays || erb_sealed)
    return false;
  if (detmpi_job->code_at)
    return true;
  if (may_copy < 0)
    {
      char probe;
      struct iovec local = { &probe, 1 }, remote = { &detmpi_self, 1 };
      pid_t pid = detmpi_job->ranks > 1 ? erb_kernel_getppid () : erb_kernel_getpid ();
      may_copy = process_vm_readv (pid, &local, 1, &remote, 1, 0) == 1;
    }
  return may_copy;
}

/* Several readers copy a message of medium size out of a ring faster than through the kernel. */
bool
detmpi_is_long_for_all (size_t size)
{
  enum { FEW_READERS = 2, LONG_FOR_ALL = 64 << 10 };
  bool has_few = detmpi_job->ranks - 1 <= FEW_READERS;
  return (has_few || size > LONG_FOR_ALL || size > detmpi_sizes.bytes / 2) && detmpi_is_long (size);
}

/* The bytes of a chunk: half of a short message, so that both sides copy. */
static size_t
chunk_of (size_t size)
{
  enum { PAGE = 4096 };
  size_t half = (size / 2 + PAGE - 1) / PAGE * PAGE;
  return half < LEAST_CHUNK ? LEAST_CHUNK : half > MOST_CHUNK ? MOST_CHUNK : half;
}

/* Takes a chunk, and returns its number, or -1 if there is none.  The lower half of `taken' counts
 * the chunks of the receiver, the upper half those of the sender. */
static int64_t
take_chunk (struct detmpi_slot *slot, int64_t chunks, bool is_sender)
{
  int64_t taken = erbium_load_relaxed (&slot->taken);
  if ((taken & UINT32_MAX) + (taken >> 32) >= chunks)
    return -1;
  taken = __atomic_fetch_add (&slot->taken.raw, is_sender ? (int64_t) 1 << 32 : 1,
                              __ATOMIC_RELAXED);
  int64_t front = taken & UINT32_MAX, back = taken >> 32;
  return front + back >= chunks ? -1 : is_sender ? chunks - 1 - back : front;
}

/* Copies chunks as long as there are any, towards the receiver or from the sender. */
static void
copy_chunks (struct detmpi_slot *slot, int peer, bool is_sender)
{
  size_t size = slot->size, chunk = chunk_of (size);
  int64_t chunks = (int64_t) ((size + chunk - 1) / chunk), n;
  char *from = slot->from, *to = slot->to;
  while ((n = take_chunk (slot, chunks, is_sender)) >= 0)
    {
      size_t at = (size_t) n * chunk, part = size - at < chunk ? size - at : chunk;
      if (!copy_part (peer, is_sender, from + at, to + at, part))
        detmpi_die (ERBIUM_EXIT_MISUSE, "the buffer is smaller than the count says, or not mapped",
                    "a message of %zu bytes between rank %d and rank %d cannot be copied: %s", size,
                    is_sender ? detmpi_self : peer, is_sender ? peer : detmpi_self,
                    strerror (errno));
      __atomic_fetch_add (&slot->copied.raw, 1, __ATOMIC_RELEASE); /* acquired by detmpi_fetch */
    }
}

/* ---- The sender ------------------------------------------------------------ */

int
detmpi_take_slot (int peer)
{
  struct detmpi_ring *r = detmpi_end[peer].out;
  struct detmpi_idle i = { .peer = -1 };
  for (;;)
    {
      for (int n = 0; n < DETMPI_SLOTS; n++)
        if (erbium_load_relaxed (&r->slot[n].state) == FREE)
          {
            erbium_store_relaxed (&r->slot[n].state, PENDING);
            detmpi_idle_ends (&i);
            return n;
          }
      if (detmpi_poll ())
        i.rounds = 0;
      else
        detmpi_idle (&i);
    }
}

int
detmpi_offer (int peer, const struct detmpi_envelope *e, const char *data)
{
  int n = e->sync >= 0 ? e->sync : detmpi_take_slot (peer);
  struct offer offer = { (char *) data, e->size, n };
  detmpi_send_header (peer, e, (const char *) &offer, sizeof offer);
  return n;
}

void
detmpi_offer_to_all (const struct detmpi_envelope *e, const char *data)
{
  struct offer offer = { (char *) data, e->size, DETMPI_MULTICAST_SLOT };
  for (int peer = 0; peer < detmpi_job->ranks; peer++)
    if (peer != detmpi_self)
      erbium_store_relaxed (&detmpi_end[peer].out->slot[DETMPI_MULTICAST_SLOT].state, PENDING);
  detmpi_send_header (-1, e, (const char *) &offer, sizeof offer);
}

bool
detmpi_slot_is_done (int peer, int n)
{
  struct detmpi_slot *slot = &detmpi_end[peer].out->slot[n];
  int32_t state = erbium_load_acquire (&slot->state); /* from detmpi_fetch, detmpi_answer */
  if (detmpi_replays)
    state = DONE;
  if (state == COPYING)
    {
      copy_chunks (slot, peer, true);
      state = erbium_load_acquire (&slot->state);
    }
  if (state != DONE)
    return false;
  erbium_store_relaxed (&slot->state, FREE);
  return true;
}

int64_t
detmpi_slot_clock (int peer, int n)
{
  return detmpi_replays ? 0 : erbium_load_relaxed (&detmpi_end[peer].out->slot[n].clock);
}

erbium_atomic32 *
detmpi_slot_word (int peer, int n, int32_t *pending)
{
  *pending = PENDING;
  return &detmpi_end[peer].out->slot[n].state;
}

/* ---- The receiver ---------------------------------------------------------- */

void
detmpi_answer (int peer, int n, int64_t clock)
{
  if (detmpi_replays)
    return;
  erbium_store_relaxed (&detmpi_end[peer].in->slot[n].clock, clock);
  erbium_store_release (&detmpi_end[peer].in->slot[n].state, DONE);
  detmpi_notify (peer);
}

void
detmpi_fetch (int peer, const struct detmpi_offered *offered, char *to, size_t size)
{
  struct detmpi_slot *slot = &detmpi_end[peer].in->slot[offered->slot];
  int64_t chunks = (int64_t) ((size + chunk_of (size) - 1) / chunk_of (size));
  slot->from = offered->from, slot->to = to, slot->size = size;
  erbium_store_relaxed (&slot->taken, 0);
  erbium_store_relaxed (&slot->copied, 0);
  erbium_store_release (&slot->state, COPYING); /* acquired by detmpi_slot_is_done */
  copy_chunks (slot, peer, false);
  /* The sender may have lost its processor while it copies. */
  int polls = detmpi_job->ranks > detmpi_job->processors ? 2 : 1000;
  for (int n = 0; erbium_load_acquire (&slot->copied) < chunks; n++)
    if (n > polls)
      erb_os->yield ();
    else
      erb_os->pause ();
  detmpi_answer (peer, offered->slot, 0);
}
