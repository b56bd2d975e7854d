/* SPDX-License-Identifier: MIT */
/* Main calls exit from the function of erbium_on_fault: that is how the program ends, and none of those who
 * wait, and see main gone before they are killed with it, says otherwise. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: env ERBIUM_TASK=space %timed sh -c 'for n in 1 2 3; do %t; test $? = 7 || echo error: status; done' 2>&1 | FileCheck --implicit-check-not=error %s
// CHECK-COUNT-3: seen: expected a write view, not read view
#include <sys/mman.h>
#include "test.h"

enum { WAITING = 16, LARGE = 1 << 29 };

/* From where the others can see that main has gone to where they are killed the kernel gives back main's
 * memory: page by page, so that takes tens of milliseconds. */
static void
take_long_to_go (void)
{
  char *m = mmap (NULL, LARGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  expect (m != MAP_FAILED);
  madvise (m, LARGE, MADV_NOHUGEPAGE);
  memset (m, 1, LARGE);
}

static void
see (const struct erbium_fault *f)
{
  fprintf (stderr, "seen: %s\n", f->message);
  take_long_to_go ();
  exit (7);
}

ERBIUM_PROCESS (wait, ERBIUM_VIEW (int));
void
wait (ERBIUM_VIEW (int) v)
{
  erbium_update (v, 1);
}

int
main (void)
{
  for (int n = 0; n < WAITING; n++)
    {
      ERBIUM_VIEW (int) v = erbium_new_read_view (erbium_new_record (int, 1, 1)); /* for ever */
      erbium_register (v, 1);
      erbium_alloc (v, 4);
      ERBIUM_RUN (wait, v);
    }
  struct ends e = both_ends (4);
  erbium_on_fault (see);
  erbium_commit (e.in, 1);
}
