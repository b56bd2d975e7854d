/* SPDX-License-Identifier: MIT */
/* Of what a program of spaces ends comes out, though the one that ends first does not meet its parent any more: a
 * child's output where its parent dies of that child's death, in whatever it waits; and where others than its
 * parent wait for it, they say what it has said. */
// RUN: %build
// RUN: %sealed --status 119 %t recv | FileCheck %s --check-prefixes=OWN,RECV
// RUN: %sealed --status 119 %t page | FileCheck %s --check-prefixes=OWN,PAGE
// RUN: %sealed --status 119 %t sibling | FileCheck %s --check-prefixes=OTHER,ERROR
// RUN: %sealed --status 119 %t deep | FileCheck %s --check-prefixes=DEEP
// RUN: %sealed --status 119 %t chain | FileCheck %s --check-prefixes=CHAIN
// RUN: %sealed --status 119 %t signal | FileCheck %s --check-prefixes=OTHER,SIGNAL
// RUN: %sealed --status 119 %t exits | FileCheck %s --check-prefixes=OTHER,EXITS
// RUN: %sealed --status 119 %t gone | FileCheck %s --check-prefixes=GONE,OTHER,ERROR
// OWN: main
// OWN-NEXT: child
// OWN-NEXT: deaths.c:[[#]]: error: erbium_chan_send: {{.*}}77{{.*}}, in process 'space 0.1'
// OWN: error: {{erbium_chan_recv|read}}: page 0 {{.*}}: it will never be fixed: its producer, space 0.1 ({{.*}}), has ended with an error (status 120), in process 'space 0'
// RECV-NEXT: deaths.c:[[#]]: note: its own message gives the reason
// PAGE-NEXT: note: its own message gives the reason (addr2line
// GONE: child
// OTHER-NOT: child
// OTHER: deaths.c:[[#]]: error: erbium_chan_recv: page 0 {{.*}}: its producer, space 0.1 ({{.*}}), has died, in process 'space 0.2'
// OTHER-NEXT: deaths.c:[[#]]: note: look at what it said before it died:
// ERROR-NEXT: deaths.c:[[#]]: error: erbium_chan_send: {{.*}}77{{.*}}, in process 'space 0.1'
// ERROR-NEXT: deaths.c:[[#]]: note:
// SIGNAL-NEXT: erbium: error: space 0.1 died of SIGSEGV, an access to memory that is not there
// EXITS-NEXT: erbium: error: space 0.1 has called exit (status 3) instead of returning
// OTHER-NEXT: deaths.c:[[#]]: error: erbium_space_join: space 0.2 ({{.*}}) has ended with an error (status 119); it was expected to
// OTHER-NEXT: deaths.c:[[#]]: note: its own message gives the reason
// DEEP: its producer, space 0.1.1 ({{.*}}), has died, in process 'space 0.2'
// DEEP-NEXT: deaths.c:[[#]]: note: look at what it said before it died:
// DEEP-NEXT: deaths.c:[[#]]: error: erbium_chan_send: {{.*}}77{{.*}}, in process 'space 0.1.1'
// CHAIN: its producer, space 0.4 ({{.*}}), has died, in process 'space 0.5'
// CHAIN-NEXT: deaths.c:[[#]]: note: look at what it said before it died:
// CHAIN-NEXT: deaths.c:[[#]]: error: erbium_chan_send: {{.*}}77{{.*}}, in process 'space 0.1'
// CHAIN-NEXT: deaths.c:[[#]]: note:
// CHAIN-NEXT: deaths.c:[[#]]: error: erbium_space_join: space 0.5
#include <signal.h>
#include <string.h>
#include "erbium/papers.h"
#include "test.h"

enum { LONG = 5 };

static const char *mode;
static int between[LONG + 1]; /* from one space to the next */
static char *page;

static void *
dies (void *with)
{
  puts ("child");
  if (strcmp (mode, "signal") == 0)
    *(volatile int *) with = 1;
  if (strcmp (mode, "exits") == 0)
    exit (3);
  chan_send (77, "x", 1);
  return with;
}

static void *
receives (void *from)
{
  char c;
  chan_recv (*(int *) from, &c);
  return NULL;
}

static void *
has_child (void *with)
{
  int child = space_alloc (0);
  chan_setprod (between[0], child, 0);
  space_start (child, dies, NULL);
  receives (&between[1]); /* never */
  return with;
}

/* Main waits for it otherwise than by a join. */
static void
own (void)
{
  int child = space_alloc (0);
  between[0] = chan_alloc ();
  chan_setprod (between[0], child, 1);
  page = spmcR_alloc (4096);
  spmcR_transown (child, page, page, 4096);
  space_start (child, dies, NULL);
  fputs ("main\n", stdout);
  if (strcmp (mode, "page") == 0)
    expect_equal (page[0], 0);
  else
    receives (&between[0]);
}

/* n of them, each receives from the one before; main waits for the last. */
static void
others (int n, void *(*first) (void *))
{
  int child[LONG];
  for (int k = 0; k < n; k++)
    {
      child[k] = space_alloc (k);
      between[k] = chan_alloc ();
    }
  for (int k = 0; k < n; k++)
    {
      chan_setcons (between[k], child[(k + 1) % n]);
      chan_setprod (between[k], child[k], 0);
    }
  for (int k = 0; k < n; k++)
    space_start (child[k], k ? receives : first, k ? &between[k - 1] : NULL);
  space_join (child[n - 1]);
}

static void *
returns (void *with)
{
  return with;
}

static void *
receives_later (void *from)
{
  receives (&between[1]);
  return receives (from);
}

/* Main, its parent, has met the one that died, and allocated another one since. */
static void
gone (void)
{
  int first = space_alloc (0), second = space_alloc (1), third;
  for (int k = 0; k < 2; k++)
    {
      between[k] = chan_alloc ();
      chan_setcons (between[k], second);
    }
  chan_setprod (between[0], first, 0);
  space_start (first, dies, NULL);
  space_start (second, receives_later, &between[0]);
  space_watch (first, false, NULL);
  third = space_alloc (2);
  space_start (third, returns, NULL);
  chan_send (between[1], "x", 1);
  space_join (second);
}

int
main (int argc, char **argv)
{
  mode = argv[argc - 1];
  if (strcmp (mode, "recv") == 0 || strcmp (mode, "page") == 0)
    own ();
  else if (strcmp (mode, "gone") == 0)
    gone ();
  else if (strcmp (mode, "deep") == 0)
    others (2, has_child);
  else
    others (strcmp (mode, "chain") == 0 ? LONG : 2, dies);
}
