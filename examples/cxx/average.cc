/* SPDX-License-Identifier: MIT */
/* average.cc - a moving average over the numbers of stdin, in C++20.
 *
 *   numbers --> average --> main
 *
 *   echo 1 2 3 4 5 6 | average
 */
#include <cstdio>
#include <iostream>

#include "erbium/erbium.hpp"

constexpr std::size_t length = 4, burst = 64;

// The numbers of stdin.
static void
numbers (erbium::record<double> to)
{
  erbium::writer out (to);
  for (double x; std::cin >> x;)
    out.push (x);
}

static void
average (erbium::record<double> from, erbium::record<double> to)
{
  erbium::reader in (from);
  erbium::writer out (to);
  for (std::span<const double> x : in.bursts (burst, length - 1)) // a burst and its history
    {
      std::span<double> y = out.acquire (x.size () - (length - 1));
      for (std::size_t i = 0; i < y.size (); i++)
        {
          y[i] = 0;
          for (double each : x.subspan (i, length))
            y[i] += each / length;
        }
      out.commit (y.size ());
    }
}

int
main ()
{
  erbium::record<double> samples, averages;
  erbium::run ("numbers", numbers, samples);
  erbium::run ("average", average, samples, averages);
  erbium::reader in (averages);
  for (double y : in.elements ())
    std::printf ("%g\n", y);
}
