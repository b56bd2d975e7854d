/* SPDX-License-Identifier: MIT */
/* Bursts stay as large as each window allows: in a chain whose records have horizons of
 * 1000 elements, but one in the middle of 100, and whose processes synchronise every
 * element, only the neighbours of that one are let on every 100.  If processes went on
 * as soon as they could, all would be. */
// RUN: %build
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %t
// UNSUPPORTED: thread
/* Under ThreadSanitizer a process counts as ready after the time that it takes for one burst. */
#include "test.h"

enum { STAGES = 20, N = 100000, NARROW = 10, FEW = 100, MANY = 1000 };

static long sum;

static int
horizon (int stage)
{
  return stage == NARROW ? FEW : MANY;
}

ERBIUM_PROCESS (count, ERBIUM_RECORD (int));
void
count (ERBIUM_RECORD (int) to)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (to);
  erbium_register (out, 1);
  erbium_alloc (out, horizon (0));
  for (int i = 0; i < N; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = i;
      erbium_commit (out, i + 1);
    }
}

ERBIUM_PROCESS (pass_on, int, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
pass_on (int stage, ERBIUM_RECORD (int) from, ERBIUM_RECORD (int) to)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_register (out, 1);
  erbium_alloc (out, horizon (stage));
  for (int i = 0; erbium_update (in, i + 1) > i; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = ERBIUM_AT (in, i) + 1;
      erbium_release (in, i + 1);
      erbium_commit (out, i + 1);
    }
}

ERBIUM_PROCESS (add_up, ERBIUM_RECORD (int));
void
add_up (ERBIUM_RECORD (int) from)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  for (int i = 0; erbium_update (in, i + 1) > i; i++)
    {
      sum += ERBIUM_AT (in, i);
      erbium_release (in, i + 1);
    }
}

/* Of the first worker, from the table. */
static long
switches (void)
{
  char *text = NULL;
  size_t size;
  long n = -1;
  FILE *to = open_memstream (&text, &size);
  erbium_stats (to);
  fclose (to);
  const char *table = strstr (text, "worker ");
  expect (table != NULL);
  expect (sscanf (strchr (table, '\n'), " 0 | %ld", &n) == 1);
  free (text);
  return n;
}

int
main (void)
{
  ERBIUM_RECORD (int) from = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (count, from);
  for (int n = 1; n < STAGES; n++)
    {
      ERBIUM_RECORD (int) to = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (pass_on, n, from, to);
      from = to;
    }
  ERBIUM_RUN (add_up, from);
  erbium_join_all ();
  expect_equal (sum, (long) N * (N - 1) / 2 + (long) N * (STAGES - 1));
  long each = (long) N * STAGES / switches ();
  printf ("%ld elements a turn\n", each);
  expect (each > 2 * FEW);
  return 0;
}
