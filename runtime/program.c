/* SPDX-License-Identifier: MIT */
/* program.c - what belongs to a whole program: settings, joining, the end.
 *
 * A program part that wants its own settings, its own statistics and its own
 * end makes a program of its own; a process belongs to the program of whoever
 * started it.  The default program is made on first use, and ends when main has
 * returned and every process has.
 */
#include "worker.h"

#include <stdio.h>
#include <unistd.h>

/* ---- Settings ---------------------------------------------------------- */

enum kind { BOOLEAN, NUMBER, PIN, PLACE, TASK };

static const struct setting
{
  const char *name;
  enum kind kind;
  size_t offset;
  int64_t least, most;
  const char *values; /* for messages */
} settings[] = {
#define AT(field) offsetof (struct erb_settings, field)
  { "CHECK",   BOOLEAN, AT (check),   0, 1, "0 or 1" },
  { "STATS",   BOOLEAN, AT (stats),   0, 1, "0 or 1" },
  { "GROW",    BOOLEAN, AT (grow),    0, 1, "0 or 1" },
  { "VERBOSE", NUMBER,  AT (verbose), 0, 2, "0 errors, 1 warnings, 2 growth of windows" },
  { "SPIN",    NUMBER,  AT (spin),    0, 1000000000, "nanoseconds, 0 to 1000000000" },
  { "DOZE",    NUMBER,  AT (doze),    0, 1000000000, "nanoseconds, 0 to 1000000000" },
  { "WINDOW",  NUMBER,  AT (window),  0, INT64_C (1) << 32,
    "bytes, 1 to 4294967296, or 0 for what suits the caches" },
  { "STACK",   NUMBER,  AT (stack),   0, INT64_C (1) << 40,
    "bytes, 1 to 1099511627776, or 0 for the system's default" },
  { "PIN",     PIN,     AT (pin),     0, 0, "none, compact or scatter" },
  { "PLACE",   PLACE,   AT (place),   0, 0, "load, spread, together or wander" },
  { "TASK",    TASK,    AT (task),    0, 0, "thread or fiber" },
  { "WORKERS", NUMBER,  AT (workers), 0, 4096, "threads, 1 to 4096, or 0 for one on each processor" },
#undef AT
};

static const struct erb_settings defaults = {
  .grow = true, .verbose = 1, .spin = 20000, .doze = 100000, 
  .pin = ERB_PIN_NONE, .task = &erb_task_thread,
};

static bool
parse_number (const struct setting *s, const char *value, int64_t *n)
{
  char *end;
  errno = 0;
  *n = strtoll (value, &end, 10);
  return end != value && !*end && !errno && *n >= s->least && *n <= s->most;
}

static const char *const pins[] = { "none", "compact", "scatter", NULL };
static const char *const places[] = { "load", "spread", "together", "wander", NULL };

static bool
parse_choice (const char *const *names, const char *value, int *choice)
{
  for (int n = 0; names[n]; n++)
    if (strcmp (value, names[n]) == 0)
      {
        *choice = n;
        return true;
      }
  return false;
}

static bool
apply (struct erb_settings *set, const struct setting *s, const char *value)
{
  char *field = (char *) set + s->offset;
  const struct erb_task_model *task;
  int64_t n = 0;
  switch (s->kind)
    {
    case BOOLEAN:
      if (!parse_number (s, value, &n))
        return false;
      *(bool *) field = n != 0;
      return true;
    case NUMBER:
      if (!parse_number (s, value, &n))
        return false;
      if (s->offset == offsetof (struct erb_settings, verbose))
        *(int *) field = (int) n;
      else
        *(int64_t *) field = n;
      return true;
    case PIN:
      return parse_choice (pins, value, (int *) field);
    case PLACE:
      return parse_choice (places, value, (int *) field);
    case TASK:
      task = erb_task_named (value);
      if (task)
        *(const struct erb_task_model **) field = task;
      return task != NULL;
    }
  return false;
}

