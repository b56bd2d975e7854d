/* SPDX-License-Identifier: MIT */
/* oracle.h - a network evaluated one process at a time, with unbounded memory. */
#ifndef ORACLE_H
#define ORACLE_H

#include "element.h"

enum { ROOM = 61 * MOST_BURST + 4 * MOST_BURST };

static struct
{
  uint64_t value[ROOM];
  erbium_index committed[3];
  bool ended[3];
} array[RECORDS];

/* What update (i) from at returns; -1: it waits. */
static erbium_index
oracle_update (int r, erbium_index at, erbium_index i)
{
  erbium_index low = INT64_MAX;
  bool end = false;
  for (int p = 0; p < record[r].producers; p++)
    low = array[r].committed[p] < low ? array[r].committed[p] : low;
  for (int p = 0; p < record[r].producers; p++)
    end |= array[r].ended[p] && array[r].committed[p] == low;
  if (low >= i)
    return i;
  return !end ? -1 : low > at ? low : 0;
}

static void
oracle_write (struct state *s, int p, int k, int n)
{
  struct port *out = &process[p].out[k];
  erbium_index start = record[out->record].start;
  for (erbium_index i = s->at_out[k]; i < s->at_out[k] + n; i++)
    if (writes (out, i))
      array[out->record].value[i - start] = value_of (s, k, i);
  s->at_out[k] += n;
  array[out->record].committed[out->id - 1] = s->at_out[k];
}

static void
oracle_read (struct state *s, const struct port *in, erbium_index *at, erbium_index to)
{
  size_t size = record[in->record].size;
  unsigned char *element = calloc (1, size);
  for (; *at < to; ++*at)
    if (reads (in, *at))
      {
        put (element, size, array[in->record].value[*at - record[in->record].start]);
        if (record[in->record].team.members)
          put (element, size, by_team (element, size, *at));
        s->hash = fold (s->hash, element, size);
      }
  free (element);
}

/* Runs p as far as it goes; true if it moved.  phase: the input that it is at,
 * -1 at its start, -2 at its end. */
static bool
oracle_run (int p, int *phase, erbium_index *want)
{
  struct process *q = &process[p];
  struct state *s = &wanted[p];
  bool moved = false;
  if (*phase == -1)
    {
      if (q->tokens)
        oracle_write (s, p, q->outputs - 1, q->tokens);
      *phase = 0;
    }
  while (*phase >= 0 && s->fired < q->firings)
    {
      for (; *phase < q->inputs; ++*phase)
        {
          struct port *in = &q->in[*phase];
          erbium_index *at = &s->at_in[*phase];
          if (!*want)
            *want = *at + burst_of (s, in);
          erbium_index got = oracle_update (in->record, *at, *want);
          if (got == -1)
            return moved;
          moved = true;
          if (got)
            oracle_read (s, in, at, got);
          if (got < *want)
            goto end;
          *want = 0;
        }
      for (int k = 0; k < q->outputs; k++)
        oracle_write (s, p, k, burst_of (s, &q->out[k]));
      *phase = 0;
      s->fired++;
      moved = true;
    }
end:
  for (int k = 0; k < q->outputs && *phase != -2; k++, moved = true)
    array[q->out[k].record].ended[q->out[k].id - 1] = true;
  *phase = -2;
  return moved;
}

/* False if the network has a true deadlock. */
static bool
oracle (void)
{
  int phase[PROCESSES], left = 0;
  erbium_index want[PROCESSES] = { 0 };
  bool moved = true;
  for (int r = 0; r < records; r++)
    for (int p = 0; p < 3; p++)
      {
        array[r].committed[p] = record[r].start;
        array[r].ended[p] = false;
      }
  for (int p = 0; p < processes; p++)
    {
      start_state (&wanted[p], p);
      phase[p] = -1;
    }
  while (moved)
    {
      moved = false;
      for (int p = 0; p < processes; p++)
        moved |= oracle_run (p, &phase[p], &want[p]);
    }
  for (int p = 0; p < processes; p++)
    left += phase[p] != -2;
  return left == 0;
}

#endif
