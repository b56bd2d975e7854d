/* SPDX-License-Identifier: MIT */
/* A record of fibers has a window only while it has elements: a chain of a thousand
 * processes gets along with a few, however much flows through it.  (With ThreadSanitizer a worker is so slow
 * that it is taken for one that is stuck, and the chain fills up.) */
// UNSUPPORTED: thread
// RUN: %build
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %t
#include "test.h"

/* MOST: a tenth of what all would have; 20 to 100 are seen, as the kernel lets the worker run. */
enum { STAGES = 1000, N = 100000, HORIZON = 1024, MOST = 3 * STAGES / 10 };

ERBIUM_PROCESS (count, ERBIUM_RECORD (int));
void
count (ERBIUM_RECORD (int) to)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (to);
  erbium_register (out, 1);
  erbium_alloc (out, HORIZON);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = i;
      erbium_commit (out, i + 1);
    }
}

ERBIUM_PROCESS (pass_on, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
pass_on (ERBIUM_RECORD (int) from, ERBIUM_RECORD (int) to)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_register (out, 1);
  erbium_alloc (out, HORIZON);
  for (int i = 0; erbium_update (in, i + 1) > i; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = ERBIUM_AT (in, i) + 1;
      erbium_release (in, i + 1);
      erbium_commit (out, i + 1);
    }
}

/* Mappings of windows; each window has three. */
static int
mappings (void)
{
  char line[512];
  int n = 0;
  FILE *maps = fopen ("/proc/self/maps", "r");
  expect (maps != NULL);
  while (fgets (line, sizeof line, maps))
    n += strstr (line, "memfd:erbium") != NULL;
  fclose (maps);
  return n;
}

static int most; /* seen at a time */

ERBIUM_PROCESS (look, ERBIUM_RECORD (int));
void
look (ERBIUM_RECORD (int) from)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  int i;
  for (i = 0; erbium_update (in, i + 1) > i; i++)
    {
      expect_equal (ERBIUM_AT (in, i), i + STAGES);
      erbium_release (in, i + 1);
      if (i % HORIZON == 0)
        {
          int now = mappings ();
          most = now > most ? now : most;
        }
    }
  expect_equal (i, N);
}

static void
run_chain (void)
{
  ERBIUM_RECORD (int) last = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (count, last);
  for (int n = 0; n < STAGES; n++)
    {
      ERBIUM_RECORD (int) next = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (pass_on, last, next);
      last = next;
    }
  ERBIUM_RUN (look, last);
  erbium_join_all ();
}

/* Where a machine is so busy that the last process holds up its worker, the worker goes
 * on without it, and the chain fills up: then once more. */
int
main (void)
{
  const int tries = getenv ("TEST_SLOWER") ? 30 : 5;
  for (int n = 0; n < tries && (n == 0 || most >= MOST); n++)
    {
      most = 0;
      run_chain ();
      expect (most > 0);
    }
  expect (most < MOST);
}
