/* SPDX-License-Identifier: MIT */
/* A buffer that is no memory, or none that can be read or written, all of it or a part, is an error that names call, place,
 * argument and address, also in a program that has no process; an access of the program's own after the call is not taken for one. */
// RUN: %build
// RUN: %status 120 %timed %t send 2>&1 | FileCheck --check-prefix=SEND %s
// RUN: %status 120 %timed %t send-part 2>&1 | FileCheck --check-prefix=PART %s
// RUN: %status 120 %timed %t send-nowhere 2>&1 | FileCheck --check-prefix=NOWHERE %s
// RUN: %status 120 %timed %t send-lazy 2>&1 | FileCheck --check-prefix=LAZY %s
// RUN: %status 120 %timed %t send-file 2>&1 | FileCheck --check-prefix=FILE %s
// RUN: %status 120 %timed %t recv 2>&1 | FileCheck --check-prefix=RECV %s
// RUN: %status 120 %timed %t recv-const 2>&1 | FileCheck --check-prefix=CONST %s
// RUN: %status 120 %timed %t take 2>&1 | FileCheck --check-prefix=TAKE %s
// RUN: %status 120 %timed %t counts 2>&1 | FileCheck --check-prefix=COUNTS %s
// RUN: %status 120 %timed %t write 2>&1 | FileCheck --check-prefix=WRITE %s
// RUN: %status 120 %timed %t read 2>&1 | FileCheck --check-prefix=READ %s
// RUN: %status 139 %timed %t after 2>&1 | FileCheck --check-prefix=AFTER --allow-empty %s
// RUN: %timed %t handled
// UNSUPPORTED: sanitizer
#include "erbium/papers.h"
#include "test.h"

#include <signal.h>
#include <sys/mman.h>

static int c;
static const char *way;
static char *two; /* pages, the second of which cannot be touched */
static size_t page;

static bool
is (const char *which)
{
  return strcmp (way, which) == 0;
}

static void *
sends (void *unused)
{
  chan_send (c, "hello", 5);
  return unused;
}

static void
open_it (int number)
{
  (void) number;
  mprotect (two + page, page, PROT_READ | PROT_WRITE);
}

/* Of a file that is shorter. */
static void *
beyond_file (void)
{
  FILE *file = tmpfile ();
  expect (file && ftruncate (fileno (file), 0) == 0);
  return mmap (NULL, page, PROT_READ, MAP_SHARED, fileno (file), 0);
}

static void
of_pages (void)
{
  char *a = spmcR_alloc (100);
  if (is ("write"))
    // WRITE: no-memory.c:[[#@LINE+1]]: error: erbium_spmc_write: from is 0x8, where 3 bytes should be: memory that cannot be read
    spmcR_write (a, (void *) 8, 3);
  if (is ("read"))
    // READ: no-memory.c:[[#@LINE+1]]: error: erbium_spmc_read: to is 0x8, where 4 bytes should be: memory that cannot be written
    spmcR_read (a, (void *) 8, 4);
  if (is ("counts"))
    // COUNTS: no-memory.c:[[#@LINE+1]]: error: erbium_chan_counts: counts is 0x8, where {{[0-9]+}} bytes should be: memory that cannot be written
    chan_counts (c, (void *) 8);
}

static void
to_send (void)
{
  if (is ("send"))
    // SEND: no-memory.c:[[#@LINE+3]]: error: erbium_chan_send: buf is 0x8, where 100 bytes should be: memory that cannot be read
    // SEND-NEXT: note: pass the address of memory of that size
    // SEND-NOT: {{.}}
    chan_send (c, (void *) 8, 100);
  if (is ("send-part"))
    // PART: no-memory.c:[[#@LINE+1]]: error: erbium_chan_send: buf is 0x{{[0-9a-f]+}}, where {{[0-9]+}} bytes should be: memory that cannot be read
    chan_send (c, two, 2 * page);
  if (is ("send-nowhere"))
    // NOWHERE: no-memory.c:[[#@LINE+1]]: error: erbium_chan_send: buf is 0x8000000000000000, where 4 bytes should be: memory that cannot be read
    chan_send (c, (void *) ((uintptr_t) 1 << 63), 4);
  if (is ("send-file"))
    // FILE: no-memory.c:[[#@LINE+1]]: error: erbium_chan_send: buf is 0x{{[0-9a-f]+}}, where 7 bytes should be: memory that cannot be read
    chan_send (c, beyond_file (), 7);
  if (is ("send-lazy"))
    // LAZY: no-memory.c:[[#@LINE+1]]: error: erbium_chan_send: buf is 0x10, where 100 bytes should be: memory that cannot be read
    chan_send (chan_alloc_as (4096, CHAN_LAZY), (void *) 16, 100);
}

/* What the program does of its own is its own. */
static void
at_last (void)
{
  if (is ("after"))
    {
      chan_send (c, two, page);
      mprotect (two, page, PROT_NONE);
      // AFTER-NOT: erbium_chan_send
      *(volatile char *) two = 1;
    }
  if (is ("handled"))
    {
      signal (SIGSEGV, open_it);
      chan_send (c, two, 2 * page);
    }
}

int
main (int argc, char **argv)
{
  expect_equal (argc, 2);
  way = argv[1];
  page = (size_t) sysconf (_SC_PAGESIZE);
  two = mmap (NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect (two + page, page, PROT_NONE);
  int child = space_alloc (0);
  c = chan_alloc ();
  of_pages ();
  to_send ();
  at_last ();
  if (is ("handled"))
    return 0;
  chan_setprod (c, child, true);
  space_start (child, sends, NULL);
  if (is ("recv"))
    // RECV: no-memory.c:[[#@LINE+1]]: error: erbium_chan_recv: buf is 0x10, where 5 bytes should be: memory that cannot be written
    chan_recv (c, (void *) 16);
  if (is ("recv-const"))
    // CONST: no-memory.c:[[#@LINE+1]]: error: erbium_chan_recv: buf is 0x{{[0-9a-f]+}}, where 5 bytes should be: memory that cannot be written
    chan_recv (c, (void *) (uintptr_t) "these bytes stay as they are");
  if (is ("take"))
    // TAKE: no-memory.c:[[#@LINE+1]]: error: erbium_chan_take: size is 0x18, where 8 bytes should be: memory that cannot be written
    chan_take (c, (void *) 24);
  return 0;
}
