// RUN: %variants %s %t | FileCheck %s
// What a strip holds back reaches a process that needs it, if the data decide what is published
// and for what a process waits: cycles with any slack, and a process that never goes on.
#include <stdio.h>
#include <unistd.h>
#include "../ends.h"
typedef unsigned long hash;

/* ---- Requests for some elements, and answers ---- */

process client (record int in, record int out, record int back, long n, int slack, hash *to)
{
  READ (x, in, 4096);
  READ (a, back, 4096);
  WRITE (q, out, 4096);
  hash h = 0;
  long o = 0;
  for (long i = 0; i < n; i++)
    {
      if (!update (x, i + 1))
        break;
      int k = x[[i]];
      release (x, i + 1);
      if (k % 3 == 0)
        {
          stall (q, o + 1);
          q[[o]] = k;
          commit (q, ++o);
          if (!update (a, o)) /* the answer to this request, or to one SLACK before */
            break;
          h = h * 31 + a[[o - 1]];
          release (a, o);
        }
    }
  *to = h + slack;
}
process server (record int in, record int out, int slack)
{
  READ (q, in, 4096);
  WRITE (a, out, 4096);
  long o = slack;
  stall (a, slack);
  for (int k = 0; k < slack; k++)
    a[[k]] = k;
  commit (a, slack);
  for (long i = 0; update (q, i + 1); i++)
    {
      stall (a, o + 1);
      a[[o]] = q[[i]] * 2 + 1;
      o++;
      commit (a, o);
      release (q, i + 1);
    }
}
process numbers (record int r, long n)
{
  WRITE (v, r, 4096);
  for (long i = 0; i < n; i++)
    {
      stall (v, i + 1);
      v[[i]] = (int) (i * 2654435761u >> 9);
      commit (v, i + 1);
    }
}

/* ---- Hamming's numbers: a merge whose output is its input ---- */

process times (record int in, int id, record int out, int by)
{
  view int x = new_read_view (in);
  register (x, id);
  alloc (x, 4096);
  WRITE (y, out, 4096);
  for (long i = 0; update (x, i + 1); i++)
    {
      stall (y, i + 1);
      y[[i]] = x[[i]] * by;
      commit (y, i + 1);
      release (x, i + 1);
    }
}
process hamming (record int r2, record int r3, record int r5, record int r, long n)
{
  READ (a, r2, 4096);
  READ (b, r3, 4096);
  READ (c, r5, 4096);
  WRITE (y, r, 4096);
  long i = 0, j = 0, k = 0;
  stall (y, 1);
  y[[0]] = 1;
  commit (y, 1);
  for (long o = 1; o < n; o++)
    {
      if (!update (a, i + 1) || !update (b, j + 1) || !update (c, k + 1))
        break;
      int least = a[[i]] < b[[j]] ? a[[i]] : b[[j]];
      least = c[[k]] < least ? c[[k]] : least;
      if (a[[i]] == least)
        i++, release (a, i);
      if (b[[j]] == least)
        j++, release (b, j);
      if (c[[k]] == least)
        k++, release (c, k);
      stall (y, o + 1);
      y[[o]] = least;
      commit (y, o + 1);
    }
}

/* ---- A queue of its own: each element brings none, one or two ---- */

process queue (record int r, long n, int first, hash *to)
{
  READ (x, r, 40000);
  WRITE (y, r, 40000);
  long o = 0;
  stall (y, first);
  for (; o < first; o++)
    y[[o]] = o + 1;
  commit (y, o);
  hash h = 0;
  long i = 0;
  for (; i < n && i < o; i++)
    {
      update (x, i + 1);
      unsigned k = x[[i]];
      release (x, i + 1);
      h = h * 31 + k;
      if (k % 4 == 0)
        continue;
      stall (y, o + 2);
      y[[o]] = k * 5 + 1;
      y[[o + 1]] = k * 3 + 2;
      o += 1 + (k & 1);
      commit (y, o);
    }
  *to = h + i;
}
static hash
queue_of_array (long n, int first)
{
  static unsigned q[40000];
  long o = 0, i = 0;
  hash h = 0;
  for (; o < first; o++)
    q[o] = o + 1;
  for (; i < n && i < o; i++)
    {
      unsigned k = q[i];
      h = h * 31 + (hash) k;
      if (k % 4 == 0)
        continue;
      q[o] = k * 5 + 1;
      q[o + 1] = k * 3 + 2;
      o += 1 + (k & 1);
    }
  return h + i;
}

/* ---- Some elements, then never again ---- */

process spins (record int in, record int r)
{
  READ (x, in, 4096);
  WRITE (v, r, 4096);
  long o = 0;
  for (long i = 0; update (x, i + 1); i++)
    {
      int k = x[[i]];
      release (x, i + 1);
      if (k & 1)
        {
          stall (v, o + 1);
          v[[o]] = k;
          commit (v, ++o);
        }
      if (i == 700)
        for (;;)
          ;
    }
}
/* Odd numbers and some even ones, then even ones alone; each waits for an element of a record that
 * gets too few. */
