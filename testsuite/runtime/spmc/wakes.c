/* SPDX-License-Identifier: MIT */
/* A consumer that sleeps is woken by the page that it waits for, by a next generation, and by
 * the end: not by the clock, which stands still here; and a death wakes it where it is told. */
// RUN: %build -I%root/runtime -I%root/ir-spec
// RUN: %timed %t
#include <errno.h>

#include "core/os.h"
#include "spaces.h"

enum { ROUNDS = 30 };

static struct erb_os slow;
static size_t page;
static char *a;
static atomic_long *asleep; /* shared: how often the child has gone to sleep */

/* A doze, which needs the clock, is over at once; a sleep has no end but a wake-up. */
static int
sleep_long (erbium_atomic32 *word, int32_t expected, int64_t timeout)
{
  if (timeout < 1000000)
    return -ETIMEDOUT;
  tell (asleep, told (asleep) + 1);
  return erb_os_linux.sleep_shared (word, expected, -1);
}

static void
extend (void)
{
  spmcR_extend (a + page, a, page);
}

static void
consume (void *with)
{
  (void) with;
  slow = erb_os_linux;
  slow.sleep_shared = sleep_long;
  erb_os = &slow;
  for (int n = 0; n < ROUNDS; n++)
    {
      expect_equal (a[0], n);
      extend ();
    }
  (void) *(volatile char *) a; /* will never be fixed */
}

static void
let_it_sleep (void)
{
  static long before;
  while (told (asleep) == before)
    usleep (100);
  before = told (asleep);
}

static void
produce (void)
{
  for (int n = 0; n < ROUNDS; n++)
    {
      a[0] = (char) n;
      let_it_sleep ();
      spmcR_setfix (a, page);
      let_it_sleep ();
      extend ();
    }
  let_it_sleep ();
}

/* Space 0 ends by leaving; or is said to have died, by a test that should know. */
static void
run (int died)
{
  page = (size_t) sysconf (_SC_PAGESIZE);
  asleep = shared_memory (page);
  spmc_init (2);
  a = spmcR_alloc (2 * page);
  spmcR_copycons (1, a, a, 2 * page);
  fflush (stderr);
  pid_t child = fork ();
  if (child == 0)
    {
      fclose (stderr);
      spmc_enter (1);
      consume (NULL);
      _exit (0);
    }
  produce ();
  if (died)
    spmc_died (0, "of a test");
  else
    spmc_leave ();
  expect_equal (WEXITSTATUS (status_of (child)), died ? ERBIUM_EXIT_DEATH : ERBIUM_EXIT_MISUSE);
}

int
main (void)
{
  for (int died = 0; died < 2; died++)
    {
      pid_t one = fork ();
      if (one == 0)
        {
          run (died);
          _exit (0);
        }
      expect_good_end (one);
    }
}
