// Correct programs of all shapes: nothing is said about them.
// RUN: %plugin -std=gnu11 -O0 -Wall -Wextra -Werror -c %s -o %t.o
// RUN: %plugin -std=gnu11 -O2 -Wall -Wextra -Werror -c %s -o %t.o
// RUN: %plugin11 -std=gnu11 -O0 -Wall -Wextra -Werror -c %s -o %t.o
// RUN: %plugin11 -std=gnu11 -O2 -Wall -Wextra -Werror -c %s -o %t.o
// RUN: %plugin -std=gnu11 -O3 -g -fsanitize=undefined -fplugin-arg-erbium-check -Wall -Werror -c %s -o %t.o
// The code is the same whether they are looked for or not.
// RUN: %plugin -std=gnu11 -O0 -S %s -o %t.off.s
// RUN: %plugin -std=gnu11 -O0 -fplugin-arg-erbium-warn=before-update -fplugin-arg-erbium-warn=before-stall -fplugin-arg-erbium-warn=before-alloc -fplugin-arg-erbium-warn=after-release -fplugin-arg-erbium-warn=after-free -fplugin-arg-erbium-warn=after-run -fplugin-arg-erbium-warn=unused-update -fplugin-arg-erbium-warn=kept-address -fplugin-arg-erbium-warn=backwards -fplugin-arg-erbium-warn=narrow-index -fplugin-arg-erbium-warn=beyond-update -fplugin-arg-erbium-warn=beyond-stall -fplugin-arg-erbium-warn=observer -S %s -o %t.on.s
// RUN: cmp %t.off.s %t.on.s
// RUN: %plugin -std=gnu11 -O2 -S %s -o %t.off.s
// RUN: %plugin -std=gnu11 -O2 -fplugin-arg-erbium-warn=before-update -fplugin-arg-erbium-warn=before-stall -fplugin-arg-erbium-warn=before-alloc -fplugin-arg-erbium-warn=after-release -fplugin-arg-erbium-warn=after-free -fplugin-arg-erbium-warn=after-run -fplugin-arg-erbium-warn=unused-update -fplugin-arg-erbium-warn=kept-address -fplugin-arg-erbium-warn=backwards -fplugin-arg-erbium-warn=narrow-index -fplugin-arg-erbium-warn=beyond-update -fplugin-arg-erbium-warn=beyond-stall -fplugin-arg-erbium-warn=observer -S %s -o %t.on.s
// RUN: cmp %t.off.s %t.on.s

#define N 1000
#define BURST 16
int printf (const char *, ...);
void abort (void);
void *memcpy (void *, const void *, unsigned long);
int sink (int);
int source (void);
struct point { double x, y; int tag[4]; };

/* ---- Bursts ------------------------------------------------------------ */

process bursts_out (record int r)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 2 * BURST);
  for (long tl = 0; tl < N; tl += BURST)
    {
      long hd = tl + BURST < N ? tl + BURST : N;
      stall (v, hd);
      for (long i = tl; i < hd; i++)
        v[[i]] = source ();
      commit (v, hd);
    }
}

process bursts_in (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 2 * BURST);
  long tl = 0, hd;
  while ((hd = update (v, tl + BURST)))
    {
      for (long i = tl; i < hd; i++)
        sink (v[[i]]);
      release (v, hd);
      tl = hd;
    }
  free_view (v);
}

process wrapping (record int r, record int q)
{
  view int v = new_read_view (r), w = new_write_view (q);
  register (v), register (w);
  alloc (v, 1), alloc (w, 1);
  for (unsigned i = 0; ; i++)
    {
      update (v, i + 1);
      if (done (v))
        break;
      stall (w, i + 1);
      w[[i]] = v[[i]];
      commit (w, i + 1);
      release (v, i + 1);
    }
}

