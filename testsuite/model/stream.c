/* SPDX-License-Identifier: MIT */
/* stream.c - the runtime itself: one producer, one consumer, few elements. */
#include "stream.h"

/* ---- One producer, one consumer ------------------------------------------------- */

static void make_two (void) { make (2, 2); }
MODEL_SCENARIO (two) = { .about = "two elements, room for both",
  .setup = make_two, .task = { { "producer", produce }, { "consumer", consume } } };

/* Element 0 is there, and takes all the room. */
static void
make_narrow (void)
{
  make (2, 1);
  stalled (0, 1);
  *model_element (view[0], 0) = 10;
  erbium_commit_fast (view[0], 1, 0, MODEL_HERE);
  model_act_as (1);
  erbium_update_fast (view[1], 1, 0, MODEL_HERE);
}

static void
produce_second (void)
{
  put (mine (), 1);
  erbium_commit_fast (mine (), 2, 0, MODEL_HERE);
}

static void
consume_both (void)
{
  get (mine (), 0);
  erbium_release_fast (mine (), 1, 0, MODEL_HERE);
  model_forget (1);
  update (2, 2);
  get (mine (), 1);
}

MODEL_SCENARIO (narrow) = { .about = "room for one: the producer sleeps, then the consumer",
  .setup = make_narrow,
  .task = { { "producer", produce_second }, { "consumer", consume_both } } };

/* ---- Dozes, deadlocks looked for -------------------------------------------------- */

static void
make_doze (void)
{
  make (1, 1);
  program->set.doze = 1000;
}

MODEL_SCENARIO (doze) = { .about = "the consumer naps before it sleeps",
  .setup = make_doze, .task = { { "producer", produce }, { "consumer", consume } } };

static void
make_spinning (void)
{
  make (1, 1);
  program->set.spin = 2;
  model_ticking = true;
}

MODEL_SCENARIO (spinning) = { .about = "the consumer looks twice before it sleeps",
  .setup = make_spinning, .task = { { "producer", produce }, { "consumer", consume } } };

static void
make_loaded (void)
{
  make (1, 1);
  program->set.doze = 1000;
  erbium_store_relaxed (&program->spinning.from, ERBIUM_NEVER);
}

MODEL_SCENARIO (loaded) = { .about = "no process spins: the consumer sleeps at once",
  .setup = make_loaded, .task = { { "producer", produce }, { "consumer", consume } } };

static void
make_suspicious (void)
{
  make (1, 1);
  model_suspicious = true;
}

MODEL_SCENARIO (suspicious) = { .about = "the consumer looks for deadlocks while it sleeps",
  .setup = make_suspicious,
  .task = { { "producer", produce }, { "consumer", consume } } };

/* The consumer asks for two elements before it releases one. */
static void
make_artificial (void)
{
  elements = 2;
  make_record (2, 1, 1);
  make_view (0, 1, 1, 1);
  make_view (1, 0, 1, 2);
  model_suspicious = true;
}

static void
consume_pair (void)
{
  update (2, 2);
  get (mine (), 0);
  get (mine (), 1);
}

MODEL_SCENARIO (artificial) = { .about = "an artificial deadlock is grown away",
  .setup = make_artificial,
  .task = { { "producer", produce }, { "consumer", consume_pair } } };
