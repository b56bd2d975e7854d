/* SPDX-License-Identifier: MIT */
/* LC: where other programs take the processor from a call that polls, calls sleep at once for a
 * while; also where the other end was last on the same processor; and a call that sleeps looks
 * whether the other end is alive only where nothing has come for long. */
// RUN: %build -I%root/runtime -I%root/ir-spec
// RUN: %timed %t
#define _GNU_SOURCE
#include "core/os.h"
#include "lc-test.h"

#include <sched.h>
#include <signal.h>

#include "lc/lc.h"

enum { MICROSECOND = 1000, MILLISECOND = 1000000 };

static struct erb_os fake;
static Channel ch;
static int64_t time_here, step; /* ns; how much passes from one look at the clock to the next */
static int pauses, sleeps, looks, in_vain;

static int64_t
now (void)
{
  return time_here += step;
}

static void
count_pause (void)
{
  pauses++;
}

/* The message comes while the receiver sleeps, after some sleeps in vain. */
static int
send_asleep (erbium_atomic32 *word, int32_t expected, int64_t timeout)
{
  static const struct message m;
  (void) word, (void) expected, (void) timeout;
  sleeps++;
  if (in_vain-- > 0)
    return -ETIMEDOUT;
  LCssend (ch, (char *) &m);
  return 0;
}

/* In place of that of the system: a look whether a process is alive. */
int
kill (pid_t process, int signal)
{
  (void) process;
  expect_equal (signal, 0);
  looks++;
  return 0;
}

static void
receive_from (int32_t place, int64_t round, int sleeps_in_vain)
{
  erbium_store_relaxed (&ch->shared->sent.place, place);
  step = round;
  in_vain = sleeps_in_vain;
  pauses = sleeps = looks = 0;
  expect (LCreceive (ch) != NULL);
  expect_equal (sleeps, 1 + sleeps_in_vain);
}

static void
receive (int64_t round, int sleeps_in_vain)
{
  receive_from (0, round, sleeps_in_vain);
}

static int32_t
bind_to_this_processor (void)
{
  cpu_set_t one;
  int here = sched_getcpu ();
  CPU_ZERO (&one);
  CPU_SET (here, &one);
  expect_equal (sched_setaffinity (0, sizeof one, &one), 0);
  return here;
}

int
main (void)
{
  fake = erb_os_linux;
  fake.now = now;
  fake.pause = count_pause;
  fake.sleep_shared = send_asleep;
  erb_os = &fake;
  ch = LCcreate_as (0, sizeof (struct message), 4, 1);
  receive (MICROSECOND, 0);
  int usual = pauses;
  expect (usual > 0);
  expect_equal (looks, 0);
  receive (MILLISECOND, 0); /* the first round takes as long as a time slice */
  expect (pauses > 0 && pauses < usual);
  receive (MICROSECOND, 0);
  expect_equal (pauses, 0);
  time_here += 100 * MILLISECOND;
  receive (MICROSECOND, 2);
  expect_equal (pauses, usual);
  expect_equal (looks, 2);
  int32_t here = bind_to_this_processor ();
  receive_from (1 + here, MICROSECOND, 0); /* as left by the send before */
  expect_equal (pauses, 0);
  expect_equal (erbium_load_relaxed (&ch->shared->sent.place), 1 + here);
  receive_from (2 + here, MICROSECOND, 0);
  expect_equal (pauses, usual);
}
