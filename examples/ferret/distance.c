/* SPDX-License-Identifier: MIT */
/* distance.c - the earth mover's distance of two pictures.
 *
 * Y. Rubner, C. Tomasi, L. Guibas: "The Earth Mover's Distance as a Metric for Image Retrieval"
 * (IJCV 40, 2000).  The regions of one picture are heaps of earth, those of the other holes of the
 * same sum; moving a unit costs the distance of the vectors.  The cheapest plan is found by
 * shortest augmenting paths: each heap is moved along the cheapest path to a hole with room, where
 * a path may take back what was moved before.  Reduced costs are never negative, so Dijkstra's
 * algorithm finds it; costs and weights are whole numbers, so the result is exact.
 */
#include <math.h>
#include <string.h>

#include "ferret.h"

enum { NODES = 2 * REGIONS };

struct plan
{
  int heaps, holes;
  int32_t cost[REGIONS][REGIONS];  /* heap, hole */
  int32_t moved[REGIONS][REGIONS];
  int32_t left[REGIONS], room[REGIONS];
  int64_t price[NODES];            /* heaps, then holes: keeps reduced costs above 0 */
  int64_t far[NODES];
  int before[NODES];
};

static int32_t
cost_of (const struct feature *a, const struct feature *b)
{
  /* Colour and place; the sum of all is below 1 for what a person calls similar. */
  static const float importance[FEATURES] = { 2, 1, 0.5f, 3, 1, 0.5f, 3, 1, 0.5f, 0.5f, 0.5f, 0.5f,
                                              0.7f, 0.7f };
  float sum = 0;
  for (int k = 0; k < FEATURES; k++)
    sum += importance[k] * fabsf (a->f[k] - b->f[k]);
  return sum * 1024 < FARTHEST ? (int32_t) (sum * 1024) : FARTHEST;
}

static void
begin_plan (struct plan *p, const struct signature *a, const struct signature *b)
{
  p->heaps = a->count;
  p->holes = b->count;
  memset (p->moved, 0, sizeof p->moved);
  memset (p->price, 0, sizeof p->price);
  memcpy (p->left, a->weight, sizeof p->left);
  memcpy (p->room, b->weight, sizeof p->room);
  for (int i = 0; i < p->heaps; i++)
    for (int j = 0; j < p->holes; j++)
      p->cost[i][j] = cost_of (&a->feature[i], &b->feature[j]);
}

/* ---- Paths ----------------------------------------------------------------- */

static void
reach (struct plan *p, int node, int from, int64_t far)
{
  if (far >= p->far[node])
    return;
  p->far[node] = far;
  p->before[node] = from;
}

/* From a heap to all holes; from a hole back to the heaps that have moved something there. */
static void
go_on_from (struct plan *p, int node)
{
  int64_t far = p->far[node] + p->price[node];
  if (node < p->heaps)
    for (int j = 0; j < p->holes; j++)
      reach (p, p->heaps + j, node, far + p->cost[node][j] - p->price[p->heaps + j]);
  else
    for (int i = 0, j = node - p->heaps; i < p->heaps; i++)
      if (p->moved[i][j])
        reach (p, i, node, far - p->cost[i][j] - p->price[i]);
}

/* Returns the nearest hole with room that can be reached from the heap, and lowers the prices of
 * what is nearer. */
static int
nearest_hole (struct plan *p, int heap)
{
  uint32_t done = 0;
  int nodes = p->heaps + p->holes;
  for (int k = 0; k < nodes; k++)
    p->far[k] = INT64_MAX;
  p->far[heap] = 0;
  p->before[heap] = -1;
  for (;;)
    {
      int next = -1;
      for (int k = 0; k < nodes; k++)
        if (!(done >> k & 1) && p->far[k] < INT64_MAX && (next < 0 || p->far[k] < p->far[next]))
          next = k;
      done |= UINT32_C (1) << next;
      if (next >= p->heaps && p->room[next - p->heaps])
        {
          for (int k = 0; k < nodes; k++)
            if (done >> k & 1)
              p->price[k] += p->far[k] - p->far[next];
          return next;
        }
      go_on_from (p, next);
    }
}

static void
move_along (struct plan *p, int heap, int hole)
{
  int32_t n = p->left[heap] < p->room[hole - p->heaps] ? p->left[heap] : p->room[hole - p->heaps];
  for (int at = hole; at != heap; at = p->before[at])
    if (at < p->heaps && p->moved[at][p->before[at] - p->heaps] < n)
      n = p->moved[at][p->before[at] - p->heaps];
  for (int at = hole; at != heap; at = p->before[at])
    if (at < p->heaps)
      p->moved[at][p->before[at] - p->heaps] -= n;
    else
      p->moved[p->before[at]][at - p->heaps] += n;
  p->left[heap] -= n;
  p->room[hole - p->heaps] -= n;
}

int64_t
picture_distance (const struct signature *a, const struct signature *b)
{
  struct plan p;
  int64_t sum = 0;
  begin_plan (&p, a, b);
  for (int heap = 0; heap < p.heaps; heap++)
    while (p.left[heap])
      move_along (&p, heap, nearest_hole (&p, heap));
  for (int i = 0; i < p.heaps; i++)
    for (int j = 0; j < p.holes; j++)
      sum += (int64_t) p.moved[i][j] * p.cost[i][j];
  return sum;
}
