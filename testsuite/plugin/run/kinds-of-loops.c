// REQUIRES: x86_64
// RUN: %variants %s %t | FileCheck %s
// Loops of each kind over views do what they do over arrays, and the vectoriser takes
// them: indices, strides and offsets, directions, nests, conditions, inlined functions,
// elements from char to structures.  Not at -Os.
// RUN: %plugin -O3 -march=x86-64-v3 -S %s -o %t.s -fopt-info-vec-optimized 2>&1 | FileCheck %s --check-prefix=VEC
// RUN: %oldplugin -O3 -march=x86-64-v3 -S %s -o %t.s -fopt-info-vec-optimized 2>&1 | FileCheck %s --check-prefix=VEC
// RUN: %plugin -O2 -ftree-vectorize -fvect-cost-model=dynamic -march=x86-64-v3 -S %s -o %t.s -fopt-info-vec-optimized 2>&1 | FileCheck %s --check-prefix=VEC
// RUN: %plugin -Os -march=x86-64-v3 -S %s -o %t.s -fopt-info-vec-optimized 2>&1 | FileCheck %s --check-prefix=SMALL --allow-empty
// SMALL-NOT: loop vectorized
int printf (const char *, ...);
int memcmp (const void *, const void *, unsigned long);
enum { N = 300, M = 4 * N };
struct point { float x, y, z, w; };
typedef float _Complex complex_float;
typedef double _Complex complex_double;
static int wrong;

