/* SPDX-License-Identifier: MIT */
/* Isolated guests: a wrong pointer into the memory of one is a SIGSEGV of the one that uses it. */
// REQUIRES: pku
// UNSUPPORTED: sanitizer
// RUN: %cc %s -o %t -L%out -Wl,-rpath,%out -lerbium
// RUN: %timed %t
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

#include "erbium/partition.h"

ERBIUM_PARTITION_TLS (64);

enum { KEYS = 15 };

/* What the first guest tells others: addresses in its memory.  It is memory of the program. */
struct told { int *variable, *block, *page; volatile int ready, end; };

static int variable = 3;

static int
spawn (char *const *words, bool isolated)
{
  struct erbium_partition_options options = { { -1, -1, -1 }, false, NULL, 0, isolated };
  return erbium_partition_spawn ("/proc/self/exe", words, NULL, &options);
}

static int
status_of (int id)
{
  expect (id > 0);
  return erbium_partition_join (id);
}

/* ---- Guests ---------------------------------------------------------------- */

static void *
use_memory (void *block)
{
  variable++;
  *(int *) block += variable;
  return NULL;
}

static void
on_signal (int number)
{
  (void) number;
  variable++;
}

/* Uses its own memory, also in a thread that it creates, and tells where it is. */
static int
owner (void)
{
  struct told *told = erbium_partition_import (0, "told", NULL);
  int *block = malloc (sizeof *block);
  pthread_t other;
  *block = 5;
  told->page = mmap (NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *told->page = 6;
  munmap (mmap (NULL, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
          64 << 20);
  pthread_create (&other, NULL, use_memory, block);
  pthread_join (other, NULL);
  told->variable = &variable;
  told->block = block;
  told->ready = 1;
  while (!told->end)
    usleep (1000);
  return variable == 4 && *block == 9 && *told->page == 6 ? 0 : 1;
}

static int
intruder (char where)
{
  struct told *told = erbium_partition_import (0, "told", NULL);
  int *at = where == 'v' ? told->variable : where == 'b' ? told->block : told->page;
  if (where == 'f')
    free (told->block); /* the next block of its size would be written to it */
  else
    *(volatile int *) at = 0;
  return 0;
}

static int
run_guest (const char *what)
{
  if (strcmp (what, "owner") == 0)
    return owner ();
  if (strcmp (what, "handler") == 0)
    {
      signal (SIGUSR1, on_signal);
      raise (SIGUSR1);
      return 0;
    }
  if (strcmp (what, "dies") == 0)
    raise (SIGSEGV);
  if (strcmp (what, "waits") == 0)
    erbium_partition_import (0, "go on", NULL);
  return strcmp (what, "waits") == 0 ? variable : intruder (what[0]);
}

/* ---- The program --------------------------------------------------------------- */

static void
test_traps (void)
{
  static struct told told;
  char *const words[] = { "g", "owner", NULL };
  const char *const places[] = { "variable", "block", "page", "free" };
  erbium_partition_export ("told", &told, sizeof told);
  int id = spawn (words, true);
  expect (id > 0);
  while (!told.ready)
    usleep (1000);
  for (int isolated = 0; isolated < 2; isolated++)
    for (int n = 0; n < 4; n++)
      {
        char *const at[] = { "g", (char *) places[n], NULL };
        int status = status_of (spawn (at, isolated));
        expect (WIFSIGNALED (status) && WTERMSIG (status) == SIGSEGV);
      }
  told.end = 1;
  expect_equal (status_of (id), 0);
}

static void
test_ends (void)
{
  char *const handler[] = { "g", "handler", NULL }, *const dies[] = { "g", "dies", NULL };
  expect_equal (WTERMSIG (status_of (spawn (handler, true))), SIGSEGV);
  for (int n = 0; n < 100; n++) /* the keys come back */
    expect_equal (WTERMSIG (status_of (spawn (dies, true))), SIGSEGV);
}

static void
test_many (void)
{
  char *const words[] = { "g", "waits", NULL };
  int id[KEYS + 1], count = 0;
  while (count <= KEYS && (id[count] = spawn (words, true)) > 0)
    count++;
  expect (count >= 1 && count <= KEYS);
  expect_equal (errno, EAGAIN);
  expect (strstr (erbium_partition_refusal (), "all protection keys are in use"));
  int other = spawn (words, false);
  expect (other > 0);
  expect (erbium_partition_kill (id[0]));
  erbium_partition_export ("go on", &count, sizeof count);
  for (int n = 0; n < count; n++)
    expect_equal (erbium_partition_join (id[n]), n ? 3 << 8 : SIGKILL);
  expect_equal (erbium_partition_join (other), 3 << 8);
}

int
main (int count, char **argument)
{
  char *const words[] = { "g", "waits", NULL };
  if (erbium_partition_self ())
    return run_guest (argument[1]);
  if (count > 1)
    {
      expect (spawn (words, true) < 0);
      expect_equal (errno, ENOTSUP);
      return 0;
    }
  test_traps ();
  test_ends ();
  test_many ();
}
