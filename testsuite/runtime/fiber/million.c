/* SPDX-License-Identifier: MIT */
/* million COUNT [HORIZON] - so many processes at a time in a chain, through which three elements
 * pass: what each takes of memory, page tables included, is bounded, and there are mappings
 * enough, however many elements each could have ahead, and on whatever worker its neighbours live. */
// RUN: %build
// RUN: env ERBIUM_TASK=fiber %t 23000 4
// RUN: env ERBIUM_TASK=fiber %t 20000
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %t 20000
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 ERBIUM_PLACE=spread %t 40000
// UNSUPPORTED: sanitizer
#include "test.h"

/* KiB; page tables for a stack that is like a thread's take 4 more, of which there are so many. */
enum { ELEMENTS = 3, MOST_EACH = 9, FIXED = 32 << 10, TABLES = 4, LARGE = 32768 };
typedef ERBIUM_VIEW (int) view;
typedef ERBIUM_RECORD (int) record;

static long horizon = 1;

static view
connect (record r, int write)
{
  view v = write ? (view) erbium_new_write_view (r) : (view) erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, horizon);
  return v;
}

ERBIUM_PROCESS (pass_on, record, record);
void
pass_on (record from, record to)
{
  view in = connect (from, 0), out = connect (to, 1);
  for (int i = 0; erbium_update (in, i + 1) > i; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = ERBIUM_AT (in, i) + 1;
      erbium_commit (out, i + 1);
      erbium_release (in, i + 1);
    }
}

/* KiB, as the system counts them. */
static long
status (const char *name)
{
  char line[256];
  long n = -1;
  FILE *f = fopen ("/proc/self/status", "r");
  expect (f != NULL);
  while (fgets (line, sizeof line, f))
    if (strncmp (line, name, strlen (name)) == 0)
      n = atol (line + strlen (name) + 1);
  fclose (f);
  expect (n >= 0);
  return n;
}

int
main (int count, char **argument)
{
  long n = count > 1 ? atol (argument[1]) : 1000;
  horizon = count > 2 ? atol (argument[2]) : 1;
  record first = erbium_new_record (int, 1, 1), last = first;
  for (long k = 0; k < n; k++)
    {
      record next = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (pass_on, last, next);
      last = next;
    }
  view in = connect (last, 0), out = connect (first, 1);
  for (int i = 0; i < ELEMENTS; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = i;
      erbium_commit (out, i + 1);
      erbium_update (in, i + 1);
      expect_equal (ERBIUM_AT (in, i), i + n);
      erbium_release (in, i + 1);
    }
  long used = status ("VmHWM") + status ("VmPTE");
  printf ("%ld processes: %.2f KiB each\n", n, (double) used / (double) n);
  expect (used < FIXED + n * MOST_EACH + (n < LARGE ? n : LARGE) * TABLES);
}