#define NOT_THIS __attribute__ ((noinline, optimize ("no-tree-vectorize")))
/* The same text for views and arrays: what is not chosen is only parsed. */
#define AT(x, i) __builtin_choose_expr (over_views, (x)[[i]], (x)[i])
/* A process over views, the same text over arrays, and both compared. */
#define LOOP(NAME, INDEX, T, BASE, ...)                                        \
  process NAME (view T x, view T y, INDEX n)                                   \
  {                                                                            \
    enum { over_views = 1 };                                                   \
    __VA_ARGS__;                                                               \
    commit (y, M);                                                             \
  }                                                                            \
  NOT_THIS static void NAME##_arrays (T *x, T *y, INDEX n)                     \
  {                                                                            \
    enum { over_views = 0 };                                                   \
    __VA_ARGS__;                                                               \
  }                                                                            \
  NOT_THIS static void NAME##_test (void)                                      \
  {                                                                            \
    static T x[M], y[M], z[M];                                                 \
    for (long k = 0; k < (long) (sizeof x / sizeof (BASE)); k++)               \
      ((BASE *) x)[k] = (BASE) (k % 90 + 1);                                   \
    record T from = new_record (1, 1);                                         \
    record T to = new_record (1, 1);                                           \
    view T w = new_write_view (from);                                          \
    view T v = new_read_view (from);                                           \
    view T out = new_write_view (to);                                          \
    view T in = new_read_view (to);                                            \
    register (w), register (v), register (out), register (in);                 \
    alloc (w, M), alloc (v, M), alloc (out, M), alloc (in, M);                 \
    stall (w, M), stall (out, M);                                              \
    for (long k = 0; k < M; k++)                                               \
      w[[k]] = x[k], out[[k]] = y[k];                                          \
    commit (w, M);                                                             \
    update (v, M);                                                             \
    join (run NAME (v, out, N));                                               \
    update (in, M);                                                            \
    for (long k = 0; k < M; k++)                                               \
      z[k] = in[[k]];                                                          \
    NAME##_arrays (x, y, N);                                                   \
    if (memcmp (y, z, sizeof y))                                               \
      printf ("%s is wrong\n", #NAME), wrong = 1;                              \
  }

// Indices.
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (by_int, int, int, int, for (int i = 0; i < n; i++) AT (y, i) = AT (x, i) + 1)
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (by_unsigned, unsigned, int, int, for (unsigned i = 0; i < n; i++) AT (y, i) = AT (x, i) + 1)
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (by_long, long, int, int, for (long i = 0; i < n; i++) AT (y, i) = AT (x, i) + 1)
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (by_ulong, unsigned long, int, int, for (unsigned long i = 0; i < n; i++) AT (y, i) = AT (x, i) + 1)

// Strides and offsets.
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (before, long, int, int, for (long i = 1; i < n; i++) AT (y, i) = AT (x, i - 1) + AT (x, i))
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (before_int, int, int, int, for (int i = 1; i < n; i++) AT (y, i) = AT (x, i - 1) + AT (x, i + 1))
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (before_unsigned, unsigned, int, int, for (unsigned i = 1; i < n; i++) AT (y, i) = AT (x, i - 1) + 1)
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (three_unsigned, unsigned, int, int, for (unsigned i = n / 4; i < n; i++) AT (y, i) = AT (x, i - 2) - AT (x, i + 5) + AT (x, i))
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (odd, long, int, int, for (long i = 0; i < n; i++) AT (y, i) = AT (x, 2 * i + 1))
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (odd_int, int, int, int, for (int i = 0; i < n; i++) AT (y, i) = AT (x, 2 * i + 1))
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (pairs, long, float, float, for (long i = 0; i < n; i++) AT (y, 2 * i) = AT (x, 2 * i) * 2, AT (y, 2 * i + 1) = AT (x, 2 * i + 1) * 3)

// Down, and nested.
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (down, long, int, int, for (long i = n - 1; i >= 0; i--) AT (y, i) = AT (x, i) + 1)
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (down_int, int, int, int, for (int i = n; i-- > 0;) AT (y, i) = AT (x, i) + 1)
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (crossed, long, int, int, for (long i = 0; i < n; i++) AT (y, n - 1 - i) = AT (x, i) + 1)
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (nested, long, int, int, for (long j = 0; j < 4; j++) for (long i = 0; i < n; i++) AT (y, j * n + i) = AT (x, j * n + i) - 1)
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (nested_int, int, int, int, for (int j = 0; j < 4; j++) for (int i = 0; i < n; i++) AT (y, j * n + i) += AT (x, i))

// Conditions.
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (chosen, long, int, int, for (long i = 0; i < n; i++) AT (y, i) = AT (x, i) > 40 ? AT (x, i) : -AT (x, i))
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (stored, long, float, float, for (long i = 0; i < n; i++) if (AT (x, i) > 40) AT (y, i) = AT (x, i))
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (both_ways, int, int, int, for (int i = 0; i < n; i++) { if (AT (x, i) & 1) AT (y, i) = AT (x, i) * 3; else AT (y, i) = 7; })

// Elements.
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (chars, long, char, char, for (long i = 0; i < n; i++) AT (y, i) = AT (x, i) + 1)
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (schars, long, signed char, signed char, for (long i = 0; i < n; i++) AT (y, i) = AT (x, i) + 1)
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (uchars, long, unsigned char, unsigned char, for (long i = 0; i < n; i++) AT (y, i) = AT (x, i) + 1)
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (shorts, long, short, short, for (long i = 0; i < n; i++) AT (y, i) = AT (x, i) + 1)
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (ushorts, long, unsigned short, unsigned short, for (long i = 0; i < n; i++) AT (y, i) = AT (x, i) + 1)
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (uints, long, unsigned, unsigned, for (long i = 0; i < n; i++) AT (y, i) = AT (x, i) + 1)
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (longs, long, long, long, for (long i = 0; i < n; i++) AT (y, i) = AT (x, i) + 1)
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (ulongs, long, unsigned long, unsigned long, for (long i = 0; i < n; i++) AT (y, i) = AT (x, i) + 1)
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (floats, long, float, float, for (long i = 0; i < n; i++) AT (y, i) = AT (x, i) + 1)
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (doubles, long, double, double, for (long i = 0; i < n; i++) AT (y, i) = AT (x, i) + 1)
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (complexes, long, complex_float, float, for (long i = 0; i < n; i++) AT (y, i) = AT (x, i) + AT (x, i + 1))
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (double_complexes, long, complex_double, double, for (long i = 0; i < n; i++) AT (y, i) = AT (x, i) + AT (x, i + 1))
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
LOOP (points, long, struct point, float, for (long i = 0; i < n; i++) { AT (y, i).x = AT (x, i).x + 1; AT (y, i).y = AT (x, i).y + 2; AT (y, i).z = AT (x, i).z + 3; AT (y, i).w = AT (x, i).w + 4; })

// An inlined function that takes views.
static inline __attribute__ ((always_inline)) void add (view int x, view int y, long i) { y[[i]] = x[[i]] + 5; }
// VEC-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
static inline __attribute__ ((always_inline)) void add_all (view int x, view int y, long n) { for (long i = 0; i < n; i++) add (x, y, i); }
process inlined (view int x, view int y, long n) { add_all (x, y, n); commit (y, M); }

// What cannot be taken falls back to a masked access, and is right.
LOOP (table, int, int, int, for (int i = 0; i < n; i++) AT (y, i) = AT (x, AT (x, i)))
LOOP (table_unsigned, unsigned, int, int, for (unsigned i = 0; i < n; i++) AT (y, i) = AT (x, (unsigned) AT (x, i) * 3))

int main (void)
{
  by_int_test ();
  by_unsigned_test ();
  by_long_test ();
  by_ulong_test ();
  before_test ();
  before_int_test ();
  before_unsigned_test ();
  three_unsigned_test ();
  odd_test ();
  odd_int_test ();
  pairs_test ();
  down_test ();
  down_int_test ();
  crossed_test ();
  nested_test ();
  nested_int_test ();
  chosen_test ();
  stored_test ();
  both_ways_test ();
  chars_test ();
  schars_test ();
  uchars_test ();
  shorts_test ();
  ushorts_test ();
  uints_test ();
  longs_test ();
  ulongs_test ();
  floats_test ();
  doubles_test ();
  complexes_test ();
  double_complexes_test ();
  points_test ();
  table_test ();
  table_unsigned_test ();
  // CHECK: all right
  // CHECK-NOT: {{.}}
  printf ("%s\n", wrong ? "something is wrong" : "all right");
}
