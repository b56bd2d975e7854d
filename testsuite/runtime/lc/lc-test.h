/* SPDX-License-Identifier: MIT */
/* lc-test.h - what the tests of LC share: messages, and ends in threads or children. */
#ifndef LC_TEST_H
#define LC_TEST_H

#include "test.h"

#include <errno.h>
#include <pthread.h>
#include <sys/wait.h>

#include "erbium/lc.h"

enum { WORDS = 100 };

struct message { uint64_t word[WORDS]; };

static inline struct message
message (uint64_t n)
{
  struct message m;
  for (int i = 0; i < WORDS; i++)
    m.word[i] = mixed (n * WORDS + (uint64_t) i);
  return m;
}

static inline bool
is_message (const char *at, uint64_t n)
{
  struct message m = message (n);
  return at && memcmp (at, &m, sizeof m) == 0;
}

/* Runs the function in a child; lc_joined expects that it has ended well. */
static inline pid_t
lc_child (void (*function) (Channel), Channel ch)
{
  pid_t child = fork ();
  if (child == 0)
    {
      function (ch);
      _exit (0);
    }
  return child;
}

static inline void
lc_joined (pid_t child)
{
  int status;
  expect_equal (waitpid (child, &status, 0), child);
  expect_equal (status, 0);
}

/* A key of its own for each test, and each of its runs. */
static inline key_t
lc_key (void)
{
  return (key_t) (0x4000000 + getpid ());
}

#endif
