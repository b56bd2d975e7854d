/* SPDX-License-Identifier: MIT */
/* stream.h - pieces of set-ups and tasks for the scenarios of the runtime itself.
 *
 * stream.c            one producer, one consumer
 * stream_several.c    several of a side
 * stream_end.c        ids that are taken, ended and handed over
 * stream_window.c     windows that grow
 * stream_own.c        windows that belong to a reader
 * stream_lock.c       the lock of a record
 * stream_steal.c      processes that move between workers
 *
 * Records, views and ids are made in set-up but where a scenario is about them.
 * Each task forgets its past between two elements (model_forget): its state is
 * then its view, which the explorer hashes.
 *
 * Waits have no doze but where a scenario says so: they look, ask, sleep.
 *
 * Each file has pieces of its own: a scenario lies in one.
 */
#ifndef MODEL_STREAM_H
#define MODEL_STREAM_H

#include "system.h"

#define PIECE static __attribute__ ((unused))

PIECE erbium_record *record;
PIECE erbium_program *program;
PIECE erbium_view *view[MODEL_TASKS]; /* of task n */
PIECE erbium_atomic flag;
PIECE int elements;

PIECE void
make_record (int tasks, int writers, int readers)
{
  program = model_program (tasks);
  record = model_record (writers, readers);
  erbium_store_relaxed (&flag, 0);
  model_name (&flag, "flag");
}

/* Gives task a view; id 0: it does not register. */
PIECE void
make_view (int task, int write, int id, int horizon)
{
  model_act_as (task);
  view[task] = erbium_new_view (record, write, MODEL_HERE);
  if (id)
    (erbium_register) (view[task], id, MODEL_HERE);
  (erbium_alloc) (view[task], horizon, MODEL_HERE);
}

PIECE void
make (int n, int horizon)
{
  elements = n;
  make_record (2, 1, 1);
  make_view (0, 1, 1, horizon);
  make_view (1, 0, 1, horizon);
}

PIECE erbium_view *
mine (void)
{
  return view[model_self ()];
}

PIECE void
put (erbium_view *v, int64_t i)
{
  erbium_stall_fast (v, i + 1, 0, MODEL_HERE);
  model_plain_write (model_element (v, i), 10 + i);
}

/* In set-up: what put would wait for first is done. */
PIECE void
stalled (int task, int64_t i)
{
  model_act_as (task);
  erbium_stall_fast (view[task], i, 0, MODEL_HERE);
}

PIECE void
get (erbium_view *v, int64_t i)
{
  model_assert (model_plain_read (model_element (v, i)) == 10 + i, "elements arrive");
}

PIECE void
produce (void)
{
  for (int64_t i = 0; i < elements; i++)
    {
      model_forget (i);
      put (mine (), i);
      erbium_commit_fast (mine (), i + 1, 0, MODEL_HERE);
    }
}

PIECE void
update (int64_t i, int64_t expected)
{
  model_assert (erbium_update_fast (mine (), i, 0, MODEL_HERE) == expected,
                "what update returns");
}

PIECE void
consume (void)
{
  for (int64_t i = 0; i < elements; i++)
    {
      model_forget (i);
      update (i + 1, i + 1);
      get (mine (), i);
      erbium_release_fast (mine (), i + 1, 0, MODEL_HERE);
    }
}

PIECE void
receive (void)
{
  update (1, 1);
  get (mine (), 0);
}

PIECE void
gather (void)
{
  update (2, 2);
  get (mine (), 0);
  get (mine (), 1);
}

PIECE void
reuse (void)
{
  erbium_stall_fast (mine (), 2, 0, MODEL_HERE);
  model_plain_write (model_element (mine (), 0), 11);
}

#endif
