/* SPDX-License-Identifier: MIT */
/* placement.c - which process runs on which rank: the file that ERBIUM_PLACEMENT names.
 *
 *   # comment
 *   NAME RANK...
 *
 * Processes of that name go to these ranks in turn, counted by each rank for the processes that it
 * runs.  Each rank reads the file itself, before main.
 */
#define _GNU_SOURCE
#include "rank/ranks.h"

#include <stdio.h>

struct placement
{
  struct placement *next;
  char *name;
  int count, *rank;
  erbium_atomic32 turn;
};

static struct placement *placements;
static const char *file_name;

ERB_NORETURN ERB_COLD static void
refuse (int line, const char *what, const char *word)
{
  char place[32] = "";
  if (line)
    snprintf (place, sizeof place, ":%d", line);
  if (erb_rank == 0)
    fprintf (stderr, "%s%s: error: %s%s%s\nerbium: note: each line is the name of a process and "
             "the ranks for processes of that name\n", file_name, place, what, word ? ": " : "",
             word ? word : "");
  erb_engine_refuse ();
}

static void
add_rank (struct placement *p, const char *word, int line)
{
  char *end;
  long rank = strtol (word, &end, 10);
  if (*end || rank < 0)
    refuse (line, "not the number of a rank", word);
  if (rank >= erb_ranks)
    refuse (line, "the job has no such rank", word);
  p->rank = realloc (p->rank, (size_t) (p->count + 1) * sizeof *p->rank);
  if (!p->rank)
    refuse (line, "no memory", NULL);
  p->rank[p->count++] = (int) rank;
}

static struct placement *
placement_of (const char *name)
{
  struct placement *p = placements;
  while (p && strcmp (p->name, name) != 0)
    p = p->next;
  return p;
}

static void
read_line (char *text, int line)
{
  static const char space[] = " \t\r\n";
  char *rest, *word = strtok_r (text, space, &rest);
  if (!word || *word == '#')
    return;
  if (placement_of (word))
    refuse (line, "processes of this name are placed before", word);
  struct placement *p = calloc (1, sizeof *p);
  if (!p || !(p->name = strdup (word)))
    refuse (line, "no memory", NULL);
  while ((word = strtok_r (NULL, space, &rest)) && *word != '#')
    add_rank (p, word, line);
  if (p->count == 0)
    refuse (line, "missing ranks for this process", p->name);
  p->next = placements;
  placements = p;
}

void
erb_placement_begin (void)
{
  char *text = NULL;
  size_t room = 0;
  file_name = getenv ("ERBIUM_PLACEMENT");
  if (!file_name || !*file_name)
    return;
  FILE *f = fopen (file_name, "re");
  if (!f)
    refuse (0, "cannot be read", strerror (errno));
  for (int line = 1; getline (&text, &room, f) >= 0; line++)
    read_line (text, line);
  free (text);
  fclose (f);
}

int
erb_placed (const struct erb_process *p)
{
  struct placement *of = placement_of (p->name);
  if (!of)
    return -1;
  return of->rank[(unsigned) (erbium_add (&of->turn, 1) - 1) % (unsigned) of->count];
}
