/* SPDX-License-Identifier: MIT */
/* lc.c - the same farm with channels of LC.
 *
 *             +--> worker 0 --+
 *   emitter --+               +--> caller, the collector
 *             +--> worker 1 --+
 *
 * The emitter and the workers are processes of the system.  A worker computes an item where it was
 * received, and has two results in turn: it sends one while it computes the other.  With a
 * communicator, the copy to the channel takes none of the worker's time (run_lc_masked); without
 * one, LCsend copies.
 */
#include <stdlib.h>

#include "kernel.h"
#include "lc_processes.h"
#include "methods.h"

struct farm { Channel to[MAX_WORKERS], from[MAX_WORKERS]; };

static void
emit (const struct job *j, const struct farm *f)
{
  go_to_other_place (j);
  for (int64_t i = 0; i < j->items; i++)
    LCssend (f->to[i % j->workers], item_at (j, i));
  for (int k = 0; k < j->workers; k++)
    LCclose (f->to[k]);
}

static void
work (const struct job *j, Channel in, Channel out, Communicator kp)
{
  char *result[2] = { new_items (j, 1), new_items (j, 1) };
  Delegation sent[2] = { { NULL, 0 }, { NULL, 0 } };
  int turn = 0;
  for (const char *item; (item = LCreceive (in)); turn = !turn)
    {
      LCwait (sent[turn]);
      compute (j, j->size, item, result[turn]);
      sent[turn] = LCsend (kp, out, result[turn]);
    }
  finalizeCommunicator (kp);
  LCclose (out);
}

static void
collect (const struct job *j, const struct farm *f)
{
  go_to_other_place (j);
  for (int64_t i = 0; i < j->items; i++)
    {
      const char *item = LCreceive (f->from[i % j->workers]);
      if (!item)
        fail (NULL, "a worker has ended too early");
      write_item (j, item);
    }
}

static void
run_farm (const struct job *j, bool masked)
{
  struct farm f;
  for (int k = 0; k < j->workers; k++)
    {
      f.to[k] = new_channel (j->size);
      f.from[k] = new_channel (j->size);
    }
  for (int k = 0; k < j->workers; k++)
    if (begin_process ())
      {
        work (j, f.to[k], f.from[k], become_worker (j, k, masked));
        end_process ();
      }
  if (begin_process ())
    {
      emit (j, &f);
      end_process ();
    }
  collect (j, &f);
  wait_for_processes ();
}

void
run_lc (const struct job *j)
{
  run_farm (j, false);
}

void
run_lc_masked (const struct job *j)
{
  run_farm (j, true);
}
