/* SPDX-License-Identifier: MIT */
/* stream.c - the runtime itself: producers, consumers, few elements.
 *
 * Records, views and ids are made in set-up but where a scenario is about them.
 * Each task forgets its past between two elements (model_forget): its state is
 * then its view, which the explorer hashes.
 *
 * Waits have no doze but where a scenario says so: they look, ask, sleep.
 */
#include "system.h"

static erbium_record *record;
static erbium_program *program;
static erbium_view *view[MODEL_TASKS]; /* of task n */
static erbium_atomic flag;
static int elements;

/* ---- Pieces of set-ups and tasks ---------------------------------------------- */

static void
make_record (int tasks, int writers, int readers)
{
  program = model_program (tasks);
  record = model_record (writers, readers);
  erbium_store_relaxed (&flag, 0);
  model_name (&flag, "flag");
}

/* Gives task a view; id 0: it does not register. */
static void
make_view (int task, int write, int id, int horizon)
{
  model_act_as (task);
  view[task] = erbium_view_new (record, write, MODEL_HERE);
  if (id)
    erbium_view_register (view[task], id, MODEL_HERE);
  erbium_view_alloc (view[task], horizon, MODEL_HERE);
}

static void
make (int n, int horizon)
{
  elements = n;
  make_record (2, 1, 1);
  make_view (0, 1, 1, horizon);
  make_view (1, 0, 1, horizon);
}

static erbium_view *
mine (void)
{
  return view[model_self ()];
}

static void
put (erbium_view *v, int64_t i)
{
  erbium_stall_near (v, i + 1, 0, MODEL_HERE);
  model_plain_write (model_element (v, i), 10 + i);
}

/* In set-up: what put would wait for first is done. */
static void
stalled (int task, int64_t i)
{
  model_act_as (task);
  erbium_stall_near (view[task], i, 0, MODEL_HERE);
}

static void
get (erbium_view *v, int64_t i)
{
  model_assert (model_plain_read (model_element (v, i)) == 10 + i, "elements arrive");
}

static void
produce (void)
{
  for (int64_t i = 0; i < elements; i++)
    {
      model_forget (i);
      put (mine (), i);
      erbium_commit_near (mine (), i + 1, 0, MODEL_HERE);
    }
}

static void
update (int64_t i, int64_t expected)
{
  model_assert (erbium_update_near (mine (), i, 0, MODEL_HERE) == expected,
                "what update returns");
}

static void
consume (void)
{
  for (int64_t i = 0; i < elements; i++)
    {
      model_forget (i);
      update (i + 1, i + 1);
      get (mine (), i);
      erbium_release_near (mine (), i + 1, 0, MODEL_HERE);
    }
}

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
  erbium_commit_near (view[0], 1, 0, MODEL_HERE);
  model_act_as (1);
  erbium_update_near (view[1], 1, 0, MODEL_HERE);
}

static void
produce_second (void)
{
  put (mine (), 1);
  erbium_commit_near (mine (), 2, 0, MODEL_HERE);
}

static void
consume_both (void)
{
  get (mine (), 0);
  erbium_release_near (mine (), 1, 0, MODEL_HERE);
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

static void
receive (void)
{
  update (1, 1);
  get (mine (), 0);
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
  erbium_commit_near (view[0], 1, 0, MODEL_HERE);
  for (int task = 1; task < 3; task++)
    {
      model_act_as (task);
      erbium_update_near (view[task], 1, 0, MODEL_HERE);
    }
}

static void
reuse (void)
{
  erbium_stall_near (mine (), 2, 0, MODEL_HERE);
  model_plain_write (model_element (mine (), 0), 11);
}

static void
release (void)
{
  get (mine (), 0);
  erbium_release_near (mine (), 1, 0, MODEL_HERE);
}

MODEL_SCENARIO (room) = { .about = "a producer waits for room from two consumers",
  .setup = make_reuse,
  .task = { { "producer", reuse }, { "consumer", release }, { "other", release } } };

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
  erbium_commit_near (mine (), 2, 0, MODEL_HERE);
}

static void
gather (void)
{
  update (2, 2);
  get (mine (), 0);
  get (mine (), 1);
}

MODEL_SCENARIO (shared) = { .about = "two producers, an element each",
  .setup = make_shared,
  .task = { { "producer", share }, { "another", share }, { "consumer", gather } } };

