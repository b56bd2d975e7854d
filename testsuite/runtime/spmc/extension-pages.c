/* SPDX-License-Identifier: MIT */
/* A page that is fixed as data is no extension page, and an extension page is no data: a side that takes
 * one for the other gets an error, whichever side comes first, in each call that looks at it. */
// RUN: %build
// RUN: %status 120 %timed %t producer-fixed 2>&1 | FileCheck --check-prefix=PRODUCER %s
// RUN: %status 120 %timed %t producer-fixed-a-byte 2>&1 | FileCheck --check-prefix=PRODUCER %s
// PRODUCER: extension-pages.c:[[#]]: error: erbium_spmc_extend: page 3 {{.*}}, generation 0, in space 0: it is fixed as data and cannot be an extension page
// PRODUCER: note: name the same extension page on both sides, one that is never fixed
// RUN: %status 120 %timed %t producer-writes 2>&1 | FileCheck --check-prefix=WRITES %s
// WRITES: error: write: page 3 {{.*}}, in space 0: an extension page can be neither written nor read
// RUN: %status 120 %timed %t extend 2>&1 | FileCheck --check-prefixes=DATA,EXTEND %s
// RUN: %status 120 %timed %t extend early 2>&1 | FileCheck --check-prefixes=DATA,EXTEND %s
// RUN: %status 120 %timed %t try 2>&1 | FileCheck --check-prefixes=DATA,EXTEND %s
// RUN: %status 120 %timed %t try early 2>&1 | FileCheck --check-prefixes=DATA,EXTEND %s
// RUN: %status 120 %timed %t test 2>&1 | FileCheck --check-prefixes=DATA,TEST %s
// RUN: %status 120 %timed %t test early 2>&1 | FileCheck --check-prefixes=DATA,TEST %s
// DATA: extension-pages.c:[[#]]: error:
// EXTEND-SAME: {{erbium_spmc_(try_)?extend}}:
// TEST-SAME: erbium_spmc_test_extend:
// DATA-SAME: page 2 {{.*}}, generation 0, in space 1: it is fixed as data and cannot be an extension page
// RUN: %status 120 %timed %t reads 2>&1 | FileCheck --check-prefix=LINK %s
// RUN: %status 120 %timed %t reads early 2>&1 | FileCheck --check-prefix=LINK %s
// RUN: %status 120 %timed %t copies 2>&1 | FileCheck --check-prefix=LINK %s
// RUN: %status 120 %timed %t copies early 2>&1 | FileCheck --check-prefix=LINK %s
// RUN: %status 120 %timed %t maps 2>&1 | FileCheck --check-prefix=LINK %s
// RUN: %status 120 %timed %t maps early 2>&1 | FileCheck --check-prefix=LINK %s
// RUN: %status 120 %timed %t in-place 2>&1 | FileCheck --check-prefix=LINK %s
// RUN: %status 120 %timed %t in-place early 2>&1 | FileCheck --check-prefix=LINK %s
// RUN: %status 120 %timed %t test-data 2>&1 | FileCheck --check-prefix=LINK %s
// RUN: %status 120 %timed %t test-data early 2>&1 | FileCheck --check-prefix=LINK %s
// LINK: error: {{read|erbium_spmc_read|erbium_spmc_map|erbium_spmc_at|erbium_spmc_test}}: page 3 {{.*}}, generation 0, in space 1: an extension page can be neither written nor read
// RUN: %timed %t ended
// RUN: %timed %t older
#include "spaces.h"

static char *a;
static size_t page;
static atomic_long *begun; /* shared: the consumer is about to look */
static const char *name;
static bool early; /* the consumer looks before the producer has done what it waits for */

static bool
is (const char *what)
{
  return strcmp (name, what) == 0;
}

