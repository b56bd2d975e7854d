/* SPDX-License-Identifier: MIT */
/* A record goes when every registered id has terminated and no view is
 * connected: the memory of many, one after the other, does not add up. */
// RUN: %build
// RUN: %run %t
#include <dirent.h>
#include <sys/stat.h>
#include "test.h"

enum { WINDOW = 1 << 20 };

static long most, memory (void);

static void
one_record (void)
{
  ERBIUM_RECORD (char) r = erbium_new_record (char, 1, 1);
  ERBIUM_VIEW (char) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (out, WINDOW);
  erbium_alloc (in, WINDOW);
  erbium_stall (out, WINDOW);
  for (int i = 0; i < WINDOW; i += 4096)
    ERBIUM_AT (out, i) = 1;
  erbium_commit (out, WINDOW);
  erbium_free_view (out, ERBIUM_TERMINATE);
  expect_equal (erbium_update (in, WINDOW), WINDOW);
  expect_equal (ERBIUM_AT (in, 4096), 1);
  long now = memory ();
  most = now > most ? now : most;
  erbium_free_view (in, ERBIUM_TERMINATE);
}

/* KiB of the files without a name in which windows are. */
static long
memory (void)
{
  char name[300], what[64];
  struct stat file;
  long kib = 0;
  DIR *files = opendir ("/proc/self/fd");
  expect (files != NULL);
  for (const struct dirent *f; (f = readdir (files));)
    {
      snprintf (name, sizeof name, "/proc/self/fd/%s", f->d_name);
      ssize_t n = readlink (name, what, sizeof what - 1);
      what[n < 0 ? 0 : n] = 0;
      if (strstr (what, "memfd:erbium") && stat (name, &file) == 0)
        kib += (long) file.st_blocks / 2;
    }
  closedir (files);
  return kib;
}

int
main (void)
{
  int n = rounds (400);
  for (int k = 0; k < 10; k++)
    one_record ();
  expect (most >= WINDOW / 1024);
  most = 0;
  for (int k = 0; k < n; k++)
    one_record ();
  expect (most < 16 * WINDOW / 1024); /* n windows are n MiB */
}
