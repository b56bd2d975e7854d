/* SPDX-License-Identifier: MIT */
/* Windows live in a file, as far as the limit of file sizes goes: a small one has
 * room below it; beyond, a message says so, and the signal that the system sends
 * stays off. */
// UNSUPPORTED: sanitizer
// RUN: %build
// RUN: sh -c 'ulimit -f 64; exec "$0" 64' %t | FileCheck --check-prefix=SMALL %s
// SMALL: 1 goes through
// RUN: %exits 122 --each %s --only default,window,check,one sh -c 'ulimit -f 64; exec "$0" 1000000' %t
#include "test.h"

int
main (int argc, char **argv)
{
  (void) argc;
  int horizon = atoi (argv[1]);
  struct ends e = both_ends (horizon);
  erbium_stall (e.out, horizon);
  ERBIUM_AT (e.out, 0) = 1;
  erbium_commit (e.out, 1);
  erbium_update (e.in, 1);
  printf ("%d goes through\n", ERBIUM_AT (e.in, 0));
  // CHECK: error: {{alloc|stall}}: cannot map a window of [[#]] bytes: File too large, in process 'main'
  // CHECK-NEXT: note: use a smaller horizon, or raise the limit of file sizes (ulimit -f)
}
