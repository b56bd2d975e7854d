/* SPDX-License-Identifier: MIT */
/* stream_several.c - the runtime itself: several consumers, several producers. */
#include "stream.h"

/* ---- Broadcast ------------------------------------------------------------------------ */

static void
make_broadcast (void)
{
  elements = 1;
  make_record (3, 1, 2);
  make_view (0, 1, 1, 1);
  make_view (1, 0, 1, 1);
  make_view (2, 0, 2, 1);
  stalled (0, 1);
}

MODEL_SCENARIO (broadcast) = { .about = "two consumers wait for one element",
  .setup = make_broadcast,
  .task = { { "producer", produce }, { "consumer", receive }, { "other", receive } } };

/* Element 0 is there; its place is to be used again when both have released. */
static void
make_reuse (void)
{
  make_broadcast ();
  model_act_as (0);
  *model_element (view[0], 0) = 10;
  erbium_commit_fast (view[0], 1, 0, MODEL_HERE);
  for (int task = 1; task < 3; task++)
    {
      model_act_as (task);
      erbium_update_fast (view[task], 1, 0, MODEL_HERE);
    }
}

static void
release (void)
{
  get (mine (), 0);
  erbium_release_fast (mine (), 1, 0, MODEL_HERE);
}

MODEL_SCENARIO (room) = { .about = "a producer waits for room from two consumers",
  .setup = make_reuse,
  .task = { { "producer", reuse }, { "consumer", release }, { "other", release } } };

/* As reuse, with one of two readers, as the engine of a rank waits (rank/stream.c): the other one
 * releases nothing. */
static void
make_only (void)
{
  elements = 1;
  make_record (2, 1, 2);
  make_view (0, 0, 2, 1);
  make_view (0, 1, 1, 1);
  make_view (1, 0, 1, 1);
  stalled (0, 1);
  *model_element (view[0], 0) = 10;
  erbium_commit_fast (view[0], 1, 0, MODEL_HERE);
  model_act_as (1);
  erbium_update_fast (view[1], 1, 0, MODEL_HERE);
}

static void
reuse_after_first (void)
{
  struct erb_wait w
    = erb_wait_of ((struct erb_view *) mine (), ERB_stall, ERB_READ, 1, MODEL_HERE);
  w.only = 1;
  erb_wait (&w, -1);
  model_plain_write (model_element (mine (), 0), 11);
}

MODEL_SCENARIO (only) = { .about = "a process waits for one of two consumers alone",
  .setup = make_only,
  .task = { { "producer", reuse_after_first }, { "consumer", release } } };

/* ---- Different needs ------------------------------------------------------------------ */

static void
make_needs (void)
{
  make_record (3, 1, 2);
  make_view (0, 1, 1, 2);
  make_view (1, 0, 1, 2);
  make_view (2, 0, 2, 2);
}

static void need_one (void) { update (1, 1); }
static void need_two (void) { update (2, 2); }

static void
commit_two (void)
{
  erbium_commit_fast (mine (), 2, 0, MODEL_HERE);
}

/* The slot wakes for the lesser need, whichever consumer sleeps first.  No elements: what matters
 * is that both wake. */
MODEL_SCENARIO (needs) = { .about = "two consumers sleep for different elements, and both come",
  .setup = make_needs,
  .task = { { "producer", commit_two }, { "consumer", need_one }, { "other", need_two } } };

/* ---- Two producers ---------------------------------------------------------------------- */

static void
make_shared (void)
{
  make_record (3, 2, 1);
  make_view (0, 1, 1, 2);
  make_view (1, 1, 2, 2);
  make_view (2, 0, 1, 2);
  stalled (0, 2);
  stalled (1, 2);
}

/* Element n by task n; both commit past both. */
static void
share (void)
{
  int64_t i = model_self ();
  model_plain_write (model_element (mine (), i), 10 + i);
  erbium_commit_fast (mine (), 2, 0, MODEL_HERE);
}

