/* SPDX-License-Identifier: MIT */
/* A warning, an error with its note, and an error of erbium_on_fault's function are each written at one go, so that
 * those of other processes do not come in between: stderr is a pipe of packets here, one for each write. */
// UNSUPPORTED: thread, address
// RUN: %build -D_GNU_SOURCE
// RUN: env ERBIUM_TASK=space ERBIUM_CHECK=1 %t warning | FileCheck %s --implicit-check-not='{{^[0-9]: }}' --check-prefix=WARNING
// RUN: env ERBIUM_TASK=thread %t error | FileCheck %s --implicit-check-not='{{^[0-9]: }}' --check-prefix=ERROR
// RUN: env ERBIUM_TASK=thread %t twice | FileCheck %s --implicit-check-not='{{^[0-9]: }}' --check-prefix=TWICE
#include <fcntl.h>
#include <sys/wait.h>
#include "test.h"

static int total;

ERBIUM_PROCESS (changes, int);
void
changes (int n)
{
  total += n;
}

static void
change_own_variable (void)
{
  // WARNING: {{^}}0: {{.*}}at-one-go.c:[[# @LINE + 1]]: warning: process 'changes' has changed 'total' only in its own memory{{.*$}}
  ERBIUM_RUN (changes, 1);
  erbium_join_all ();
}

static void
register_nothing (void)
{
  // ERROR: {{^}}0: {{.*}}at-one-go.c:[[# @LINE + 3]]: error: register: {{.*}}
  // ERROR-NEXT: {{^}}{{.*}}: note: {{.*$}}
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  erbium_register (erbium_new_read_view (r), 7);
}

static void
see (const struct erbium_fault *f)
{
  (void) f;
  register_nothing ();
}

// TWICE: {{^}}0: {{.*}}: error: register: {{.*}}
// TWICE-NEXT: {{^}}{{.*}}: note:
// TWICE-NEXT: {{^}}erbium: note: this happened in the function given to erbium_on_fault, which was called for:
// TWICE-NEXT: {{^}}1: {{.*}}: error: register: {{.*}}
// TWICE-NEXT: {{^}}{{.*}}: note:
static void
say (const char *what)
{
  if (strcmp (what, "warning") == 0)
    change_own_variable ();
  if (strcmp (what, "twice") == 0)
    erbium_on_fault (see);
  if (strcmp (what, "warning") != 0)
    register_nothing ();
}

int
main (int argc, char **argv)
{
  int packets[2];
  char packet[4096];
  expect_equal (argc, 2);
  expect_equal (pipe2 (packets, O_DIRECT), 0);
  if (fork () == 0)
    {
      dup2 (packets[1], STDERR_FILENO);
      say (argv[1]);
      exit (0);
    }
  close (packets[1]);
  ssize_t n;
  for (int k = 0; (n = read (packets[0], packet, sizeof packet)) > 0; k++)
    printf ("%d: %.*s", k, (int) n, packet);
  wait (NULL);
}
