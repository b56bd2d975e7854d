/* SPDX-License-Identifier: MIT */
/* erbium.hpp: readers and writers in pipelines of std::views. */
// RUN: %cxx -std=c++20 %strict %s -o %t %libs
// RUN: %run %t | FileCheck %s
// RUN: g++ -std=c++23 %strict %s -o %t.23 %libs && %t.23 | FileCheck %s
#include <algorithm>
#include <cstdio>
#include <ranges>

#include "erbium/erbium.hpp"

using reader = erbium::reader<int>;
static_assert (std::ranges::input_range<reader::range<reader::burst_iterator>>);
static_assert (std::ranges::view<reader::range<reader::element_iterator>>);
static_assert (std::input_iterator<reader::element_iterator>);
static_assert (!std::forward_iterator<reader::burst_iterator>);

int
main ()
{
  erbium::record<int> numbers, odd;
  erbium::run ("count", [=] {
    erbium::writer out (numbers);
    out.write (std::views::iota (0, 1000));
  });
  erbium::run ("choose", [=] {
    erbium::reader in (numbers);
    erbium::writer out (odd);
    out.write (in.elements () | std::views::filter ([] (int x) { return x % 2; }), 1);
  });
  erbium::reader in (odd);
  int large = 0;
  std::ranges::for_each (in.bursts (10) | std::views::take (3),
                         [&] (std::span<const int> b) { large = std::ranges::max (b); });
  // CHECK: 59
  std::printf ("%d\n", large);
  int sum = 0;
  for (int x : in.elements () | std::views::transform ([] (int y) { return y * y; }))
    sum += x;
  int expected = 0;
  for (int x = 61; x < 1000; x += 2)
    expected += x * x;
  // CHECK: same 1
  std::printf ("same %d\n", sum == expected);
}
