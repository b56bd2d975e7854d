/* SPDX-License-Identifier: MIT */
/* Views passed to a process change owner: it uses them, and its end is theirs;
 * alone, inside of a structure, and given by name. */
// RUN: %build
// RUN: %run %t
#include "test.h"

struct both { int number; ERBIUM_VIEW (int) in; ERBIUM_VIEW (int) out; };

ERBIUM_PROCESS (relay, struct both);
void
relay (struct both b)
{
  for (int i = 0; erbium_update (b.in, i + 1) > i; i++)
    {
      erbium_stall (b.out, i + 1);
      ERBIUM_AT (b.out, i) = ERBIUM_AT (b.in, i) + b.number;
      erbium_commit (b.out, i + 1);
      erbium_release (b.in, i + 1);
    }
}

ERBIUM_PROCESS (produce, ERBIUM_VIEW (int), int);
void
produce (ERBIUM_VIEW (int) v, int n)
{
  for (int i = 0; i < n; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = i;
      erbium_commit (v, i + 1);
    }
}

/* Takes a view that is in none of its arguments. */
static ERBIUM_VIEW (int) by_name;

ERBIUM_PROCESS (secret, int);
void
secret (int n)
{
  produce (by_name, n);
}

static ERBIUM_VIEW (int)
view (ERBIUM_VIEW (int) v)
{
  erbium_register (v, 1);
  erbium_alloc (v, 10);
  return v;
}

static void
chain (bool given)
{
  ERBIUM_RECORD (int) a = erbium_new_record (int, 1, 1), b = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) out = view (erbium_new_write_view (a));
  struct both both = { 100, view (erbium_new_read_view (a)), view (erbium_new_write_view (b)) };
  ERBIUM_VIEW (int) in = view (erbium_new_read_view (b));
  ERBIUM_RUN (relay, both);
  if (given)
    {
      by_name = erbium_give (out);
      ERBIUM_RUN (secret, 500);
    }
  else
    ERBIUM_RUN (produce, out, 500);
  int i = 0;
  for (; erbium_update (in, i + 1) > i; i++) /* the end of the owners ends it */
    {
      expect_equal (ERBIUM_AT (in, i), i + 100);
      erbium_release (in, i + 1);
    }
  expect_equal (i, 500);
  erbium_free_view (in, ERBIUM_TERMINATE);
  erbium_join_all ();
}

int
main (void)
{
  for (int n = rounds (50); n > 0; n--)
    {
      chain (false);
      chain (true);
    }
}