process counted (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 4);
  int i;
  for (i = 0; i < N; i++)
    {
      if (update (v, i + 1) != i + 1)
        break;
      sink (v[[i]]);
      release (v, i + 1);
    }
  int left = N;
  for (i = 0; left > 0; i += 2)
    {
      if (!update (v, i + 2))
        return;
      left -= sink (v[[i + 1]]);
      left--;
    }
}

process down (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, BURST);
  long tl = 0, hd;
  while ((hd = update (v, tl + BURST)))
    {
      for (long i = hd; i > tl; i--)
        sink (v[[i - 1]]);
      for (long i = hd - 1; i >= tl; --i)
        sink (v[[i]]);
      long i = tl;
      do
        sink (v[[i]]);
      while (++i < hd);
      release (v, tl = hd);
    }
}

process blocks (record struct point r)
{
  view struct point v = new_read_view (r);
  register (v);
  alloc (v, 64);
  for (long b = 0; update (v, b + 64) == b + 64; b += 64)
    {
      double sum = 0;
      for (long i = 0; i < 64; i++)
        for (int k = 0; k < 4; k++)
          sum += v[[b + i]].x * v[[b + 63 - i]].tag[k];
      for (long i = b; i < b + 63; i++)
        sum += v[[i + 1]].y - v[[i]].y;
      for (long i = b; i < b + 64; i += 2)
        sum += v[[i + 1]].y;
      struct point copy = v[[b]];
      sink ((int) (sum + copy.x));
      release (v, b + 64);
    }
}

/* ---- History ----------------------------------------------------------- */

process fir (record float r, record float q)
{
  view float v = new_read_view (r), w = new_write_view (q);
  register (v), register (w);
  alloc (v, 8 + BURST), alloc (w, BURST);
  static const float tap[8];
  long i = 0;
  while (update (v, i + 8) == i + 8)
    {
      float sum = 0;
      for (int k = 0; k < 8; k++)
        sum += tap[k] * v[[i + k]];
      stall (w, i + 1);
      w[[i]] = sum;
      commit (w, i + 1);
      release (v, i + 1);
      i++;
    }
}

process difference (record int r, record int q)
{
  view int v = new_read_view (r), w = new_write_view (q);
  register (v), register (w);
  alloc (v, BURST + 1), alloc (w, BURST);
  long tl = 0, hd;
  while ((hd = update (v, tl + BURST)))
    {
      stall (w, hd);
      for (long i = tl; i < hd; i++)
        w[[i]] = i > 0 ? v[[i]] - v[[i - 1]] : v[[i]];
      for (long i = tl ? tl : 1; i < hd; i++)
        w[[i]] += w[[i - 1]];
      commit (w, hd);
      release (v, hd - 1);
      tl = hd;
    }
}

/* A release that keeps some elements back. */
process keeping (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 100);
  for (long i = 0; update (v, i + 10) == i + 10; i++)
    {
      release (v, i);
      sink (v[[i]]);
      release (v, i + 1);
      for (long k = i + 1; k < i + 10; k++)
        sink (v[[k]]);
    }
}

/* ---- Conditions -------------------------------------------------------- */

process conditional (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 10);
  long i = 0, have = 0;
  while (1)
    {
      if (i >= have)
        {
          have = update (v, i + 10);
          if (!have)
            break;
        }
      sink (v[[i]]);
      if (++i == have)
        release (v, i);
    }
}

process twice_asked (record int r, int reading)
{
  view int v;
  if (reading)
    {
      v = new_read_view (r);
      register (v);
      alloc (v, 1);
      if (!update (v, 1))
        return;
    }
  for (int k = 0; k < 3; k++)
    sink (k);
  if (reading)
    sink (v[[0]]);
}

process lazily (record int r, int n)
{
  view int v = new_write_view (r);
  int ready = 0;
  for (int i = 0; i < n; i++)
    {
      if (!ready)
        {
          register (v);
          alloc (v, 1);
          ready = 1;
        }
      stall (v, i + 1);
      v[[i]] = i;
      commit (v, i + 1);
    }
  if (ready)
    free_view (v);
}