static void
say_unknown (const char *name)
{
  fprintf (stderr, "erbium: error: there is no setting ERBIUM_%s; there are", name);
  for (size_t n = 0; n < sizeof settings / sizeof settings[0]; n++)
    fprintf (stderr, "%s %s", n ? "," : "", settings[n].name);
  fputc ('\n', stderr);
}

static bool
set_named (struct erb_settings *set, const char *name, const char *value)
{
  for (size_t n = 0; n < sizeof settings / sizeof settings[0]; n++)
    if (strcmp (settings[n].name, name) == 0)
      {
        if (apply (set, &settings[n], value))
          return true;
        fprintf (stderr, "erbium: error: ERBIUM_%s is '%s'; it must be %s\n", name, value,
                 settings[n].values);
        return false;
      }
  say_unknown (name);
  return false;
}

static bool checked_build; /* set by constructors, before there is another thread */

/* Called before main by each unit that was compiled for checks: programs that are
 * made from now on check, unless ERBIUM_CHECK says otherwise. */
void
erbium_checked_build (void)
{
  checked_build = true;
}

extern char **environ;

/* A variable that is misspelt is an error, not a setting without effect. */
static void
set_from_environment (struct erb_settings *set)
{
  static const char prefix[] = "ERBIUM_";
  for (char **e = environ; *e; e++)
    {
      char name[64];
      const char *equals = strchr (*e, '='), *from = *e + sizeof prefix - 1;
      if (strncmp (*e, prefix, sizeof prefix - 1) != 0 || !equals || !equals[1])
        continue;
      snprintf (name, sizeof name, "%.*s", (int) (equals - from), from);
      if (!set_named (set, name, equals + 1))
        _Exit (ERBIUM_EXIT_SETTING);
    }
}

int
erbium_set (const char *name, const char *value)
{
  erbium_program *p = erb_self ()->program;
  if (!name || !value)
    {
      fprintf (stderr, "erbium: error: erbium_set: the %s is NULL; pass a string, as \"CHECK\" and \"1\"\n",
               name ? "value" : "name");
      return -1;
    }
  erb_os->lock (&p->lock);
  bool late = p->ran || p->viewed;
  erb_os->unlock (&p->lock);
  if (late)
    {
      fprintf (stderr, "erbium: error: %s is set after the first view or run\n", name);
      return -1;
    }
  if (!set_named (&p->set, name, value))
    return -1;
  if (p->set.stats)
    erb_stats_on_signal ();
  return 0;
}

/* ---- Programs ---------------------------------------------------------- */

static erbium_program *
new_program (const char *where)
{
  erbium_program *p = calloc (1, sizeof *p);
  if (!p || !(p->arena = erb_arena_new ()))
    {
      fprintf (stderr, "%s: error: no program: %s\n", where ? where : "erbium", strerror (errno));
      _Exit (ERBIUM_EXIT_RESOURCE);
    }
  erb_lock_init (&p->lock);
  p->where = where;
  p->set = defaults;
  p->set.check = checked_build;
  set_from_environment (&p->set);
  p->processors = erb_processors ();
  p->freed_end = &p->freed;
  p->gone_end = &p->gone;
  if (p->set.stats)
    erb_stats_on_signal ();
  erb_watch_signals ();
  erb_programs_add (p);
  return p;
}

erbium_program *
erbium_program_make (const char *where)
{
  return new_program (where);
}

static bool forked;

bool
erb_forked (void)
{
  return forked;
}

/* A child of fork has the memory of its parent but none of its processes. */
static void
in_child (void)
{
  forked = true;
  erb_process_set_self (NULL);
}

static erbium_program *default_program;
static pid_t program_pid;
static pthread_once_t default_once = PTHREAD_ONCE_INIT;

/* What p's processes wait for of the caller, they get before any program is joined. */
static void
end_own_views (erbium_program *p, bool only)
{
  struct erb_process *self = erb_process_of_thread_if_any (p);
  (void) only;
  if (!self)
    return;
  erb_process_set_self (self);
  erb_process_end_views (self);
}

