/* SPDX-License-Identifier: MIT */
/* partition_model.c - processes as partitions: threads, each with an image of the program.
 *
 * `run' copies the image of the process that runs another one, as it is at that moment, and starts
 * a thread at the same place of the copy.  All else is as with kernel threads (thread_model.c).
 *
 * The image must last longer than the process: destructors of the thread's own objects are in it.
 * So it is given up by the destructor of a key, which the C library calls last.
 */
#define _GNU_SOURCE
#include "partition/partition.h"
#include "partition/image.h"

#include <limits.h>

/* ---- The end of a thread ----------------------------------------------------------- */

static pthread_key_t key;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static __thread int rounds __attribute__ ((tls_model ("initial-exec")));

/* The C library calls destructors in rounds, as long as they set keys again. */
static void
thread_ends (void *image)
{
  if (++rounds < PTHREAD_DESTRUCTOR_ITERATIONS)
    pthread_setspecific (key, image);
  else
    erb_image_drop (image);
}

static void
make_key (void)
{
  pthread_key_create (&key, thread_ends);
}

static void *
partition_main (void *argument)
{
  struct erb_process *p = argument;
  pthread_setspecific (key, p->image);
  return erb_thread_main (p);
}

/* ---- The start -------------------------------------------------------------------- */

static int
start (struct erb_process *p)
{
  const char *why = NULL;
  void *function = (void *) (uintptr_t) p->entry.start;
  struct erb_image *from = erb_image_at (function);
  pthread_once (&key_once, make_key);
  struct erb_image *image = erb_image_copy (from, &why);
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

static bool
code_known (uintptr_t at, const char **file, uintptr_t *offset)
{
  const struct erb_image *image = erb_image_at ((const void *) at);
  if (!image)
    return false;
  *file = image->elf->name;
  *offset = at - (uintptr_t) image->base;
  return true;
}

const struct erb_observer erb_partition_observer = { .code_known = code_known };
