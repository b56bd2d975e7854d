/* SPDX-License-Identifier: MIT */
/* trace.c - which events of the runtime become events of the trace.
 *
 * The observer is in the table of events only if ERBIUM_TRACE is set.  So a program that is not
 * traced pays for each trace point the load and the branch that an event without observers costs.
 */
#include "trace/writer.h"

#include <stdlib.h>
#include <unistd.h>

enum { WAITS = 1, SWITCHES = 2, ALL = 3 };
static int level;
static bool is_space; /* this process of the system was forked as a space */

const char *
erb_trace_setting (void)
{
  const char *file = getenv ("ERBIUM_TRACE");
  return file && *file ? file : NULL;
}

static bool
wanted (void)
{
  return erb_trace_setting () != NULL;
}

/* ---- Events ------------------------------------------------------------ */

static int64_t
key_of (const struct erb_process *p)
{
  return p ? erb_trace_key (p->program, p->id) : 0;
}

/* The calling process; a space that is no process has the number of its process of the system. */
static int64_t
key_of_caller (void)
{
  const struct erb_process *self = erb_self_if_any ();
  return self ? key_of (self) : -(int64_t) getpid ();
}

static int64_t
key_of_record (const erbium_record *r)
{
  return erb_trace_key (r->program, r->id);
}

/* Stores an event of what exists. */
static void
put (struct erb_trace_event e)
{
  if (erb_tracing)
    erb_trace_put (e, NULL);
}

/* Whether events of what happens are stored now. */
static inline bool
details (void)
{
  return erb_tracing && erbium_load_relaxed (&erb_trace_details);
}

/* Stores e with a name and a place, each of which may be NULL. */
static void
put_named (struct erb_trace_event e, const char *its_name, const char *place)
{
  struct erb_text t;
  size_t length = place ? strlen (place) : 0;
  enum { PLACE = 120 };
  if (!erb_tracing)
    return;
  snprintf (t.s, sizeof t.s, "%.100s\n%s", its_name ? its_name : "",
            place ? place + (length > PLACE ? length - PLACE : 0) : "");
  erb_trace_put (e, t.s);
}

/* ---- Processes --------------------------------------------------------- */

static bool
is_drawn (const struct erb_process *p)
{
  return !(p->task && p->task->stands_in);
}

/* The writer of a new space knows what that of its parent knows. */
static void
process_runs (struct erb_process *parent, struct erb_process *p)
{
  if (is_drawn (p))
    put_named ((struct erb_trace_event) {
                 .kind = ERB_TRACE_PROCESS, .who = key_of (p), .from = key_of (parent),
                 .side = p->program->heap != NULL },
               p->name, p->where);
  if (p->program->heap)
    erb_writer_flush (false);
}

static void
thread_enters (erbium_program *program)
{
  const struct erb_process *p = erb_process_of_thread_if_any (program);
  if (p)
    put_named ((struct erb_trace_event) { .kind = ERB_TRACE_PROCESS, .who = key_of (p) }, p->name,
               NULL);
}

static void
process_named (struct erb_process *p)
{
  put_named ((struct erb_trace_event) { .kind = ERB_TRACE_NAME, .who = key_of (p) }, p->name, NULL);
}

static void
process_ends (struct erb_process *p)
{
  if (is_drawn (p))
    put ((struct erb_trace_event) { .kind = ERB_TRACE_ENDS, .who = key_of (p) });
}

/* ---- Records ----------------------------------------------------------- */

static void
describe (const erbium_record *r)
{
  put_named ((struct erb_trace_event) { .kind = ERB_TRACE_RECORD, .record = key_of_record (r),
                                        .x = (uint32_t) r->size, .from = r->ids[ERB_READ],
                                        .to = r->ids[ERB_WRITE] },
             erb_record_name (r), r->where);
}

