/* SPDX-License-Identifier: MIT */
/* Shared memory has no name while spaces run, and none after they were killed; pages work with
 * few addresses (ulimit -v), with files of a limited size (ulimit -f), and with a handler of
 * the program's own for SIGSEGV. */
// RUN: %build
// RUN: %timed %t
// RUN: %timed sh -c 'ulimit -v 4000000; %t'
// RUN: %timed sh -c 'ulimit -f 20000; %t'
// RUN: %status 122 %timed sh -c 'ulimit -f 100; exec %t' 2>&1 | FileCheck %s
// CHECK: error: erbium_spmc_alloc: no frames for 40 pages
// CHECK: note: clear regions, make smaller ones, or raise limits (ulimit -f, -v)
// UNSUPPORTED: sanitizer
#include <setjmp.h>
#include <sys/prctl.h>

#include "spaces.h"

/* What is mapped from files, and shared, is of files without a name. */
static void
expect_no_names (void)
{
  char line[1000];
  int shared = 0;
  FILE *maps = fopen ("/proc/self/maps", "r");
  expect (maps != NULL);
  while (fgets (line, sizeof line, maps))
    if (strstr (line, "rw-s ") || strstr (line, "r--s "))
      {
        shared++;
        expect (strstr (line, "/memfd:") || strstr (line, "/dev/zero"));
        expect (strstr (line, "(deleted)"));
      }
  fclose (maps);
  expect (shared > 0);
}

static void
consume_for_ever (void *va)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  expect_equal (*(volatile char *) va, 1);
  for (;;)
    pause ();
}

static sigjmp_buf back;

static void
jump (int number)
{
  (void) number;
  siglongjmp (back, 1);
}

int
main (void)
{
  size_t page = (size_t) sysconf (_SC_PAGESIZE);
  struct erbium_spmc_use use;
  char *volatile nowhere = NULL;
  signal (SIGSEGV, jump);
  spmc_init (2);
  char *a = spmcR_alloc (40 * page);
  spmcR_copycons (1, a, a, 40 * page);
  pid_t child = start_space (1, consume_for_ever, a);
  for (int n = 0; n < 40; n++)
    a[(size_t) n * page] = 1;
  spmcR_setfix (a, 40 * page);
  expect_no_names ();
  kill (child, SIGKILL);
  status_of (child);
  spmc_died (1, "of SIGKILL");
  expect (!spmc_alive (1));
  spmcR_clear (a, 40 * page);
  erbium_spmc_use (&use);
  expect_equal (use.bytes, 0);
  if (sigsetjmp (back, 1) == 0)
    {
      *nowhere = 1;
      expect (!"this is reached");
    }
}
