/* SPDX-License-Identifier: MIT */
/* system.c - the operating system and the memory under the explored runtime.
 *
 * Takes the place of os.c, window.c and topology.c.  A window is a table of
 * pointers to cells, one for each element, so that a window that has grown
 * can share cells with the one before as window.c lets it share pages: an
 * element is one datum for the race detector, through whatever window it is
 * reached.  What a view's address arithmetic finds is the pointer.
 */
#include "libc.h"
#include "system.h"
#include "figures/figures.h"
#include "life/life.h"

#include <errno.h>

int model_processors = 8; /* enough: nobody spins, see spin in wait.c */
bool model_suspicious, model_ticking, model_crowded;
static struct erb_process *process[MODEL_TASKS];
static int64_t ticks[MODEL_TASKS];

struct cell { int64_t value; };

/* ---- The table ------------------------------------------------------------- */

static int64_t
now (void)
{
  int self = model_self ();
  return model_now () + (model_ticking && self >= 0 ? ++ticks[self] : 0);
}

/* A sleep of 50 ms and more is one after which wait.c looks for deadlocks. */
static int
sleep_on (erbium_atomic32 *word, int32_t expected, int64_t timeout)
{
  return model_futex_wait (word, expected,
                           timeout >= 50000000 && !model_suspicious ? -1 : timeout);
}

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

void
erb_kernel_name_thread (const char *format, ...)
{
  (void) format;
}

size_t
erb_own_cache (void)
{
  return 1 << 20;
}

int *
erbium_errno (void)
{
  return __errno_location ();
}

const struct erb_os model_os = {
  .now = now, .processor_time = now, .yield = model_yield, .pause = go_on,
  .sleep = sleep_on, .wake = wake_all, .heavy_barrier = model_heavy_barrier,
  .lock = lock, .unlock = unlock,
};

const struct erb_os *erb_os = &model_os;

void (*erb_on_no_barrier) (void);

void
erb_os_begin (void)
{
}

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

/* A page is one element, so that windows grow by few. */
size_t
erb_page_size (void)
{
  return sizeof (struct cell *);
}

/* ---- Windows, processors ------------------------------------------------------ */

struct erb_arena { int nothing; };

struct erb_arena *
erb_arena_new (struct erb_heap *heap)
{
  (void) heap;
  return calloc (1, sizeof (struct erb_arena));
}

void
erb_arena_free (struct erb_arena *a)
{
  free (a);
}

enum { COPIES = 3 }; /* as in window.c */

/* A window of bytes; taken says where its own cells are. */
static struct erb_window *
new_window (size_t bytes)
{
  struct erb_window *w = calloc (1, sizeof *w);
  char *all = calloc (COPIES, bytes);
  *w = (struct erb_window) { .bytes = bytes, .base = all + bytes,
                             .taken = (uintptr_t) calloc (1, bytes) };
  return w;
}

static struct cell **
cells_of (struct erb_window *w)
{
  return (struct cell **) w->base;
}

static struct cell *
fresh_cells (struct erb_window *w)
{
  return (struct cell *) (uintptr_t) w->taken;
}

static void
copy_cells (struct erb_window *w)
{
  memcpy (w->base - w->bytes, w->base, w->bytes);
  memcpy (w->base + w->bytes, w->base, w->bytes);
}

struct erb_window *
erb_window_new (struct erb_arena *a, size_t bytes, bool aligned)
{
  (void) a;
  (void) aligned;
  struct erb_window *w = new_window (bytes);
  for (size_t n = 0; n < bytes / erb_page_size (); n++)
    cells_of (w)[n] = fresh_cells (w) + n;
  copy_cells (w);
  return w;
}

struct erb_window *
erb_window_get (struct erb_arena *a, size_t bytes, bool aligned)
{
  return erb_window_new (a, bytes, aligned);
}

/* The window that was given back where they are very many, and where its descriptor was. */
static struct erb_window spare, *freed;

void
erb_window_put (struct erb_arena *a, struct erb_window *w)
{
  if (!model_crowded)
    {
      erb_window_free (a, w);
      return;
    }
  spare = *w;
  freed = w;
  *w = (struct erb_window) { .bytes = 0 };
}

