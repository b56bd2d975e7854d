/* SPDX-License-Identifier: MIT */
/* Where the program has given handlers of signals a stack of their own, of 8192 bytes, of which the frame of the signal may
 * take half, a page is waited for on it, for long; and a wrong access, a death and a deadlock are told. */
// RUN: %build
// RUN: %timed %t wait
// RUN: %status 120 %timed %t write 2>&1 | FileCheck --check-prefix=WRITE %s
// WRITE: error: write: page 0 ({{.*}}) of the region of {{.*}}, generation 0, in space 1: the space is a consumer, not the producer
// RUN: %status 119 %timed %t die 2>&1 | FileCheck --check-prefix=DIE %s
// DIE: error: read: page 0 ({{.*}}) of the region of {{.*}}: it will never be fixed: its producer, space 0, has died
// RUN: %status 121 %timed %t deadlock 2>&1 | FileCheck --check-prefix=DEADLOCK %s
// DEADLOCK: error: read: deadlock: these spaces wait for each other: space 0 in read waits for space 1; space 1 in read waits for space 0
// UNSUPPORTED: sanitizer
#include "spaces.h"

enum { STACK = 8192, GUARD = 16384, SECOND = 1000000 };

static size_t page;
static char *a, *b;

/* Below it is nothing.  Larger where the frame is. */
static void
use_small_stack (void)
{
  size_t frame = (size_t) sysconf (_SC_MINSIGSTKSZ), size = frame > STACK / 2 ? frame + STACK / 2 : STACK;
  char *all = mmap (NULL, GUARD + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  expect (all != MAP_FAILED && mprotect (all, GUARD, PROT_NONE) == 0);
  expect (sigaltstack (&(stack_t) { .ss_sp = all + GUARD, .ss_size = size }, NULL) == 0);
}

static void
consume (void *with)
{
  use_small_stack ();
  if (with)
    a[1] = 1;
  expect_equal (*(volatile char *) a, 1);
  b[0] = 1;
  spmcR_setfix (b, page);
}

/* Its parent says that it has died itself: the status of the one that waits. */
static int
die_while_it_waits (void)
{
  pid_t child = start_space (1, consume, NULL);
  usleep (SECOND / 2);
  spmc_died (0, NULL);
  return WEXITSTATUS (status_of (child));
}

int
main (int count, char **words)
{
  expect_equal (count, 2);
  page = (size_t) sysconf (_SC_PAGESIZE);
  spmc_init (2);
  a = spmcR_alloc (page);
  b = spmcR_alloc (page);
  spmcR_copycons (1, a, a, page);
  spmcR_transown (1, b, b, page);
  if (!strcmp (words[1], "die"))
    return die_while_it_waits ();
  pid_t child = start_space (1, consume, strcmp (words[1], "write") ? NULL : a);
  if (!strcmp (words[1], "write"))
    return WEXITSTATUS (status_of (child));
  use_small_stack ();
  if (!strcmp (words[1], "deadlock"))
    expect_equal (*(volatile char *) b, 1);
  usleep (SECOND);
  a[0] = 1;
  spmcR_setfix (a, page);
  expect_equal (*(volatile char *) b, 1);
  expect_good_end (child);
}
