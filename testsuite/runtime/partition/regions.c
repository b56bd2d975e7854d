/* SPDX-License-Identifier: MIT */
/* Guests exchange addresses by name, and translate those of their variables; one that waits for a
 * region of a guest that has ended gets an error that names it. */
// UNSUPPORTED: sanitizer
// RUN: %cc %s -o %t -L%out -Wl,-rpath,%out -lerbium
// RUN: %timed %t %t > %t.out && FileCheck %s < %t.out
// CHECK: guest 1 has read 'from main', written 42, and has 7 of guest 2
// RUN: %status 119 %t %t ends 2>&1 | FileCheck --check-prefix=ENDS %s
// ENDS: regions.c:[[#]]: error: erbium_partition_import: partition 1 ({{.*}}) has ended with status 3 before it has exported 'value'
// RUN: %status 119 %t %t dies 2>&1 | FileCheck --check-prefix=DIES %s
// DIES: error: erbium_partition_import: partition 1 ({{.*}}) has died of signal 6 (Aborted) before it has exported 'value'
// RUN: %status 120 %t %t twice 2>&1 | FileCheck --check-prefix=TWICE %s
// TWICE: error: erbium_partition_export: partition 0 has exported 'text' already
// RUN: %status 120 %t %t unknown 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// UNKNOWN: error: erbium_partition_join: there is no partition 99
// RUN: %status 120 %t %t joined 2>&1 | FileCheck --check-prefix=JOINED %s
// JOINED: error: erbium_partition_join: partition 1 has been joined
#include "test.h"

#include "erbium/partition.h"

ERBIUM_PARTITION_TLS (64);

struct value { int number, has; char read[32]; };

static _Atomic int mine;
static struct value value;

static int
spawn (const char *file, const char *what)
{
  char *const words[] = { "guest", (char *) what, NULL };
  int id = erbium_partition_spawn (file, words, NULL, NULL);
  if (id < 0)
    puts (erbium_partition_refusal ());
  return id;
}

/* The second guest waits until the first one has read its variable. */
static int
guest (const char *what)
{
  size_t bytes;
  if (strcmp (what, "ends") == 0)
    return 3;
  if (strcmp (what, "dies") == 0)
    abort ();
  if (strcmp (what, "waits") == 0)
    {
      mine = 7;
      while (mine == 7)
        sched_yield ();
      return 0;
    }
  const int *second = erbium_partition_import (0, "second", NULL);
  const char *text = erbium_partition_import (0, "text", &bytes);
  _Atomic int *other = erbium_partition_translate (*second, &mine);
  while (*other != 7)
    sched_yield ();
  value.number = 42;
  value.has = *other;
  memcpy (value.read, text, bytes);
  erbium_partition_export ("value", &value, sizeof value);
  *other = 8;
  while (*(volatile int *) &value.number)
    sched_yield ();
  return mine;
}

int
main (int count, char **argument)
{
  static char text[] = "from main";
  static int second;
  size_t bytes;
  if (erbium_partition_self ())
    return guest (argument[1]);
  const char *what = count > 2 ? argument[2] : "";
  erbium_partition_export ("text", text, sizeof text);
  if (strcmp (what, "twice") == 0)
    erbium_partition_export ("text", text, sizeof text);
  if (strcmp (what, "unknown") == 0)
    erbium_partition_join (99);
  if (*what)
    {
      int id = spawn (argument[1], strcmp (what, "joined") == 0 ? "ends" : what);
      if (strcmp (what, "joined") == 0)
        erbium_partition_join (id), erbium_partition_join (id);
      erbium_partition_import (id, "value", NULL);
    }
  int first = spawn (argument[1], "reads");
  second = spawn (argument[1], "waits");
  erbium_partition_export ("second", &second, sizeof second);
  struct value *v = erbium_partition_import (first, "value", &bytes);
  expect_equal (bytes, sizeof *v);
  printf ("guest %d has read '%s', written %d, and has %d of guest %d\n", first, v->read, v->number,
          v->has, second);
  *(volatile int *) &v->number = 0;
  expect_equal (erbium_partition_join (first), 0);
  expect_equal (erbium_partition_join (second), 0);
}
