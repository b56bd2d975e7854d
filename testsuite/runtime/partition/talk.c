/* SPDX-License-Identifier: MIT */
/* Two partitions exchange messages through channels: the program, and a guest that runs the same
 * file.  A guest that is killed while it talks is a dead space to the other side. */
// UNSUPPORTED: sanitizer
// RUN: %cc %s -o %t -L%out -Wl,-rpath,%out -lerbium
// RUN: %timed %t > %t.out && FileCheck %s < %t.out
// RUN: %status 119 %timed %t killed > %t.said 2>&1 && FileCheck --check-prefix=KILLED %s < %t.said
// CHECK: 60 messages, the guest has its own variables
// KILLED: talk.c:{{.*}}: error: erbium_chan_recv: {{.*}}: its producer, space 1, has died
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

#include "erbium/channel.h"
#include "erbium/partition.h"

enum { MESSAGES = 60, MOST = 300000 };

ERBIUM_PARTITION_TLS (256);

static int channel[2];   /* to the guest, from it */
static int count;        /* of messages on this side */
static unsigned char in[MOST];

static size_t
size_of (int n)
{
  static const size_t size[] = { 8, 8191, 8192, 40000, MOST };
  return size[n % 5];
}

static void
check (size_t size, int n, int salt)
{
  expect_equal (size, size_of (n));
  for (size_t at = 0; at < size; at++)
    if (in[at] != (unsigned char) (at * 7 + (size_t) (n + salt)))
      expect_equal (at, size);
  count++;
}

static void
put (int to, int n, int salt)
{
  unsigned char *out = malloc (MOST);
  for (size_t at = 0; at < size_of (n); at++)
    out[at] = (unsigned char) (at * 7 + (size_t) (n + salt));
  erbium_chan_send (to, out, size_of (n));
  memset (out, 0, MOST);
  free (out);
}

static int
run_guest (void)
{
  const int *channels = erbium_partition_import (0, "channels", NULL);
  erbium_spmc_enter (1);
  for (int n = 0; n < MESSAGES; n++)
    {
      check (erbium_chan_recv (channels[0], in), n, 1);
      put (channels[1], n, 2);
    }
  erbium_spmc_leave ();
  return count == MESSAGES ? 7 : 1;
}

static void
start_channels (void)
{
  erbium_spmc_init (2);
  channel[0] = erbium_chan_alloc_as (128 << 10, ERBIUM_CHAN_EAGER);
  channel[1] = erbium_chan_alloc_as (128 << 10, ERBIUM_CHAN_EAGER);
  erbium_chan_setcons (channel[0], 1);
  erbium_chan_setprod (channel[1], 1, true);
  erbium_partition_export ("channels", channel, sizeof channel);
}

int
main (int arguments, char **argument)
{
  if (arguments > 1 && strcmp (argument[1], "guest") == 0)
    return run_guest ();
  char *const words[] = { "talk", "guest", NULL };
  start_channels ();
  int id = erbium_partition_spawn ("/proc/self/exe", words, NULL, NULL);
  if (id < 0)
    puts (erbium_partition_refusal ());
  for (int n = 0; n < MESSAGES; n++)
    {
      if (arguments > 1 && n == MESSAGES / 2)
        expect (erbium_partition_kill (id));
      put (channel[0], n, 1);
      check (erbium_chan_recv (channel[1], in), n, 2);
    }
  int status = erbium_partition_join (id);
  printf ("%d messages, the guest has %s variables\n", count,
          status == 7 << 8 ? "its own" : "other");
}
