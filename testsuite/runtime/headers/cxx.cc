/* SPDX-License-Identifier: MIT */
/* erbium.h compiles without a warning as C++11 and C++17, with g++ and clang, and
 * the program runs. */
// RUN: g++ -std=c++11 %strict %s -o %t.1 %libs
// RUN: %run --only default %t.1
// RUN: g++ -std=gnu++17 -O2 %strict %s -o %t.2 %libs
// RUN: %run --only default %t.2
// RUN: g++ -std=c++11 -DERBIUM_CHECKED %strict %s -o %t.3 %libs
// RUN: %run --only default %t.3
// RUN: %clang -x c++ -std=c++11 -fsyntax-only %strict %s
// RUN: %clang -x c++ -std=c++17 -fsyntax-only %strict %s
#include "use.h"

int
main ()
{
  return use ();
}
