/* SPDX-License-Identifier: MIT */
/* stream_own.c - the runtime itself: readers with windows of their own, and a communicator. */
#include "stream.h"

#include "private/communicator.h"

/* ---- Copies ------------------------------------------------------------------------------ */

static struct erb_backend cells;

/* A window has pointers to cells: the contents of these are what is copied. */
static void
copy_contents (struct erb_view *v, const struct erb_window *w, erb_position from,
               erb_position to)
{
  for (erb_position at = from; at < to; at += v->record->size)
    {
      erbium_view source = { .origin = (uintptr_t) w->base + (at & (w->bytes - 1)) };
      erbium_view target = { .origin = (uintptr_t) v->hot.base + (at & v->hot.mask) };
      model_plain_write (model_element (&target, 0), model_plain_read (model_element (&source, 0)));
    }
}

/* The producers' window of 8 has 7 elements. */
static void
make_own (int horizon)
{
  program->set.windows = ERB_WINDOWS_PRIVATE;
  program->set.communicator = ERB_COMMUNICATOR_NONE;
  record = model_record (1, 1);
  cells = erb_backend_shared;
  cells.copy = copy_contents;
  record->backend = &cells;
  make_view (0, 1, 1, horizon);
  make_view (1, 0, 1, horizon);
}

/* Element 0 is there, and the next seven belong to nobody. */
static void
make_reused (void)
{
  make_record (2, 1, 1);
  make_own (7);
  stalled (0, 1);
  *model_element (view[0], 0) = 10;
  erbium_commit_fast (view[0], 8, 0, MODEL_HERE);
}

/* Element 8 takes the place of element 0 in the producers' window. */
static void
produce_far (void)
{
  put (mine (), 8);
  erbium_commit_fast (mine (), 9, 0, MODEL_HERE);
}

static void
consume_far (void)
{
  update (8, 8);
  get (mine (), 0);
  update (9, 9);
  get (mine (), 0);
  get (mine (), 8);
}

MODEL_SCENARIO (reused) = {
  .about = "a producer overwrites what its reader has copied and not released",
  .setup = make_reused, .task = { { "producer", produce_far }, { "consumer", consume_far } } };

/* ---- A communicator --------------------------------------------------------------------- */

static struct erb_communicator communicator;
static struct erb_served served;

static void
make_communicator (void)
{
  memset (&communicator, 0, sizeof communicator);
  memset (&served, 0, sizeof served);
  communicator.self.program = program;
  communicator.self.task = &erb_task_thread;
  erb_lock_init (&communicator.lock);
  erbium_add (&program->awake, 1);
  served.view = (struct erb_view *) view[1];
  served.by = &communicator;
  communicator.first = &served;
  served.view->own.served = &served;
}

static void
make_copied (void)
{
  make_record (2, 1, 1);
  make_own (1);
  elements = 1;
  make_communicator ();
}

/* The reader does nothing: the element comes by itself. */
static void
copy_one (void)
{
  while (served.view->own.arrived < 1)
    {
      model_forget (0);
      if (!erb_communicator_serve (&communicator))
        erb_communicator_sleep (&communicator);
    }
}

MODEL_SCENARIO (copied) = {
  .about = "a communicator sleeps until a producer commits",
  .setup = make_copied, .task = { { "producer", produce }, { "communicator", copy_one } } };

/* Two elements are there, of which the reader takes one. */
static void
make_served (void)
{
  make_record (2, 1, 1);
  make_own (2);
  make_communicator ();
  stalled (0, 2);
  for (int i = 0; i < 2; i++)
    *model_element (view[0], i) = 10 + i;
  erbium_commit_fast (view[0], 2, 0, MODEL_HERE);
}

static void
serve (void)
{
  while (!erbium_load_acquire (&communicator.stop))
    {
      model_forget (0);
      if (!erb_communicator_serve (&communicator))
        erb_communicator_sleep (&communicator);
    }
}

static void
consume_served (void)
{
  update (1, 1);
  get (mine (), 0);
  erbium_release_fast (mine (), 1, 0, MODEL_HERE);
  erb_communicator_stop_serving (&communicator);
}

MODEL_SCENARIO (served) = {
  .about = "a reader and its communicator copy the same elements, until the reader ends it",
  .setup = make_served, .task = { { "communicator", serve }, { "consumer", consume_served } } };
