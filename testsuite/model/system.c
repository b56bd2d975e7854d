/* SPDX-License-Identifier: MIT */
/* system.c - the operating system and the memory under the explored runtime.
 *
 * Takes the place of os.c, window.c and topology.c.  A
 * window is one block from the explorer's arena, not mapped twice: elements
 * must divide a page.  It does not grow: growth has pages at two addresses,
 * which the race detector cannot tell apart.
 */
#include "libc.h"
#include "system.h"

#include <errno.h>

int model_processors = 8; /* enough: nobody spins, see spin in wait.c */
static struct erb_process *process[MODEL_TASKS];

/* ---- The table ------------------------------------------------------------- */

static void
wake_all (erbium_atomic32 *word)
{
  model_futex_wake (word, INT32_MAX);
}

static void
lock (struct erb_lock *l)
{
  model_lock (l);
}

static void
unlock (struct erb_lock *l)
{
  model_unlock (l);
}

/* The runtime's loops of polls count and then go on to sleep.  For model_yield
 * they would be loops that wait for ever, and nobody would ever sleep. */
static void
go_on (void)
{
}

const struct erb_os model_os = {
  .now = model_now, .yield = go_on, .pause = go_on,
  .sleep = model_futex_wait, .wake = wake_all, .heavy_barrier = model_heavy_barrier,
  .lock = lock, .unlock = unlock,
};

const struct erb_os *erb_os = &model_os;

void
erb_lock_init (struct erb_lock *l)
{
  (void) l;
}

void
erb_lock_destroy (struct erb_lock *l)
{
  (void) l;
}

size_t
erb_page_size (void)
{
  return 4096;
}

/* ---- Windows, processors ------------------------------------------------------ */

struct erb_arena { int nothing; };

struct erb_arena *
erb_arena_new (void)
{
  return calloc (1, sizeof (struct erb_arena));
}

void
erb_arena_free (struct erb_arena *a)
{
  free (a);
}

struct erb_window *
erb_window_new (struct erb_arena *a, size_t bytes)
{
  (void) a;
  struct erb_window *w = calloc (1, sizeof *w);
  *w = (struct erb_window) { .bytes = bytes,
                             .base = aligned_alloc (erb_page_size (), bytes) };
  return w;
}

struct erb_window *
erb_window_grow (struct erb_arena *a, struct erb_window *old, uint64_t end, size_t bytes)
{
  (void) a, (void) old, (void) end, (void) bytes;
  errno = ENOMEM;
  return NULL;
}

void
erb_window_free (struct erb_arena *a, struct erb_window *w)
{
  (void) a;
  free (w->base);
  free (w);
}

int
erb_processors (void)
{
  return model_processors;
}

void
erb_pin_self (enum erb_pin pin, int n)
{
  (void) pin, (void) n;
}

/* ---- Processes ------------------------------------------------------------------ */

void
model_act_as (int task)
{
  erb_process_set_self (process[task]);
}

/* How often and how long was waited is for reports alone; awake has a process
 * too many, so that nobody is the last to fall asleep, and is for yielding. */
static struct erb_process *
new_process (erbium_program *p)
{
  struct erb_process *q = erb_process_adopt (p);
  model_counters (&q->counts, sizeof q->counts);
  model_counters (q->elements, sizeof q->elements);
  return q;
}

erbium_record *
model_record (int writers, int readers)
{
  erbium_record *r = erbium_record_new (8, 8, writers, readers, MODEL_HERE);
  model_counters (&r->counts, sizeof r->counts);
  return r;
}

erbium_program *
model_program (int n)
{
  erbium_program *p = erbium_program_new ();
  p->set.spin = 0;
  p->set.doze = 0;
  for (int t = 0; t < n; t++)
    process[t] = new_process (p);
  erbium_add (&p->awake, 1);
  model_counters (&p->awake, sizeof p->awake);
  model_on_switch (model_act_as);
  model_act_as (0);
  return p;
}

void
model_process_ends (void)
{
  erb_process_end_views (process[model_self ()]);
}
