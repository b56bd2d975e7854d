/* SPDX-License-Identifier: MIT */
/* stream_end.c - the runtime itself: ids that are taken, ended and handed over, and joins. */
#include "stream.h"

/* ---- The end -------------------------------------------------------------------------------- */

static void make_one (void) { make (1, 1); }

static void
produce_and_end (void)
{
  produce ();
  model_process_ends ();
}

/* Asks for more than there is: first what is there, then nothing. */
static void
consume_to_end (void)
{
  update (2, 1);
  model_forget (0);
  get (mine (), 0);
  update (2, 0);
  model_assert ((erbium_done) (mine (), MODEL_HERE), "done");
}

MODEL_SCENARIO (end) = { .about = "the stream ends in two phases",
  .setup = make_one,
  .task = { { "producer", produce_and_end }, { "consumer", consume_to_end } } };

static void
consume_and_end (void)
{
  update (1, 1);
  model_forget (0);
  get (mine (), 0);
  model_process_ends ();
}

/* Whoever ends last frees the window. */
MODEL_SCENARIO (both_end) = { .about = "the record goes with its last view",
  .setup = make_one,
  .task = { { "producer", produce_and_end }, { "consumer", consume_and_end } } };

/* Element 0 is there and read; its reader goes without releasing it. */
static void
make_leaving (void)
{
  make (1, 1);
  stalled (0, 1);
  *model_element (view[0], 0) = 10;
  erbium_commit_fast (view[0], 1, 0, MODEL_HERE);
  model_act_as (1);
  erbium_update_fast (view[1], 1, 0, MODEL_HERE);
}

static void
read_and_end (void)
{
  get (mine (), 0);
  model_process_ends ();
}

MODEL_SCENARIO (leaving) = { .about = "a reader that ends gives back what it held",
  .setup = make_leaving,
  .task = { { "producer", reuse }, { "consumer", read_and_end } } };

/* ---- The end of a shared stream ----------------------------------------------------------------- */

/* Both producers have room for element 0, which the first one has committed. */
static void
make_shared_end (void)
{
  make_record (3, 2, 1);
  make_view (0, 1, 1, 1);
  make_view (1, 1, 2, 1);
  make_view (2, 0, 1, 2);
  stalled (0, 1);
  erbium_commit_fast (view[0], 1, 0, MODEL_HERE);
  stalled (1, 1);
}

static void
commit_one (void)
{
  erbium_commit_fast (mine (), 1, 0, MODEL_HERE);
}

static void
update_to_end (void)
{
  update (2, 1);
}

/* The consumer may sleep for element 1 when the first producer ends.  From then on the second one,
 * which does not end, has to wake it for element 0. */
MODEL_SCENARIO (shared_end) = { .about = "one producer ends while the other gets to that end",
  .setup = make_shared_end,
  .task = { { "ending", model_process_ends }, { "other", commit_one },
            { "consumer", update_to_end } } };

/* The same where the consumer sleeps from the beginning, which saves nearly all states. */
static struct erb_wait asleep;

static void
make_asleep_at_end (void)
{
  make_shared_end ();
  model_act_as (2);
  asleep = erb_wait_of ((struct erb_view *) view[2], ERB_update, ERB_WRITE, 2, MODEL_HERE);
  erb_wait_enter (&asleep);
}

static void woken (void) { model_assert (!asleep.queued, "the consumer is woken"); }

MODEL_SCENARIO (asleep_at_end) = { .about = "as shared_end, but the consumer is asleep already",
  .setup = make_asleep_at_end, .check = woken,
  .task = { { "ending", model_process_ends }, { "other", commit_one } } };

/* ---- Hand-over ---------------------------------------------------------------------------------- */

static void
make_handover (void)
{
  make_record (2, 1, 1);
  make_view (0, 1, 1, 2);
  make_view (1, 0, 1, 2);
}

static void
hand_over (void)
{
  put (mine (), 0);
  erbium_commit_fast (mine (), 1, 0, MODEL_HERE);
  (erbium_free_view) (mine (), ERBIUM_HANDOVER, MODEL_HERE);
  model_forget (0);
  erbium_view *v = erbium_new_view (record, 1, MODEL_HERE);
  (erbium_register) (v, 1, MODEL_HERE);
  (erbium_alloc) (v, 2, MODEL_HERE);
  put (v, 1);
  erbium_commit_fast (v, 2, 0, MODEL_HERE);
}

/* Element 0 is to be seen whether the first view or the second says so. */
static void
follow (void)
{
  update (1, 1);
  get (mine (), 0);
  model_forget (0);
  update (2, 2);
  get (mine (), 1);
}

MODEL_SCENARIO (handover) = { .about = "another view goes on where one has stopped",
  .setup = make_handover, .task = { { "producer", hand_over }, { "consumer", follow } } };

/* ---- Registration under way ----------------------------------------------------------------------- */

static void
make_late (void)
{
  elements = 1;
  make_record (2, 1, 1);
  make_view (0, 1, 0, 1);
  make_view (1, 0, 0, 1);
}

static void
register_and_produce (void)
{
  (erbium_register) (mine (), 1, MODEL_HERE);
  produce ();
}

static void
register_and_consume (void)
{
  (erbium_register) (mine (), 1, MODEL_HERE);
  receive ();
}

MODEL_SCENARIO (late) = { .about = "each side waits for the other to register",
  .setup = make_late,
  .task = { { "producer", register_and_produce }, { "consumer", register_and_consume } } };

/* ---- Joining ---------------------------------------------------------------------------------------------- */

static int64_t work;

static void do_work (void *arguments)
{
  (void) arguments;
  model_plain_write (&work, 5);
}

static void
make_joined (void)
{
  static const struct erbium_entry entry = { .name = "worker", .start = do_work };
  work = 0;
  program = model_program (2);
  model_process_is (1, &entry);
}

static void
join_worker (void)
{
  (erbium_join) (2, MODEL_HERE);
  model_assert (model_plain_read (&work) == 5, "what was done before the end is seen");
}

MODEL_SCENARIO (joined) = { .about = "one waits for the end of the other",
  .setup = make_joined, .task = { { "joiner", join_worker }, { "worker", model_process_runs } } };
