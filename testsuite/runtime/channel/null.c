/* SPDX-License-Identifier: MIT */
/* A buffer that is NULL is an error that names call and argument, where bytes are to be there; of none it may be. */
// RUN: %build
// RUN: %status 120 %timed %t send 2>&1 | FileCheck --check-prefix=SEND %s
// RUN: %status 120 %timed %t recv 2>&1 | FileCheck --check-prefix=RECV %s
// RUN: %status 120 %timed %t take 2>&1 | FileCheck --check-prefix=TAKE %s
// RUN: %status 120 %timed %t counts 2>&1 | FileCheck --check-prefix=COUNTS %s
// RUN: %status 120 %timed %t write 2>&1 | FileCheck --check-prefix=WRITE %s
// RUN: %status 120 %timed %t read 2>&1 | FileCheck --check-prefix=READ %s
// RUN: %status 120 %timed %t of-region 2>&1 | FileCheck --check-prefix=REGION %s
// RUN: %timed %t none
#include "erbium/papers.h"
#include "test.h"

static int c;
static const char *way;

static bool
is (const char *which)
{
  return strcmp (way, which) == 0;
}

static void *
sends (void *unused)
{
  chan_send (c, "", 0);
  chan_send (c, "hello", 5);
  return unused;
}

static void
of_pages (void)
{
  char *a = spmcR_alloc (100);
  if (is ("write"))
    // WRITE: null.c:[[#@LINE+2]]: error: erbium_spmc_write: from is NULL; expected the address of 3 bytes
    // WRITE-NEXT: note: pass the address of memory of that size
    spmcR_write (a, NULL, 3);
  if (is ("read"))
    // READ: null.c:[[#@LINE+1]]: error: erbium_spmc_read: to is NULL; expected the address of 4 bytes
    spmcR_read (a, NULL, 4);
  if (is ("of-region"))
    // REGION: null.c:[[#@LINE+1]]: error: erbium_spmc_counts: counts is NULL; expected the address of {{[0-9]+}} bytes
    spmcR_counts (a, NULL);
  spmcR_write (a, NULL, 0);
  spmcR_read (a, NULL, 0);
}

int
main (int argc, char **argv)
{
  expect_equal (argc, 2);
  way = argv[1];
  int child = space_alloc (0);
  c = chan_alloc ();
  if (is ("send"))
    // SEND: null.c:[[#@LINE+2]]: error: erbium_chan_send: buf is NULL; expected the address of 5 bytes
    // SEND-NEXT: note: pass the address of memory of that size
    chan_send (c, NULL, 5);
  chan_send (c, NULL, 0);
  of_pages ();
  chan_setprod (c, child, true);
  space_start (child, sends, NULL);
  expect_equal (chan_recv (c, NULL), 0);
  if (is ("take"))
    // TAKE: null.c:[[#@LINE+1]]: error: erbium_chan_take: size is NULL; expected the address of 8 bytes
    chan_take (c, NULL);
  if (is ("counts"))
    // COUNTS: null.c:[[#@LINE+1]]: error: erbium_chan_counts: counts is NULL; expected the address of {{[0-9]+}} bytes
    chan_counts (c, NULL);
  if (is ("recv"))
    // RECV: null.c:[[#@LINE+1]]: error: erbium_chan_recv: buf is NULL; expected the address of 5 bytes
    chan_recv (c, NULL);
}
