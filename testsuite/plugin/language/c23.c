/* C23: its attributes beside v[[i]], bool, nullptr, typeof, auto, constexpr, and () for no parameters.
RUN: %plugin -std=gnu2x -O2 -Wall -Wextra -Werror %s -o %t %libs && %models %t | FileCheck %s
RUN: %plugin -std=c2x -O0 -Wall -Wextra -Werror -Wno-pedantic %s -o %t %libs && %t | FileCheck %s
RUN: %oldplugin -std=gnu2x -O3 -Wall -Wextra -Werror %s -o %t %libs && %t | FileCheck %s
CHECK: 2870 5 1
 */
#include <stdio.h>
#if __GNUC__ < 13
#include <stdbool.h>
#define nullptr 0
#define typeof __typeof__
#define INFERRED __auto_type
#define CONSTANT static const
#else
#define INFERRED auto
#define CONSTANT constexpr
#endif

CONSTANT int horizon [[maybe_unused]] = 64;
typedef struct { long square [[gnu::aligned (16)]]; bool odd; } item;

[[nodiscard]] static long
read_one ([[maybe_unused]] view item v, long i)
{
  [[maybe_unused]] const bool odd = v[[i]].odd;
  return v[[i]].square;
}

[[gnu::noinline]] process produce (record item r [[maybe_unused]], [[maybe_unused]] long n)
{
  view item v [[maybe_unused]] = new_write_view (r);
  register (v);
  alloc (v, 64);
  typeof (n) i = 0;
  for (; i < n; i++)
    {
      stall (v, i + 1);
      v[[i]] = (item) { .square = i * i, .odd = i % 2 == 1 };
      commit (v, i + 1);
    }
}

process nothing ();
process nothing () {}

static int
sort_of (int n)
{
  switch (n)
    {
    case 1:
      n += 4;
      [[fallthrough]];
    default:
      return n;
    }
}

int
main ()
{
  record item r = nullptr;
  r = new_record (1, 1);
  view item v = nullptr;
  v = new_read_view (r);
  register (v);
  alloc (v, horizon);
  run nothing ();
  run produce (r, 21);
  INFERRED sum = 0L;
  bool odd = false;
  for (INFERRED i = 0L; update (v, i + 1) > i; i++)
    {
      INFERRED element = v[[i]];
      typeof (v[[i]].odd) other = v[[i]].odd;
      odd ^= element.odd ^ other;
      sum += read_one (v, i);
      if (v != nullptr)
        release (v, i + 1);
    }
  printf ("%ld %d %d\n", sum, sort_of (1), odd == false);
}
