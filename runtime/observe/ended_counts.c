/* SPDX-License-Identifier: MIT */
/* ended_counts.c - processes that have ended, kept for statistics.
 *
 * The first ones are kept one by one.  When there are more, the table has a line for each name
 * (statistics.c), and the counts of a process that ends later are added to those of its name: so a
 * program may run any number of processes.  If there are too many names, the later ones share a
 * line.
 */
#include "observe/observe.h"

enum { NAMES = 256 }; /* names that are kept, about */

static const char late[] = "(others)";

static struct erb_process *
of_name (const erbium_program *program, const char *name)
{
  struct erb_process *p = program->ended;
  while (p && strncmp (p->name, name, ERB_ROW_NAME - 1) != 0)
    p = p->next;
  return p;
}

static void
add (erbium_atomic *to, const erbium_atomic *n)
{
  erbium_store_relaxed (to, erbium_load_relaxed (to) + erbium_load_relaxed (n));
}

static void
add_process (struct erb_process *to, const struct erb_process *p)
{
  to->stands_for++;
  to->lived += p->lived;
  to->busy += p->busy;
  to->busiest = p->busiest > to->busiest ? p->busiest : to->busiest;
  for (int k = 0; k < ERB_PRIMITIVES; k++)
    add (&to->calls[k], &p->calls[k]);
  for (int side = 0; side < ERB_SIDES; side++)
    {
      add (&to->elements[side], &p->elements[side]);
      add (&to->counts.waits[side], &p->counts.waits[side]);
      add (&to->counts.sleeps[side], &p->counts.sleeps[side]);
      add (&to->counts.waited[side], &p->counts.waited[side]);
    }
}

/* Returns the process to which the counts of p are added, or NULL.  If there are too many names, p
 * becomes the first of those that share a line, or keeps its name if there is no memory. */
static struct erb_process *
place_for (struct erb_process *p)
{
  const erbium_program *program = p->program;
  struct erb_process *q = NULL;
  if (program->ended_kept > ERB_FEW_ROWS)
    q = of_name (program, p->name);
  if (q || program->ended_kept < NAMES || (q = of_name (program, late)))
    return q;
  char *name = erb_memory_text (p->heap, late);
  if (name)
    {
      erb_memory_free (p->heap, p->name);
      p->name = name;
    }
  return NULL;
}

void
erb_keep_ended (struct erb_process *p)
{
  erbium_program *program = p->program;
  struct erb_process *q = place_for (p);
  p->kept = !q;
  if (q)
    {
      add_process (q, p);
      return;
    }
  p->next = program->ended;
  program->ended = p;
  program->ended_kept++;
}
