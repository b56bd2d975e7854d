// A process that waits in a task, a loop or sections of OpenMP keeps its thread: as a fiber that
// moves at every opportunity it is on the same thread before and after.  Within a parallel region,
// and where no primitive is called, nothing is added.
// RUN: %plugin -fopenmp -O2 %s -o %t %libs
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=3 ERBIUM_PLACE=wander %t | FileCheck %s
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %t | FileCheck %s
// RUN: %plugin -fopenmp -O0 %s -o %t %libs
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=3 ERBIUM_PLACE=wander %t | FileCheck %s
// RUN: %plugin -fopenmp -O1 -S -o - %s | FileCheck %s --check-prefix=CODE
#define _GNU_SOURCE
#include <assert.h>
#include <omp.h>
#include <stdio.h>
#include <unistd.h>
enum { N = 3000, PAIRS = 5 };

static void get (view int v, long i, long *s)
{ update (v, i + 1); *s += v[[i]]; release (v, i + 1); }

process produce (view int w)
{ for (int i = 0; i < N; i++) { stall (w, i + 1); w[[i]] = i; commit (w, i + 1); } }

// CODE-LABEL: in_task:
// CODE: call{{.*}}erbium_keep_thread
// CODE: call{{.*}}GOMP_task
process in_task (view int v, long *s)
{
  for (long i = 0; i < N; i++)
    {
      pid_t self = gettid ();
      #pragma omp task firstprivate (v, i)
      get (v, i, s);
      assert (gettid () == self);
    }
}

// CODE-LABEL: in_loop:
// CODE: call{{.*}}erbium_keep_thread
// CODE: call{{.*}}GOMP_loop
process in_loop (view int v, long *s)
{
  for (long i = 0; i < N; i += 3)
    #pragma omp for schedule (dynamic)
    for (long k = i; k < i + 3; k++)
      { update (v, k + 1); *s += v[[k]]; release (v, k + 1); }
}

// CODE-LABEL: in_sections:
// CODE: call{{.*}}erbium_keep_thread
// CODE: call{{.*}}GOMP_sections
process in_sections (view int v, long *s)
{
  for (long i = 0; i < N; i += 2)
    #pragma omp sections
    {
      #pragma omp section
      get (v, i, s);
      #pragma omp section
      get (v, i + 1, s);
    }
}

// CODE-LABEL: in_single:
// CODE: call{{.*}}erbium_keep_thread
// CODE: call{{.*}}GOMP_single
process in_single (view int v, long *s)
{
  for (long i = 0; i < N; i++)
    {
      long x;
      #pragma omp single copyprivate (x)
      { x = i; get (v, i, s); }
      assert (x == i);
    }
}

// CODE-LABEL: in_teams:
// CODE: call{{.*}}erbium_keep_thread
// CODE: call{{.*}}GOMP_teams
process in_teams (view int v, long *s)
{
  for (long i = 0; i < N; i += 3)
    #pragma omp teams num_teams (3) thread_limit (1)
    {
      int t = omp_get_team_num ();
      get (v, i + t, s);
      assert (omp_get_team_num () == t && omp_get_num_teams () == 3);
    }
}

/* The view is in a structure, and the function that waits may be in another unit. */
struct box { view int v; long *s; };
static void __attribute__ ((noipa)) get_from (struct box *b, long i) { get (b->v, i, b->s); }

// CODE-LABEL: in_helper:
// CODE: call{{.*}}erbium_keep_thread
// CODE: call{{.*}}GOMP_task
process in_helper (view int v, long *s)
{
  struct box b = { v, s }, *at = &b;
  for (long i = 0; i < N; i++)
    {
      #pragma omp task firstprivate (at, i)
      get_from (at, i);
    }
}

// CODE-LABEL: in_taskloop:
// CODE: call{{.*}}erbium_keep_thread
// CODE: call{{.*}}GOMP_taskloop
process in_taskloop (view int v, long *s)
{
  for (long i = 0; i < N; i += 3)
    #pragma omp taskloop num_tasks (1)
    for (long k = i; k < i + 3; k++)
      get (v, k, s);
}

// CODE-LABEL: beside:
// CODE-NOT: erbium_keep_thread
// CODE: call{{.*}}GOMP_parallel
// CODE-NOT: erbium_keep_thread
// CODE: .size{{.*}}beside
process beside (view int v, long *s)
{
  for (long i = 0; i < N; i++)
    {
      update (v, i + 1);
      #pragma omp task firstprivate (v, i)
      *s += v[[i]];
      release (v, i + 1);
      #pragma omp parallel num_threads (1)
      {
        #pragma omp task firstprivate (v, i)
        release (v, i + 1);
      }
    }
}

#define RUN(p, n) \
  { record int r = new_record (1, 1); view int w = new_write_view (r), v = new_read_view (r); \
    register (w); alloc (w, 16); register (v); alloc (v, 16); \
    started[2 * (n)] = run produce (w); started[2 * (n) + 1] = run p (v, &s[n]); }
int main (void)
{
  static long s[8 * PAIRS], started[16 * PAIRS];
  for (int k = 0; k < PAIRS; k++)
    {
      RUN (in_task, 8 * k)
      RUN (in_loop, 8 * k + 1)
      RUN (in_sections, 8 * k + 2)
      RUN (in_taskloop, 8 * k + 3)
      RUN (in_single, 8 * k + 5)
      RUN (in_teams, 8 * k + 6)
      RUN (in_helper, 8 * k + 7)
      RUN (beside, 8 * k + 4)
    }
  for (int k = 0; k < 16 * PAIRS; k++)
    join (started[k]);
  long all = 0;
  for (int k = 0; k < 8 * PAIRS; k++)
    {
      assert (s[k] == (long) N * (N - 1) / 2);
      all += s[k];
    }
  printf ("%ld\n", all); // CHECK: 179940000
}
