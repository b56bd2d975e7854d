/* SPDX-License-Identifier: MIT */
/* An idle worker asks for the probe from time to time, a busy one writes it, and an idle one reads
 * it twice: what the first time takes longer is what that many bytes cost.  It is no measure if the
 * reader has written it itself, or long ago, or was interrupted. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "fiber/move_cost.c"
#include "fiber/transfer_probe.c"
#include "test.h"

static erbium_program program;
static struct erb_worker worker[2];
static int64_t clock_now, reading[2]; /* ns; what the first and the second time take */
static int looks;

/* Two looks are one reading. */
static int64_t
next_look (void)
{
  if (looks % 2 == 1)
    clock_now += reading[looks / 2 % 2];
  looks++;
  return clock_now;
}

static int32_t
state (void)
{
  return erbium_load_relaxed (&program.probe->state);
}

/* Worker 0 writes, and worker 1 reads `late' ns later.  Returns what is known then. */
static int64_t
measured (int64_t first, int64_t second, int64_t late)
{
  struct erb_os os = erb_os_linux;
  os.now = next_look;
  reading[0] = first, reading[1] = second, looks = 0;
  clock_now += period;
  erb_probe_read (&worker[1], clock_now);
  expect_equal (state (), WANTED);
  worker[0].clock = clock_now;
  erb_probe_write (&worker[0]);
  expect_equal (state (), WRITTEN);
  clock_now += late;
  erb_os = &os;
  erb_probe_read (&worker[1], clock_now);
  erb_os = &erb_os_linux;
  return erbium_load_relaxed (&program.transfer);
}

/* Of ERB_PROBE_BYTES. */
static int64_t
data_time (void)
{
  return erb_move_transfer_time (&program, ERB_PROBE_BYTES);
}

int
main (void)
{
  worker[0].program = worker[1].program = &program;
  clock_now = period;
  erb_probe_read (&worker[1], clock_now); /* without a probe */
  erb_probe_write (&worker[0]);
  program.probe = erb_probe_new ();
  expect (program.probe);
  expect_equal (data_time (), ERB_PROBE_BYTES * usual_distance / BYTES);

  erb_probe_write (&worker[0]); /* which nobody wants */
  expect_equal (state (), RESTS);
  expect_equal (measured (1500, 300, 0), 1200);
  expect_equal (data_time (), 1200);
  expect_equal (state (), RESTS);
  erb_probe_read (&worker[1], clock_now + period - 2000); /* too early */
  expect_equal (state (), RESTS);

  expect_equal (measured (1900, 300, 0), 1300); /* an average */
  int64_t longest = 2 * ERB_PROBE_BYTES * usual_distance / BYTES;
  expect_equal (measured (longest + 301, 300, 0), 1300); /* an interruption */
  expect_equal (measured (300, 300, 0), 1300);
  expect_equal (measured (5000, 300, fresh), 1300);
  expect_equal (state (), WANTED); /* once more */

  worker[0].clock = clock_now;
  erb_probe_write (&worker[0]);
  erb_probe_read (&worker[0], clock_now); /* its own */
  expect_equal (state (), WANTED);
  expect_equal (erbium_load_relaxed (&program.transfer), 1300);
  free (program.probe);
}
