/* SPDX-License-Identifier: MIT */
/* start.c - starts the program again, as one of its spaces.
 *
 * The program is started as it was recorded: in its folder, with its arguments and its environment.
 * The runtime in it does the rest.  Addresses are not randomised, so that they are the same in each
 * replay.
 *
 * A debugger must follow each fork on the path to the space, and no other.  The runtime has
 * functions as breakpoints for this purpose, and one for an access to memory that does not exist:
 * such an access to a page is how pages are read, so the signal alone means nothing.
 */
#define _GNU_SOURCE
#include "replay/tool/recording.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <unistd.h>

/* gdb follows the forks on the path to the space.  The method stop runs within the stop: commands
 * of a breakpoint would run after it, and in some releases after the next command of the user. */
static const char script[] =
  "set breakpoint pending on\n"
  "set detach-on-fork on\n"
  "set print inferior-events off\n"
  "handle SIGSEGV nostop noprint pass\n"
  "handle SIGSYS nostop noprint pass\n"
  "python\n"
  "class ErbiumFollows(gdb.Breakpoint):\n"
  "    def __init__(self, where, who):\n"
  "        super().__init__(where, internal=True)\n"
  "        self.who = who\n"
  "    def stop(self):\n"
  "        gdb.execute(\"set follow-fork-mode \" + self.who)\n"
  "        return False\n"
  "ErbiumFollows(\"erbium_replay_forks\", \"child\")\n"
  "ErbiumFollows(\"erbium_replay_has_begun\", \"parent\")\n"
  "end\n"
  "break erbium_replay_dies\n";

/* ---- The environment ------------------------------------------------------- */

static void
set (const char *name, const char *value)
{
  if (setenv (name, value, 1) != 0)
    give_up (1, "no memory");
}

static void
set_environment (const struct recording *r, const struct space *s)
{
  char *folder = realpath (r->folder, NULL);
  if (!folder)
    give_up (1, "%s cannot be found: %s", r->folder, strerror (errno));
  clearenv ();
  for (int n = 0; n < r->variable.count; n++)
    putenv (r->variable.text[n]);
  unsetenv ("ERBIUM_RECORD");
  set ("ERBIUM_REPLAY", folder);
  set ("ERBIUM_REPLAY_SPACE", s->path);
  free (folder);
}

/* ---- Words ------------------------------------------------------------------ */

static char **
join (char **first, char **then, char **last)
{
  char **all[] = { first, then, last }, **words;
  size_t count = 0, n = 0;
  for (int k = 0; k < 3; k++)
    for (char **w = all[k]; w && *w; w++)
      count++;
  words = calloc (count + 1, sizeof *words);
  if (!words)
    give_up (1, "no memory");
  for (int k = 0; k < 3; k++)
    for (char **w = all[k]; w && *w; w++)
      words[n++] = *w;
  return words;
}

/* The script is in memory of this process, which becomes the debugger. */
static char **
debugger (char **options)
{
  static char name[32];
  static char *begin[] = { "gdb", "-q", "-x", name, NULL }, *end[] = { "--args", NULL };
  int file = memfd_create ("erbium-replay", 0);
  if (file < 0 || write (file, script, sizeof script - 1) != (ssize_t) sizeof script - 1)
    give_up (1, "no memory for the commands of gdb: %s", strerror (errno));
  snprintf (name, sizeof name, "/proc/self/fd/%d", file);
  return join (begin, options, end);
}

/* Executes a command that is searched for in the caller's PATH and has the recorded environment. */
static void
run_found (const char *path, char **words)
{
  char *found;
  if (strchr (words[0], '/'))
    execv (words[0], words);
  for (const char *end; !strchr (words[0], '/') && *path; path = *end ? end + 1 : end)
    {
      end = strchrnul (path, ':');
      if (asprintf (&found, "%.*s/%s", (int) (end - path), path, words[0]) < 0)
        give_up (1, "no memory");
      execv (found, words);
      free (found);
    }
}

void
start_replay (const struct recording *r, const struct space *s, bool debugs, char **words)
{
  char *program[] = { r->file, NULL };
  char **before = debugs ? debugger (words) : words;
  bool alone = !before || !*before;
  char **all = alone ? r->argument.text : join (before, program, r->argument.text + 1);
  const char *path = getenv ("PATH");
  char *search = strdup (path ? path : "/usr/bin:/bin");
  set_environment (r, s);
  if (chdir (r->start_folder) != 0)
    give_up (1, "the folder %s, in which the program ran, cannot be entered: %s", r->start_folder,
             strerror (errno));
  personality (ADDR_NO_RANDOMIZE); /* if this is refused, only pages keep their addresses */
  if (alone)
    execv (r->file, all);
  else
    run_found (search, all);
  give_up (1, "%s cannot be started: %s", alone ? r->file : all[0], strerror (errno));
}
