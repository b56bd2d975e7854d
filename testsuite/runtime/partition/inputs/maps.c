/* SPDX-License-Identifier: MIT */
/* maps.c HOW - maps memory, unmaps it, and maps it again; a guest of maps-itself.c. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MIB = 1 << 20, PAGE = 4096, RW = PROT_READ | PROT_WRITE };

static char *
map (size_t bytes)
{
  char *at = mmap (NULL, bytes, RW, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (size_t n = 0; n < bytes; n++)
    if (at[n])
      {
        puts ("not zero");
        exit (3);
      }
  return memset (at, 'x', bytes);
}

/* MiB of this process in memory. */
static long
resident (void)
{
  long all, in_memory;
  FILE *file = fopen ("/proc/self/statm", "r");
  if (!file || fscanf (file, "%ld %ld", &all, &in_memory) != 2)
    exit (4);
  fclose (file);
  return in_memory * PAGE >> 20;
}

static const char *
valid (const void *at)
{
  unsigned char there;
  return mincore ((void *) at, PAGE, &there) == 0 ? "mapped" : "unmapped";
}

static void
map_again (void)
{
  long before = resident ();
  char *first = map (MIB);
  munmap (first, MIB);
  char *second = map (MIB - PAGE), *other = map (MIB);
  printf ("same place %d, apart %d\n", first == second, other != second);
  munmap (other, MIB);
  munmap (second, MIB - PAGE);
  for (int n = 0; n < 60; n++)
    munmap (map ((size_t) (n * 7919 % 90 + 1) * PAGE), (size_t) (n * 7919 % 90 + 1) * PAGE);
  char *many[32];
  for (int n = 0; n < 32; n++)
    many[n] = map (MIB);
  for (int n = 0; n < 32; n++)
    munmap (many[n], MIB);
  long kept = resident () - before;
  printf ("kept %s\n", kept < 4 ? "nothing" : kept < 20 ? "up to 16 MiB" : "all");
}

/* A part that is unmapped, protected, or mapped otherwise: the block is as new afterwards. */
static void
change (void)
{
  char *at = map (4 * PAGE);
  munmap (at + PAGE, PAGE);
  printf ("rest '%c%c'\n", at[0], at[2 * PAGE]);
  munmap (at, 4 * PAGE);
  at = map (4 * PAGE);
  mprotect (at, PAGE, PROT_NONE);
  munmap (at, 4 * PAGE);
  at = map (4 * PAGE);
  char *over = mmap (at + PAGE, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  printf ("over it %d\n", over == at + PAGE && !over[0]);
  munmap (at, 4 * PAGE);
  at = map (4 * PAGE);
  if (mlock (at, 4 * PAGE) != 0)
    puts ("not locked");
  munmap (at, 4 * PAGE);
  at = map (4 * PAGE);
  at = mremap (at, 4 * PAGE, MIB, MREMAP_MAYMOVE);
  printf ("grown '%c' %d\n", at[3 * PAGE], at[4 * PAGE]);
  printf ("does not grow %d\n", mremap (at, MIB, 2 * MIB, 0) == MAP_FAILED);
  munmap (at, MIB);
  map (4 * PAGE);
}

/* Others are the system's. */
static void
map_others (void)
{
  FILE *file = tmpfile ();
  fputs ("file", file);
  fflush (file);
  char *shared = mmap (NULL, PAGE, RW, MAP_SHARED, fileno (file), 0);
  char *none = mmap (NULL, MIB, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *moved = mremap (shared, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, none);
  printf ("%s %d\n", moved, moved == none);
  munmap (none, MIB);
  printf ("%s\n", valid (none));
  printf ("wrong %d\n", munmap (none + 1, PAGE));
}

static void *
map_often (void *unused)
{
  for (int n = 0; n < 40; n++)
    munmap (map ((size_t) (n % 40 + 1) * PAGE), (size_t) (n % 40 + 1) * PAGE);
  return unused;
}

int
main (int count, char **argument)
{
  const char *how = argument[count - 1];
  if (strcmp (how, "leak") == 0)
    {
      for (int n = 0; n < 64; n++)
        map (MIB);
      return 0;
    }
  map_again ();
  change ();
  map_others ();
  pthread_t thread[4];
  for (int n = 0; n < 4; n++)
    pthread_create (&thread[n], NULL, map_often, NULL);
  for (int n = 0; n < 4; n++)
    pthread_join (thread[n], NULL);
  puts ("end");
}
