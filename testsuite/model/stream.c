/* SPDX-License-Identifier: MIT */
/* stream.c - the runtime itself: one producer, one consumer, few elements.
 *
 * The poll loop in wait.c (spin) must count to one here; with 16 rounds of
 * loads that may each be stale nothing but one_element ends in useful time.
 */
#include "system.h"

static erbium_view *writer, *reader;
static erbium_record *record;

static int elements;

static void
make (int n, int horizon)
{
  elements = n;
  model_program (2);
  record = model_record (1, 1);
  writer = erbium_view_new (record, 1, MODEL_HERE);
  erbium_view_register (writer, 1, MODEL_HERE);
  erbium_view_alloc (writer, horizon, MODEL_HERE);
  model_act_as (1);
  reader = erbium_view_new (record, 0, MODEL_HERE);
  erbium_view_register (reader, 1, MODEL_HERE);
  erbium_view_alloc (reader, horizon, MODEL_HERE);
}

static void make_one (void) { make (1, 1); }
static void make_two (void) { make (2, 2); }
static void make_three (void) { make (3, 2); }
static void make_narrow (void) { make (2, 1); }

static void
produce (void)
{
  for (int64_t i = 0; i < elements; i++)
    {
      model_forget (i);
      erbium_stall_near (writer, i + 1, 0, MODEL_HERE);
      int64_t *e = erbium_at_near (writer, i, i + 1, 0, 8, MODEL_HERE);
      model_plain_write (e, 10 + i);
      erbium_commit_near (writer, i + 1, 0, MODEL_HERE);
    }
}

static void
consume (void)
{
  for (int64_t i = 0; i < elements; i++)
    {
      model_forget (i);
      erbium_update_near (reader, i + 1, 0, MODEL_HERE);
      int64_t *e = erbium_at_near (reader, i, i + 1, 0, 8, MODEL_HERE);
      model_assert (model_plain_read (e) == 10 + i, "elements arrive");
      erbium_release_near (reader, i + 1, 0, MODEL_HERE);
    }
}

MODEL_SCENARIO (one_element) = { .about = "the consumer may have to wait",
  .setup = make_one, .task = { { "producer", produce }, { "consumer", consume } } };

MODEL_SCENARIO (narrow) = { .about = "a window of one element",
  .setup = make_narrow, .task = { { "producer", produce }, { "consumer", consume } } };

MODEL_SCENARIO (two) = { .about = "two elements",
  .setup = make_two, .task = { { "producer", produce }, { "consumer", consume } } };
MODEL_SCENARIO (three) = { .about = "three elements",
  .setup = make_three, .task = { { "producer", produce }, { "consumer", consume } } };
