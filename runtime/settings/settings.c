/* SPDX-License-Identifier: MIT */
/* settings.c - the settings, from the environment and by erbium_set.
 *
 * One table has the name, the permitted values and the field of each setting.
 */
#include "settings/settings.h"

#include "figures/figures.h"

#include <stdio.h>
#include <unistd.h>

enum kind { BOOLEAN, NUMBER, CHOICE, STATISTICS, TASK, SEAL, TEXT };

enum { MOST_CHOICES = 6, TRACE_ALL = 2 /* which of TRACE_LEVEL */ };

static const struct setting
{
  const char *name;
  enum kind kind;
  size_t offset;
  int64_t least, most;
  const char *values; /* for messages */
  const char *choices[MOST_CHOICES]; /* of a CHOICE, in the order of its enum; a NULL behind them */
} settings[] = {
#define AT(field) offsetof (struct erb_settings, field)
  { "CHECK", BOOLEAN, AT (check), 0, 1, "0 or 1" },
  { "STATS", STATISTICS, AT (stats), 0, 0, "0, 1, json, or a file whose name ends in .json" },
  { "GROW", BOOLEAN, AT (grow), 0, 1, "0 or 1" },
  { "VERBOSE", NUMBER, AT (verbose), 0, 3,
    "0 errors, 1 warnings, 2 growth of windows, 3 each step of it" },
  { "SPIN", NUMBER, AT (spin), 0, 1000000000, "nanoseconds, 0 to 1000000000" },
  { "DOZE", NUMBER, AT (doze), 0, 1000000000, "nanoseconds, 0 to 1000000000" },
  { "WINDOW", NUMBER, AT (window), 0, INT64_C (1) << 32,
    "bytes, 1 to 4294967296, or 0 for what suits the caches" },
  { "WINDOWS", CHOICE, AT (windows), 0, 0, "shared or private", { "shared", "private" } },
  { "COMMUNICATOR", CHOICE, AT (communicator), 0, 0, "none, sibling, core, shared or auto",
    { "none", "sibling", "core", "shared", "auto" } },
  { "STACK", NUMBER, AT (stack), 0, INT64_C (1) << 40,
    "bytes, 1 to 1099511627776, or 0 for the system's default" },
  { "PIN", CHOICE, AT (pin), 0, 0, "none, compact or scatter", { "none", "compact", "scatter" } },
  { "PLACE", CHOICE, AT (place), 0, 0, "load, spread, together or wander",
    { "load", "spread", "together", "wander" } },
  { "TASK", TASK, AT (task), 0, 0, "auto, thread, fiber, space, partition or rank" },
  { "WORKERS", NUMBER, AT (workers), 0, 4096,
    "threads, 1 to 4096, or 0 for one on each processor" },
  { "RANKS", NUMBER, AT (ranks), 1, 65536, "a number of ranks, 1 to 65536" }, /* rank/launch.c */
  { "PLACEMENT", TEXT, 0, 0, 0, "a file" },
  { "MPI", CHOICE, AT (mpi), 0, 0, "mpich or openmpi", { "mpich", "openmpi" } },
  { "SEAL", SEAL, 0, 0, 1, "0 or 1" },
  { "SEAL_READ", TEXT, 0, 0, 0, "paths" },
  { "SEAL_WRITE", TEXT, 0, 0, 0, "paths" },
  { "SEAL_ENV", TEXT, 0, 0, 0, "names of variables" },
  { "SEAL_SEED", TEXT, 0, 0, 0, "a text" },
  { "RECORD", TEXT, 0, 0, 0, "a folder" }, /* read by replay/replay.c before main */
  { "REPLAY", TEXT, 0, 0, 0, "a folder" },
  { "TRACE", TEXT, 0, 0, 0, "a file" }, /* read by trace/trace.c before main */
  { "TRACE_LEVEL", CHOICE, AT (trace_level), 0, 0, "waits, switches or all",
    { "waits", "switches", "all" } },
  { "TRACE_SIZE", NUMBER, AT (trace_size), 1, INT64_C (1) << 20, "MiB, 1 to 1048576" },
  { "TRACE_RATE", NUMBER, AT (trace_rate), 0, 1000000000,
    "events a second, 1 to 1000000000, or 0 for all" },
  { "REPLAY_SPACE", TEXT, 0, 0, 0, "a space" },
#undef AT
};

static const struct erb_settings defaults = {
  .grow = true, .verbose = 1, .spin = 50000, .doze = 100000,
  .trace_level = 1, .trace_size = 1024, .trace_rate = 10000,
  .pin = ERB_PIN_NONE, .communicator = ERB_COMMUNICATOR_AUTO, .task = &erb_task_auto,
};

static bool
parse_number (const struct setting *s, const char *value, int64_t *n)
{
  char *end;
  errno = 0;
  *n = strtoll (value, &end, 10);
  return end != value && !*end && !errno && *n >= s->least && *n <= s->most;
}

static bool
parse_choice (const struct setting *s, const char *value, int *choice)
{
  for (int n = 0; s->choices[n]; n++)
    if (strcmp (value, s->choices[n]) == 0)
      {
        *choice = n;
        return true;
      }
  return false;
}