/* As if page 2 were the extension page of 0 and 1, and page 3 were data. */
static void
look (void *with)
{
  char byte;
  (void) with;
  tell (begun, 1);
  if (is ("extend"))
    spmcR_extend (a + 2 * page, a, 2 * page);
  while (is ("try") && !spmcR_try_extend (a + 2 * page, a, 2 * page))
    sched_yield ();
  while (is ("test") && !spmcR_test_extend (a + 2 * page))
    sched_yield ();
  if (is ("reads"))
    (void) *(volatile char *) (a + 3 * page);
  if (is ("copies"))
    spmcR_read (a + 3 * page, &byte, 1);
  if (is ("maps"))
    spmcR_map (a + 3 * page, 1);
  if (is ("in-place"))
    spmcR_at (a + 3 * page, 1);
  while (is ("test-data") && !spmcR_test (a + 3 * page))
    sched_yield ();
}

/* Pages 0 to 2 are data, and 3 their extension page. */
static void
produce (void)
{
  memset (a, 1, 3 * page);
  spmcR_setfix (a, 3 * page);
  spmcR_extend (a + 3 * page, a, 3 * page);
}

static void
with_consumer (void)
{
  pid_t child;
  spmcR_copycons (1, a, a, 4 * page);
  if (!early)
    produce ();
  child = start_space (1, look, NULL);
  while (early && !told (begun))
    sched_yield ();
  if (early)
    produce ();
  int status = status_of (child);
  _exit (WIFEXITED (status) ? WEXITSTATUS (status) : 1);
}

static void
as_producer (void)
{
  size_t fixed = is ("producer-fixed") ? page : is ("producer-fixed-a-byte") ? 1 : 0;
  *(volatile char *) a = 1; /* opens the pages behind it */
  if (fixed)
    spmcR_setfix (a + 3 * page, fixed);
  spmcR_extend (a + 3 * page, a, 3 * page);
  *(volatile char *) (a + 3 * page) = 1;
}

/* Whether a segment goes on can be asked before it is known to be one. */
static void
ask (void *with)
{
  (void) with;
  expect (!spmcR_ended (a + 3 * page));
  tell (begun, 1);
  while (told (begun) == 1)
    expect (!spmcR_ended (a + 3 * page));
  spmcR_extend (a + 3 * page, a, 3 * page);
  while (!spmcR_ended (a + 3 * page))
    sched_yield ();
}

static void
is_asked (void)
{
  spmcR_copycons (1, a, a, 4 * page);
  pid_t child = start_space (1, ask, NULL);
  while (!told (begun))
    sched_yield ();
  produce ();
  tell (begun, 2);
  spmcR_clear (a, 4 * page);
  expect_good_end (child);
}

/* What was data in an older generation of the outer segment stays that for who is there. */
static void
read_older (void *with)
{
  char byte;
  (void) with;
  for (int n = 0; n < 3; n++)
    expect_equal (a[(size_t) n * page], 1);
  spmcR_read (a + 2 * page, &byte, 1);
  expect (spmcR_test (a + 2 * page));
  expect_equal (*(const char *) spmcR_at (a + 2 * page, 1), 1);
  spmcR_extend (a + 3 * page, a, 3 * page);
  expect_equal (a[0], 2);
  spmcR_extend (a + 2 * page, a, 2 * page);
  expect_equal (a[0], 3);
}

static void
older (void)
{
  spmcR_copycons (1, a, a, 4 * page);
  produce ();
  a[0] = 2;
  spmcR_setfix (a, 2 * page);
  spmcR_extend (a + 2 * page, a, 2 * page);
  a[0] = 3;
  spmcR_setfix (a, page);
  expect_good_end (start_space (1, read_older, NULL));
}

int
main (int argc, char **argv)
{
  name = argv[1];
  early = argc > 2;
  page = (size_t) sysconf (_SC_PAGESIZE);
  begun = shared_memory (page);
  spmc_init (2);
  a = spmcR_alloc (4 * page);
  if (strncmp (name, "producer", 8) == 0)
    as_producer ();
  else if (is ("ended"))
    is_asked ();
  else if (is ("older"))
    older ();
  else
    with_consumer ();
}
