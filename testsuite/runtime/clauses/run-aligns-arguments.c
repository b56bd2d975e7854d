/* SPDX-License-Identifier: MIT */
/* The copies of the arguments are aligned as their types are, also beyond what malloc
 * gives: compiled code relies on it. */
// RUN: %cc -c %s -o %t.o -fsanitize=alignment -fsanitize-undefined-trap-on-error
// RUN: %cc %t.o -o %t %libs
// RUN: %run %t
#include "test.h"

enum { ROUNDS = 8, PAIRS = 64 };

struct line { long a; } __attribute__ ((aligned (64)));
struct pair { long a; } __attribute__ ((aligned (256)));
struct page { long a; } __attribute__ ((aligned (4096)));
struct more { long a; } __attribute__ ((aligned (16384)));

static SHARED atomic_long sum;

ERBIUM_PROCESS (lines, char, struct line);
void
lines (char c, struct line x)
{
  atomic_fetch_add (&sum, c + x.a);
}

/* Small enough for the descriptor, but aligned to more than a line. */
ERBIUM_PROCESS (pairs, struct pair);
void
pairs (struct pair x)
{
  atomic_fetch_add (&sum, x.a);
}

ERBIUM_PROCESS (pages, struct page, char);
void
pages (struct page x, char c)
{
  atomic_fetch_add (&sum, c + x.a);
}

ERBIUM_PROCESS (mores, struct more);
void
mores (struct more x)
{
  atomic_fetch_add (&sum, x.a);
}

int
main (void)
{
  struct line line = { 10 };
  struct pair pair = { 10000 };
  struct page page = { 100 };
  struct more more = { 1000 };
  for (int k = 0; k < PAIRS; k++)
    ERBIUM_RUN (pairs, pair);
  for (int k = 0; k < ROUNDS; k++)
    {
      ERBIUM_RUN (lines, 1, line);
      ERBIUM_RUN (pages, page, 2);
      ERBIUM_RUN (mores, more);
    }
  erbium_join_all ();
  expect_equal (atomic_load (&sum), ROUNDS * 1113 + PAIRS * 10000);
}
