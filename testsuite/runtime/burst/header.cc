/* SPDX-License-Identifier: MIT */
/* erbium/burst.h compiles as C99 and as C++98, without extensions of GNU. */
// RUN: gcc -x c -std=c99 %strict -pedantic-errors -fsyntax-only %s
// RUN: %clang -x c -std=c99 %strict -pedantic-errors -fsyntax-only %s
// RUN: g++ -std=c++98 %strict -Wno-long-long -pedantic-errors %s -o %t %libs
// RUN: %t
// RUN: %clang -x c++ -std=c++98 %strict -Wno-long-long -pedantic-errors -fsyntax-only %s
#include "erbium/burst.h"

int
main (void)
{
  return erbium_burst_version () < ERBIUM_BURST_VERSION;
}
