/* SPDX-License-Identifier: MIT */
/* Addresses that were cleared are used again: of regions of all sizes, whole and in part, and of those that a space has
 * been given one after the other.  Which they are depends on what the space has done alone, and who enters begins
 * anew.  What lives never overlaps; where all has been cleared, all can be had again, and where not, an error says so. */
// RUN: %build
// RUN: %timed %t
// RUN: %status 122 %timed %t too-large 2>&1 | FileCheck %s
// CHECK: error: erbium_spmc_alloc: space 1 has fewer than {{[0-9]+}} bytes of addresses left
// CHECK: note: clear regions, or call erbium_spmc_init for fewer spaces
// UNSUPPORTED: sanitizer
#include "spaces.h"

/* Many spaces, so that the part of each is small: 2^41 / 2 / SPACES. */
enum { SPACES = 40000, LIVE = 60 };

static size_t page;

struct piece { char *va; size_t size; };

static size_t
part_of_space (void)
{
  return ((size_t) 1 << 40) / (SPACES - 1) / page * page;
}

static void
sizes (void *with)
{
  (void) with;
  for (size_t pages = 1; pages < 300; pages++)
    {
      char *a = spmcR_alloc (pages * page);
      a[0] = 1;
      spmcR_clear (a, pages * page);
    }
}

static void
expect_apart (const struct piece *all, int n)
{
  for (int k = 0; k < LIVE; k++)
    expect (k == n || all[k].va >= all[n].va + all[n].size || all[n].va >= all[k].va + all[k].size);
}

/* The hash of all addresses. */
static uint64_t
mix_sizes (uint64_t seed)
{
  struct piece all[LIVE] = { { NULL, 0 } };
  uint64_t hash = seed;
  for (int turn = 0; turn < 3000; turn++)
    {
      int n = (int) (chance (&seed) % LIVE);
      size_t pages = 1 + chance (&seed) % 40, cut = chance (&seed) % pages;
      if (all[n].size && cut && all[n].size > cut * page) /* its beginning alone */
        {
          spmcR_clear (all[n].va, cut * page);
          all[n] = (struct piece) { all[n].va + cut * page, all[n].size - cut * page };
          continue;
        }
      if (all[n].size)
        spmcR_clear (all[n].va, all[n].size);
      all[n] = (struct piece) { spmcR_alloc (pages * page), pages * page };
      all[n].va[0] = (char) n;
      expect_apart (all, n);
      hash = hash * 31 + (uintptr_t) all[n].va;
    }
  for (int n = 0; n < LIVE; n++)
    if (all[n].size)
      spmcR_clear (all[n].va, all[n].size);
  return hash;
}

static void
mixes (void *with)
{
  for (uint64_t seed = 1; seed < 4; seed++)
    {
      uint64_t hash = mix_sizes (seed);
      expect (hash == mix_sizes (seed)); /* all was free again, each time */
    }
  size_t all = part_of_space ();
  spmcR_clear (spmcR_alloc (all), all);
  if (with)
    spmcR_alloc (all + page);
}

/* Channels of a child, one after the other, which both close, until its part has been passed through a few times. */
static int numbers, done;

static void
receive_each (void *with)
{
  int c;
  char got[8];
  (void) with;
  while (chan_recv (numbers, &c) != CHAN_END)
    {
      expect_equal (chan_recv (c, got), 6);
      chan_close (c);
      chan_send (done, "k", 1);
    }
  size_t most = part_of_space () / 2 / page * page;
  spmcR_clear (spmcR_alloc (most), most); /* whatever was given */
}

static void
send_each (size_t size, int times)
{
  char got;
  numbers = chan_alloc ();
  done = chan_alloc ();
  chan_setcons (numbers, 2);
  chan_setprod (done, 2, 1);
  pid_t child = start_space (2, receive_each, NULL);
  for (int n = 0; n < times; n++)
    {
      int c = chan_alloc_as (size, CHAN_EAGER);
      chan_setcons (c, 2);
      chan_send (c, "hello", 6);
      chan_send (numbers, &c, sizeof c);
      expect_equal (chan_recv (done, &got), 1);
      chan_close (c);
    }
  chan_close (numbers);
  expect_good_end (child);
  chan_close (done);
}

/* In a process that enters, leaves and enters again. */
static void
enter_again (void *with)
{
  (void) with;
  char *a = spmcR_alloc (page);
  expect (spmcR_alloc (page) == a + page);
  spmcR_clear (a, page);
  spmc_leave ();
  spmc_enter (3);
  char *b = spmcR_alloc (page);
  expect (a == b);
  b[0] = 'b';
  char *c = spmcR_alloc (page);
  expect (c == b + page);
  c[0] = 'c';
  expect_equal (b[0], 'b');
}

/* What a space has cleared, and what it has not had yet, it may be given by another one: there is no room for its own then. */
static char *given_at;

static void
give (void *with)
{
  char *a = spmcR_alloc (page);
  (void) with;
  spmcR_copycons (0, a, given_at, page);
}

static void
given_back (void)
{
  char *a = spmcR_alloc (4 * page), *last = spmcR_alloc (page);
  spmcR_clear (a, 4 * page);
  given_at = a + page;
  expect_good_end (start_space (4, give, NULL));
  given_at = last + 2 * page;
  expect_good_end (start_space (4, give, NULL));
  expect (spmcR_alloc (page) == a);
  expect (spmcR_alloc (page) == a + 2 * page);
  expect (spmcR_alloc (page) == a + 3 * page);
  expect (spmcR_alloc (page) == last + page);
  char *end = spmcR_alloc (page);
  expect (end > given_at + page);
  spmcR_clear (given_at, page);
  expect (spmcR_alloc (page) == given_at);
}

int
main (int count, char **words)
{
  (void) words;
  page = (size_t) sysconf (_SC_PAGESIZE);
  spmc_init (SPACES);
  expect_good_end (start_space (1, sizes, NULL));
  pid_t child = start_space (1, mixes, count > 1 ? &page : NULL);
  if (count > 1)
    return WEXITSTATUS (status_of (child));
  expect_good_end (child);
  send_each (4 * page, 4000);
  send_each (part_of_space () / 8 - 5 * page, 30);
  expect_good_end (start_space (3, enter_again, NULL));
  given_back ();
}
