/* SPDX-License-Identifier: MIT */
/* horizons.c - how far the tasks of tasks.c may be ahead of each other.
 *
 * A window has room for what the producer may be ahead and the consumer may hold, and its
 * size is a power of two: so the one is what the other leaves of it.  A component with
 * fewer samples has smaller windows, since all get on together; and all windows together
 * are about what a second cache holds.
 *
 * They must also be large enough that nobody waits for ever.  Where a process waits for
 * a burst, less than one lies before it; as long as its producer writes no more at a time
 * than the horizon less a burst, there is room.  So who waits for room waits for one who
 * does, down to raster, and raster for colour, which waits for another component.
 *
 * Raster has room for all of colour's row and of the next one.  The other component may
 * want the next row, too, since `enlarge` reads a line of it, and then some MCUs more,
 * since each of the six that wait for a burst may leave less than one.  They go where
 * raster waits: of two neighbours before it the nearer one holds, and the other wants,
 * more than a horizon together, so that two horizons and a burst stand behind what raster
 * has worked on when the source cannot send.  What this lacks, raster has more rows for:
 * none at bursts that are small beside the windows.
 */
#include "tasks.h"

enum { ROOM = 1 << 14 };             /* elements, of the component with most samples */
enum { STAGES = 6 };                 /* of a component that wait for a burst */

/* Blocks to the MCU, of the component that has most. */
static int
most_blocks (const struct frame *f)
{
  int most = 1;
  for (int n = 0; n < f->components; n++)
    if (most < f->component[n].h * f->component[n].v)
      most = f->component[n].h * f->component[n].v;
  return most;
}

/* About a burst of the component with most samples. */
int
mcus_at_once (const struct frame *f, long burst)
{
  int n = (int) (burst / BLOCK / most_blocks (f));
  return n < 1 ? 1 : n;
}

long
coefficients_of (const struct component *c, long mcus)
{
  return mcus * c->h * c->v * BLOCK;
}

/* The most that anyone writes at a time. */
static long
step (const struct task *t)
{
  long sent = coefficients_of (t->component, mcus_at_once (t->frame, t->burst));
  return sent > t->burst ? sent : t->burst;
}

/* Elements that a task may be ahead of the next one of its component. */
static long
horizon (const struct task *t)
{
  const struct component *c = t->component;
  long room = ROOM;
  for (int most = most_blocks (t->frame); most >= 2 * c->h * c->v; most /= 2)
    room /= 2;
  return 4 * step (t) > room ? 2 * step (t) : room - t->burst;
}

struct task
task_of (const struct frame *f, const struct component *c, long burst)
{
  struct task t = { f, c, burst, 0 };
  t.horizon = horizon (&t);
  return t;
}

/* MCUs that the source must be able to send for any component's raster to have one more. */
static long
mcus_ahead (const struct task *t)
{
  long most = 0, left = STAGES * (t->burst / BLOCK - 1);
  for (int n = 0; n < t->frame->components; n++)
    {
      int blocks = t->frame->component[n].h * t->frame->component[n].v;
      most = (left + blocks - 1) / blocks > most ? (left + blocks - 1) / blocks : most;
    }
  return most;
}

/* Never many more than the picture has. */
long
rows_of_lines (const struct task *t, long row)
{
  long ahead = coefficients_of (t->component, mcus_ahead (t)), held = 2 * t->horizon + t->burst - step (t);
  long rows = 2 + (ahead > held ? (ahead - held + row - 1) / row : 0);
  return rows > t->frame->rows + 1 ? t->frame->rows + 1 : rows;
}

long
pixels_at_once (const struct frame *f, long burst)
{
  return (burst < f->width ? burst : f->width) * f->channels;
}
