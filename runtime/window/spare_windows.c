/* SPDX-License-Identifier: MIT */
/* spare_windows.c - windows that are kept for the next record that needs one of their size.
 *
 * Mapping and unmapping a window takes a dozen system calls and one page fault per page, and
 * unmapping interrupts all processors on which the program runs.  A record that carries a single
 * result would cost far more than the short process that computes it.  So windows that have not
 * grown are kept, up to MOST_BYTES in all.  A kept window still has the bytes of its last record.
 * They are seen only in elements that no producer has written.
 */
#include "window/window.h"

enum
{
  SIZES = 33,          /* windows of 2^k bytes, k < SIZES */
  MOST = 256,          /* windows that are kept */
  MOST_BYTES = 1 << 25 /* of all of them */
};

struct erb_spare_windows
{
  struct erb_lock lock;
  struct erb_window *first[SIZES]; /* linked by `older' */
  int count;
  size_t bytes;
};

struct erb_spare_windows *
erb_spare_windows_new (void)
{
  struct erb_spare_windows *s = calloc (1, sizeof *s);
  if (s)
    erb_lock_init (&s->lock);
  return s;
}

/* Frees all windows that are kept, and returns their number. */
static int
free_all (struct erb_arena *a, struct erb_spare_windows *s)
{
  erb_os->lock (&s->lock);
  int count = s->count;
  for (int k = 0; k < SIZES; k++)
    if (s->first[k])
      {
        erb_window_free (a, s->first[k]);
        s->first[k] = NULL;
      }
  s->count = 0;
  s->bytes = 0;
  erb_os->unlock (&s->lock);
  return count;
}

void
erb_spare_windows_free (struct erb_arena *a, struct erb_spare_windows *s)
{
  if (!s)
    return;
  free_all (a, s);
  erb_lock_destroy (&s->lock);
  free (s);
}

static struct erb_window *
take (struct erb_spare_windows *s, size_t bytes)
{
  int k = __builtin_ctzll (bytes);
  if (k >= SIZES)
    return NULL;
  erb_os->lock (&s->lock);
  struct erb_window *w = s->first[k];
  if (w)
    {
      s->first[k] = w->older;
      s->count--;
      s->bytes -= bytes;
      w->older = NULL;
      w->first = 0;
    }
  erb_os->unlock (&s->lock);
  return w;
}

struct erb_window *
erb_window_get (struct erb_arena *a, size_t bytes, bool aligned)
{
  struct erb_spare_windows *s = erb_arena_spare (a);
  struct erb_window *w = s && !aligned ? take (s, bytes) : NULL;
  if (!w)
    w = erb_window_new (a, bytes, aligned);
  if (!w && s && free_all (a, s) > 0)
    w = erb_window_new (a, bytes, aligned);
  return w;
}

static bool
keep (struct erb_spare_windows *s, struct erb_window *w)
{
  int k = __builtin_ctzll (w->bytes);
  if (k >= SIZES || w->older || w->extents != 1)
    return false;
  erb_os->lock (&s->lock);
  bool fits = s->count < MOST && w->bytes <= MOST_BYTES - s->bytes;
  if (fits)
    {
      w->reused = true;
      w->older = s->first[k];
      s->first[k] = w;
      s->count++;
      s->bytes += w->bytes;
    }
  erb_os->unlock (&s->lock);
  return fits;
}

void
erb_window_put (struct erb_arena *a, struct erb_window *w)
{
  struct erb_spare_windows *s = erb_arena_spare (a);
  if (!s || !keep (s, w))
    erb_window_free (a, w);
}
