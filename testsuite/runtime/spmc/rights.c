/* SPDX-License-Identifier: MIT */
/* A page that was written and then fixed loses the right to be written: each way to write it again is an error,
 * however it was written before, and a system call that is to write there fails. */
// RUN: %build
// RUN: %status 120 %timed %t access access 2>&1 | FileCheck --check-prefixes=FIXED,ACCESS %s
// RUN: %status 120 %timed %t map access 2>&1 | FileCheck --check-prefixes=FIXED,ACCESS %s
// RUN: %status 120 %timed %t write access 2>&1 | FileCheck --check-prefixes=FIXED,ACCESS %s
// RUN: %status 120 %timed %t at access 2>&1 | FileCheck --check-prefixes=FIXED,ACCESS %s
// RUN: %status 120 %timed %t in-halves access 2>&1 | FileCheck --check-prefixes=FIXED,ACCESS %s
// RUN: %status 120 %timed %t access map 2>&1 | FileCheck --check-prefixes=FIXED,ACCESS %s
// RUN: %status 120 %timed %t access write 2>&1 | FileCheck --check-prefixes=FIXED,WRITE %s
// RUN: %status 120 %timed %t access at 2>&1 | FileCheck --check-prefixes=FIXED,AT %s
// FIXED: error:
// ACCESS-SAME: write:
// WRITE-SAME: erbium_spmc_write:
// AT-SAME: erbium_spmc_at:
// FIXED-SAME: page 1 {{.*}}, generation 0, in space 0: it is fixed and can no longer be written
// RUN: %timed %t access system
#include <errno.h>
#include <fcntl.h>

#include "spaces.h"

static char *a;
static size_t page;

static void
write_by (const char *how)
{
  char *to = a + page + 8;
  if (strcmp (how, "write") == 0)
    spmcR_write (to, "text", 4);
  else if (strcmp (how, "at") == 0)
    memcpy (spmcR_at (to, 4), "text", 4);
  else
    {
      if (strcmp (how, "map") == 0)
        spmcR_map (to, 4);
      *(volatile char *) to = 't';
    }
}

static void
expect_system_refused (void)
{
  int zeros = open ("/dev/zero", O_RDONLY);
  expect (zeros >= 0);
  expect (read (zeros, a + page, 1) == -1);
  expect_equal (errno, EFAULT);
  expect (read (zeros, a + 2 * page, 1) == 1); /* the page behind is not fixed */
  expect_equal (a[page + 8], 't');
}

int
main (int unused, char **argv)
{
  (void) unused;
  page = (size_t) sysconf (_SC_PAGESIZE);
  spmc_init (1);
  a = spmcR_alloc (4 * page);
  write_by (argv[1]);
  *(volatile char *) (a + 2 * page) = 1;
  if (strcmp (argv[1], "in-halves") == 0)
    {
      spmcR_setfix (a + page, page / 2);
      a[page + page / 2] = 1;
      spmcR_setfix (a + page + page / 2, page / 2);
    }
  else
    spmcR_setfix (a + page, page);
  if (strcmp (argv[2], "system") == 0)
    expect_system_refused ();
  else
    write_by (argv[2]);
}
