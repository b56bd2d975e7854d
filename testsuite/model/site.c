/* SPDX-License-Identifier: MIT */
/* site.c - the places in the source whose order can be weakened.
 *
 * A site is a line and what it orders there: an acquire load, a release store,
 * a heavy barrier, a light one.  All say where they are but a heavy barrier, which
 * comes through a table of functions: its line is found from the return address.
 */
#include "engine.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SITES = 256, SPELLINGS = 1024 };

struct site sites[SITES];
int n_sites;
const struct site *weakened;
int scenario_number;

/* The same line has a string of its own in each file that includes it. */
static struct { const void *key; enum site_kind kind; struct site *site; }
  spelling[SPELLINGS];

const char *
site_kind_name (enum site_kind kind)
{
  return kind == SITE_ACQUIRE ? "acquire" : kind == SITE_RELEASE ? "release"
         : kind == SITE_HEAVY ? "heavy" : "light";
}

/* From the last directory that is one of ours at the root of the tree. */
static const char *
from_root (const char *path)
{
  static const char *const roots[] = { "runtime/", "testsuite/", "plugin/" };
  const char *found = path;
  for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++)
    for (const char *p = path; (p = strstr (p, roots[i])); p++)
      if (p == path || p[-1] == '/')
        {
          found = p;
          goto next;
        }
  next:
  return found;
}

static struct site *
find (const char *path, enum site_kind kind)
{
  const char *name = from_root (path);
  for (int i = 0; i < n_sites; i++)
    if (sites[i].kind == kind && strcmp (sites[i].name, name) == 0)
      return &sites[i];
  if (n_sites == SITES)
    {
      fprintf (stderr, "model: more than %d sites\n", SITES);
      exit (2);
    }
  struct site *s = &sites[n_sites++];
  snprintf (s->name, sizeof s->name, "%s", name);
  snprintf (s->path, sizeof s->path, "%s", path);
  s->kind = kind;
  return s;
}

/* Where key has its place in the table of spellings. */
static int
slot (const void *key, enum site_kind kind)
{
  unsigned i = mix (kind, (uintptr_t) key) % SPELLINGS;
  while (spelling[i].key && (spelling[i].key != key || spelling[i].kind != kind))
    i = (i + 1) % SPELLINGS;
  spelling[i].key = key;
  spelling[i].kind = kind;
  return i;
}

struct site *
site_named (const char *where, enum site_kind kind)
{
  int i = slot (where, kind);
  if (!spelling[i].site)
    spelling[i].site = find (where, kind);
  spelling[i].site->scenarios |= UINT64_C (1) << scenario_number;
  return spelling[i].site;
}

/* erb_heavy_barrier, inlined in many places, each of which is a site of its own. */
static const char wrapper[] = "/runtime/program/program.h:";

/* "file:line" of the call that returns to address, from the debug information. */
void
site_line (const void *address, char *text, size_t size)
{
  char exe[PATH_MAX] = "", command[PATH_MAX + 64];
  snprintf (text, size, "%p", address);
  if (readlink ("/proc/self/exe", exe, sizeof exe - 1) < 0)
    return;
  snprintf (command, sizeof command, "addr2line -i -e '%s' %p", exe,
            (void *) ((const char *) address - 1));
  FILE *f = popen (command, "r");
  while (f && fgets (text, size, f))
    {
      text[strcspn (text, " \n")] = 0;
      if (!strstr (text, wrapper))
        break;
    }
  if (f)
    pclose (f);
}

struct site *
site_calling (const void *address, enum site_kind kind)
{
  int i = slot (address, kind);
  if (!spelling[i].site)
    {
      char where[240];
      site_line (address, where, sizeof where);
      spelling[i].site = find (where, kind);
    }
  spelling[i].site->scenarios |= UINT64_C (1) << scenario_number;
  return spelling[i].site;
}

/* The line itself, without the blanks around it; "" where it cannot be read. */
void
site_source (const struct site *site, char *text, size_t size)
{
  char path[240], line[400] = "";
  snprintf (path, sizeof path, "%s", site->path);
  char *colon = strrchr (path, ':');
  text[0] = 0;
  if (!colon)
    return;
  *colon = 0;
  FILE *f = fopen (path, "r");
  for (int n = atoi (colon + 1); f && n > 0 && fgets (line, sizeof line, f); n--)
    ;
  if (f)
    fclose (f);
  line[strcspn (line, "\n")] = 0;
  snprintf (text, size, "%s", line + strspn (line, " \t"));
}
