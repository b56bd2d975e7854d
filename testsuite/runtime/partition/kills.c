/* SPDX-License-Identifier: MIT */
/* Guests that are killed at random moments, in their code, in the heap, in streams or asleep, end
 * as killed processes do; others go on, and their memory is taken back.  TEST_ROUNDS is for make
 * soak. */
// UNSUPPORTED: sanitizer
// RUN: %cc %S/inputs/guest.c -o %t.guest
// RUN: %cc %s -o %t -L%out -Wl,-rpath,%out -lerbium
// RUN: %timed %t %t.guest > %t.out && FileCheck %s < %t.out
// CHECK: 0 wrong ends, descriptors as before, mappings as before, blocks as before
#include <dirent.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <sys/wait.h>

#include "test.h"

#include "erbium/partition.h"

enum { AT_ONCE = 4, LARGE = 1 << 16 };

ERBIUM_PARTITION_TLS (64);

static int
count_lines (const char *path)
{
  FILE *file = fopen (path, "r");
  int lines = 0, c;
  while ((c = getc (file)) != EOF)
    lines += c == '\n';
  fclose (file);
  return lines;
}

static int
count_files (void)
{
  DIR *folder = opendir ("/proc/self/fd");
  int files = 0;
  while (readdir (folder))
    files++;
  closedir (folder);
  return files;
}

static int
kill_some (const char *file, int none, int round)
{
  static const char *const how[] = { "--how=computes", "--how=allocates", "--how=sleeps" };
  static char large[LARGE] = "LARGE=";
  char *environment[] = { memset (large + 6, 'x', LARGE - 7) - 6, NULL };
  int id[AT_ONCE], wrong = 0;
  for (int n = 0; n < AT_ONCE; n++)
    {
      char *const words[] = { "guest", (char *) how[rand () % 3], NULL };
      struct erbium_partition_options options = { { -1, none, -1 }, rand () % 2, NULL, 0, false };
      id[n] = erbium_partition_spawn (file, words, environment, &options);
      expect (id[n] > 0);
    }
  for (int n = 0; n < AT_ONCE; n++)
    {
      usleep ((useconds_t) (rand () % 3000));
      expect (erbium_partition_kill (id[(n + round) % AT_ONCE]));
    }
  for (int n = 0; n < AT_ONCE; n++)
    wrong += erbium_partition_join (id[n]) != SIGKILL;
  return wrong;
}

int
main (int count, char **argument)
{
  const char *file = argument[count - 1], *rounds = getenv ("TEST_ROUNDS");
  int none = open ("/dev/null", O_WRONLY), wrong = 0, files = 0, mappings = 0;
  size_t blocks = 0;
  for (int n = 0, most = rounds ? atoi (rounds) : 8; n < most; n++)
    {
      wrong += kill_some (file, none, n);
      if (n == 4)
        {
          files = count_files ();
          mappings = count_lines ("/proc/self/maps");
          blocks = mallinfo2 ().uordblks;
        }
    }
  bool same = count_files () == files, few = count_lines ("/proc/self/maps") < mappings + 20;
  bool freed = mallinfo2 ().uordblks < blocks + 4 * LARGE;
  printf ("%d wrong ends, descriptors %s, mappings %s, blocks %s\n", wrong,
          same ? "as before" : "left", few ? "as before" : "left", freed ? "as before" : "left");
}