process odd_first (record int r, long odd, long n)
{
  WRITE (v, r, 4096);
  for (long i = 0; i < n; i++)
    {
      stall (v, i + 1);
      v[[i]] = i < odd && i % 10 ? 2 * i + 1 : 2 * i;
      commit (v, i + 1);
    }
}
process waits (record int in, record int little, record int r)
{
  READ (x, in, 4096);
  READ (l, little, 4096);
  WRITE (v, r, 4096);
  long o = 0, j = 0;
  for (long i = 0; update (x, i + 1); i++)
    {
      int k = x[[i]];
      release (x, i + 1);
      if (k & 1)
        {
          stall (v, o + 1);
          v[[o]] = k;
          commit (v, ++o);
        }
      else
        {
          commit (v, o - 1); /* less than before, which changes nothing */
          if (!update (l, ++j))
            break;
        }
    }
}

/* ---- Elements ahead of those that are certainly there ---- */

/* Each burst only when all but 4 elements are acknowledged. */
process in_bursts (record int r, record int acks, long n)
{
  WRITE (v, r, 4096);
  READ (a, acks, 4096);
  for (long i = 0; i < n; i += 8)
    {
      if (i && !update (a, i - 4))
        break;
      stall (v, i + 8);
      for (long k = i; k < i + 8; k++)
        v[[k]] = (int) (k % 97 + 1);
      commit (v, i + 8);
      release (a, i - 4);
    }
}
process looks_ahead (record int r, record int acks, hash *to)
{
  READ (x, r, 4096);
  WRITE (a, acks, 4096);
  hash h = 0;
  for (long i = 0; update (x, i + 1); i++)
    {
      int far = x[[i]] & 3;
      if (!update (x, i + 1 + far))
        break;
      h = h * 31 + x[[i + far]];
      stall (a, i + 1);
      commit (a, i + 1);
      release (x, i + 1);
    }
  *to = h;
}

static long
odd_below (long n)
{
  long odd = 0;
  for (long i = 0; i < n; i++)
    odd += (i * 2654435761u >> 9) & 1;
  return odd;
}

static long
consume (record int r, long n)
{
  READ (v, r, 4096);
  long i = 0;
  for (; i < n && update (v, i + 1); i++)
    release (v, i + 1);
  free_view (v);
  return i;
}

int
main (void)
{
  for (int slack = 0; slack < 12; slack += 1 + slack / 2)
    {
      record int x = new_record (1, 1), q = new_record (1, 1), a = new_record (1, 1);
      hash h = 0, want = 0;
      long n = 5000, o = 0;
      run numbers (x, n);
      run server (q, a, slack);
      join (run client (x, q, a, n, slack, &h));
      static int asked[5000];
      for (long i = 0; i < n; i++)
        {
          int k = (int) (i * 2654435761u >> 9);
          if (k % 3 != 0)
            continue;
          asked[o] = k * 2 + 1;
          want = want * 31 + (o < slack ? (int) o : asked[o - slack]);
          o++;
        }
      printf ("answered %d\n", h == want + slack);
    }
  // CHECK-COUNT-6: answered 1
  {
    record int r2 = new_record (1, 1), r3 = new_record (1, 1), r5 = new_record (1, 1);
    record int r = new_record (1, 4);
    view int v = new_read_view (r);
    register (v, 4);
    alloc (v, 4096);
    run times (r, 1, r2, 2);
    run times (r, 2, r3, 3);
    run times (r, 3, r5, 5);
    run hamming (r2, r3, r5, r, 1000);
    long o = 0;
    int good = 1;
    for (; update (v, o + 1); o++)
      {
        int k = v[[o]];
        good &= o == 0 || k > v[[o - 1]];
        for (; k % 2 == 0; k /= 2)
          ;
        for (; k % 3 == 0; k /= 3)
          ;
        for (; k % 5 == 0; k /= 5)
          ;
        good &= k == 1;
        if (o > 8)
          release (v, o - 8);
      }
    printf ("hamming %ld %d\n", o, good);
  }
  // CHECK: hamming 1000 1
  {
    record int r = new_record (1, 1), a = new_record (1, 1);
    long n = 1600, i = 0;
    hash h = 0, want = 0;
    run in_bursts (r, a, n);
    join (run looks_ahead (r, a, &h));
    for (long far; i < n && i + (far = (i % 97 + 1) & 3) < n; i++)
      want = want * 31 + ((i + far) % 97 + 1);
    printf ("ahead %d\n", h == want);
  }
  // CHECK: ahead 1
  for (int first = 1; first < 40; first += 7)
    {
      record int r = new_record (1, 1);
      hash h = 0;
      join (run queue (r, 15000, first, &h));
      printf ("queue %d\n", h == queue_of_array (15000, first));
    }
  // CHECK-COUNT-6: queue 1
  {
    record int x = new_record (1, 1), r = new_record (1, 1), little = new_record (1, 1);
    run odd_first (x, 300, 3000);
    long t = run waits (x, little, r);
    WRITE (l, little, 4096);
    stall (l, 100);
    commit (l, 100);
    long n = consume (r, 270);
    printf ("waits %d\n", n == 270);
    free_view (l);
    join (t);
  }
  // CHECK: waits 1
  {
    record int x = new_record (1, 1), r = new_record (1, 1);
    run numbers (x, 3000);
    run spins (x, r);
    printf ("spins %d\n", consume (r, odd_below (701)) == odd_below (701));
    fflush (stdout);
    _exit (0);
  }
  // CHECK: spins 1
}
