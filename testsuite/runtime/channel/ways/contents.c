/* SPDX-License-Identifier: MIT */
/* By each way every message arrives whole and in order, though its buffer is overwritten as soon as it is
 * sent, by recv as well as by next, test and take; and the messages to recv that are offered go past the pages. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "ways.h"

#include <sys/syscall.h>
#include <sys/uio.h>

/* The functions of libc, but now and then late: a side that does not wait for the other one's half is seen. */
static void
be_late (void)
{
  static uint64_t seed;
  if (chance (&seed) % 4 == 0)
    usleep (1000);
}

ssize_t
process_vm_readv (pid_t pid, const struct iovec *here, unsigned long n, const struct iovec *there,
                  unsigned long m, unsigned long flags)
{
  be_late ();
  return syscall (SYS_process_vm_readv, pid, here, n, there, m, flags);
}

ssize_t
process_vm_writev (pid_t pid, const struct iovec *here, unsigned long n, const struct iovec *there,
                   unsigned long m, unsigned long flags)
{
  be_late ();
  return syscall (SYS_process_vm_writev, pid, here, n, there, m, flags);
}

enum { MESSAGES = 240, TAKES = 60 }; /* the first ones are taken in place or asked for */

static int c, done;

static void
ask_for (int n)
{
  size_t size;
  while (n % 3 == 2 && !chan_test (c))
    sched_yield ();
  if (n % 3)
    expect_equal (chan_next (c), size_of (n));
  if (n % 2)
    {
      const unsigned char *at = chan_take (c, &size);
      expect_message (at, size, n);
    }
  else
    receive_message (c, n);
}

static void
receive_all (void *unused)
{
  (void) unused;
  for (int n = 0; n < TAKES; n++)
    ask_for (n);
  chan_send (done, "", 1);
  for (int n = TAKES; n < MESSAGES; n++)
    receive_message (c, n);
  unsigned char byte;
  expect_equal (chan_recv (c, &byte), CHAN_END);
}

/* Sends all; returns how many generations the messages to recv took. */
static int64_t
extensions_by (enum erb_chan_way way, int kind)
{
  char byte;
  erb_chan_only_way = way;
  c = chan_alloc_as (128 << 10, kind);
  done = chan_alloc ();
  chan_setcons (c, 1);
  chan_setprod (done, 1, true);
  pid_t child = start_space (1, receive_all, NULL);
  for (int n = 0; n < TAKES; n++)
    send_message (c, n);
  expect_equal (chan_recv (done, &byte), 1);
  int64_t before = extensions (c);
  for (int n = TAKES; n < MESSAGES; n++)
    send_message (c, n);
  int64_t after = extensions (c);
  chan_close (c);
  chan_close (done);
  expect_good_end (child);
  spmc_died (1, NULL);
  return after - before;
}

int
main (void)
{
  erb_chan_patience = INT64_C (10000000000);
  spmc_init (2);
  int64_t through_pages = extensions_by (ERB_CHAN_STORE, CHAN_EAGER);
  expect_equal (extensions_by (ERB_CHAN_STREAM, CHAN_EAGER), through_pages);
  expect (extensions_by (ERB_CHAN_DIRECT, CHAN_EAGER) * 4 < through_pages);
  for (enum erb_chan_way way = 0; way <= ERB_CHAN_WAYS; way++)
    expect_equal (extensions_by (way, CHAN_LAZY), through_pages);
  extensions_by (ERB_CHAN_WAYS, CHAN_EAGER);
  return 0;
}
