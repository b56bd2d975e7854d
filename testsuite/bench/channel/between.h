/* SPDX-License-Identifier: MIT */
/* between.h - messages between two processes: the same measurement for all that carries them.
 *
 * A program names its way to put a message and to get one.  Side 0, the near one, is timed:
 *
 *   --echo 1    it sends a message and waits until it is back, --items times:
 *               half of a round is the one-way latency
 *   --echo 0    it sends --items messages; of so many as are half of --window bytes (at most
 *               BETWEEN_MOST) the far side acknowledges the last, and two such parts may be on
 *               their way, so that no side waits for the other in each message
 *
 *   --echo 2    both sides send a message, then receive one, --items times: neighbours that exchange
 *
 * With --fresh 1 the sender writes all words of each message before it sends it, and the receiver adds
 * them up; otherwise only the number in front and at the end changes, and all else may stay in the
 * caches of both sides.
 *
 * Sender and receiver each have one buffer of their own, as large as a message.  Before the clock is
 * started a message is checked byte by byte, and a quarter of the items go their way.
 */
#ifndef BENCH_BETWEEN_H
#define BENCH_BETWEEN_H
#include "message.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BETWEEN_MOST = 512, BETWEEN_ACK = 8 }; /* messages; bytes */

struct between_way
{
  /* Sends size bytes to the other side; may wait. */
  void (*put) (const void *from, size_t size);
  /* Waits for the next message, of size bytes, and returns where it is: in `to`, or in place
   * until the next get. */
  const void *(*get) (void *to, size_t size);
};

struct between
{
  const struct bench_options *options;
  const struct between_way *way;
  char *out, *in;
  size_t size;   /* of a message */
  uint32_t part; /* messages that are acknowledged together */
  uint32_t sum;
};

BENCH_API struct between
between_new (const struct bench_options *o, const struct between_way *way)
{
  size_t size = (size_t) o->message;
  long part = o->window / 2 / o->message;
  struct between b = { o, way, (char *) bench_memory (o, size), (char *) bench_memory (o, size), size,
                       (uint32_t) bench_min (part ? part : 1, BETWEEN_MOST), 0 };
  message_fill (b.out, size);
  return b;
}

/* ---- Messages ----------------------------------------------------------- */

BENCH_API void
between_put (struct between *b, size_t size, uint32_t number)
{
  if (b->options->fresh && size > BETWEEN_ACK)
    message_write (b->out, size, number);
  message_stamp (b->out, size, number);
  b->way->put (b->out, size);
}

BENCH_API void
between_get (struct between *b, size_t size, uint32_t number)
{
  const char *at = (const char *) b->way->get (b->in, size);
  b->sum += message_number (b->options, at, size, number);
  if (b->options->fresh && size > BETWEEN_ACK)
    message_read (b->options, at, size, number);
}

/* Back and forth, n times. */
BENCH_API void
between_echo (struct between *b, int near, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (near)
      {
        between_put (b, b->size, i);
        between_get (b, b->size, i);
      }
    else
      {
        between_get (b, b->size, i);
        between_put (b, b->size, i);
      }
}

BENCH_API void
between_exchange (struct between *b, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    {
      between_put (b, b->size, i);
      between_get (b, b->size, i);
    }
}

/* An acknowledgement: counts in no sum. */
BENCH_API void
between_await_ack (struct between *b, uint32_t number)
{
  const char *at = (const char *) b->way->get (b->in, BETWEEN_ACK);
  message_number (b->options, at, BETWEEN_ACK, number);
}

BENCH_API void
between_send (struct between *b, uint32_t n)
{
  uint32_t acknowledged = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      if (i % b->part == 0 && i >= 2 * b->part)
        between_await_ack (b, acknowledged++);
      between_put (b, b->size, i);
    }
  while (acknowledged < (n + b->part - 1) / b->part)
    between_await_ack (b, acknowledged++);
}

BENCH_API void
between_receive (struct between *b, uint32_t n)
{
  uint32_t acknowledged = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      between_get (b, b->size, i);
      if ((i + 1) % b->part == 0 || i + 1 == n)
        between_put (b, BETWEEN_ACK, acknowledged++);
    }
}

/* ---- The sides ---------------------------------------------------------- */

BENCH_API void
between_play (struct between *b, int near, uint32_t n)
{
  if (b->options->echo == 1)
    between_echo (b, near, n);
  else if (b->options->echo)
    between_exchange (b, n);
  else
    (near ? between_send : between_receive) (b, n);
}

BENCH_API uint32_t
between_warm_up (const struct bench_options *o)
{
  return (uint32_t) o->items / 4 + 1;
}

/* Side 1, on the last of the CPUs; its sum goes back as a message. */
BENCH_API void
between_far (const struct bench_options *o, const struct between_way *way)
{
  struct between b = between_new (o, way);
  uint32_t sum;
  bench_pin (o, o->cpus[o->cpu_count - 1]);
  message_check (o, (const char *) way->get (b.in, b.size), b.size);
  between_put (&b, BETWEEN_ACK, 0);
  between_play (&b, 0, between_warm_up (o));
  b.sum = 0;
  between_play (&b, 0, (uint32_t) o->items);
  sum = b.sum;
  between_put (&b, BETWEEN_ACK, sum);
}

/* Side 0, on the first; fills r. */
BENCH_API void
between_near (const struct bench_options *o, const struct between_way *way, struct bench_result *r)
{
  struct between b = between_new (o, way);
  uint32_t far_sum;
  bench_pin (o, o->cpus[0]);
  way->put (b.out, b.size);
  between_await_ack (&b, 0);
  between_play (&b, 1, between_warm_up (o));
  b.sum = 0;
  double start = bench_now ();
  between_play (&b, 1, (uint32_t) o->items);
  r->seconds = bench_now () - start;
  memcpy (&far_sum, way->get (b.in, BETWEEN_ACK), sizeof far_sum);
  r->sum = b.sum + far_sum;
}

/* ---- Processes ---------------------------------------------------------- */

/* fork: a child that ends with its parent. */
BENCH_API pid_t
between_start (const struct bench_options *o)
{
  pid_t parent = getpid (), child = fork ();
  if (child < 0)
    bench_die (o, "cannot start a process");
  if (child == 0)
    {
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      if (getppid () != parent)
        _exit (1);
    }
  return child;
}

BENCH_API void
between_end (const struct bench_options *o, pid_t child)
{
  int status;
  if (waitpid (child, &status, 0) != child || status)
    bench_die (o, "the far side has failed, status %d", status);
}

/* For what is there before a fork: both sides, and the result.  enter: what a side does first. */
BENCH_API void
between_fork (const struct bench_options *o, const struct between_way *way, void (*enter) (int side))
{
  struct bench_result r;
  memset (&r, 0, sizeof r);
  r.ping_before = bench_ping (o);
  pid_t child = between_start (o);
  enter (child == 0);
  if (child == 0)
    {
      between_far (o, way);
      _exit (0);
    }
  between_near (o, way, &r);
  between_end (o, child);
  r.ping_after = bench_ping (o);
  bench_print (o, &r);
}

#endif
