/* SPDX-License-Identifier: MIT */
/* A function of erbium_on_fault may ask for statistics, and free a view of the record
 * whose window could not be had: no lock is held while it runs. */
// UNSUPPORTED: sanitizer
// RUN: %build
// RUN: %exits 122 --each %s --only thread,window,check,one %t stats alloc
// RUN: %exits 122 --each %s --only thread,window,check,one %t free alloc
// RUN: %exits 122 --each %s --only thread,check,one %t stats grow
// RUN: %exits 122 --each %s --only thread,check,one %t free grow
// CHECK: seen: cannot map a window of [[#]] bytes
// CHECK: done
// CHECK: error: {{alloc|stall}}: cannot map a window of [[#]] bytes: File too large
#include <sys/resource.h>
#include "test.h"

enum { SMALL = 64, LARGE = 1 << 24 };

static struct ends e;
static bool stats;

static void
see (const struct erbium_fault *f)
{
  fprintf (stderr, "seen: %s\n", f->message);
  if (stats)
    erbium_stats (stderr);
  else
    erbium_free_view (e.out, ERBIUM_TERMINATE);
  fprintf (stderr, "done\n");
}

int
main (int argc, char **argv)
{
  struct rlimit most = { 1 << 20, 1 << 20 };
  expect (argc == 3);
  stats = strcmp (argv[1], "stats") == 0;
  erbium_on_fault (see);
  e = both_ends (SMALL);
  if (strcmp (argv[2], "grow") == 0)
    {
      erbium_stall (e.out, SMALL); /* the window is there, and has to grow */
      erbium_commit (e.out, SMALL);
    }
  setrlimit (RLIMIT_FSIZE, &most);
  erbium_alloc (e.out, LARGE);
  erbium_stall (e.out, LARGE);
}
