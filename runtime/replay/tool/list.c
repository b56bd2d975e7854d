/* SPDX-License-Identifier: MIT */
/* list.c - the table of the spaces of a recording. */
#define _GNU_SOURCE
#include "replay/tool/recording.h"

#include <elfutils/libdwfl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

/* ---- The function with which a space began, from the symbols of its file ---- */

/* Returns the name of the symbol, or NULL; it lives as long as `files'. */
static const char *
find_symbol (Dwfl *files, const char *file, int64_t at)
{
  Dwfl_Module *m = dwfl_report_offline (files, "", file, -1);
  GElf_Addr bias = 0;
  dwfl_report_end (files, NULL, NULL);
  if (!m || !dwfl_module_getelf (m, &bias))
    return NULL;
  return dwfl_module_addrname (m, bias + (GElf_Addr) at);
}

/* Processes start with functions erbium_start_NAME (erbium.h) or NAME.erbium.N (the plugin). */
static void
name_process (const char *symbol, char *name, size_t room)
{
  static const char begin[] = "erbium_start_";
  if (strncmp (symbol, begin, sizeof begin - 1) == 0)
    symbol += sizeof begin - 1;
  const char *end = strstr (symbol, ".erbium.");
  snprintf (name, room, "%.*s", end ? (int) (end - symbol) : (int) strlen (symbol), symbol);
}

static const char *
name_function (const char *file, int64_t at)
{
  static char name[256];
  static const Dwfl_Callbacks calls = {
    .find_elf = dwfl_build_id_find_elf, .find_debuginfo = dwfl_standard_find_debuginfo,
    .section_address = dwfl_offline_section_address
  };
  Dwfl *files = dwfl_begin (&calls);
  const char *symbol = files ? find_symbol (files, file, at) : NULL;
  if (symbol)
    name_process (symbol, name, sizeof name);
  else
    snprintf (name, sizeof name, "%s+0x%llx", basename (file), (unsigned long long) at);
  dwfl_end (files);
  return name;
}

/* ---- The table --------------------------------------------------------------- */

static const char *
describe_death (int status, char *to, size_t room)
{
  if (status == -1)
    snprintf (to, room, "was killed, or ended with an error");
  else if (WIFSIGNALED (status))
    snprintf (to, room, "died of SIG%s", sigabbrev_np (WTERMSIG (status)));
  else
    snprintf (to, room, "ended with an error (status %d)", WEXITSTATUS (status));
  return to;
}

static const char *
describe_end (const struct space *s, char *to, size_t room)
{
  if (s->torn)
    return describe_death (s->death, to, room);
  if (s->how == ERB_LOG_RETURNED)
    return "returned";
  snprintf (to, room, "called exit (status %d)", s->status);
  return to;
}

static const char *
function_of (const struct recording *r, const struct space *s)
{
  if (!s->parent)
    return "main";
  if (!s->file)
    return "?";
  return name_function (*s->file ? s->file : r->file, s->function);
}

static void
print_words (const char *before, const struct texts *t)
{
  printf ("%s", before);
  for (int n = 0; n < t->count; n++)
    printf (" %s", t->text[n]);
  printf ("\n");
}

void
list_spaces (const struct recording *r)
{
  char end[80];
  print_words ("program:", &r->argument);
  printf ("folder:  %s\n\n", r->start_folder);
  printf ("%6s  %-12s %6s  %-20s %12s %12s %8s  %s\n", "number", "space", "gid", "function", "read",
          "published", "events", "end");
  for (int n = 0; n < r->count; n++)
    {
      const struct space *s = &r->space[n];
      char gid[16] = "-";
      if (s->gid >= 0)
        snprintf (gid, sizeof gid, "%d", s->gid);
      printf ("%6d  %-12s %6s  %-20s %12" PRId64 " %12" PRId64 " %8" PRId64 "  %s\n", n, s->path,
              gid, function_of (r, s), s->read, s->published, s->events,
              describe_end (s, end, sizeof end));
    }
}
