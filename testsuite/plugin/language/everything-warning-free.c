/* A program that uses everything gets no warning, and no error.
 *
 * RUN: %plugin -std=c99 -Wall -Wextra -Wpedantic -Werror -O2 -c %s -o /dev/null
 * RUN: %plugin -std=gnu2x -Wall -Wextra -Wpedantic -Werror -O2 -c %s -o /dev/null
 * RUN: %plugin -std=gnu11 -Wall -Wextra -Werror -Wshadow -Wcast-qual -Wconversion -O0 -g -c %s -o /dev/null
 * RUN: %plugin -Wall -Wextra -Werror -Wc++-compat -fanalyzer -O2 -c %s -o /dev/null
 * RUN: %oldplugin -Wall -Wextra -Werror -Wc++-compat -fanalyzer -O2 -c %s -o /dev/null
 * RUN: %oldplugin -std=c99 -Wall -Wextra -Wpedantic -Werror -O2 -c %s -o /dev/null
 * RUN: %oldplugin -std=gnu2x -Wall -Wextra -Wpedantic -Werror -O2 -c %s -o /dev/null
 */
struct point { int x, y; };
union both { int i; float f; };
typedef int row[4];
typedef const char *text;
typedef view int int_view;
typedef record int int_record;
typedef view struct point point_view;

struct channel
{
  record int r;
  view int v;
  int_view w[2];
  view union both u;
};

int printf (const char *, ...);
int sum_of (view int v, int tl, int hd);
int_view reader_of (record int r);
extern process elsewhere (view int v, int n);
static process idle ();

static int_view unset;
static view double none = 0;
static struct channel channels[2];

int
sum_of (view int v, int tl, int hd)
{
  int sum = 0;
  for (int i = tl; i < hd; i++)
    sum += v[[i]] + v[[tl]];
  return sum;
}

int_view
reader_of (record int r)
{
  view int v = new_read_view (r);
  register (v, 1);
  alloc (v, 64);
  return v;
}

static process
idle ()
{
}

process
writer (record int r, int n)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 64);
  for (int i = 0; i < n; i++)
    {
      stall (v, i + 1);
      v[[i]] = i;
      v[[i]]++;
      v[[i]] += 2;
      int *p = &v[[i]];
      *p = *p + 1;
      commit (v, i + 1);
    }
  free_view (v, TERMINATE);
}

static process
reads (view int v, view const int w, struct channel c)
{
  unsigned hd = 8, tl = 0;
  register (c.v);
  alloc (c.w[1], 2);
  while ((hd = (unsigned) update (v, tl + 8)) != 0)
    {
      receive (w, hd);
      receive_range (v, tl, hd);
      const int *p = &w[[tl]], *q = &w[[tl + 1]];
      printf ("%d %d %d\n", sum_of (v, (int) tl, (int) hd), *p, q > p ? 1 : 0);
      release (v, hd);
      release (w, hd);
      tl = hd;
    }
  printf ("%d\n", done (v) ? (int) missed (w) : c.v[[0]]);
  if (v && !c.v && w != 0)
    free_view (v);
}

process
kinds (record row *a, record text b, record double _Complex c, record struct point d,
       record int *e)
{
  view row va = new_write_view (*a);
  view text vb = new_write_view (b);
  view double _Complex vc = new_write_view (c);
  point_view vd = new_write_view (d);
  view int *pointers = 0;
  alloc (va, 8);
  alloc (vb, 8), alloc (vc, 8);
  alloc (vd, 8);
  stall (va, 4);
  stall (vb, 4), stall (vc, 4), stall (vd, 4);
  va[[0]][1] = 3;
  va[[1]][va[[0]][1]] = 4;
  vb[[1 - 1]] = "text";
  vc[[2]] = 1.0;
  vd[[va[[0]][2]]].x = vd[[1]].y;
  vd[[3]] = (struct point) { 1, 2 };
  int *inner = va[[2]];
  inner[1] = 5;
  commit (va, 4);
  commit (vb, 1), commit (vc, 3), commit (vd, 4);
  (void) pointers;
  (void) e;
}

int addresses (view int w, view struct point u, view row *rows, int n);
typedef process (*starter) (record int, int);

int
main (void)
{
  int_record r = new_record (1, 1);
  record const int rc = new_record (2, 0);
  record row a = new_record (1, 1);
  record text b = new_record (1, 1);
  record double _Complex c = new_record (1, 1);
  record struct point d = new_record (1, 1);
  struct channel one = { r, reader_of (r), { 0, 0 }, 0 }, two = one;
  view const int w = new_read_view (rc);
  view int v = one.v, *address = &v;
  process (*start) (record int, int) = writer;
  starter table[2] = { writer, &writer };
  int_view views[2] = { one.v, 0 };
  view int chosen = two.v ? two.v : v;
  erbium_process h = run writer (r, 10);
  views[1] = views[0];
  unset = *address;
  channels[0] = two;
  (void) none;
  (void) sizeof (view int);
  if (unset == views[0] && chosen != 0)
    channels[1].v = unset;
  join (h);
  run start (r, 3);
  run table[1] (r, 4);
  run idle ();
  run reads (views[1], w, two);
  join (run kinds (&a, b, c, d, 0));
  run elsewhere (chosen, 1);
  return 0;
}

/* Addresses of elements, which the front end folds. */
int
addresses (view int w, view struct point u, view row *rows, int n)
{
  view row v = *rows;
  int *p = n ? &w[[2]] : &w[[3]], k = *p;
  k += *(n > 5 ? &w[[2]] : &w[[3]]) + (n > 5 ? &w[[2]] : &w[[3]])[1] + *(&w[[2]] + 1);
  k += (&w[[2]] == p) + (&w[[2]] < &w[[5]]) + (int) (&w[[5]] - &w[[2]]);
  int *q = v[[2]], *r = &v[[2]][1], *f = v[[1]] + 2, *g = v[[n]] + 2, *a = &u[[1]].x;
  row *s = &v[[3]], *t = &v[[n]] + 1, *x = 1 + &v[[1]];
  k += *q + *r + *f + *g + *a + (*s)[1] + (*t)[1] + (*x)[2] + v[[1]][1] + *(v[[1]] + 1);
  k += (&u[[2]])[1].x + (&u[[1]] + 1)->y + (&u[[n]])->x + *(const int *) (const char *) &u[[1]];
  return k + **s + **(&v[[1]] + 2);
}