MODEL_SCENARIO (shared) = { .about = "two producers, an element each",
  .setup = make_shared,
  .task = { { "producer", share }, { "another", share }, { "consumer", gather } } };

/* Writes the element that it claims: a plain write, which would race with that of another. */
static void
claim_one (void)
{
  int64_t i = (erbium_claim) (mine (), 1, 1, MODEL_HERE);
  model_assert (i == 0 || i == 1, "what claim returns");
  model_plain_write (model_element (mine (), i), 10 + i);
  erbium_commit_fast (mine (), 2, 0, MODEL_HERE);
}

static void
make_claims (void)
{
  make_record (2, 2, 1);
  make_view (0, 0, 1, 2); /* so that producers need not wait */
  make_view (0, 1, 1, 2);
  make_view (1, 1, 2, 2);
  stalled (0, 2);
  stalled (1, 2);
}

/* Checks that all elements have been written, so each was claimed once. */
static void
both_written (void)
{
  for (int64_t i = 0; i < 2; i++)
    model_assert (*model_element (view[0], i) == 10 + i, "each element was written");
}

MODEL_SCENARIO (claims) = { .about = "two producers claim an element each",
  .setup = make_claims, .check = both_written,
  .task = { { "producer", claim_one }, { "another", claim_one } } };

/* Element 8 has the place of element 0 in a window of 8. */
static void
make_apart (void)
{
  make_record (3, 2, 0);
  make_view (0, 1, 1, 16);
  make_view (1, 1, 2, 16);
  make_view (2, 0, 0, 16);
  stalled (0, 7);
  erbium_commit_fast (view[0], 7, 0, MODEL_HERE);
}

static void
get_ahead (void)
{
  put (mine (), 8);
  get (mine (), 8);
  erbium_commit_fast (mine (), 9, 0, MODEL_HERE);
}

static void
stay_behind (void)
{
  put (mine (), 0);
  get (mine (), 0);
  erbium_commit_fast (mine (), 1, 0, MODEL_HERE);
}

/* An element that is not reported as missed is the one that the producer behind wrote. */
static void
observe (void)
{
  model_act_as (2);
  model_assert (erbium_update_fast (view[2], 1, 0, MODEL_HERE) == 1, "what update returns");
  model_assert ((erbium_missed) (view[2], MODEL_HERE) <= 1, "what is missed");
  model_assert (*model_element (view[2], 0) == 10, "what was written stands there");
}

MODEL_SCENARIO (apart) = { .about = "a producer that nobody reads is a window ahead of another",
  .setup = make_apart, .check = observe,
  .task = { { "ahead", get_ahead }, { "behind", stay_behind } } };

/* ---- An observer ------------------------------------------------------------------------------------- */

/* It reads while a producer may write: of elements that are atomic here. */
static erbium_atomic *
racing (erbium_view *v, int64_t i)
{
  return (erbium_atomic *) model_element (v, i);
}

/* Element 8 gets the place of element 0. */
static void
make_observed (void)
{
  make_record (2, 1, 0);
  make_view (0, 1, 1, 16);
  make_view (1, 0, 0, 16);
  stalled (0, 7);
  erbium_store_relaxed (racing (view[0], 0), 10);
  erbium_commit_fast (view[0], 7, 0, MODEL_HERE);
  model_act_as (1);
  erbium_update_fast (view[1], 1, 0, MODEL_HERE);
}

static void
overwrite (void)
{
  erbium_stall_fast (mine (), 9, 0, MODEL_HERE);
  erbium_store_relaxed (racing (mine (), 8), 18);
}

static void
read_and_ask (void)
{
  int64_t x = erbium_load_relaxed (racing (mine (), 0));
  model_assert ((erbium_missed) (mine (), MODEL_HERE) == 1 || x == 10,
                "what is not reported as missed is as it was");
}

MODEL_SCENARIO (observed) = { .about = "an observer reads what a producer may be overwriting",
  .setup = make_observed,
  .task = { { "producer", overwrite }, { "observer", read_and_ask } } };
