/* SPDX-License-Identifier: MIT */
/* A long message begins a cache line, for whoever gives room, and for whoever takes it, whatever came before it; one that
 * fills the generation stays whole where it is.  None is lost or torn where short and long ones take turns. */
// RUN: %build
// RUN: %run --only default,one %t
#include "../spmc/spaces.h"

enum { GENERATION = 256 << 10, HEAD = 16, LONG = 16 << 10, MOST = GENERATION - HEAD, MESSAGES = 600 };

static int c;
static char message[3 * GENERATION];

/* Short ones of many lengths, so that long ones would begin anywhere; some that just fit and just do not. */
static size_t
length_of (int n)
{
  static const size_t some[] = { LONG, LONG - 1, LONG + 1, 3 * LONG, MOST, MOST - 16, MOST - 32, MOST - 48, MOST - 64,
                                 MOST + 1, 2 * GENERATION };
  return n % 3 ? (size_t) (n * 37 % 400) : some[n / 3 % (sizeof some / sizeof some[0])];
}

static bool
begins_line (const char *at)
{
  return (uintptr_t) at % 64 == 0;
}

static void
send_one (int n)
{
  size_t size = length_of (n);
  char *to = n % 2 ? chan_room (c, size) : message;
  for (size_t k = 0; k < size; k++)
    to[k] = (char) (n + k % 251);
  if (to == message)
    chan_send (c, to, size);
  else
    chan_push (c, size);
}

static void
send_all (void *with)
{
  (void) with;
  for (int n = 0; n < MESSAGES; n++)
    send_one (n);
}

/* What was written where chan_room said is in one piece, if a generation can have it. */
static void
receive_one (int n, int *lines)
{
  size_t size;
  const char *m = chan_take (c, &size);
  expect_equal (size, length_of (n));
  for (size_t k = 0; k < size; k++)
    expect (m[k] == (char) (n + k % 251));
  if (size >= LONG && size <= 3 * LONG && n % 2)
    {
      expect (begins_line (m));
      ++*lines;
    }
}

static void
run (int kind)
{
  int lines = 0;
  c = chan_alloc_as (GENERATION, kind);
  chan_setprod (c, 1, 1);
  pid_t child = start_space (1, send_all, NULL);
  for (int n = 0; n < MESSAGES; n++)
    receive_one (n, &lines);
  size_t none;
  expect (chan_take (c, &none) == NULL);
  expect (lines >= MESSAGES / 30);
  expect_good_end (child);
  chan_close (c);
}

/* One that fills the generation needs all of it. */
static void
fill_generation (void)
{
  c = chan_alloc_as (GENERATION, CHAN_EAGER);
  chan_setcons (c, 1);
  char *whole = chan_room (c, MOST), *next = NULL;
  expect_equal ((uintptr_t) whole % 4096, HEAD);
  chan_push (c, MOST);
  next = chan_room (c, LONG);
  expect (begins_line (next));
  chan_push (c, LONG);
  chan_close (c);
}

int
main (void)
{
  spmc_init (2);
  run (CHAN_EAGER);
  run (CHAN_LAZY);
  fill_generation ();
}