process freed_early (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 10);
  int over = 0;
  for (long i = 0; !over; i++)
    {
      if (update (v, i + 1) != i + 1)
        {
          free_view (v);
          over = 1;
        }
      if (!over)
        sink (v[[i]]), release (v, i + 1);
    }
}

process jumping (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 10);
  long i = 0, hd;
again:
  hd = update (v, i + 10);
  if (!hd)
    goto end;
next:
  if (i == hd)
    {
      release (v, hd);
      goto again;
    }
  switch (v[[i]])
    {
    case 0:
      i++;
      goto next;
    case 1:
      goto end;
    default:
      sink (v[[i++]]);
      goto next;
    }
end:
  free_view (v);
}

process chosen (record int r, record int q, int which)
{
  view int v;
  if (which)
    v = new_read_view (r);
  else
    v = new_read_view (q);
  register (v);
  alloc (v, 1);
  for (long i = 0; update (v, i + 1); i++)
    {
      sink (v[[i]]);
      release (v, i + 1);
    }
  free_view (v);
}

process checked (record int r, int mode)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 4);
  long hd;
  switch (mode)
    {
    case 1: hd = update (v, 1); break;
    case 2: hd = update (v, 2); break;
    default: abort ();
    }
  if (hd == mode)
    sink (v[[0]]);
}

/* ---- Several views ----------------------------------------------------- */

process join_two (record int a, record int b, record int c)
{
  view int u = new_read_view (a), v = new_read_view (b), w = new_write_view (c);
  register (u), register (v), register (w);
  alloc (u, 8), alloc (v, 8), alloc (w, 16);
  for (long i = 0; update (u, i + 1) && update (v, i + 1); i++)
    {
      stall (w, 2 * i + 2);
      w[[2 * i]] = u[[i]];
      w[[2 * i + 1]] = v[[u[[i]] & 0 ? i : i]];
      commit (w, 2 * i + 2);
      release (u, i + 1), release (v, i + 1);
    }
}

process feedback (record int in, record int out)
{
  view int w = new_write_view (out), v = new_read_view (in);
  register (w), register (v);
  alloc (w, BURST), alloc (v, BURST);
  stall (w, 4);
  for (long i = 0; i < 4; i++)
    w[[i]] = 0;
  commit (w, 4);
  for (long i = 0; i < N; i++)
    {
      if (!update (v, i + 1))
        break;
      stall (w, i + 5);
      w[[i + 4]] = v[[i]] + 1;
      commit (w, i + 5);
      release (v, i + 1);
    }
}

process share (record int r, int k, int n)
{
  view int v = new_write_view (r);
  register (v, k + 1);
  alloc (v, n);
  for (long round = 0; round < N; round++)
    {
      long i = round * n + k;
      stall (v, i + 1);
      v[[i]] = k;
      commit (v, (round + 1) * n + k);
    }
  commit (v, (long) N * n);
}

process many (record int *r, int n)
{
  for (int k = 0; k < n; k++)
    {
      view int v = new_read_view (r[k]);
      register (v);
      alloc (v, 1);
      if (update (v, 1))
        sink (v[[0]]);
      release (v, 1);
      free_view (v);
    }
}

process arrays (record int *r, int n)
{
  view int v[8];
  for (int k = 0; k < n; k++)
    {
      v[k] = new_read_view (r[k]);
      register (v[k]);
      alloc (v[k], 1);
    }
  for (unsigned i = 0; ; i++)
    for (int k = 0; k < n; k++)
      {
        if (!update (v[k], i + 1))
          return;
        sink (v[k][[i]]);
        release (v[k], i + 1);
      }
}

/* ---- Helpers and hand-over --------------------------------------------- */

static inline long wait_for (view int v, long i)
{
  return update (v, i);
}

