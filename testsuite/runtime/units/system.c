/* SPDX-License-Identifier: MIT */
/* The table of the operating system with fakes in it: sleeps that end early, a
 * clock that jumps or stands; what the network computes stays the same. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %run %t early
// RUN: %run %t clock
// RUN: %run %t frozen
#include "test.h"
#include "core/os.h"

static struct erb_os fake;
static SHARED atomic_long calls;

/* A signal has come: nobody was woken. */
static int
sleep_early (erbium_atomic32 *word, int32_t expected, int64_t timeout)
{
  if (atomic_fetch_add (&calls, 1) % 2)
    return 0;
  return erb_os_linux.sleep (word, expected, timeout);
}

/* The same of processes that are spaces. */
static void
sleep_any_early (const struct erb_sleep *words, int count, int64_t timeout)
{
  if (atomic_fetch_add (&calls, 1) % 2 == 0)
    erb_os_linux.sleep_any (words, count, timeout);
}

static int64_t
jumping (void)
{
  return erb_os_linux.now () + (atomic_fetch_add (&calls, 1) << 24);
}

/* As coarse as can be, so that it seems to stand. */
static int64_t
frozen (void)
{
  atomic_fetch_add (&calls, 1);
  return erb_os_linux.now () >> 27 << 27;
}

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int), int);
void
produce (ERBIUM_RECORD (int) r, int n)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  uint64_t seed = 1;
  erbium_register (v, 1);
  erbium_alloc (v, 4);
  for (int i = 0; i < n; i++)
    {
      erbium_stall (v, i + 1);
      while (i == n / 2 && told (&calls) == 0) /* until the other has had to wait */
        usleep (300);
      ERBIUM_AT (v, i) = i;
      erbium_commit (v, i + 1);
      if (chance (&seed) % 8 == 0)
        usleep (300);
    }
}

int
main (int argc, char **argv)
{
  (void) argc;
  fake = erb_os_linux;
  if (strcmp (argv[1], "early") == 0)
    {
      fake.sleep = sleep_early;
      fake.sleep_any = sleep_any_early;
    }
  if (strcmp (argv[1], "clock") == 0)
    fake.now = jumping;
  if (strcmp (argv[1], "frozen") == 0)
    fake.now = frozen;
  erb_os = &fake;
  erbium_set ("SPIN", "0"); /* to sleep as deep as can be, at once */
  erbium_set ("DOZE", "0");
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 4);
  int n = rounds (300), i = 0;
  ERBIUM_RUN (produce, r, n);
  for (; erbium_update (v, i + 1) > i; i++)
    {
      expect_equal (ERBIUM_AT (v, i), i);
      erbium_release (v, i + 1);
    }
  expect_equal (i, n);
  expect (told (&calls) > 0); /* the fake was used */
}
