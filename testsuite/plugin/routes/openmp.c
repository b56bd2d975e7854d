// OpenMP makes functions of parts of a function, and calls them through its library:
// primitives in them are primitives of the loop around.
// RUN: %plugin -fopenmp -O0 %s -o %t %libs && %t | FileCheck %s
// RUN: %plugin -fopenmp -O2 -fplugin-arg-erbium-verify %s -o %t %libs && %t | FileCheck %s
// RUN: %plugin -fopenmp -O3 -fplugin-arg-erbium-verify %s -o %t %libs && %t | FileCheck %s
// RUN: %oldplugin -fopenmp -O2 -fplugin-arg-erbium-verify %s -o %t %libs && %t | FileCheck %s
// RUN: %oldplugin -fopenmp -O3 -fplugin-arg-erbium-verify %s -o %t %libs && %t | FileCheck %s
// RUN: %plugin -fopenmp -O2 -c -o %t.o %s -fopt-info-missed 2>&1 | FileCheck %s --check-prefix=REMARK
int printf (const char *, ...);
enum { N = 200000 };
static void source (view int w)
{ for (long i = 0; i < N; i++) { stall (w, i + 1); w[[i]] = (int) i; commit (w, i + 1); } }
process produce (view int w) { source (w); }

process parallel (view int v)
{
  long s = 0;
  for (long i = 0; i < N; i++)
    {
      #pragma omp parallel num_threads (1)
      { if (i) release (v, i); update (v, i + 1); }
      s += v[[i]]; // REMARK-DAG: openmp.c:[[#@LINE]]:{{.*}} missed: view 'v' not hoisted: '__builtin_GOMP_parallel' may synchronise
    }
  printf ("parallel %ld\n", s);
}

process task (view int v)
{
  long s = 0;
  for (long i = 0; i < N; i++)
    {
      #pragma omp task firstprivate (v, i)
      { if (i) release (v, i); update (v, i + 1); }
      #pragma omp taskwait
      s += v[[i]]; // REMARK-DAG: openmp.c:[[#@LINE]]:{{.*}} missed: view 'v' not hoisted: '__builtin_GOMP_task' may synchronise
    }
  printf ("task %ld\n", s);
}

/* One thread of the region calls the primitives, behind a barrier the others may read. */
process barrier (view int v, long *to)
{
  #pragma omp parallel num_threads (2)
  for (long i = 0; i < 2000; i++)
    {
      #pragma omp master
      { if (i) release (v, i); update (v, i + 1); }
      #pragma omp barrier
      #pragma omp atomic
      *to += v[[i]];
      #pragma omp barrier
    }
  printf ("barrier %ld\n", *to);
}

/* In a region, a loop whose primitives are calls of critical sections. */
process critical (view int v)
{
  long s = 0;
  #pragma omp parallel num_threads (1)
  for (long i = 0; i < N; i++)
    {
      #pragma omp critical
      { if (i) release (v, i); update (v, i + 1); }
      s += v[[i]];
    }
  printf ("critical %ld\n", s);
}

/* Elements in a loop that threads share, with nothing that synchronises: an array. */
process shared (view int v)
{
  long s = 0;
  for (long i = 0; i < N; i += 1000)
    {
      update (v, i + 1000);
      #pragma omp parallel for reduction (+:s) num_threads (2)
      for (long k = i; k < i + 1000; k++)
        s += v[[k]];
      release (v, i + 1000);
    }
  printf ("shared %ld\n", s);
}

#define RUN(p, ...) \
  { record int r = new_record (1, 1); view int w = new_write_view (r), v = new_read_view (r); \
    register (w); alloc (w, 64); register (v); alloc (v, 1000); \
    long a = run produce (w), b = run p (v __VA_OPT__ (,) __VA_ARGS__); join (a); join (b); }
int main (void)
{
  static long sum;
  RUN (parallel) // CHECK: parallel 19999900000
  RUN (task)     // CHECK-NEXT: task 19999900000
  RUN (barrier, &sum) // CHECK-NEXT: barrier 3998000
  RUN (critical) // CHECK-NEXT: critical 19999900000
  RUN (shared)   // CHECK-NEXT: shared 19999900000
}