/* Element 8 has the place of element 0 in a window of 8. */
static void
make_apart (void)
{
  make_record (3, 2, 0);
  make_view (0, 1, 1, 16);
  make_view (1, 1, 2, 16);
  make_view (2, 0, 0, 16);
  stalled (0, 7);
  erbium_commit_near (view[0], 7, 0, MODEL_HERE);
}

static void
get_ahead (void)
{
  put (mine (), 8);
  get (mine (), 8);
  erbium_commit_near (mine (), 9, 0, MODEL_HERE);
}

static void
stay_behind (void)
{
  put (mine (), 0);
  get (mine (), 0);
  erbium_commit_near (mine (), 1, 0, MODEL_HERE);
}

/* What is not told to be missed is what the one behind wrote. */
static void
observe (void)
{
  model_act_as (2);
  model_assert (erbium_update_near (view[2], 1, 0, MODEL_HERE) == 1, "what update returns");
  model_assert (erbium_view_missed (view[2], MODEL_HERE) <= 1, "what is missed");
  model_assert (*model_element (view[2], 0) == 10, "what was written stands there");
}

MODEL_SCENARIO (apart) = { .about = "a producer that nobody reads is a window ahead of another",
  .setup = make_apart, .check = observe,
  .task = { { "ahead", get_ahead }, { "behind", stay_behind } } };

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
  model_assert (erbium_view_done (mine (), MODEL_HERE), "done");
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
  erbium_commit_near (view[0], 1, 0, MODEL_HERE);
  model_act_as (1);
  erbium_update_near (view[1], 1, 0, MODEL_HERE);
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
  erbium_commit_near (mine (), 1, 0, MODEL_HERE);
  erbium_view_free (mine (), ERBIUM_HANDOVER, MODEL_HERE);
  model_forget (0);
  erbium_view *v = erbium_view_new (record, 1, MODEL_HERE);
  erbium_view_register (v, 1, MODEL_HERE);
  erbium_view_alloc (v, 2, MODEL_HERE);
  put (v, 1);
  erbium_commit_near (v, 2, 0, MODEL_HERE);
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
  erbium_view_register (mine (), 1, MODEL_HERE);
  produce ();
}

static void
register_and_consume (void)
{
  erbium_view_register (mine (), 1, MODEL_HERE);
  receive ();
}

MODEL_SCENARIO (late) = { .about = "each side waits for the other to register",
  .setup = make_late,
  .task = { { "producer", register_and_produce }, { "consumer", register_and_consume } } };

/* ---- Windows that grow -------------------------------------------------------------------------------- */

static void
make_growing (void)
{
  elements = 2;
  make_record (2, 1, 1);
  make_view (0, 1, 1, 2);
  model_act_as (1);
  view[1] = erbium_view_new (record, 0, MODEL_HERE);
  erbium_view_register (view[1], 1, MODEL_HERE);
}

static void
grow_and_consume (void)
{
  erbium_view_alloc (mine (), 4, MODEL_HERE);
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
  erbium_commit_near (mine (), 1, 0, MODEL_HERE);
  put (mine (), 8);
  erbium_commit_near (mine (), 9, 0, MODEL_HERE);
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
  erbium_commit_near (view[0], 7, 0, MODEL_HERE);
  model_act_as (1);
  erbium_update_near (view[1], 7, 0, MODEL_HERE);
}

static void
produce_eighth (void)
{
  put (mine (), 7);
  erbium_commit_near (mine (), 8, 0, MODEL_HERE);
}

static void
release_one (void)
{
  get (mine (), 0);
  erbium_release_near (mine (), 1, 0, MODEL_HERE);
  get (mine (), 1);
  get (mine (), 6);
}

MODEL_SCENARIO (patient) = { .about = "a producer waits for room in a window that could grow",
  .setup = make_patient,
  .task = { { "producer", produce_eighth }, { "consumer", release_one } } };

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
  erbium_process_join (2, MODEL_HERE);
  model_assert (model_plain_read (&work) == 5, "what was done before the end is seen");
}

MODEL_SCENARIO (joined) = { .about = "one waits for the end of the other",
  .setup = make_joined, .task = { { "joiner", join_worker }, { "worker", model_process_runs } } };