/* Whether STATS has the figures as JSON in a file: its value is the name of one. */
static bool
is_file (const char *value)
{
  static const char ending[] = ".json";
  size_t size = strlen (value), most = sizeof ending - 1;
  return size > most && strcmp (value + size - most, ending) == 0;
}

static bool
parse_statistics (const char *value, int *stats)
{
  if (is_file (value) || strcmp (value, "json") == 0)
    *stats = ERB_JSON;
  else if (strcmp (value, "0") == 0 || strcmp (value, "1") == 0)
    *stats = *value == '1' ? ERB_TABLES : ERB_NO_STATISTICS;
  else
    return false;
  return true;
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
    case CHOICE:
      return parse_choice (s, value, (int *) field);
    case STATISTICS:
      return parse_statistics (value, (int *) field);
    case TASK:
      task = erb_task_named (value);
      if (task)
        *(const struct erb_task_model **) field = task;
      return task != NULL;
    case SEAL: /* read by seal/seal.c before main */
      return parse_number (s, value, &n);
    case TEXT:
      return true;
    }
  return false;
}

static void
report_unknown (const char *name)
{
  fprintf (stderr, "erbium: error: unknown setting ERBIUM_%s; known settings are", name);
  for (size_t n = 0; n < sizeof settings / sizeof settings[0]; n++)
    fprintf (stderr, "%s %s", n ? "," : "", settings[n].name);
  fputc ('\n', stderr);
}

/* Returns the setting of that name; otherwise prints a message and returns NULL. */
static const struct setting *
find_setting (const char *name)
{
  for (size_t n = 0; n < sizeof settings / sizeof settings[0]; n++)
    if (strcmp (settings[n].name, name) == 0)
      return &settings[n];
  report_unknown (name);
  return NULL;
}

static bool
set_to (struct erb_settings *set, const struct setting *s, const char *value)
{
  if (!apply (set, s, value))
    fprintf (stderr, "erbium: error: ERBIUM_%s is '%s'; expected %s\n", s->name, value,
             s->values);
  else if (s->kind == STATISTICS && is_file (value) && !erb_figures_open (value))
    fprintf (stderr, "erbium: error: ERBIUM_STATS: cannot write '%s': %s\n", value,
             strerror (errno));
  else
    return true;
  return false;
}

static bool checked_build; /* set by constructors, while there is one thread */

/* Called before main by each unit that was compiled for checks: programs made from now on check,
 * unless ERBIUM_CHECK says otherwise. */
void
erbium_checked_build (void)
{
  checked_build = true;
}

extern char **environ;

/* Reads the environment.  A misspelt variable is an error, and not a setting without effect. */
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
      const struct setting *s = find_setting (name);
      if (!s || !set_to (set, s, equals + 1))
        _Exit (ERBIUM_EXIT_SETTING);
    }
}

static bool
is_set (const char *variable)
{
  const char *value = getenv (variable);
  return value && *value;
}

void
erb_settings_read (struct erb_settings *set)
{
  *set = defaults;
  set->check = checked_build;
  set_from_environment (set);
  set->trace_all = set->trace_level == TRACE_ALL && is_set ("ERBIUM_TRACE");
  erb_event_settings_read ();
}

/* Refuses a setting that must be known before main. */
static bool
is_for_environment (const char *name)
{
  if (strncmp (name, "SEAL", 4) != 0 && strcmp (name, "RECORD") != 0
      && strncmp (name, "REPLAY", 6) != 0 && strncmp (name, "TRACE", 5) != 0)
    return false;
  fprintf (stderr,
           "erbium: error: erbium_set: %s is too late here; set ERBIUM_%s in the environment\n",
           name, name);
  return true;
}

/* Sets s in p.  The caller ensures that no statistics are being printed. */
static bool
set_in (erbium_program *p, const struct setting *s, const char *value)
{
  erb_os->lock (&p->lock);
  bool late = p->ran || p->viewed;
  erb_os->unlock (&p->lock);
  if (late)
    {
      fprintf (stderr, "erbium: error: %s is set after the first view or run\n", s->name);
      return false;
    }
  const struct erb_task_model *before = p->set.task;
  if (!set_to (&p->set, s, value))
    return false;
  if (!p->set.task->apart || p->heap || erb_program_move_apart (p))
    return true;
  p->set.task = before;
  return false;
}

int
erbium_set (const char *name, const char *value)
{
  erbium_program *p = erb_self ()->program;
  if (!name || !value)
    {
      fprintf (stderr,
               "erbium: error: erbium_set: the %s is NULL; pass a string, as \"CHECK\" and \"1\"\n",
               name ? "value" : "name");
      return -1;
    }
  const struct setting *s = is_for_environment (name) ? NULL : find_setting (name);
  if (!s)
    return -1;
  erb_programs_hold ();
  bool good = set_in (p, s, value);
  erb_programs_let_go ();
  if (!good)
    return -1;
  erb_event_settings_changed (p);
  return 0;
}
