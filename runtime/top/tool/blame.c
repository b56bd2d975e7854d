/* SPDX-License-Identifier: MIT */
/* blame.c - who waits for whom, and who holds the others up.
 *
 * Of several ids that lag behind, the one with the lowest index is awaited: it will be the last.  A
 * process that waits for another holds up those that wait for it, but the one at the end of the
 * chain is to blame: it runs, or nobody has it, or the chain is a circle.
 */
#include "top/tool/snapshot.h"

/* Whether id lags behind what p needs. */
static bool
lags (const struct seen_process *p, const struct seen_id *id)
{
  return id->index < p->need && !(p->side == ERB_WRITE && id->ended);
}

static void
blame_id (struct seen_process *p, const struct seen_record *r)
{
  for (int n = 0; n < r->ids[p->side]; n++)
    {
      const struct seen_id *id = &r->id_of[p->side][n];
      if (!lags (p, id) || (p->id_awaited && id->index >= p->id_at))
        continue;
      p->awaited = id->owner;
      p->id_awaited = n + 1;
      p->id_at = id->index;
    }
}

static int
find_number (const struct snapshot *s, int64_t program, int64_t id)
{
  for (int n = 0; n < s->processes; n++)
    if (s->process[n].program == program && s->process[n].id == id)
      return n;
  return NOBODY;
}

void
blame (struct snapshot *s)
{
  for (struct seen_process *p = s->process; p < s->process + s->processes; p++)
    if (p->state == WAITS)
      blame_id (p, &s->record[p->record]);
    else if (p->state == JOINS)
      p->awaited = p->end_of ? find_number (s, p->program, p->end_of) : ALL_OTHERS;
}

/* Returns the process at the end of the chain that begins at p, or NOBODY: nobody has the id, or
 * the chain is a circle. */
static int
end_of_chain (const struct snapshot *s, int p)
{
  for (int steps = 0; p >= 0 && steps <= s->processes; steps++)
    {
      const struct seen_process *q = &s->process[p];
      if (q->state != WAITS && q->state != JOINS)
        return p;
      p = q->awaited;
    }
  return NOBODY;
}

/* Those that join all others wait for them in any case, and do not count. */
int
most_blamed (const struct snapshot *s, int *others)
{
  int *blamed = calloc ((size_t) s->processes + 1, sizeof *blamed), most = NOBODY;
  *others = 0;
  for (int p = 0; blamed && p < s->processes; p++)
    {
      int at = s->process[p].state == WAITS ? end_of_chain (s, p) : NOBODY;
      if (at >= 0 && ++blamed[at] > *others)
        {
          *others = blamed[at];
          most = at;
        }
    }
  free (blamed);
  return most;
}

int
find_circle (const struct snapshot *s)
{
  for (int start = 0; start < s->processes; start++)
    {
      int p = start;
      for (int steps = 0; steps <= s->processes && p >= 0 && s->process[p].state == WAITS; steps++)
        {
          p = s->process[p].awaited;
          if (p == start)
            return start;
        }
    }
  return NOBODY;
}
