/* SPDX-License-Identifier: MIT */
/* channel_direct.c - messages that go from the sender's buffer to the receiver's.
 *
 * Both sides copy at once: the receiver the first half of the message, the sender the second one.
 * Between processes the kernel copies; partitions and threads of one process copy themselves.
 *
 *   sender                               receiver, in erbium_chan_recv
 *   state = OFFERED; publishes the offer
 *                                        finds the offer; notes its buffer; OFFERED -> TAKEN
 *   copies the second half               copies the first half; state = COPIED or FAILED
 *   waits for that; publishes the end    waits for the end
 *
 * The end says whether both copies have succeeded.  If they have not, the message follows in the
 * pages as any other.  They fail if the system denies access to the other process, or if a buffer
 * is not mapped yet, as pages of a region may be; then the copy through the pages waits, or reports
 * the error.  Within a process each side reads or writes its own buffer first, page by page: so it
 * meets such pages itself.
 *
 * A partition may be killed while it sleeps, but not while it copies or polls.  So neither side
 * sleeps as long as the other one uses its buffer: a receiver in the same process polls for the end
 * of the sender's copy (COPIED -> SETTLED).
 *
 * A sender does not wait for a receiver that does other things: it withdraws the offer after
 * erb_chan_patience, and the time in which it could have stored the message (OFFERED -> WITHDRAWN).
 * A receiver that declines does the same.  Once the
 * offer is taken, the receiver waits for nothing until it has copied; the sender waits for that,
 * unless the receiver dies.
 *
 * There are offers only while a channel has had one receiver.  A receiver that lets another space
 * receive is counted before, and takes no offer from then on.  So a receiver that comes later sees
 * no offer that was taken.
 */
#define _GNU_SOURCE
#include "channel/channel_end.h"

#include <sys/uio.h>

enum erb_chan_answer { OFFERED, WITHDRAWN, TAKEN, COPIED, FAILED, SETTLED, ANSWERS = 8 };

/* Follows a header {size, ERB_CHAN_OFFER}. */
struct offer
{
  char *from;
  int64_t number;
  int64_t pid, space;         /* of the sender */
  struct erb_chan_header end; /* published later; its `part' tells whether the message is there */
};

enum { FOREVER = -1 };
enum { OFFER_BYTES = ERB_CHAN_HEAD + sizeof (struct offer), END_BYTES = ERB_CHAN_HEAD };

static const int64_t POLLING = 4000;   /* ns before the first yield */
enum { STORED = 8 };                    /* bytes that the other way takes a ns for, at least */
static const int64_t WATCH = 1000000;  /* ns between two checks whether the receiver lives */

int64_t erb_chan_patience = 20000;

static int64_t
state_of (int64_t number, enum erb_chan_answer answer)
{
  return number * ANSWERS + answer;
}

/* ---- Copies ---------------------------------------------------------------- */

typedef ssize_t vm_function (pid_t, const struct iovec *, unsigned long, const struct iovec *,
                             unsigned long, unsigned long);

static bool
copy (vm_function *vm, int64_t pid, char *here, char *there, size_t size)
{
  while (size)
    {
      struct iovec local = { here, size }, remote = { there, size };
      ssize_t n = vm ((pid_t) pid, &local, 1, &remote, 1, 0);
      if (n <= 0)
        return false;
      here += n, there += n, size -= (size_t) n;
    }
  return true;
}

/* Copies size bytes of the sender's buffer at `from', into the receiver's at `to', by the side that
 * calls: vm reads from the other process, or writes to it. */
static bool
copy_part (const struct erb_chan *c, vm_function *vm, int64_t pid, char *to, const char *from,
           size_t size)
{
  if (pid != c->pid)
    return vm == process_vm_readv ? copy (vm, pid, to, (char *) from, size)
                                  : copy (vm, pid, (char *) from, to, size);
  erb_chan_copy (to, from, size);
  return true;
}

/* Waits until the state changes, and returns it.  A limit is a number of ns, or FOREVER: as long as
 * the other side, a space, lives. */
static int64_t
await_change (const struct erb_spmc_offer *o, int space, int64_t from, int64_t limit)
{
  int64_t start = erb_os->now (), now = start, watched = start, state;
  for (;;)
    {
      for (int n = 0; n < ERB_POLLS; n++)
        {
          if ((state = erbium_load_acquire (&o->state)) != from) /* from pull */
            return state;
          erb_os->pause ();
        }
      now = erb_os->now ();
      if (limit != FOREVER && now - start > limit)
        return from;
      if (limit == FOREVER && now - watched > WATCH)
        {
          if (!erbium_spmc_alive (space))
            return from;
          watched = now;
        }
      if (now - start > POLLING)
        erb_os->yield ();
    }
}

/* ---- The sender ------------------------------------------------------------ */