static inline int get (view int v, long i)
{
  return v[[i]];
}

static inline void put (view int v, long i, int x)
{
  stall (v, i + 1);
  v[[i]] = x;
  commit (v, i + 1);
}

static view int open_reader (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 8);
  return v;
}

static void prepare (view int v)
{
  register (v);
  alloc (v, 8);
}

process helped (record int r, record int q)
{
  view int v = open_reader (r), w = new_write_view (q);
  prepare (w);
  for (long i = 0; wait_for (v, i + 1); i++)
    {
      put (w, i, get (v, i));
      sink (v[[i]]);
      w[[i]]++;
      release (v, i + 1);
    }
  free_view (w);
}

process second (view int v, long i)
{
  sink (v[[i - 1]]);
  for (; update (v, i + 1); i++)
    sink (v[[i]]);
}

process first (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 8);
  long i;
  for (i = 0; i < 4 && update (v, i + 1) == i + 1; i++)
    sink (v[[i]]);
  run second (v, i);
}

process handover (record int r, int n)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 4);
  for (int i = 0; i < n; i++)
    {
      stall (v, i + 1);
      v[[i]] = i;
      commit (v, i + 1);
    }
  free_view (v, HANDOVER);
  v = new_write_view (r);
  register (v);
  alloc (v, 4);
  stall (v, n + 1);
  v[[n]] = 0;
  commit (v, n + 1);
}

struct holder { view int v; };

process held (record int r)
{
  struct holder h;
  view int v = new_read_view (r);
  h.v = v;
  register (h.v);
  alloc (h.v, 8);
  if (update (h.v, 1))
    sink (v[[0]]);
  free_view (h.v);
}

/* ---- Addresses --------------------------------------------------------- */

process addresses (record int r, record int q)
{
  view int v = new_read_view (r), w = new_write_view (q);
  register (v), register (w);
  alloc (v, 64), alloc (w, 64);
  long tl = 0, hd;
  int *p;
  while ((hd = update (v, tl + 64)))
    {
      stall (w, hd);
      p = &v[[tl]];
      memcpy (&w[[tl]], p, (unsigned long) (hd - tl) * sizeof *p);
      int first = *p, *end = p + (hd - tl), sum = 0;
      for (int *x = p; x != end; x++)
        sum += *x;
      commit (w, hd);
      sink (*p + sum); /* of another view */
      release (v, hd);
      sink (first);
      tl = hd;
    }
}

process rolling (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 64);
  if (!update (v, 1))
    return;
  int *p = &v[[0]];
  for (long i = 0; i < N; i++)
    {
      sink (*p);
      release (v, i + 1);
      if (!update (v, i + 2))
        break;
      p = &v[[i + 1]];
    }
}

process either (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 64);
  int none = 0, *p = &none;
  for (long i = 0; i < N; i++)
    {
      sink (*p);
      p = &none;
      if (!update (v, i + 1))
        break;
      if (v[[i]] > 3)
        p = &v[[i]];
      sink (*p);
      p = &none;
      release (v, i + 1);
    }
}

/* ---- Observers --------------------------------------------------------- */

process observer (record int r)
{
  view int v = new_read_view (r);
  alloc (v, 8);
  long i = 0;
  while (update (v, i + 1))
    {
      int x = v[[i]];
      if (!missed (v))
        printf ("%d\n", x);
      release (v, ++i);
    }
}

process leaving (record int r, record int q)
{
  view int v = new_read_view (r), w = new_write_view (q);
  register (v), register (w);
  alloc (v, 8), alloc (w, 8);
  if (update (v, 1) && (stall (w, 1), 1))
    w[[0]] = v[[0]];
  commit (w, 1);
  register (v, -1);
  if (update (v, 2))
    printf ("%d\n", v[[1]]);
}

int main (void)
{
  record int re = new_record (1, 1);
  run bursts_out (re);
  run bursts_in (re);
}
