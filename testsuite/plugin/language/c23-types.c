/* Types of C23, which are keywords from some release of GCC on: typeof_unqual (13), _BitInt (14)
and _Decimal64x (15).
RUN: %plugin -std=gnu2x -O2 -Wall -Wextra -Werror %s -o %t %libs && %t | FileCheck %s
RUN: %oldplugin -std=gnu2x -O0 -Wall -Wextra -Werror %s -o %t %libs && %t | FileCheck %s
CHECK: 4950 -4 9900
 */
#include <stdio.h>

#if __GNUC__ < 15
#define _Decimal64x double
#endif

static const long limit = 100;

#if __GNUC__ < 13
#define UNQUALIFIED(X) long
static process
numbers (record long r)
#else
#define UNQUALIFIED(X) typeof_unqual (X)
static process
numbers (record typeof_unqual (limit) r)
#endif
{
  view UNQUALIFIED (limit) v = new_write_view (r);
  register (v);
  alloc (v, 16);
  for (long i = 0; i < limit; i++)
    {
      stall (v, i + 1);
      v[[i]] = i;
      commit (v, i + 1);
    }
}

#if __GNUC__ < 14
typedef struct { signed value : 3; } three;
#define BITS(X) X.value
static process
few (record three r)
#else
typedef _BitInt (3) three;
#define BITS(X) X
static process
few (record _BitInt (3) r)
#endif
{
  view three v = new_write_view (r);
  register (v);
  alloc (v, 1);
  stall (v, 1);
  BITS (v[[0]]) = -4;
  commit (v, 1);
}

static process
twice (view UNQUALIFIED (limit) from, record _Decimal64x r)
{
  view _Decimal64x to = new_write_view (r);
  register (to);
  alloc (to, 16);
  for (long i = 0; update (from, i + 1); i++)
    {
      stall (to, i + 1);
      to[[i]] = 2 * from[[i]];
      commit (to, i + 1);
      release (from, i + 1);
    }
}

int
main ()
{
  record long r = new_record (1, 2);
  record three few_r = new_record (1, 1);
  record _Decimal64x doubled = new_record (1, 1);
  view long v = new_read_view (r), handed = new_read_view (r);
  view three f = new_read_view (few_r);
  view _Decimal64x d = new_read_view (doubled);
  register (v);
  register (handed, 2);
  register (f);
  register (d);
  alloc (v, 16);
  alloc (handed, 16);
  alloc (f, 1);
  alloc (d, 16);
  run numbers (r);
  run few (few_r);
  run twice (handed, doubled);
  long sum = 0, sum_of_doubled = 0;
  for (long i = 0; update (v, i + 1) && update (d, i + 1); i++)
    {
      sum += v[[i]];
      sum_of_doubled += d[[i]];
      release (v, i + 1);
      release (d, i + 1);
    }
  int least = update (f, 1) ? (int) BITS (f[[0]]) : 0;
  printf ("%ld %d %ld\n", sum, least, sum_of_doubled);
}
