/* SPDX-License-Identifier: MIT */
/* A number of ids, or an id, that has more than 32 bits is not cut to what it may be. */
// RUN: %build
// RUN: %exits 120 %t wreg | FileCheck --check-prefix=WREG %s
// RUN: %exits 120 %t rreg | FileCheck --check-prefix=RREG %s
// RUN: %exits 120 %t id | FileCheck --check-prefix=ID %s
#include "test.h"

int
main (int argc, char **argv)
{
  const long one = (1L << 32) + 1;
  expect (argc == 2);
  if (strcmp (argv[1], "wreg") == 0)
    erbium_new_record (int, one, 1);
  // WREG: ids-of-64-bits.c:[[#@LINE-1]]: error: new_record: wreg is 4294967297; expected 1 to 65535
  if (strcmp (argv[1], "rreg") == 0)
    erbium_new_record (int, 1, one);
  // RREG: ids-of-64-bits.c:[[#@LINE-1]]: error: new_record: rreg is 4294967297; expected 0 to 65535
  erbium_register (erbium_new_write_view (erbium_new_record (int, 1, 1)), one);
  // ID: ids-of-64-bits.c:[[#@LINE-1]]: error: register: {{.*}} asks for id 4294967297, but its record has 1 {{read|write}} id
}
