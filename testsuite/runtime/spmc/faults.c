/* SPDX-License-Identifier: MIT */
/* Each access and call that the protocols forbid is an error that names call, page, region,
 * generation, space and how to mend it. */
// RUN: %build
// RUN: %status 120 %timed %t write-fixed 2>&1 | FileCheck --check-prefix=WRITE-FIXED %s
// RUN: %status 120 %timed %t fix-twice 2>&1 | FileCheck --check-prefix=FIX-TWICE %s
// RUN: %status 120 %timed %t fix-hole 2>&1 | FileCheck --check-prefix=FIX-HOLE %s
// RUN: %status 120 %timed %t fix-by-consumer 2>&1 | FileCheck --check-prefix=FIX-CONSUMER %s
// RUN: %status 120 %timed %t spmcR_write-fixed 2>&1 | FileCheck --check-prefix=CALL-FIXED %s
// RUN: %status 120 %timed %t at-fixed 2>&1 | FileCheck --check-prefix=AT-FIXED %s
// RUN: %status 120 %timed %t extension-access 2>&1 | FileCheck --check-prefix=EXTENSION %s
// RUN: %status 120 %timed %t extension-fix 2>&1 | FileCheck --check-prefix=EXTENSION-FIX %s
// RUN: %status 120 %timed %t cleared 2>&1 | FileCheck --check-prefix=CLEARED %s
// RUN: %status 120 %timed %t cleared-call 2>&1 | FileCheck --check-prefix=CLEARED-CALL %s
// RUN: %status 120 %timed %t beyond 2>&1 | FileCheck --check-prefix=BEYOND %s
// RUN: %status 120 %timed %t other-segment 2>&1 | FileCheck --check-prefix=SEGMENT %s
// RUN: %status 120 %timed %t crossing-segment 2>&1 | FileCheck --check-prefix=CROSSING %s
// RUN: %status 120 %timed %t part-of-segment 2>&1 | FileCheck --check-prefix=PART %s
// RUN: %status 120 %timed %t own-child 2>&1 | FileCheck --check-prefix=OWN %s
// RUN: %status 120 %timed %t no-space 2>&1 | FileCheck --check-prefix=SPACE %s
// RUN: %status 120 %timed %t taken-address 2>&1 | FileCheck --check-prefix=TAKEN %s
// RUN: %status 120 %timed %t not-entered 2>&1 | FileCheck --check-prefix=ENTER %s
// RUN: %status 120 %timed %t empty 2>&1 | FileCheck --check-prefix=EMPTY %s
// RUN: %status 120 %timed %t consumer-writes 2>&1 | FileCheck --check-prefix=CONSUMER %s
// RUN: %status 120 %timed %t consumer-of-ended 2>&1 | FileCheck --check-prefix=ENDED %s
// RUN: %status 120 %timed %t consumer-extends-ended 2>&1 | FileCheck --check-prefix=NO-NEXT %s
// RUN: %status 120 %timed %t too-many-spaces 2>&1 | FileCheck --check-prefix=MANY %s
// RUN: %status 120 %timed %t partial 2>&1 | FileCheck --check-prefix=WHOLE %s
// RUN: %status 120 %timed %t no-segment 2>&1 | FileCheck --check-prefix=NO-SEGMENT %s
// RUN: %status 120 %timed %t within-segment 2>&1 | FileCheck --check-prefix=WITHIN %s
// RUN: %status 120 %timed %t no-address 2>&1 | FileCheck --check-prefix=ADDRESS %s
// RUN: %status 120 %timed %t entered 2>&1 | FileCheck --check-prefix=ENTERED %s
// RUN: %status 120 %timed %t alive 2>&1 | FileCheck --check-prefix=ALIVE %s
// RUN: %status 120 %timed %t no-spaces 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %status 139 %timed %t elsewhere 2>&1 | FileCheck --allow-empty --check-prefix=ELSEWHERE %s
#include "spaces.h"

static char *a;
static size_t page;
static void *volatile nowhere = (void *) 64;

static void
extend (void)
{
  spmcR_extend (a + 3 * page, a, 3 * page);
}

/* As space 1, which consumes a. */
static void
in_consumer (void (*act) (void *))
{
  spmcR_copycons (1, a, a, 4 * page);
  int status = status_of (start_space (1, act, a));
  _exit (WIFEXITED (status) ? WEXITSTATUS (status) : 1);
}

static void
do_write (void *va)
{
  *(volatile char *) va = 1;
}

static void
do_fix (void *va)
{
  spmcR_setfix (va, page);
}

static void
do_read (void *va)
{
  (void) *(volatile char *) va;
}

static void
do_extend (void *va)
{
  (void) va;
  extend ();
}

