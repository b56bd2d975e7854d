/* SPDX-License-Identifier: MIT */
/* chain STAGES ELEMENTS [SLOW] - a source, that many stages, and main.  Stage number SLOW computes
 * for 100 us in each burst. */
#include <erbium.h>

#include <stdlib.h>
#include <time.h>

enum { BURST = 64, HORIZON = 256 };

typedef ERBIUM_RECORD (int) record;
typedef ERBIUM_VIEW (int) view;

static view
reader (record r)
{
  view v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, BURST);
  return v;
}

static view
writer (record r)
{
  view v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  return v;
}

static void
compute (void)
{
  struct timespec begin, now;
  clock_gettime (CLOCK_MONOTONIC, &begin);
  do
    clock_gettime (CLOCK_MONOTONIC, &now);
  while ((now.tv_sec - begin.tv_sec) * 1000000000 + now.tv_nsec - begin.tv_nsec < 100000);
}

ERBIUM_PROCESS (source, record, int);
void
source (record r, int n)
{
  view w = writer (r);
  for (int i = 0; i < n; i += BURST)
    {
      erbium_stall (w, i + BURST);
      erbium_commit (w, i + BURST);
    }
}

ERBIUM_PROCESS (stage, record, record, int, int);
void
stage (record from, record to, int n, int slow)
{
  view v = reader (from), w = writer (to);
  if (slow)
    erbium_name_process ("slow");
  for (int i = 0; i < n; i += BURST)
    {
      erbium_update (v, i + BURST);
      erbium_stall (w, i + BURST);
      if (slow)
        for (int k = 0; k < 10; k++)
          compute ();
      erbium_commit (w, i + BURST);
      erbium_release (v, i + BURST);
    }
}

int
main (int argc, char **argv)
{
  int stages = atoi (argv[1]), n = atoi (argv[2]), slow = argc > 3 ? atoi (argv[3]) : -1;
  record r = erbium_new_record (int, 1, 1);
  erbium_name_record (r, "raw <1>");
  ERBIUM_RUN (source, r, n);
  for (int k = 0; k < stages; k++)
    {
      record next = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (stage, r, next, n, k == slow);
      r = next;
    }
  view v = reader (r);
  for (int i = 0; i < n; i += BURST)
    {
      erbium_update (v, i + BURST);
      erbium_release (v, i + BURST);
    }
}