/* The program ends when main has and all processes have, of every program; one that
 * calls exit itself does not wait for itself, one that tells of a fault waits for
 * nobody, and a child that was forked has none. */
static void
at_exit (void)
{
  struct erb_process *self = erb_self_if_any ();
  if (erb_faulting () || getpid () != program_pid)
    return;
  if (self && self->entry.start)
    {
      erb_stats_in_haste (self->program);
      return;
    }
  erb_programs_each (end_own_views);
  for (erbium_program *p; (p = erb_programs_keep ());)
    {
      erb_process_set_self (erb_process_of_thread (p));
      erbium_program_join ("the end of main");
      erb_stats_at_end (p);
    }
}

static void
make_default (void)
{
  default_program = new_program (NULL);
  program_pid = getpid ();
  atexit (at_exit);
  pthread_atfork (NULL, NULL, in_child);
}

erbium_program *
erb_program_default (void)
{
  pthread_once (&default_once, make_default);
  return default_program;
}

/* A worker or the keeper may be the one who finds a fault. */
erbium_program *
erb_program_here (void)
{
  const struct erb_process *self = erb_self_if_any ();
  const struct erb_seat *seat = erb_seat_here ();
  return self ? self->program : seat ? seat->program : NULL;
}

/* A thread is one process in each program that it enters. */
erbium_program *
erbium_program_into (erbium_program *program, const char *where)
{
  struct erb_process *self = erb_self ();
  erbium_program *before = self->program;
  if (!program)
    program = erb_program_default ();
  erb_programs_expect (program, false, "erbium_program_enter", where);
  if (program == before)
    return before;
  if (self->entry.start)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, where, "run a process of the other program",
               "erbium_program_enter: process '%s' cannot enter another program", self->name);
  erb_process_set_self (erb_process_of_thread (program));
  return before;
}

static void
free_records (erbium_record *r)
{
  while (r)
    {
      erbium_record *next = r->next;
      erb_record_free (r);
      r = next;
    }
}

/* A thread that has entered p and has a view in it would use it when it has gone.
 * One that is about to end ends before. */
static void
look_for_views (erbium_program *p, const char *where)
{
  struct erb_text t, v;
  erb_memberships_lock (); /* q stays as long as it is looked at */
  erb_os->lock (&p->lock);
  const struct erb_process *q = p->processes;
  while (q && !q->views && !q->gifts)
    q = q->next;
  erb_os->unlock (&p->lock);
  if (q)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, where,
               "let the thread free its views, or end, first",
               "erbium_program_free: '%s' still has %s in %s", q->name,
               erb_say_view (q->views ? q->views : q->gifts, &v), erb_say_program (p, &t));
  erb_memberships_unlock ();
}

static void
look_at_program (erbium_program *p, const char *where)
{
  const struct erb_process *self = erb_self ();
  if (!p || p == default_program)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, where,
               "pass what erbium_program_new has returned; the default program ends with main",
               p ? "erbium_program_free: the default program cannot be freed"
                 : "erbium_program_free: the program is NULL");
  if (self->entry.start)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, where, "free it where it was made",
               "erbium_program_free: a process cannot free a program");
  erb_programs_expect (p, true, "erbium_program_free", where);
}

void
erbium_program_end (erbium_program *p, const char *where)
{
  look_at_program (p, where);
  erbium_program *before = erb_self ()->program;
  struct erb_process *self = erb_process_of_thread (p);
  erb_process_set_self (self);
  erb_process_end_views (self);
  erbium_program_join (where);
  look_for_views (p, where);
  erb_programs_remove (p);
  erb_stats_at_end (p);
  erb_workers_stop (p);
  erb_process_leave_threads (p);
  erb_process_set_self (erb_process_of_thread (before == p ? default_program : before));
  erb_process_free_ended (p);
  free_records (p->records);
  free_records (p->gone);
  erb_views_free (p->freed);
  erb_arena_free (p->arena);
  erb_lock_destroy (&p->lock);
  erb_programs_bury (p);
}