static void
case_of_producer (const char *name)
{
  static char buffer[8];
  if (strcmp (name, "write-fixed") == 0)
    {
      spmcR_setfix (a + page, page);
      a[page + 5] = 1;
      // WRITE-FIXED: erbium: error: write: page 1 (0x{{[0-9a-f]+}}) of the region of {{.*}}faults.c:[[#]], generation 0, in space 0: it is fixed and can no longer be written
      // WRITE-FIXED: note: extend the segment and write the next generation{{.*}}addr2line
    }
  if (strcmp (name, "fix-twice") == 0)
    {
      spmcR_setfix (a, page);
      spmcR_setfix (a, 2 * page);
      // FIX-TWICE: faults.c:[[#@LINE-1]]: error: erbium_spmc_setfix: page 0 {{.*}} it is already fixed: a page is fixed at most once
      // FIX-TWICE: faults.c:[[#@LINE-2]]: note: extend the segment
    }
  if (strcmp (name, "fix-hole") == 0)
    {
      spmcR_setfix (a, 100);
      spmcR_setfix (a + 104, 8);
      // FIX-HOLE: faults.c:[[#@LINE-1]]: error: erbium_spmc_setfix: page 0 {{.*}}: bytes before those are not fixed yet
    }
  if (strcmp (name, "spmcR_write-fixed") == 0)
    {
      spmcR_setfix (a, 100);
      spmcR_write (a + 100, buffer, 8);
      spmcR_write (a + 96, buffer, 8);
      // CALL-FIXED: faults.c:[[#@LINE-1]]: error: erbium_spmc_write: page 0 {{.*}}: it is fixed
    }
  if (strcmp (name, "at-fixed") == 0)
    {
      spmcR_setfix (a, page);
      spmcR_at (a, 8);
      // AT-FIXED: faults.c:[[#@LINE-1]]: error: erbium_spmc_at: page 0 {{.*}}: it is fixed
    }
  if (strcmp (name, "extension-access") == 0)
    {
      extend ();
      do_write (a + 3 * page);
      // EXTENSION: error: write: page 3 {{.*}}: an extension page can be neither written nor read
    }
  if (strcmp (name, "extension-fix") == 0)
    {
      extend ();
      spmcR_setfix (a + 2 * page, 2 * page);
      // EXTENSION-FIX: faults.c:[[#@LINE-1]]: error: erbium_spmc_setfix: page 3 {{.*}}, generation 1, {{.*}}: an extension page
    }
  if (strcmp (name, "cleared") == 0)
    {
      spmcR_clear (a + page, page);
      do_write (a);
      do_write (a + 2 * page);
      do_read (a + page);
      // CLEARED: erbium: error: read: address 0x{{[0-9a-f]+}} belongs to no region of space 0: it was cleared, or never given to it
    }
  if (strcmp (name, "cleared-call") == 0)
    {
      spmcR_clear (a, 4 * page);
      spmcR_setfix (a, page);
      // CLEARED-CALL: faults.c:[[#@LINE-1]]: error: erbium_spmc_setfix: address {{.*}} belongs to no region of space 0
      // CLEARED-CALL: note: allocate it with erbium_spmc_alloc, or have the parent call
    }
  if (strcmp (name, "beyond") == 0)
    {
      spmcR_setfix (a + 3 * page, 2 * page);
      // BEYOND: faults.c:[[#@LINE-1]]: error: erbium_spmc_setfix: {{[0-9]+}} bytes from address {{.*}} exceed the pages that space 0 has
    }
  if (strcmp (name, "other-segment") == 0)
    {
      extend ();
      spmcR_extend (a + 3 * page, a, 2 * page);
      // SEGMENT: faults.c:[[#@LINE-1]]: error: erbium_spmc_extend: page 3 {{.*}}: it has extended other pages before
    }
  if (strcmp (name, "crossing-segment") == 0)
    {
      spmcR_extend (a + 2 * page, a, 2 * page);
      spmcR_extend (a + 3 * page, a + page, 2 * page);
      // CROSSING: faults.c:[[#@LINE-1]]: error: erbium_spmc_extend: page 3 {{.*}}: the segment overlaps another one
    }
  if (strcmp (name, "part-of-segment") == 0)
    {
      extend ();
      spmcR_transown (1, a, a, 2 * page);
      // PART: faults.c:[[#@LINE-1]]: error: erbium_spmc_transown: page 0 {{.*}}: the range contains only a part of a segment
    }
  if (strcmp (name, "own-child") == 0)
    spmcR_copycons (0, a, a, page);
  // OWN: faults.c:[[#@LINE-1]]: error: erbium_spmc_copycons: space 0 gives pages to itself
  if (strcmp (name, "no-space") == 0)
    spmcR_copycons (7, a, a, page);
  // SPACE: faults.c:[[#@LINE-1]]: error: erbium_spmc_copycons: there is no space 7; erbium_spmc_init created 0 to 1
  if (strcmp (name, "taken-address") == 0)
    {
      spmcR_copycons (1, a, a, page);
      spmcR_copycons (1, a, a, page);
      // TAKEN: faults.c:[[#@LINE-1]]: error: erbium_spmc_copycons: space 1 has pages of the region of {{.*}} already
      // TAKEN: note: pass NULL for dva
    }
  if (strcmp (name, "not-entered") == 0)
    {
      if (fork () == 0)
        spmcR_setfix (a, page);
      // ENTER: faults.c:[[#@LINE-1]]: error: erbium_spmc_setfix: the caller is no space: it was forked and has not entered one
      int status;
      wait (&status);
      _exit (WEXITSTATUS (status));
    }
  if (strcmp (name, "empty") == 0)
    spmcR_alloc (0);
  // EMPTY: faults.c:[[#@LINE-1]]: error: erbium_spmc_alloc: a region of 0 bytes
  if (strcmp (name, "too-many-spaces") == 0)
    spmc_init (3);
  // MANY: faults.c:[[#@LINE-1]]: error: erbium_spmc_init: 3 spaces; an earlier call created 2
  if (strcmp (name, "elsewhere") == 0)
    do_write (nowhere);
  // ELSEWHERE-NOT: SPMC
}

