/* SPDX-License-Identifier: MIT */
/* Bursts of any size reach a consumer that keeps some history, also those that are larger than the
 * horizon, and the stream ends behind the last element. */
// RUN: %build
// RUN: %run %t | FileCheck %s
#include <stdio.h>
#include <stdlib.h>

#include "erbium/burst.h"

enum { ITEMS = 5000, HISTORY = 3 };

struct network { struct erbium_record *items, *sums; };

#define right(call) is_right ((call), __LINE__)

static int32_t
is_right (int32_t code, int line)
{
  if (code < 0)
    {
      fprintf (stderr, "bursts.c:%d: %s\n", line, erbium_burst_message (code));
      exit (1);
    }
  return code;
}

static void
produce (void *argument)
{
  const struct network *net = argument;
  struct erbium_burst *out;
  right (erbium_burst_open (net->items, ERBIUM_BURST_WRITE, 1, 4, &out));
  for (int64_t i = 0, n = 1; i < ITEMS; i += n, n = n % 700 + 13)
    {
      void *at;
      n = n < ITEMS - i ? n : ITEMS - i;
      right (erbium_burst_acquire (out, n, &at));
      for (int64_t k = 0; k < n; k++)
        ((int64_t *) at)[k] = i + k;
      right (erbium_burst_commit (out, n / 2)); /* the rest is in the next burst */
      right (erbium_burst_acquire (out, n - n / 2, &at));
      right (erbium_burst_commit (out, n - n / 2));
    }
  right (erbium_burst_close (out));
}

/* The sums of each element and the HISTORY elements before it. */
static void
add (void *argument)
{
  const struct network *net = argument;
  struct erbium_burst *in, *out;
  right (erbium_burst_open (net->items, ERBIUM_BURST_READ, 1, 100, &in));
  right (erbium_burst_open (net->sums, ERBIUM_BURST_WRITE, 1, 100, &out));
  const void *from;
  int64_t got;
  while (right (erbium_burst_receive (in, 100 + HISTORY, &from, &got)) == 0 && got > HISTORY)
    {
      const int64_t *x = from;
      void *to;
      right (erbium_burst_acquire (out, got - HISTORY, &to));
      for (int64_t i = HISTORY; i < got; i++)
        {
          int64_t sum = 0;
          for (int k = 0; k <= HISTORY; k++)
            sum += x[i - k];
          ((int64_t *) to)[i - HISTORY] = sum;
        }
      right (erbium_burst_commit (out, got - HISTORY));
      right (erbium_burst_release (in, got - HISTORY));
    }
  right (erbium_burst_close (in));
  right (erbium_burst_close (out));
}

int
main (void)
{
  struct network *net = malloc (sizeof *net);
  int64_t process;
  right (erbium_burst_record (sizeof (int64_t), sizeof (int64_t), 1, 1, "items", &net->items));
  right (erbium_burst_record (sizeof (int64_t), sizeof (int64_t), 1, 1, "sums", &net->sums));
  right (erbium_burst_run ("produce", produce, net, &process));
  right (erbium_burst_run ("add", add, net, NULL));
  struct erbium_burst *in;
  right (erbium_burst_open (net->sums, ERBIUM_BURST_READ, 1, 1, &in));
  const void *at;
  int64_t got, count = 0, wrong = 0;
  while (right (erbium_burst_receive (in, 1 + count % 900, &at, &got)) != ERBIUM_BURST_END)
    {
      for (int64_t i = 0; i < got; i++, count++)
        wrong += ((const int64_t *) at)[i] != 4 * count + 6;
      right (erbium_burst_release (in, got));
    }
  int ready = erbium_burst_ready (in, 1);
  right (erbium_burst_close (in));
  right (erbium_burst_join (process));
  // CHECK: 4997 sums, 0 wrong, ready 0, end 0
  printf ("%lld sums, %lld wrong, ready %d, end %lld\n", (long long) count, (long long) wrong,
          ready, (long long) got);
}
