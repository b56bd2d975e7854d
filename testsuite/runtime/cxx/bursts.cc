/* SPDX-License-Identifier: MIT */
/* erbium.hpp: bursts with and without history, single elements, both levels of views, and what is
 * left of a burst when a loop is left.  It compiles without a warning as C++20 and C++23. */
// RUN: %cxx -std=c++20 %strict -Wshadow %s -o %t %libs
// RUN: %run %t | FileCheck %s
// RUN: g++ -std=c++23 -O2 %strict %s -o %t.23 %libs && %t.23 | FileCheck %s
// RUN: %clangxx -std=c++20 -fsyntax-only %strict %s
// RUN: %clangxx -std=c++2b -fsyntax-only %strict %s
#include <cstdio>

#include "erbium/erbium.hpp"

struct sample { long at; double value; };

static void
squares (erbium::record<long> r, long n)
{
  erbium::write_view v (r);
  v.register_id (1);
  v.alloc (16);
  for (long i = 0; i < n; i++)
    {
      v.stall (i + 1);
      v[i] = i * i;
      v.commit (i + 1);
    }
}

// Sums of three, by the primitives.
static void
add (erbium::record<long> in, erbium::record<sample> out)
{
  erbium::read_view x (in);
  erbium::writer y (out, 32);
  x.register_id (1);
  x.alloc (10);
  for (erbium::index tl = 2, hd; (hd = x.update (tl + 8)) > tl; tl = hd)
    {
      for (erbium::index i = tl; i < hd; i++)
        y.push ({i, double (x[i] + x[i - 1] + x.span (i - 2, i)[0])});
      x.release (hd - 2);
    }
}

int
main ()
{
  auto numbers = erbium::record<long> ().name ("numbers");
  erbium::record<sample> sums;
  erbium::run ("squares", squares, numbers, 1000);
  erbium::run ("add", add, numbers, sums);
  erbium::reader in (sums);
  long count = 0, wrong = 0;
  for (std::span<const sample> burst : in.bursts (7))
    {
      for (const sample &s : burst)
        wrong += s.at != count + 2 || s.value != 3 * s.at * s.at - 6 * s.at + 5, count++;
      if (count >= 500)
        break; // the burst stays
    }
  // CHECK: 504 sums, 0 wrong; then 499
  std::printf ("%ld sums, %ld wrong; then %ld\n", count, wrong, in.receive (1)[0].at);
  in.release (7);
  for (const sample &s : in.elements ())
    wrong += s.at != count++ + 2;
  // CHECK: 998 sums, 0 wrong; end 1
  std::printf ("%ld sums, %ld wrong; end %d\n", count, wrong, in.view ().done ());

  erbium::record<int> few;
  erbium::writer out (few, 4);
  erbium::reader back (few, 1);
  const int values[] = {1, 2, 3, 4, 5};
  out.write (values, 5); // more than the horizon
  out.close ();
  // CHECK: 1 2 3, 2 3 4, 3 4 5,
  for (std::span<const int> b : back.bursts (1, 2))
    std::printf ("%d %d %d, ", b[0], b[1], b[2]);
  std::printf ("\n");
  // CHECK: left 2
  std::printf ("left %zu\n", back.receive (9).size ());
}