static void
put_offer (struct erb_chan *c, const char *from, size_t size, int64_t number)
{
  struct erb_chan_header head = { size, ERB_CHAN_OFFER };
  struct offer body = { (char *) from, number, c->pid, c->space, { 0, 0 } };
  memcpy (c->base + c->at, &head, sizeof head);
  memcpy (c->base + c->at + sizeof head, &body, sizeof body);
  c->at += OFFER_BYTES - END_BYTES;
  erb_chan_publish (c, c->at);
}

static void
put_end (struct erb_chan *c, bool is_there)
{
  struct erb_chan_header end = { is_there, 0 };
  memcpy (c->base + c->at, &end, sizeof end);
  c->at += END_BYTES;
  erb_chan_publish (c, c->at);
}

/* Copies the second half of a message whose first half the receiver copies. */
static bool
push (const struct erb_chan *c, struct erb_spmc_offer *o, const char *from, size_t size,
      int64_t number)
{
  size_t half = size / 2;
  /* The process id of a space that is alive now belongs to no other process. */
  bool is_there = erbium_spmc_alive (o->space)
                  && copy_part (c, process_vm_writev, o->pid, o->to + half, from + half,
                                size - half);
  int64_t state = await_change (o, o->space, state_of (number, TAKEN), FOREVER);
  is_there = is_there && state == state_of (number, COPIED);
  if (o->pid == c->pid)
    erbium_store_release (&o->state, state_of (number, SETTLED)); /* acquired in settle */
  return is_there;
}

bool
erb_chan_offer (struct erb_chan *c, const char *from, size_t size, const char *where)
{
  struct erb_spmc_offer *o = &c->map->region->offer;
  int64_t number = erbium_load_relaxed (&o->state) / ANSWERS + 1;
  int64_t offered = state_of (number, OFFERED);
  erb_chan_make_room (c, OFFER_BYTES, c->size, where);
  if (erbium_load_relaxed (&c->map->region->process) == c->pid)
    erb_chan_await_pages (from, size);
  int64_t start = erb_os->now (), patience = erb_chan_patience + (int64_t) size / STORED;
  erbium_store_relaxed (&o->state, offered); /* published together with the offer */
  put_offer (c, from, size, number);
  int64_t state = await_change (o, 0, offered, patience);
  if (state == offered && !erbium_cas (&o->state, offered, state_of (number, WITHDRAWN)))
    state = erbium_load_acquire (&o->state); /* from pull */
  bool is_there = state != offered && state != state_of (number, WITHDRAWN)
                  && push (c, o, from, size, number);
  bool was_fast = is_there && erb_os->now () - start < patience + (int64_t) size;
  c->choice.slow = was_fast ? 0 : c->choice.slow + 1;
  put_end (c, is_there);
  return is_there;
}

/* ---- The receiver ---------------------------------------------------------- */

/* Writes to each page of a buffer what is there. */
static void
touch (char *to, size_t size)
{
  volatile char *bytes = to;
  for (size_t at = 0; at < size; at += erb_spmc.page)
    bytes[at] = bytes[at];
  bytes[size - 1] = bytes[size - 1];
}

/* Waits until a sender in this process has left the buffer. */
static void
settle (const struct erb_spmc_offer *o, const struct offer *body)
{
  int64_t copied = state_of (body->number, COPIED);
  while (await_change (o, (int) body->space, copied, FOREVER) == copied
         && erbium_spmc_alive ((int) body->space))
    ;
}

/* Takes the offer, and gives the answer about the first half. */
static void
pull (struct erb_chan *c, const struct offer *body, char *to, size_t size)
{
  struct erb_spmc_offer *o = &c->map->region->offer;
  int64_t offered = state_of (body->number, OFFERED);
  if (erbium_load_relaxed (&o->state) != offered)
    return;
  o->to = to;
  o->pid = c->pid;
  o->space = c->space;
  bool takes = to && erbium_load_relaxed (&c->map->region->receivers) == 1;
  bool here = body->pid == c->pid;
  if (takes && here)
    touch (to, size);
  /* Acquired in await_change, with what stands above. */
  if (!erbium_cas (&o->state, offered, state_of (body->number, takes ? TAKEN : WITHDRAWN))
      || !takes)
    return;
  bool is_there = copy_part (c, process_vm_readv, body->pid, to, body->from, size / 2);
  /* Acquired in await_change: the sender may change its buffer. */
  erbium_store_release (&o->state, state_of (body->number, is_there ? COPIED : FAILED));
  if (here)
    settle (o, body);
}

bool
erb_chan_take_offer (struct erb_chan *c, char *to, const char *call, const char *where)
{
  struct offer body;
  size_t at = c->at + ERB_CHAN_HEAD, size = c->head.whole;
  erb_chan_await_rest (c, at + sizeof body - END_BYTES, call, where);
  memcpy (&body, c->base + at, sizeof body - END_BYTES);
  pull (c, &body, to, size);
  erb_chan_await_rest (c, at + sizeof body, call, where);
  memcpy (&body.end, c->base + at + sizeof body - END_BYTES, sizeof body.end);
  c->at = at + sizeof body;
  return body.end.part;
}
