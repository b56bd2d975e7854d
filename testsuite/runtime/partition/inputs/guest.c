/* SPDX-License-Identifier: MIT */
/* guest.c - a program of its own for tests of partitions; it knows nothing of them.
 *
 *   guest [-n N] [--how=HOW] [-v]... [WORD]...
 */
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int count;
static int *pointer = &count;
static char *words;
static volatile int *volatile nowhere;
static char zeros[200000];
static __thread int own = 3;

__attribute__ ((constructor)) static void
construct (void)
{
  count = 5;
}

__attribute__ ((destructor)) static void
destruct (void)
{
  printf ("destructor: %d, %s\n", count, words);
}

static void
say_words (void)
{
  printf ("at exit: %s\n", words);
}

static void *
add (void *unused)
{
  char *block = malloc (1000);
  memset (block, 1, 1000);
  free (block);
  __atomic_fetch_add (&count, 100 + own, __ATOMIC_RELAXED);
  return unused;
}

static void
end (const char *how)
{
  pthread_t thread;
  if (strcmp (how, "segv") == 0)
    *nowhere = 1;
  else if (strcmp (how, "abort") == 0)
    abort ();
  else if (strcmp (how, "at-once") == 0)
    _exit (9);
  else if (strcmp (how, "thread") == 0)
    {
      pthread_create (&thread, NULL, (void *(*) (void *) ) (void (*) (void)) abort, NULL);
      pause ();
    }
  else if (strcmp (how, "computes") == 0)
    for (;;)
      ++*(volatile int *) pointer;
  else if (strcmp (how, "allocates") == 0)
    for (size_t n = 1;; n = n * 7 % 100003)
      {
        char *block = malloc (n);
        memset (block, 1, n);
        FILE *file = fopen ("/dev/null", "w");
        fprintf (file, "%zu\n", n);
        fclose (file);
        free (block);
      }
  else if (strcmp (how, "sleeps") == 0 || (strcmp (how, "waits") == 0 && fflush (stdout) == 0))
    for (;;)
      pause ();
}

static void
use_heap (void)
{
  char **block = calloc (1000, sizeof *block);
  for (int n = 0; n < 1000; n++)
    {
      block[n] = malloc ((size_t) (n * 10));
      memset (block[n], n, (size_t) (n * 10));
      if (n % 3 == 0)
        block[n] = realloc (block[n], (size_t) (n * 10) + 5000);
      for (int k = 0; k < n * 10; k += 97)
        if (block[n][k] != (char) n)
          abort ();
    }
  for (int n = 0; n < 1000; n += 2)
    free (block[n]);
}

int
main (int arguments, char **argument)
{
  static const struct option longs[] = { { "how", required_argument, NULL, 'h' },
                                        { "hold", no_argument, NULL, 'v' }, { 0 } };
  const char *how = "";
  int letter, verbose = 0, status = 0;
  pthread_t thread;
  while ((letter = getopt_long (arguments, argument, "n:v", longs, NULL)) != -1)
    switch (letter)
      {
      case 'n': status = atoi (optarg); break;
      case 'h': how = optarg; break;
      case 'v': verbose++; break;
      default: return 2;
      }
  words = strdup (optind < arguments ? argument[optind] : "no word");
  for (int n = 0; n < (int) sizeof zeros; n++)
    if (zeros[n]++)
      abort ();
  own++;
  atexit (say_words);
  if (strcmp (how, "waits") != 0) /* a thousand that wait would keep 6 GB */
    use_heap ();
  pthread_create (&thread, NULL, add, NULL);
  pthread_join (thread, NULL);
  ++*pointer;
  setenv ("OWN", words, 1);
  printf ("main: count %d, own %d, verbose %d, %s, %s, %d\n", count, own, verbose, getenv ("OWN"),
          getenv ("GIVEN") ? getenv ("GIVEN") : "nothing given", errno = 0);
  end (how);
  return status;
}
