/* SPDX-License-Identifier: MIT */
/* openmp.c - the same job with OpenMP: a task a packet.
 *
 * One thread finds packets and starts their tasks, a group at a time; while a group is
 * worked on it finds the next, and before it starts that it delivers the one before, in
 * order.  It takes part in the work where it has to wait.
 */
#include <omp.h>
#include <stdlib.h>

#include "wifi.h"

enum { GROUP = 64 };

struct group { struct slot *slot; int n; };

static struct scratch *
make_scratch (int workers)
{
  return memory ((size_t) workers * sizeof (struct scratch));
}

struct received
receive_openmp (struct source from, struct sink to, int workers)
{
  struct finder *f = open_finder (from);
  struct group group[2] = { { make_slots (GROUP), 0 }, { make_slots (GROUP), 0 } };
  struct scratch *scratch = make_scratch (workers);
  struct received r = { 0 };
#pragma omp parallel num_threads (workers)
#pragma omp single
  for (int turn = 0, more = 2; more > 0; turn = !turn)
    {
      struct group *g = &group[turn], *before = &group[!turn];
      for (g->n = 0; g->n < GROUP && slot_find (&g->slot[g->n], f); g->n++)
        ;
      more = g->n ? 2 : more - 1;
#pragma omp taskwait
      for (int k = 0; k < g->n; k++)
        {
          struct slot *s = &g->slot[k];
#pragma omp task firstprivate (s)
          slot_receive (s, &scratch[omp_get_thread_num ()]);
        }
      for (int k = 0; k < before->n; k++)
        deliver (&r, to, &before->slot[k].packet, before->slot[k].psdu);
      before->n = 0;
    }
  r.samples = close_finder (f);
  to.end (to.state);
  for (int k = 0; k < 2; k++)
    free_slots (group[k].slot, GROUP);
  free (scratch);
  return r;
}

struct sent
send_openmp (struct frames from, struct antenna to, struct sending how, int workers)
{
  struct group group[2] = { { make_slots (GROUP), 0 }, { make_slots (GROUP), 0 } };
  struct scratch *scratch = make_scratch (workers);
  struct plan last = { 0 };
  struct sent r = { 0 };
#pragma omp parallel num_threads (workers)
#pragma omp single
  for (int turn = 0, more = 2; more > 0; turn = !turn)
    {
      struct group *g = &group[turn], *before = &group[!turn];
      for (g->n = 0; g->n < GROUP && slot_plan (&g->slot[g->n], &last, from, &how, r.packets); g->n++, r.packets++)
        r.octets += last.octets, r.samples += last.samples;
      more = g->n ? 2 : more - 1;
#pragma omp taskwait
      for (int k = 0; k < g->n; k++)
        {
          struct slot *s = &g->slot[k];
#pragma omp task firstprivate (s)
          slot_send (s, &scratch[omp_get_thread_num ()]);
        }
      for (int k = 0; k < before->n; k++)
        to.write (to.state, before->slot[k].x, before->slot[k].samples);
      before->n = 0;
    }
  to.end (to.state);
  for (int k = 0; k < 2; k++)
    free_slots (group[k].slot, GROUP);
  free (scratch);
  return r;
}
