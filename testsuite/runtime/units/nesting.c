/* SPDX-License-Identifier: MIT */
/* A segment is declared around one and within another one.  After each instruction of that a consumer finds
 * what it found before: its generation is that of the outermost one. */
// REQUIRES: x86_64
// UNSUPPORTED: thread
// RUN: %cc -I%root/runtime -I%root/ir-spec -Wl,-z,now %s -o %t %libs
// RUN: %timed %t
#include "../spmc/steps.h"

/* Page 0 is the inner segment, 1 its extension page, 2 the middle one's alone, 3 its extension page, 4 the outer
 * one's alone, 5 its extension page. */
enum { PAGES = 6 };

static size_t page;
static char *a;

static void
extend (int pages)
{
  expect (spmcR_extend (a + (size_t) pages * page, a, (size_t) pages * page));
}

static void
put (char x)
{
  spmcR_write (a, &x, 1);
  spmcR_setfix (a, page);
}

static void
expect_there (char x)
{
  char there = 0;
  expect (spmcR_test (a));
  spmcR_read (a, &there, 1);
  expect_equal (there, x);
}

/* All but the middle one; stands still; that. */
static void
produce (void *with)
{
  (void) with;
  spmc_enter (1);
  put ('r');
  extend (1);
  put ('i');
  extend (5);
  put ('o');
  raise (SIGSTOP);
  extend (3);
  spmc_leave ();
}

static pid_t
start_producer (void)
{
  pid_t producer = start_still (produce, NULL);
  expect (ptrace (PTRACE_CONT, producer, NULL, NULL) == 0);
  expect (WIFSTOPPED (status_of (producer)));
  return producer;
}

int
main (void)
{
  struct erbium_spmc_use use;
  bool ended = false;
  page = (size_t) sysconf (_SC_PAGESIZE);
  spmc_init (2);
  a = spmcR_alloc (PAGES * page);
  spmcR_transown (1, a, a, PAGES * page);
  pid_t producer = start_producer ();
  extend (5);
  while (!ended)
    {
      expect_there ('o');
      step (producer, 1, &ended);
    }
  extend (3);
  spmcR_clear (a, PAGES * page);
  erbium_spmc_use (&use);
  expect_equal (use.regions, 0);
  expect_equal (use.bytes, 0);
}
