/* SPDX-License-Identifier: MIT */
/* erbium.hpp: views are moved, to variables and processes; what was moved from is empty; a view
 * that is destroyed ends, also by an exception; the arguments of a process are destroyed at its
 * end. */
// RUN: %cxx -std=c++20 %strict %s -o %t %libs
// RUN: %run %t | FileCheck %s
#include <cstdio>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "erbium/erbium.hpp"

using writer = erbium::writer<int>;
using reader = erbium::reader<int>;
static_assert (!std::is_copy_constructible_v<writer> && !std::is_copy_assignable_v<writer>);
static_assert (std::is_nothrow_move_constructible_v<writer>);
static_assert (std::is_nothrow_move_assignable_v<reader>);
static_assert (!std::is_copy_constructible_v<erbium::read_view<int>>);
static_assert (std::is_trivially_copyable_v<erbium::record<int>>);
static_assert (!erbium::element<std::string> && !erbium::element<const int>);

// Tells the record's reader when it is destroyed.
struct last_words
{
  writer out;

  explicit last_words (erbium::record<int> r) : out (r) {}
  last_words (last_words &&) = default;
  ~last_words ()
  {
    if (out)
      out.push (42);
  }
  void give (const erbium::place &here) { out.give (here); }
};

static int
sum_of (reader in)
{
  int sum = 0;
  for (int x : in.elements ())
    sum += x;
  return sum;
}

int
main ()
{
  erbium::record<int> a, b, c, d, go;
  // Both ends go to a process as arguments.
  writer out (a);
  reader in (a);
  erbium::run ("producer", [] (writer &w) { w.push (1), w.push (2); }, std::move (out));
  // CHECK: moved 0 1, sum 3, moved 0
  std::printf ("moved %d %d, ", bool (out), bool (in));
  int sum = sum_of (std::move (in));
  std::printf ("sum %d, moved %d\n", sum, bool (in));

  // An exception unwinds the writer, which ends the stream behind what was committed.
  erbium::run ("thrower", [=] {
    try
      {
        writer w (b);
        w.push (7);
        w.acquire (5)[0] = 8; // is not committed
        throw std::runtime_error ("unwound");
      }
    catch (const std::runtime_error &)
      {
      }
    (void) reader (go).receive (1); // main says so when it has seen the end
  });
  // CHECK: sum 7
  std::printf ("sum %d\n", sum_of (reader (b)));
  writer (go).push (1);

  erbium::run ("owner", [] (last_words &) {}, last_words (c));
  // CHECK: sum 42
  std::printf ("sum %d\n", sum_of (reader (c)));

  // The view that is replaced ends; another one goes on where it has handed over.
  writer first (d);
  reader back (d);
  first.push (5);
  erbium::index from = first.hand_over ();
  writer second (d, 16, 1, from);
  second.push (6);
  first = std::move (second);
  first = writer ();
  // CHECK: sum 11, moved 0 0
  std::printf ("sum %d, moved %d %d\n", sum_of (std::move (back)), bool (first), bool (second));
}
