/* SPDX-License-Identifier: MIT */
/* partition_model.c - processes as partitions: threads, each with an image of the program.
 *
 * `run' copies the image of the process that runs another one, as it is at that moment, and starts
 * a thread at the same place of the copy.  All else is as with kernel threads (thread_model.c).
 *
 * The image lasts longer than the process: destructors of the thread's own objects are in it.
 */
#define _GNU_SOURCE
#include "partition/partition.h"
#include "partition/guest.h"
#include "partition/thread_end.h"

#include <unistd.h>

static void
thread_ends (void *image)
{
  erb_image_drop (image);
}

static void *
partition_main (void *argument)
{
  struct erb_process *p = argument;
  erb_at_thread_end (thread_ends, p->image);
  return erb_thread_main (p);
}

/* ---- The start -------------------------------------------------------------------- */

static int
start (struct erb_process *p)
{
  const char *why = NULL;
  void *function = (void *) (uintptr_t) p->entry.start;
  struct erb_image *from = erb_image_at (function);
  struct erb_image *image = NULL;
  if (erb_guest_here ())
    why = "a guest runs it, and only the program itself is copied";
  else
    image = erb_image_copy (from, &why);
  if (!image)
    erb_fault (ERBIUM_EXIT_SETTING, ERB_run, p->where, "set ERBIUM_TASK to thread, fiber or space",
               "process '%s' cannot be a partition: %s", p->name, why);
  if (p->program->set.check)
    erb_image_check (image, p);
  p->image = image;
  p->entry.start
    = (void (*) (void *)) (uintptr_t) erb_image_translate (image, from, function);
  int error = erb_thread_start (p, partition_main);
  if (error)
    erb_image_drop (image);
  return error;
}

const struct erb_task_model erb_task_partition = {
  .name = "partition",
  .prose = "each process is a partition: a thread with its own copy of the program's variables",
  .hint = "raise the limit on threads (ulimit -u) or memory (ulimit -v), "
          "set ERBIUM_STACK to less, or ERBIUM_TASK to fiber",
  .start = start, .park = erb_thread_park, .unpark = erb_thread_unpark,
  .finish_unpark = erb_thread_finish_unpark, .take_unpark = erb_thread_take_unpark,
};

/* ---- Events --------------------------------------------------------------------- */

bool
erb_partition_code_at (uintptr_t at, const char **file, uintptr_t *offset)
{
  const struct erb_image *image = erb_image_at ((const void *) at);
  if (!image)
    return false;
  *file = image->elf->name;
  *offset = at - (uintptr_t) image->base;
  return true;
}

/* A guest that dies of a signal does not take the program with it. */
static bool
death_is_of_guest (int number)
{
  struct erb_guest *g = erb_guest_here ();
  if (g && g->process == getpid ())
    erb_guest_die (g, number);
  return false;
}

const struct erb_observer erb_partition_observer = {
  .code_known = erb_partition_code_at, .death_is_of_guest = death_is_of_guest
};