void
model_use_descriptor (void)
{
  *freed = (struct erb_window) { .bytes = 0 };
}

int64_t *
model_spare_element (int64_t i)
{
  return spare.base ? &cells_of (&spare)[i]->value : NULL;
}

/* No process calls exit. */
bool
erb_exit_asked (erbium_program *p, int *status)
{
  (void) p;
  *status = 0;
  return false;
}

int64_t
erb_arena_windows (const struct erb_arena *a)
{
  (void) a;
  return model_crowded ? INT64_MAX : 0;
}

bool
erb_arena_is_crowded (const struct erb_arena *a)
{
  return erb_arena_windows (a) > 0;
}

/* As lay_out in window.c, with an element for a page. */
struct erb_window *
erb_window_grow (struct erb_arena *a, struct erb_window *old, erb_position last, size_t bytes)
{
  (void) a;
  const size_t page = erb_page_size ();
  struct erb_window *w = new_window (bytes);
  w->older = old;
  const erb_position first = last > old->bytes ? last - old->bytes : 0;
  for (size_t at = 0; at < bytes; at += page)
    {
      uint64_t behind = (((uint64_t) last - 1 - at) & (bytes - 1)) + 1;
      cells_of (w)[at / page]
        = behind <= last - first ? cells_of (old)[(((uint64_t) last - behind) & (old->bytes - 1)) / page]
                 : fresh_cells (w) + at / page;
    }
  copy_cells (w);
  return w;
}

void
erb_window_free (struct erb_arena *a, struct erb_window *w)
{
  (void) a;
  while (w)
    {
      struct erb_window *older = w->older;
      free (fresh_cells (w));
      free (w->base - w->bytes);
      free (w);
      w = older;
    }
}

