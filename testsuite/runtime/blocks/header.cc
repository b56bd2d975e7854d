/* SPDX-License-Identifier: MIT */
/* erbium/blocks.h compiles as C and C++ without a warning, and blocks run from erbium.hpp, in each
 * task model. */
// RUN: gcc -x c -std=c11 %strict -fsyntax-only %root/runtime/include/erbium/blocks.h
// RUN: %clang -x c++ -std=c++17 %strict -fsyntax-only %root/runtime/include/erbium/blocks.h
// RUN: %plugin -std=gnu11 -Wall -Wextra -Werror -I%root/runtime/include -fsyntax-only %root/examples/blocks/receiver.c
// RUN: %cxx -std=c++20 %strict %s -o %t %out/liberbium-blocks.a %libs -lm -ldl
// RUN: %run %t | FileCheck %s
#include <cstdio>
#include <vector>

#include "erbium/blocks.h"
#include "erbium/erbium.hpp"

int
main ()
{
  erbium::record<float> x, y, z;
  static const float taps[] = {0.5f, 0.5f};
  erbium::run ("ramp", [=] {
    erbium::writer out (x);
    out.write (std::vector<float> {1, 2, 3, 4, 5, 6, 7, 8});
  });
  erbium::run ("fir", erbium_block_fir_f32, x.c_record (), 1, y.c_record (), taps, 2, 1);
  erbium::run ("decimate", erbium_block_decimate_f32, y.c_record (), 1, z.c_record (), 3);
  erbium::reader in (z);
  // CHECK: 0.5 3.5 6.5
  for (float each : in.elements ())
    std::printf ("%g ", each);
  std::printf ("\n");
}
