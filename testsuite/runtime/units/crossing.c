/* SPDX-License-Identifier: MIT */
/* A wait for a process of another worker asks for more than it needs as long as it is
 * polled, and more comes; and who was woken from elsewhere stands behind nobody. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %t
#include "ready.c"
#include "wait_fiber.c"
#include "test.h"

enum { NEED = 10, ENOUGH = 100, POLLS = 4 };

static erbium_program program;
static erbium_record record;
static struct erb_view reads;
static struct erbium_slot producer;
static struct erb_worker worker;
static struct erb_process waits;
static struct erb_wait wait;

/* Who waits for the producer of the record, which has committed so much. */
static void
begin (erbium_index committed)
{
  record.ids[ERB_WRITE] = 1;
  record.slot[ERB_WRITE] = &producer;
  erbium_store_relaxed (&producer.index, committed);
  erbium_store_relaxed (&producer.end, ERBIUM_NEVER);
  reads.record = &record;
  worker = (struct erb_worker) { .program = &program };
  waits = (struct erb_process) { .program = &program, .parked = true, .eager = true };
  wait = (struct erb_wait) { .process = &waits, .view = &reads, .record = &record,
                             .side = ERB_WRITE, .need = NEED, .enough = ENOUGH };
  crossing_add (&worker, &wait);
}

static void
stays (int times)
{
  for (int n = 0; n < times; n++)
    expect (!erb_crossing_poll (&worker, POLLS));
  expect (worker.crossing == &wait && !worker.fresh.first);
}

static void
goes (void)
{
  expect (erb_crossing_poll (&worker, POLLS));
  expect (!worker.crossing && worker.fresh.first == &waits);
}

static void
arrives (bool reluctant)
{
  worker = (struct erb_worker) { .program = &program };
  waits = (struct erb_process) { .program = &program, .parked = true, .reluctant = reluctant };
  erbium_store_relaxed (&waits.mail, ERB_WOKEN);
  take_out (&worker, &waits);
  expect (worker.ready.first == &waits);
  expect (!worker.reluctant.first && !waits.reluctant);
}

int
main (void)
{
  begin (NEED - 1); /* not what it needs: never */
  stays (20 * POLLS);
  erbium_store_relaxed (&producer.index, ENOUGH); /* all it asks for: at once */
  goes ();

  begin (0); /* more and more comes */
  for (erbium_index i = 0; i < ENOUGH; i++)
    {
      erbium_store_relaxed (&producer.index, i);
      stays (POLLS - 1);
    }

  begin (NEED); /* what it needs, and no more: after a while */
  stays (POLLS);
  goes ();

  begin (NEED); /* as one who asks for no more: at once */
  wait.enough = NEED;
  goes ();

  arrives (false);
  arrives (true);
}