int64_t *
model_element (erbium_view *v, int64_t i)
{
  struct cell **at = erbium_at_fast (v, i, i + 1, 0, sizeof *at, MODEL_HERE);
  return &(*at)->value;
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

/* ---- Programs -------------------------------------------------------------------- */

/* One for each execution, which is never freed: none need be found again. */
erbium_program *
erb_program_default (void)
{
  erbium_program *program = NULL;
  erb_ask_default_program (&program);
  return program;
}

void
erb_programs_add (erbium_program *p)
{
  (void) p;
}

void
erb_programs_expect (erbium_program *p, bool to_free, const char *function, const char *where)
{
  (void) p, (void) to_free, (void) function, (void) where;
}

erbium_program *
erb_programs_keep (void)
{
  return NULL;
}

void
erb_programs_remove (erbium_program *p)
{
  (void) p;
}

void
erb_programs_quarantine (erbium_program *p)
{
  (void) p;
}

void
erb_programs_hold (void)
{
}

void
erb_programs_let_go (void)
{
}

void
erb_programs_each (void (*see) (erbium_program *p, bool only))
{
  (void) see;
}

bool
erb_figures_open (const char *name)
{
  (void) name;
  return false;
}

FILE *
erb_figures_stream (void)
{
  return stderr;
}

void
erb_figures_flush (FILE *to)
{
  fflush (to);
}

bool
erb_forked (void)
{
  return false;
}

void
erb_set_forked (bool forked)
{
  (void) forked;
}

const char *
erb_describe_program (const erbium_program *p, struct erb_text *t)
{
  snprintf (t->s, sizeof t->s, "program %lld", (long long) p->id);
  return t->s;
}

const char *
erb_describe_program_number (int64_t number, struct erb_text *t)
{
  snprintf (t->s, sizeof t->s, "program %lld", (long long) number);
  return t->s;
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
  erbium_record *r = (erbium_new_record) (8, 8, writers, readers, MODEL_HERE);
  model_counters (&r->counts, sizeof r->counts);
  return r;
}

static struct erb_local_thread *threads[MODEL_TASKS];

erbium_program *
model_program (int n)
{
  erbium_program *p = (erbium_program_new) (MODEL_HERE);
  model_suspicious = model_ticking = model_crowded = false;
  spare.base = NULL;
  memset (threads, 0, sizeof threads);
  memset (ticks, 0, sizeof ticks);
  p->set.task = &erb_task_thread;
  p->set.spin = 0;
  p->set.doze = 0;
  p->set.window = 1;
  for (int t = 0; t < n; t++)
    process[t] = new_process (p);
  erbium_add (&p->awake, 1);
  model_counters (&p->awake, sizeof p->awake);
  model_on_switch (model_act_as);
  model_act_as (0);
  return p;
}

void
model_process_is (int task, const struct erbium_entry *entry)
{
  process[task]->entry = *entry;
  process[task]->program->alive++;
}

erbium_process
model_process_id (int task)
{
  return process[task]->id;
}

void
model_process_runs (void)
{
  erb_process_body (process[model_self ()]);
}

void
model_process_ends (void)
{
  erb_views_end (process[model_self ()]);
}

/* ---- What this runtime is made of -------------------------------------------- */

const struct erb_observer *const erb_observers[] = {
  &erb_life_observer, &erb_record_observer, &erb_deadlock_observer, &erb_checks_observer,
  &erb_statistics_observer, &erb_sync_observer, &erb_private_observer, NULL
};

const struct erb_task_model erb_task_auto = { .name = "auto" };
const struct erb_task_model *const erb_task_models[] = { &erb_task_thread, &erb_task_auto, NULL };

/* Nothing is chosen: all are threads. */
const struct erb_task_model *
erb_program_model (const erbium_program *program)
{
  (void) program;
  return &erb_task_thread;
}

void
erb_start_pending (erbium_program *program)
{
  (void) program;
}

void
erb_starter_join (erbium_program *program)
{
  (void) program;
}

/* A task may stand for the thread of a worker. */

void
model_worker_thread (int task, struct erb_local_thread *thread)
{
  threads[task] = thread;
}

struct erb_local_thread *
erb_local_thread (void)
{
  return model_self () < 0 ? NULL : threads[model_self ()];
}

void
erb_local_set_thread (struct erb_local_thread *thread)
{
  model_worker_thread (model_self (), thread);
}

int
erb_sibling_of (int n)
{
  (void) n;
  return -1;
}

int
erb_processor_here (void)
{
  return -1;
}

bool
erb_go_to_processor (int n)
{
  (void) n;
  return false;
}

void
erb_unbind_self (void)
{
}

int
erb_leave_processor (bool (*taken) (const void *, int), const void *data)
{
  (void) taken, (void) data;
  return -1;
}

/* ---- Memory for descriptors: of one process -------------------------------- */

void *
erb_memory (struct erb_heap *heap, size_t bytes)
{
  size_t whole = (bytes + ERBIUM_LINE - 1) / ERBIUM_LINE * ERBIUM_LINE;
  void *block = aligned_alloc (ERBIUM_LINE, whole ? whole : ERBIUM_LINE);
  (void) heap;
  memset (block, 0, bytes);
  return block;
}

void
erb_memory_free (struct erb_heap *heap, void *block)
{
  (void) heap;
  free (block);
}

char *
erb_memory_text (struct erb_heap *heap, const char *text)
{
  (void) heap;
  return strdup (text);
}

void *
erb_memory_inherited (size_t bytes)
{
  return calloc (1, bytes);
}

struct erb_heap *
erb_heap_of_spaces (void)
{
  return NULL;
}

bool
erb_heap_has (const struct erb_heap *heap, const void *address, size_t bytes)
{
  (void) heap, (void) address, (void) bytes;
  return false;
}

/* ---- Neither spaces nor sealed programs are explored --------------------------- */

bool erb_sealed;

/* What only they call. */

void
erb_child_processes_end (const erbium_program *p)
{
  (void) p;
}

void
erb_exit_status_check (void)
{
}

bool
erb_is_write (const void *context)
{
  (void) context;
  return false;
}

bool
erb_exit_status_is_followed (void)
{
  return false;
}

void
erb_lock_init_shared (struct erb_lock *l)
{
  (void) l;
}
