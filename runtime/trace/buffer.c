/* SPDX-License-Identifier: MIT */
/* buffer.c - the buffer of a thread: one thread stores events, the writer takes them.
 *
 *   thread:  event[head % N] = e; head + 1 (release)    if head < tail + N
 *   writer:  head (acquire); takes event[tail % N]; tail + 1 (release)
 *
 * A full buffer loses the event, so no thread ever waits for the file.  The buffer of a thread that
 * has ended goes to the next thread that needs one.
 *
 * Where processes switch every microsecond, events would cost more than what they tell.  So a
 * thread that has stored as many details as it may in a round lets all threads pause until the next
 * one: what is traced is then traced as a whole.
 */
#include "trace/buffer.h"

#include <sys/mman.h>

enum { MOST_BUFFERS = 4096, /* 1.5 GiB, if all are in use */ ASKS = ERB_TRACE_EVENTS / 8 };

static erbium_atomic first;         /* struct erb_trace_buffer * */
static erbium_atomic32 number;
erbium_atomic erb_trace_lost;
erbium_atomic32 erb_trace_asked;
int64_t erb_trace_budget;
erbium_atomic32 erb_trace_details = { 1 };

static __thread struct erb_trace_buffer *mine __attribute__ ((tls_model ("initial-exec")));
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

struct erb_trace_buffer *
erb_trace_buffers (void)
{
  return (struct erb_trace_buffer *) (intptr_t) erbium_load_acquire (&first); /* add */
}

static void
thread_ends (void *buffer)
{
  struct erb_trace_buffer *b = buffer;
  mine = NULL;
  erbium_store_release (&b->used, 0); /* find_unused, by its compare-and-swap */
}

static void
make_key (void)
{
  pthread_key_create (&key, thread_ends);
}

static struct erb_trace_buffer *
find_unused (void)
{
  struct erb_trace_buffer *b = erb_trace_buffers ();
  while (b && (erbium_load_relaxed (&b->used) || !erbium_cas (&b->used, 0, 1)))
    b = b->next;
  return b;
}

/* The system gives pages of zeros as they are touched. */
static struct erb_trace_buffer *
add (void)
{
  if (erbium_add (&number, 1) > MOST_BUFFERS)
    return NULL;
  erb_kernel_begin_privileged ();
  struct erb_trace_buffer *b = mmap (NULL, sizeof *b, PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  erb_kernel_end_privileged ();
  if (b == MAP_FAILED)
    return NULL;
  erbium_store_relaxed (&b->used, 1);
  do
    b->next = erb_trace_buffers ();
  while (!erbium_cas (&first, (int64_t) (intptr_t) b->next, (int64_t) (intptr_t) b));
  return b;
}

/* Must not be inlined: a fiber may be on another thread after a switch. */
static __attribute__ ((noinline)) struct erb_trace_buffer *
my_buffer (void)
{
  if (mine)
    return mine;
  pthread_once (&once, make_key);
  struct erb_trace_buffer *b = find_unused ();
  mine = b ? b : add ();
  if (mine)
    pthread_setspecific (key, mine);
  return mine;
}

static bool
has_room (struct erb_trace_buffer *b, int64_t head, int64_t places)
{
  if (head + places > b->room_until)
    b->room_until = erbium_load_acquire (&b->tail) + ERB_TRACE_EVENTS; /* take */
  return head + places <= b->room_until;
}

static int64_t
places_of (size_t bytes)
{
  return (int64_t) ((bytes + sizeof (struct erb_trace_event) - 1)
                    / sizeof (struct erb_trace_event));
}

static void
store_text (struct erb_trace_buffer *b, int64_t at, const char *text, size_t length)
{
  for (size_t done = 0; done < length; at++, done += sizeof *b->events)
    {
      size_t n = length - done;
      memcpy (&b->events[at % ERB_TRACE_EVENTS], text + done,
              n < sizeof *b->events ? n : sizeof *b->events);
    }
}

/* Wakes the writer if it sleeps: the buffer fills faster than usual. */
static void
ask_writer (void)
{
  erbium_store_relaxed (&erb_trace_asked, 1);
  erb_os->wake (&erb_trace_asked);
}

void
erb_trace_put (struct erb_trace_event e, const char *text)
{
  struct erb_trace_buffer *b = my_buffer ();
  if (!b)
    {
      erbium_add (&erb_trace_lost, 1);
      return;
    }
  size_t length = text ? strnlen (text, ERB_TRACE_TEXT - 1) : 0;
  int64_t head = erbium_load_relaxed (&b->head), places = 1 + places_of (length);
  if (!has_room (b, head, places))
    {
      erbium_store_relaxed (&b->lost, erbium_load_relaxed (&b->lost) + 1);
      return;
    }
  e.at = erb_os->now ();
  e.flag = (uint8_t) length;
  b->events[head % ERB_TRACE_EVENTS] = e;
  store_text (b, head + 1, text, length);
  erbium_store_release (&b->head, head + places); /* begin_round (writer.c) */
  if (head / ASKS != (head + places) / ASKS)
    ask_writer ();
}

/* Must not be inlined: a fiber may be on another thread after a switch. */
__attribute__ ((noinline)) void
erb_trace_put_detail (struct erb_trace_event e)
{
  const struct erb_trace_buffer *b = my_buffer ();
  int64_t allowed = b && erb_trace_budget ? erbium_load_relaxed (&b->allowed) : INT64_MAX;
  allowed = allowed ? allowed : erb_trace_budget;
  if (b && erbium_load_relaxed (&b->head) >= allowed)
    {
      erbium_store_relaxed (&erb_trace_details, 0);
      e.kind = ERB_TRACE_PAUSES;
    }
  erb_trace_put (e, NULL);
}

void
erb_trace_forget (void)
{
  for (struct erb_trace_buffer *b = erb_trace_buffers (); b; b = b->next)
    {
      erbium_store_relaxed (&b->tail, erbium_load_relaxed (&b->head));
      b->told = erbium_load_relaxed (&b->lost);
      if (b != mine)
        erbium_store_relaxed (&b->used, 0);
    }
}