static void
case_of_argument (const char *name)
{
  if (strcmp (name, "partial") == 0)
    spmcR_copycons (1, a, a, 100);
  // WHOLE: faults.c:[[#@LINE-1]]: error: erbium_spmc_copycons: 100 bytes at {{.*}} are not whole pages of {{[0-9]+}} bytes
  if (strcmp (name, "no-segment") == 0)
    spmcR_extend (a + 3 * page, a, 100);
  // NO-SEGMENT: faults.c:[[#@LINE-1]]: error: erbium_spmc_extend: 100 bytes at {{.*}}, extension page at {{.*}}: not a segment
  if (strcmp (name, "within-segment") == 0)
    spmcR_extend (a, a, 2 * page);
  // WITHIN: faults.c:[[#@LINE-1]]: error: erbium_spmc_extend: page 0 {{.*}}: it is a page of the segment itself
  if (strcmp (name, "no-address") == 0)
    spmcR_copycons (1, a, (void *) page, page);
  // ADDRESS: faults.c:[[#@LINE-1]]: error: erbium_spmc_copycons: 0x{{[0-9a-f]+}} is not an address for pages in space 1
  if (strcmp (name, "entered") == 0)
    erbium_spmc_enter (1);
  // ENTERED: faults.c:[[#@LINE-1]]: error: erbium_spmc_enter: space 1: this thread is space 0 already
  if (strcmp (name, "alive") == 0)
    {
      if (fork () == 0)
        erbium_spmc_enter (0);
      // ALIVE: faults.c:[[#@LINE-1]]: error: erbium_spmc_enter: space 0 lives already
      int status;
      wait (&status);
      _exit (WEXITSTATUS (status));
    }
  if (strcmp (name, "no-spaces") == 0)
    spmc_init (0);
  // NONE: faults.c:[[#@LINE-1]]: error: erbium_spmc_init: 0 spaces; expected 1 to
}

static void
case_of_consumer (const char *name)
{
  if (strcmp (name, "fix-by-consumer") == 0)
    in_consumer (do_fix);
  // FIX-CONSUMER: error: erbium_spmc_setfix: page 0 {{.*}}, in space 1: the caller is a consumer, not the producer
  if (strcmp (name, "consumer-writes") == 0)
    in_consumer (do_write);
  // CONSUMER: error: write: page 0 {{.*}}, in space 1: the space is a consumer, not the producer
  // CONSUMER: note: a region has one producer
  if (strcmp (name, "consumer-of-ended") == 0)
    {
      spmcR_copycons (1, a, a, 4 * page);
      spmcR_clear (a, 4 * page);
      int status = status_of (start_space (1, do_read, a));
      _exit (WIFEXITED (status) ? WEXITSTATUS (status) : 1);
      // ENDED: error: read: page 0 {{.*}}, in space 1: it will never be fixed: its producer has left, cleared it or extended past it
      // ENDED: note: fix it in the producer
    }
  if (strcmp (name, "consumer-extends-ended") == 0)
    {
      spmcR_copycons (1, a, a, 4 * page);
      spmc_leave ();
      int status = status_of (start_space (1, do_extend, a));
      _exit (WIFEXITED (status) ? WEXITSTATUS (status) : 1);
      // NO-NEXT: error: erbium_spmc_extend: page 3 {{.*}}: it will never be fixed
    }
}

int
main (int argc, char **argv)
{
  (void) argc;
  page = (size_t) sysconf (_SC_PAGESIZE);
  spmc_init (2);
  a = spmcR_alloc (4 * page);
  case_of_producer (argv[1]);
  case_of_argument (argv[1]);
  case_of_consumer (argv[1]);
}
