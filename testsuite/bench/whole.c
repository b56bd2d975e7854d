/* SPDX-License-Identifier: MIT */
/* whole.c - one run of a whole program, from fork to end, file to file.
 *
 *   whole --items N --cpus 0,1
 *
 * It runs on the CPUs of the list and no others.  The sum is that of the bytes that it has
 * written: a run with another does not count.  What is run stands in the environment, as whole.py
 * puts it there: BENCH_COMMAND, words with ends of lines between them, and BENCH_OUT, the file that it
 * writes.
 */
#include "common.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *
setting (const struct bench_options *o, const char *name)
{
  const char *value = getenv (name);
  if (!value || !*value)
    bench_die (o, "%s is not set", name);
  return value;
}

/* In the child: becomes the program. */
static void
become (const struct bench_options *o, const char *command)
{
  char *words[64], *text = strdup (command);
  int n = 0;
  for (char *word = strtok (text, "\n"); word && n < 63; word = strtok (NULL, "\n"))
    words[n++] = word;
  words[n] = NULL;
  bench_confine (o);
  execvp (words[0], words);
  perror (words[0]);
  _exit (127);
}

static double
time_of (const struct bench_options *o, const char *command, const char *out)
{
  int status;
  unlink (out);
  double start = bench_now ();
  pid_t child = fork ();
  if (child < 0)
    bench_die (o, "cannot fork");
  if (!child)
    become (o, command);
  if (waitpid (child, &status, 0) != child || !WIFEXITED (status) || WEXITSTATUS (status))
    bench_die (o, "status %d of %s", status, command);
  return bench_now () - start;
}

/* Adler-32 (RFC 1950), which Python has, too. */
static uint32_t
sum_of (const struct bench_options *o, const char *out)
{
  struct stat s;
  int file = open (out, O_RDONLY);
  if (file < 0 || fstat (file, &s) || !s.st_size)
    bench_die (o, "%s is not there", out);
  const uint8_t *p = mmap (NULL, (size_t) s.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  if (p == MAP_FAILED)
    bench_die (o, "%s cannot be mapped", out);
  uint32_t a = 1, b = 0;
  for (off_t i = 0; i < s.st_size; i++)
    {
      a = (a + p[i]) % 65521;
      b = (b + a) % 65521;
    }
  return b << 16 | a;
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "");
  static struct bench_result r;
  const char *out = setting (&o, "BENCH_OUT"), *command = setting (&o, "BENCH_COMMAND");
  r.ping_before = bench_ping (&o);
  r.seconds = time_of (&o, command, out);
  r.ping_after = bench_ping (&o);
  r.sum = sum_of (&o, out);
  bench_print (&o, &r);
  unlink (out);
  return 0;
}
