/* SPDX-License-Identifier: MIT */
/* stream_window.c - the runtime itself: windows that grow, or are taken back. */
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

/* ---- Windows that are taken back ------------------------------------------------------------------------ */

/* Element 0 was there, and is released. */
static void
make_taken (void)
{
  make (2, 1);
  model_crowded = true;
  stalled (0, 1);
  *model_element (view[0], 0) = 10;
  erbium_commit_fast (view[0], 1, 0, MODEL_HERE);
  model_act_as (1);
  erbium_update_fast (view[1], 1, 0, MODEL_HERE);
  erbium_release_fast (view[1], 1, 0, MODEL_HERE);
}

static void
produce_second (void)
{
  put (mine (), 1);
  erbium_commit_fast (mine (), 2, 0, MODEL_HERE);
}

/* The window is taken as by a fiber that waits, and its memory used by others. */
static void
take_back (void)
{
  erb_record_take_back ((struct erb_view *) mine ());
  for (int64_t i = 0; i < 2; i++)
    if (model_spare_element (i))
      model_plain_write (model_spare_element (i), 0);
}

static void
take_and_go_on (void)
{
  take_back ();
  update (2, 2);
  get (mine (), 1);
}

MODEL_SCENARIO (taken) = { .about = "a consumer takes the window while its producer asks for more",
  .setup = make_taken,
  .task = { { "producer", produce_second }, { "consumer", take_and_go_on } } };

static void
make_taken_before (void)
{
  make_taken ();
  erb_record_take_back ((struct erb_view *) view[1]);
}

MODEL_SCENARIO (taken_again) = { .about = "a consumer takes the window that its producer has just made",
  .setup = make_taken_before,
  .task = { { "producer", produce_second }, { "consumer", take_back } } };

static void
take_and_end (void)
{
  take_back ();
  model_process_ends ();
}

MODEL_SCENARIO (taken_at_end) = { .about = "a consumer takes the window and ends",
  .setup = make_taken,
  .task = { { "producer", produce_second }, { "consumer", take_and_end } } };

/* Element 1 is not written, so it is the consumer that makes the next window. */
static void
make_skipped (void)
{
  make_taken_before ();
  model_act_as (0);
  erbium_commit_fast (view[0], 2, 0, MODEL_HERE);
}

static void produce_third (void) { put (mine (), 2); }

static void
update_and_end (void)
{
  update (2, 2);
  model_process_ends ();
}

MODEL_SCENARIO (taken_skipped) = { .about = "a consumer makes a window that its producer does not know, "
                                            "and ends",
  .setup = make_skipped,
  .task = { { "producer", produce_third }, { "consumer", update_and_end },
            { "others", model_use_descriptor } } };

/* The consumer has not seen the element that it lets pass. */
static void
make_unseen (void)
{
  make (1, 1);
  model_crowded = true;
}

static void
release_and_take (void)
{
  erbium_release_fast (mine (), 1, 0, MODEL_HERE);
  take_back ();
}

MODEL_SCENARIO (taken_unseen) = { .about = "a consumer takes a window from which it has read nothing",
  .setup = make_unseen,
  .task = { { "producer", produce }, { "consumer", release_and_take } } };
