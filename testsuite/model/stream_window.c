/* SPDX-License-Identifier: MIT */
/* stream_window.c - the runtime itself: windows that grow. */
#include "stream.h"

/* ---- Windows that grow -------------------------------------------------------------------------------- */

static void
make_growing (void)
{
  elements = 2;
  make_record (2, 1, 1);
  make_view (0, 1, 1, 2);
  model_act_as (1);
  view[1] = erbium_new_view (record, 0, MODEL_HERE);
  (erbium_register) (view[1], 1, MODEL_HERE);
}

static void
grow_and_consume (void)
{
  (erbium_alloc) (mine (), 4, MODEL_HERE);
  gather ();
}

MODEL_SCENARIO (growing) = { .about = "a consumer makes the window larger under a producer",
  .setup = make_growing,
  .task = { { "producer", produce }, { "consumer", grow_and_consume } } };

static void
make_wide (void)
{
  make_record (2, 1, 1);
  make_view (0, 1, 1, 16);
  make_view (1, 0, 1, 16);
}

/* The window of 8 has 7 elements; 1 + 8 are more.  Element 8 would have had the
 * place of element 0, which is still read. */
static void
produce_wide (void)
{
  put (mine (), 0);
  erbium_commit_fast (mine (), 1, 0, MODEL_HERE);
  put (mine (), 8);
  erbium_commit_fast (mine (), 9, 0, MODEL_HERE);
}

static void
consume_wide (void)
{
  update (1, 1);
  get (mine (), 0);
  update (9, 9);
  get (mine (), 0);
  get (mine (), 8);
}

MODEL_SCENARIO (wide) = { .about = "a producer makes the window larger under a consumer",
  .setup = make_wide,
  .task = { { "producer", produce_wide }, { "consumer", consume_wide } } };

/* The window holds 7 elements and they are there; the horizon allows more.  The
 * producer waits a while for room before it makes the window larger. */
static void
make_patient (void)
{
  make_record (2, 1, 1);
  make_view (0, 1, 1, 16);
  make_view (1, 0, 1, 16);
  program->set.doze = 100000000; /* longer than patience: one nap */
  stalled (0, 7);
  for (int64_t i = 0; i < 7; i++)
    *model_element (view[0], i) = 10 + i;
  erbium_commit_fast (view[0], 7, 0, MODEL_HERE);
  model_act_as (1);
  erbium_update_fast (view[1], 7, 0, MODEL_HERE);
}

static void
produce_eighth (void)
{
  put (mine (), 7);
  erbium_commit_fast (mine (), 8, 0, MODEL_HERE);
}

static void
release_one (void)
{
  get (mine (), 0);
  erbium_release_fast (mine (), 1, 0, MODEL_HERE);
  get (mine (), 1);
  get (mine (), 6);
}

MODEL_SCENARIO (patient) = { .about = "a producer waits for room in a window that could grow",
  .setup = make_patient,
  .task = { { "producer", produce_eighth }, { "consumer", release_one } } };
