// Subscripts in which a sanitizer looks before it computes, or a function is called first, of
// elements that are read and written: each part is done once, as in an array.
// RUN: sh -c 'for o in -O0 -O2; do for s in undefined address thread "undefined,address" "undefined -fplugin-arg-erbium-check" shift integer-divide-by-zero signed-integer-overflow; do %plugin $o -fsanitize=$s -fno-sanitize-recover=all %s -o %t %libs && ASAN_OPTIONS=detect_leaks=0 %t | FileCheck %s || exit 1; done; done'
// RUN: sh -c 'for o in -O0 -O2; do for s in undefined address thread "undefined,address" "undefined -fplugin-arg-erbium-check" shift integer-divide-by-zero signed-integer-overflow; do %oldplugin $o -fsanitize=$s -fno-sanitize-recover=all %s -o %t %libs && ASAN_OPTIONS=detect_leaks=0 %t | FileCheck %s || exit 1; done; done'
// RUN: sh -c 'for o in -O0 -O2 "-O2 -fplugin-arg-erbium-check" "-O1 -ftrapv"; do %plugin $o %s -o %t %libs && %t | FileCheck %s || exit 1; done'
// RUN: sh -c 'for o in -O0 -O2 "-O2 -fplugin-arg-erbium-check" "-O1 -ftrapv"; do %oldplugin $o %s -o %t %libs && %t | FileCheck %s || exit 1; done'
#include <stdio.h>
enum { N = 64 };
struct pair { int x, y[2], bits : 20; };
static int calls;
__attribute__ ((noinline)) static void note (int n) { calls += n; }
__attribute__ ((noinline)) static int one_more (int n) { calls++; return n + 1; }

/* E: an element; E2: of one of two; S: one of structures. */
#define STATEMENTS(E, E2, S) \
  E (n / 3) += 1; \
  E (n % 10) ^= 1; \
  E (n << m) += 1; \
  E (n++ % m) += E (1); \
  E (n * m - 1)++; \
  --E (n - m); \
  E (-m + n) *= 3; \
  E ((long) n / m) -= E (n / m) + E (n % m); \
  E ((unsigned char) (n * m) % 7) |= 5; \
  E ((note (1), 3)) += 1; \
  E ((note (2), n)) += n; \
  E (({ note (4); n; })) <<= 1; \
  E (n ? (note (8), 3) : 4) += 1; \
  E (n / m ? n % m : m / n)++; \
  E (one_more (n) / 2) += one_more (m) / 2; \
  E ((n > 5 ? n++ : m++) % 8) += 2; \
  E (E (n % 4) / (m + 1) & 31) += E (E (2) & 15); \
  E (m++ * 2 + one_more (n / 2)) += n % 2; \
  E2 (n, m + 9) += 1; \
  E2 (n % 2, (m++ & 15) + 9) ^= E2 (n, n / 3 + 7); \
  E2 (m % 2, ((note (32), n++) & 7) - 1 + 16)++; \
  E2 (m, m ? n + 3 : 1) = E2 (0, (long) n - 2) + 1; \
  S (n / 3).x += 1; \
  S (n % m).y[n % 2] += S (n / m).x; \
  S (n - m).bits += n * m; \
  S ((note (16), n)).y[m / n] ^= n << m;
#define ELEMENT(i) w[[i]]
#define OF_TWO(c, i) (c ? w : w2)[[i]]
#define OF_STRUCTURE(i) v[[i]]
#define PLAIN(i) a[i]
#define OF_TWO_PLAIN(c, i) (c ? a : a2)[i]
#define OF_PLAIN(i) b[i]

process subscripts (record int r, record int r2, record struct pair q, int first, int second)
{
  static int a[N], a2[N];
  static struct pair b[N];
  view int w = new_write_view (r), w2 = new_write_view (r2);
  view struct pair v = new_write_view (q);
  register (w);
  register (w2);
  register (v);
  alloc (w, N);
  alloc (w2, N);
  alloc (v, N);
  stall (w, N);
  stall (w2, N);
  stall (v, N);
  for (int i = 0; i < N; i++)
    w[[i]] = a[i] = i * 3, w2[[i]] = a2[i] = i * 7, v[[i]] = b[i] = (struct pair) { i, { 2 * i, 3 * i }, 4 * i };
  int n = first, m = second;
  STATEMENTS (ELEMENT, OF_TWO, OF_STRUCTURE)
  int end_n = n, end_m = m, end_calls = calls;
  n = first, m = second, calls = 0;
  STATEMENTS (PLAIN, OF_TWO_PLAIN, OF_PLAIN)
  int wrong = n != end_n || m != end_m || calls != end_calls;
  for (int i = 0; i < N; i++)
    wrong += w[[i]] != a[i] || w2[[i]] != a2[i] || v[[i]].x != b[i].x || v[[i]].bits != b[i].bits
             || v[[i]].y[0] != b[i].y[0] || v[[i]].y[1] != b[i].y[1];
  printf ("%d wrong, %d calls\n", wrong, calls);
  commit (w, N);
  commit (w2, N);
  commit (v, N);
}

int main (void)
{
  record int r = new_record (1, 0), r2 = new_record (1, 0);
  record struct pair q = new_record (1, 0);
  join (run subscripts (r, r2, q, 9, 2));
}
// CHECK: 0 wrong, 66 calls
