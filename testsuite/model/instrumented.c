/* SPDX-License-Identifier: MIT */
/* instrumented.c - the self-test of plain.c: code that is compiled with
 * -fsanitize=thread and says nothing about its plain accesses. */
#include "explorer.h"

static erbium_atomic flag;
static int mutex, order[2];
static int64_t counter;
static struct { int32_t mine, yours; char small[4]; } beside;
static struct box { int64_t a, b; } *box;

static void
zero (void)
{
  erbium_store_relaxed (&flag, 0);
  counter = order[0] = order[1] = 0;
  beside.mine = beside.yours = 0;
  box = NULL;
  model_name (&flag, "flag");
  model_name (&counter, "counter");
}

static void
count_locked (void)
{
  model_lock (&mutex);
  order[model_self ()] = ++counter;
  model_unlock (&mutex);
}
static void count (void) { ++counter; }
static void turns (void) { model_outcome ("%d%d", order[0], order[1]); }

MODEL_SCENARIO (counter_locked) = { .about = "a counter under a mutex", .litmus = 1,
  .setup = zero, .task = { { "0", count_locked }, { "1", count_locked } },
  .check = turns, .tso = "12 21", .ra = "12 21" };

MODEL_SCENARIO (counter_bare) = { .about = "fault: a counter without", .litmus = 1,
  .setup = zero, .task = { { "0", count_locked }, { "1", count } },
  .fails_tso = "race", .fails_ra = "race" };

/* Neighbours in one word are two data. */
static void write_mine (void) { beside.mine = 1; beside.small[0] = 1; }
static void write_yours (void) { beside.yours = 2; beside.small[1] = 2; }

MODEL_SCENARIO (neighbours) = { .about = "fields of one word, a task each", .litmus = 1,
  .setup = zero, .task = { { "0", write_mine }, { "1", write_yours } } };

/* A structure goes over by pointer; the reader may come too early or in time. */
static void
send_box (void)
{
  struct box *p = model_alloc (sizeof *p, 16);
  p->a = model_choose (2);
  p->b = 5;
  box = p;
  erbium_store_release (&flag, 1);
}
static void
get_box (void)
{
  if (erbium_load_acquire (&flag))
    order[0] = 1 + box->a + box->b;
}
static void
peek_box (void)
{
  if (erbium_load_relaxed (&flag))
    order[0] = 1 + box->a + box->b;
}
static void sum (void) { model_outcome ("%d", order[0]); }

MODEL_SCENARIO (box_passed) = { .about = "values behind a pointer are all seen",
  .litmus = 1, .setup = zero, .task = { { "0", send_box }, { "1", get_box } },
  .check = sum, .tso = "0 6 7", .ra = "0 6 7" };

MODEL_SCENARIO (box_torn) = { .about = "fault: pointer without acquire", .litmus = 1,
  .setup = zero, .task = { { "0", send_box }, { "1", peek_box } },
  .check = sum, .tso = "0 6 7", .fails_ra = "race" };
