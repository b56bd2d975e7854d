/* SPDX-License-Identifier: MIT */
/* erbium.hpp: messages name the line of the program; an exception that leaves a process ends it. */
// RUN: %cxx -std=c++20 %strict %s -o %t %libs
// RUN: %exits 120 %t register | FileCheck --check-prefix=REGISTER %s
// RUN: %exits 121 %t deadlock | FileCheck --check-prefix=DEADLOCK %s
// RUN: env ERBIUM_CHECK=1 %status 120 %t outside 2>&1 | FileCheck --check-prefix=OUTSIDE %s
// RUN: env ERBIUM_CHECK=1 %status 120 %t span 2>&1 | FileCheck --check-prefix=SPAN %s
// RUN: env ERBIUM_TASK=thread %status 134 %t throw 2>&1 | FileCheck --check-prefix=THROW %s
// RUN: env ERBIUM_TASK=fiber %status 134 %t throw 2>&1 | FileCheck --check-prefix=THROW %s
#include <cstdio>
#include <stdexcept>
#include <string_view>

#include "erbium/erbium.hpp"

int
main (int, char **words)
{
  std::string_view what = words[1];
  auto r = erbium::record<int> ().name ("numbers");
  erbium::writer out (r, 8);
  if (what == "register")
    // REGISTER: faults.cc:[[#@LINE+1]]: error: register: {{.*}}record 'numbers'{{.*}} cannot take id 1: another view has held it since {{.*}}faults.cc:[[#@LINE-2]]
    erbium::writer other (r);
  erbium::reader in (r, 8);
  if (what == "deadlock")
    // DEADLOCK: {{.*}}faults.cc:[[#@LINE+1]]{{.*}}update
    (void) in.receive (3);
  out.acquire (2);
  if (what == "outside")
    // OUTSIDE: faults.cc:[[#@LINE+1]]: error: access to element 2 of write view
    out.view ()[2] = 1;
  if (what == "span")
    // SPAN: faults.cc:[[#@LINE+1]]: error: access to element
    out.view ().span (0, 3)[0] = 1;
  if (what == "throw")
    // THROW: left the process
    erbium::run ("thrower", [] { throw std::runtime_error ("left the process"); }).join ();
}
