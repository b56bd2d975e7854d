/* SPDX-License-Identifier: MIT */
/* While it is looked which generations are still read, a consumer goes on to the next one, after each
 * few instructions of whoever looks: another consumer, as far behind as that was, keeps its
 * generation.  (The linker finds functions at the start: later it takes more steps than all else.) */
// REQUIRES: x86_64
// UNSUPPORTED: thread
// RUN: %cc -I%root/runtime -I%root/ir-spec -Wl,-z,now %s -o %t %libs
// RUN: %timed %t
#include "../spmc/steps.h"
#include "pages/regions.h"

/* The first space is the consumer that goes on. */
enum { STAYS = 1, PRODUCES };

/* From one look at a port to the next are some tens of instructions; with a sanitizer of addresses some
 * hundreds, and a fork is dear. */
#ifdef __SANITIZE_ADDRESS__
enum { STRIDE = 70 };
#else
enum { STRIDE = 7 };
#endif

static size_t page;
static uint64_t *a;

static void
extend (void)
{
  expect (spmcR_extend (a + page / sizeof *a, a, page));
}

static void
write_page (uint64_t x)
{
  spmcR_write (a, &x, sizeof x);
  spmcR_setfix (a, page);
}

static void
go_ahead (void *with)
{
  (void) with;
  extend ();
  write_page (2);
}

static void
read_first (void *with)
{
  (void) with;
  uint64_t x = 0;
  expect (spmcR_test (a));
  spmcR_read (a, &x, sizeof x);
  expect_equal (x, 1);
}

/* Two consumers in the first generation, which the producer has left.  Which of the two is found to
 * be the last one depends on whose port is older. */
static void
begin (bool stays_older)
{
  a = spmcR_alloc (2 * page);
  write_page (1);
  if (stays_older)
    spmcR_copycons (STAYS, a, a, 2 * page);
  spmcR_transown (PRODUCES, a, a, 2 * page);
  if (!stays_older)
    spmcR_copycons (STAYS, a, a, 2 * page);
  expect_good_end (start_space (PRODUCES, go_ahead, NULL));
}

static void
look (void *r)
{
  erb_spmc_reclaim (r);
}

static bool
go_on_after (int steps, bool stays_older)
{
  bool ended;
  begin (stays_older);
  pid_t looker = start_still (look, erb_spmc_map_at (a, 1, "test", NULL)->region);
  step (looker, steps, &ended);
  extend ();
  if (!ended)
    let_go (looker);
  expect_good_end (start_space (STAYS, read_first, NULL));
  spmcR_clear (a, 2 * page);
  return !ended;
}

int
main (void)
{
  struct erbium_spmc_use use;
  page = (size_t) sysconf (_SC_PAGESIZE);
  spmc_init (3);
  for (int older = 0; older < 2; older++)
    for (int steps = 0; go_on_after (steps, older); steps += STRIDE)
      ;
  erbium_spmc_use (&use);
  expect_equal (use.regions, 0);
  expect_equal (use.bytes, 0);
}
