/* SPDX-License-Identifier: MIT */
/* copy.c - the limit: one memcpy out of memory that another process has just written.
 *
 * Two processes share a buffer of --window bytes (at least a message) and take turns: the far one writes
 * messages until it is full, the near one copies each to the same buffer of its own.  Only these
 * copies are timed.
 */
#include "between.h"

struct shared
{
  BENCH_ALIGNED uint32_t turns; /* hand-overs so far: even, the far side writes */
};

static struct bench_options options;
static struct shared *shared;
static char *data;
static long part; /* messages in the buffer */

/* Waits for the other's release in hand_over.  On one core it must be let run. */
static void
await_turn (uint32_t turn)
{
  for (long spin = 0; __atomic_load_n (&shared->turns, __ATOMIC_ACQUIRE) != turn; spin++)
    if (options.cpu_count == 1 || spin % 4096 == 4095)
      sched_yield ();
    else
      bench_pause ();
}

static void
hand_over (void)
{
  /* Acquired in await_turn of the other side. */
  __atomic_store_n (&shared->turns, shared->turns + 1, __ATOMIC_RELEASE);
}

static void
far_side (char *buffer)
{
  size_t size = (size_t) options.message;
  bench_pin (&options, options.cpus[options.cpu_count - 1]);
  message_fill (buffer, size);
  for (long i = 0; i < options.items; hand_over ())
    {
      await_turn (2 * (uint32_t) (i / part));
      for (long n = 0; n < part && i < options.items; n++, i++)
        {
          message_stamp (buffer, size, (uint32_t) i);
          memcpy (data + n * options.message, buffer, size);
        }
    }
}

/* n messages, the first of which has the number i. */
static uint32_t
copy_out (char *to, long i, long n)
{
  size_t size = (size_t) options.message;
  uint32_t sum = 0;
  for (long k = 0; k < n; k++)
    {
      memcpy (to, data + (size_t) k * size, size);
      sum += message_number (&options, to, size, (uint32_t) (i + k));
    }
  return sum;
}

static void
near_side (char *buffer, struct bench_result *r)
{
  bench_pin (&options, options.cpus[0]);
  for (long i = 0; i < options.items; i += part)
    {
      await_turn (2 * (uint32_t) (i / part) + 1);
      double start = bench_now ();
      r->sum += copy_out (buffer, i, bench_min (part, options.items - i));
      r->seconds += bench_now () - start;
      hand_over ();
    }
}

static void
share (size_t size)
{
  size_t all = size + BENCH_LINE;
  void *at = mmap (NULL, all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED)
    bench_die (&options, "no memory: %zu bytes", all);
  memset (at, 0, all);
  shared = (struct shared *) at;
  data = (char *) at + BENCH_LINE;
}

int
main (int argc, char **argv)
{
  struct bench_result r;
  memset (&r, 0, sizeof r);
  options = bench_parse (argc, argv, "message window");
  part = options.window / options.message;
  part = part ? part : 1;
  share ((size_t) (part * options.message));
  r.ping_before = bench_ping (&options);
  char *buffer = (char *) bench_memory (&options, (size_t) options.message);
  pid_t child = between_start (&options);
  if (child == 0)
    {
      far_side (buffer);
      _exit (0);
    }
  near_side (buffer, &r);
  between_end (&options, child);
  r.ping_after = bench_ping (&options);
  bench_print (&options, &r);
  return 0;
}