static void
put_id (const struct erb_view *v, enum erb_trace_kind kind, int id)
{
  put ((struct erb_trace_event) { .kind = (uint8_t) kind, .who = key_of (v->owner),
                                  .record = key_of_record (v->record), .side = (uint8_t) v->side,
                                  .x = (uint32_t) id, .from = erb_index (v), .to = v->horizon });
}

static void
id_taken (struct erb_view *v)
{
  put_id (v, ERB_TRACE_TAKES, v->registered);
}

static void
id_given_up (struct erb_view *v, int id, bool ended)
{
  (void) ended;
  put_id (v, ERB_TRACE_GIVES, id);
}

static void
window_changed (const erbium_record *r, size_t bytes)
{
  if (details ())
    erb_trace_put_detail ((struct erb_trace_event) {
      .kind = ERB_TRACE_WINDOW, .record = key_of_record (r), .to = (int64_t) bytes });
}

static void
record_retired (erbium_record *r)
{
  struct erb_sample s = erb_sample_of (r);
  put ((struct erb_trace_event) { .kind = ERB_TRACE_RETIRES, .record = s.record,
                                  .from = s.released, .to = s.committed,
                                  .who = s.horizon[ERB_WRITE] });
}

/* ---- Waits ------------------------------------------------------------- */

/* Stores an event of a wait, which tells the whole wait: its beginning may be in a pause. */
static void
put_wait (const struct erb_wait *w, enum erb_trace_kind kind)
{
  if (!details ())
    return;
  struct erb_trace_event e = { .kind = (uint8_t) kind, .primitive = (uint8_t) w->primitive,
                               .who = key_of (w->process), .to = w->end_of };
  if (w->end_of)
    e.to = erb_trace_key (w->process->program, w->end_of);
  if (w->view)
    {
      e.record = key_of_record (w->record);
      e.side = (uint8_t) w->view->side;
      e.x = (uint32_t) w->view->registered;
      e.from = erb_index (w->view);
      e.to = w->need;
    }
  erb_trace_put_detail (e);
}

static void
wait_begins (const struct erb_wait *w)
{
  put_wait (w, ERB_TRACE_WAITS);
}

static void
wait_ends (const struct erb_wait *w)
{
  put_wait (w, ERB_TRACE_GOES_ON);
}

static void
woken (const struct erb_wait *w)
{
  put_wait (w, ERB_TRACE_READY);
}

/* ---- Publications, at the level `all' ---------------------------------- */

static void
publish (const struct erb_view *v, enum erb_primitive p, erbium_index i)
{
  if (level >= ALL && details ())
    erb_trace_put_detail ((struct erb_trace_event) {
      .kind = ERB_TRACE_PUBLISHES, .primitive = (uint8_t) p, .who = key_of (v->owner),
      .record = key_of_record (v->record), .side = (uint8_t) v->side,
      .x = (uint32_t) v->registered, .to = i });
}

static void
committed (struct erb_view *v, erbium_index i)
{
  publish (v, ERB_commit, i);
}

static void
called (const struct erb_view *v, enum erb_primitive p, erbium_index i, const char *where)
{
  (void) where;
  if (p == ERB_release && i > erb_index (v))
    publish (v, p, i);
}

/* ---- Workers ----------------------------------------------------------- */

static void
fiber_runs (const erbium_program *program, int worker, const struct erb_process *p)
{
  if (level >= SWITCHES && details ())
    erb_trace_put_detail ((struct erb_trace_event) {
      .kind = ERB_TRACE_RUNS, .who = key_of (p), .x = (uint32_t) worker,
      .record = erb_trace_key (program, 0) });
}

static void
fiber_moves (const struct erb_process *p, int from, int to)
{
  if (level >= SWITCHES && details ())
    erb_trace_put_detail ((struct erb_trace_event) { .kind = ERB_TRACE_MOVES, .who = key_of (p),
                                                     .from = from, .to = to });
}

/* ---- Spaces and pages -------------------------------------------------- */

