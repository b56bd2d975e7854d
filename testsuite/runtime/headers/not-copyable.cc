/* SPDX-License-Identifier: MIT */
/* In C++ the elements of a record must be trivially copyable. */
// RUN: not g++ -std=c++11 -fsyntax-only -I%root/runtime/include %s 2>&1 | FileCheck %s
// RUN: not %clang -x c++ -std=c++17 -fsyntax-only -I%root/runtime/include %s 2>&1 | FileCheck %s
// RUN: g++ -std=c++11 -fsyntax-only -DRIGHT -I%root/runtime/include %s
#include "erbium.h"
#include <string>

struct plain { int a; double b[2]; };
enum kind { SMALL, LARGE };
#ifdef RIGHT
struct element { plain p; kind k; };
#else
struct element { plain p; std::string name; };
#endif

int
main ()
{
  ERBIUM_RECORD (plain) a = erbium_new_record (plain, 1, 1);
  ERBIUM_RECORD (kind) b = erbium_new_record (kind, 1, 1);
  ERBIUM_RECORD (const char *) c = erbium_new_record (const char *, 1, 1);
  ERBIUM_RECORD (element) d = erbium_new_record (element, 1, 1);
  // CHECK-DAG: error: static{{.*}}elements of a record are copied bytewise: their type must be trivially copyable
  // CHECK-DAG: not-copyable.cc:[[#@LINE-2]]:
  (void) a, (void) b, (void) c, (void) d;
}
