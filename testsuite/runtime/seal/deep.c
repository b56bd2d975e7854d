/* SPDX-License-Identifier: MIT */
/* Spaces have ids and random numbers of their own however deep they are, also where messages cut their paths. */
// RUN: %build
// RUN: %sealed %t | FileCheck %s
#include <string.h>
#include <sys/random.h>

#include "erbium/papers.h"
#include "test.h"

enum { DEEP = 40 };

struct who
{
  pid_t self, parent;
  unsigned chance;
};

static int channel;

static void *
tell_who (void *with)
{
  struct who w = { .self = getpid (), .parent = getppid () };
  expect_equal (getrandom (&w.chance, sizeof w.chance, 0), sizeof w.chance);
  chan_send (channel, &w, sizeof w);
  return with;
}

static struct who
who_is_child (void)
{
  struct who w;
  int child = space_alloc (0);
  channel = chan_alloc ();
  chan_setprod (channel, child, 1);
  space_start (child, tell_who, NULL);
  expect_equal (chan_recv (channel, &w), sizeof w);
  space_join (child);
  return w;
}

static void *
go_down (void *depth)
{
  if (depth != (void *) DEEP)
    {
      int child = space_alloc (0);
      space_start (child, go_down, (char *) depth + 1);
      space_join (child);
      return NULL;
    }
  expect (strstr (space_path (), "...") != NULL);
  struct who one = who_is_child (), other = who_is_child ();
  expect (one.self != other.self && one.self != getpid ());
  expect_equal (one.parent, getpid ());
  expect_equal (other.parent, getpid ());
  expect (one.chance != other.chance);
  printf ("%d %d %u\n", one.self, other.self, one.chance);
  return NULL;
}

int
main (void)
{
  // CHECK: {{^[0-9]+ [0-9]+ [0-9]+$}}
  go_down (NULL);
}
