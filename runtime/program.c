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
  { "WINDOW",  NUMBER,  AT (window),  1, INT64_C (1) << 32, "bytes, 1 to 4294967296" },
  { "STACK",   NUMBER,  AT (stack),   0, INT64_C (1) << 40, "bytes, 0 for the system's default" },
  { "PIN",     PIN,     AT (pin),     0, 0, "none, compact or scatter" },
  { "PLACE",   PLACE,   AT (place),   0, 0, "load or spread" },
  { "TASK",    TASK,    AT (task),    0, 0, "thread or fiber" },
  { "WORKERS", NUMBER,  AT (workers), 0, 4096, "threads, 0 for one on each processor" },
#undef AT
};

static const struct erb_settings defaults = {
  .grow = true, .verbose = 1, .spin = 20000, .doze = 100000, .window = 4 << 20,
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
static const char *const places[] = { "load", "spread", NULL };

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
  fprintf (stderr, "erbium: error: there is no setting ERBIUM_%s\n", name);
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
      char name[32];
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
  erb_os->lock (&p->lock);
  bool late = p->ran || p->viewed;
  erb_os->unlock (&p->lock);
  if (late)
    {
      fprintf (stderr, "erbium: error: %s is set after the first view or run\n", name);
      return -1;
    }
  return set_named (&p->set, name, value) ? 0 : -1;
}

/* ---- Programs ---------------------------------------------------------- */

erbium_program *
erbium_program_new (void)
{
  erbium_program *p = calloc (1, sizeof *p);
  if (!p || !(p->arena = erb_arena_new ()))
    {
      fprintf (stderr, "erbium: error: no program: %s\n", strerror (errno));
      _Exit (ERBIUM_EXIT_RESOURCE);
    }
  erb_lock_init (&p->lock);
  p->set = defaults;
  p->set.check = checked_build;
  set_from_environment (&p->set);
  p->processors = erb_processors ();
  p->freed_end = &p->freed;
  p->gone_end = &p->gone;
  if (p->set.stats)
    erb_stats_on_signal (p);
  erb_watch_signals ();
  return p;
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

/* The program ends when main has and all processes have; one that calls exit
 * itself does not wait for itself, and a child that was forked has none. */
static void
at_exit (void)
{
  struct erb_process *self = erb_self_if_any ();
  if ((self && self->entry.start) || getpid () != program_pid)
    return;
  erbium_program_enter (NULL);
  self = erb_self ();
  erb_process_end_views (self);
  erbium_program_join ("the end of main");
  if (default_program->set.stats)
    erb_stats_at_end (default_program);
}

static void
make_default (void)
{
  default_program = erbium_program_new ();
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
const erbium_program *
erb_program_here (void)
{
  const struct erb_process *self = erb_self_if_any ();
  const struct erb_seat *seat = erb_seat_here ();
  return self ? self->program : seat ? seat->program : NULL;
}

/* A thread is one process in each program that it enters. */
erbium_program *
erbium_program_enter (erbium_program *program)
{
  struct erb_process *self = erb_self ();
  erbium_program *before = self->program;
  if (!program)
    program = erb_program_default ();
  if (program == before)
    return before;
  if (self->entry.start)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, NULL, "run a process of the other program",
               "process '%s' cannot enter another program", self->name);
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

void
erbium_program_free (erbium_program *p)
{
  if (!p || p == default_program)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, NULL, "it ends with main",
               "the default program cannot be freed");
  if (erb_self ()->entry.start)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, NULL, "free it where it was made",
               "a process cannot free a program");
  erbium_program *before = erbium_program_enter (p);
  struct erb_process *self = erb_self ();
  erb_process_end_views (self);
  erbium_program_join ("erbium_program_free");
  if (p->set.stats)
    erb_stats_at_end (p);
  erb_stats_forget (p);
  erb_workers_stop (p);
  erb_process_leave_threads (p);
  erb_process_set_self (NULL);
  erbium_program_enter (before == p ? NULL : before);
  erb_process_free_ended (p);
  free_records (p->records);
  free_records (p->gone);
  erb_views_free (p->freed);
  erb_arena_free (p->arena);
  erb_lock_destroy (&p->lock);
  free (p);
}