static void
space_begins (int64_t space, int64_t parent, int id, int gid, const char *where)
{
  (void) space, (void) parent, (void) id, (void) gid, (void) where;
  is_space = true;
  erb_writer_in_new_space ();
}

static void
block (const char *call)
{
  if (details ())
    erb_trace_put ((struct erb_trace_event) { .kind = ERB_TRACE_BLOCKS, .who = key_of_caller () },
                   call);
}

static void
go_on (void)
{
  if (details ())
    erb_trace_put_detail ((struct erb_trace_event) { .kind = ERB_TRACE_GOES_ON,
                                                     .who = key_of_caller () });
}

static void
meeting_sleeps (int self, int awaited, const char *call, const char *where)
{
  (void) self, (void) awaited, (void) where;
  block (call);
}

static void
meeting_ends (int self)
{
  (void) self;
  go_on ();
}

static void
page_wait (const char *call, const char *where)
{
  (void) where;
  block (call);
}

static void
page_awaited (const struct erb_spmc_map *m, int page, int how, int number, const char *call,
              const char *where)
{
  (void) m, (void) page, (void) how, (void) number, (void) call, (void) where;
  go_on ();
}

static void
extended (const struct erb_spmc_map *m, int extension, int first, int pages)
{
  (void) m, (void) first;
  if (details ())
    erb_trace_put_detail ((struct erb_trace_event) { .kind = ERB_TRACE_EXTENDS,
                                                     .who = key_of_caller (), .from = extension,
                                                     .to = pages });
}

/* ---- Beginning and end ------------------------------------------------- */

static struct erb_trace_request request;

static void
begin (void)
{
  erb_writer_begin (&request);
}

static void
begin_with (const struct erb_settings *set)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (level)
    return;
  level = set->trace_level + 1;
  request = (struct erb_trace_request) { erb_trace_setting (), level, set->trace_size << 20,
                                         set->trace_rate };
  pthread_once (&once, begin);
}

/* The first program has its settings. */
static void
settings_changed (const erbium_program *p)
{
  begin_with (&p->set);
}

/* Spaces may be there without a program. */
static void
first_space (const char *where)
{
  struct erb_settings set;
  (void) where;
  erb_settings_read (&set);
  begin_with (&set);
}

/* A space need not run destructors after this. */
static void
space_ends (bool returned, int status)
{
  (void) returned, (void) status;
  if (is_space)
    erb_writer_end ();
}

static void
cut_short (void)
{
  erb_writer_flush (true);
}

static void
fault_ends (enum erbium_exit kind)
{
  (void) kind;
  erb_writer_flush (true);
}

static void
death (const struct erb_process *p, int number, const char *its_name, bool reported)
{
  (void) p, (void) number, (void) its_name, (void) reported;
  erb_writer_flush (true);
}

/* Runs after the functions of atexit, and so after the program has been joined. */
__attribute__ ((destructor)) static void
end (void)
{
  erb_writer_end ();
}

const struct erb_observer erb_trace_observer = {
  .wanted = wanted, .settings_changed = settings_changed, .first_space = first_space,
  .process_runs = process_runs, .thread_enters = thread_enters, .process_named = process_named,
  .process_ends = process_ends,
  .record_named = describe, .id_taken = id_taken, .id_given_up = id_given_up,
  .window_changed = window_changed, .record_retired = record_retired,
  .wait_begins = wait_begins, .wait_ends = wait_ends, .woken = woken,
  .committed = committed, .index = called,
  .fiber_runs = fiber_runs, .fiber_moves = fiber_moves,
  .space_begins = space_begins, .meeting_sleeps = meeting_sleeps, .meeting_ends = meeting_ends,
  .page_wait = page_wait, .page_awaited = page_awaited, .extended = extended,
  .space_ends = space_ends, .space_cut_short = cut_short, .fault_ends = fault_ends, .death = death,
};
