/* SPDX-License-Identifier: MIT */
/* A process of a job of spaces is killed, within map, within reduce, or at any comparison of keys,
 * that is, while pairs are sorted, written to files and merged: the program ends with status 119 and
 * the name of the process, or with the result if there were fewer comparisons; no file is left. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: rm -rf %t.folder && mkdir %t.folder
// RUN: env ERBIUM_TASK=space %status 119 %timed %t map %t.folder 2>&1 | FileCheck --check-prefix=MAP %s
// RUN: env ERBIUM_TASK=space %status 119 %timed %t reduce %t.folder 2>&1 | FileCheck --check-prefix=REDUCE %s
// RUN: %timed %t any %t.folder | FileCheck %s
// RUN: ls -A %t.folder | not grep .
// MAP: error: {{.*}}process 'map 2' {{.*}}has died of SIGKILL
// REDUCE: error: {{.*}}process 'reduce 1' {{.*}}has died of SIGKILL
// CHECK: some were killed: each ended with its name, or with the result
#define _GNU_SOURCE
#include "pairs.h"

#include <signal.h>
#include <sys/wait.h>

static const char *where; /* a function of the job, or the number of a comparison */
static pid_t first;       /* the caller of the job */

static int
compare (const void *a, size_t a_size, const void *b, size_t b_size)
{
  static int comparisons; /* of this process */
  int order = memcmp (a, b, a_size < b_size ? a_size : b_size);
  if (getpid () != first && ++comparisons == atoi (where))
    raise (SIGKILL);
  return order ? order : (a_size > b_size) - (a_size < b_size);
}

static void
map (struct erbium_mapper *to, const struct erbium_map_task *task, const void *context)
{
  const struct input *in = context;
  size_t from = (size_t) ((const char *) task->data - (const char *) in);
  if (!strcmp (where, "map") && from > in->pairs * 3 / 4)
    raise (SIGKILL);
  map_pairs (to, task, context);
}

static void
reduce (struct erbium_reducer *to, const void *key, size_t key_size, struct erbium_values *values,
        const void *context)
{
  const void *value;
  (void) key, (void) context;
  if (!strcmp (where, "reduce") && key_size > 20)
    raise (SIGKILL);
  while ((value = erbium_next_value (values)))
    erbium_emit (to, value);
}

static void
run_job (const char *folder)
{
  struct input in = { 6000, 1 << 20, 8 };
  struct erbium_map_reduce job = job_of (&in);
  struct erbium_pairs found;
  job.map = map;
  job.compare = compare;
  job.reduce = reduce;
  job.map_workers = 2;
  job.reduce_workers = 1;
  job.memory_limit = 200000;
  job.spill_folder = folder;
  erbium_map_reduce (&job, &found);
  expect_all_values (&in, &found);
  erbium_free_pairs (&found);
}

/* ---- At any comparison -------------------------------------------------------------- */

/* The program is run with the number of the comparison in a process at which that is killed. */
static int
kill_at (const char *folder, int comparison)
{
  int status, out[2];
  char text[4096] = "", number[16];
  expect (pipe (out) == 0);
  snprintf (number, sizeof number, "%d", comparison);
  pid_t job = fork ();
  if (!job)
    {
      dup2 (out[1], 2);
      execl ("/proc/self/exe", "killed", number, folder, NULL);
      _exit (127);
    }
  close (out[1]);
  size_t used = 0;
  for (ssize_t n; (n = read (out[0], text + used, sizeof text - 1 - used)) > 0;)
    used += (size_t) n;
  close (out[0]);
  expect (waitpid (job, &status, 0) == job && WIFEXITED (status));
  if (WEXITSTATUS (status))
    {
      expect_equal (WEXITSTATUS (status), ERBIUM_EXIT_DEATH);
      expect (strstr (text, "has died of SIGKILL"));
    }
  return WEXITSTATUS (status) != 0;
}

int
main (int count, char **argument)
{
  expect_equal (count, 3);
  where = argument[1];
  first = getpid ();
  if (strcmp (where, "any"))
    {
      run_job (argument[2]);
      return 0;
    }
  setenv ("ERBIUM_TASK", "space", 1);
  int died = 0, all = 0;
  for (int n = 1; n < 2000000; n += n / 2 + 1, all++)
    died += kill_at (argument[2], n);
  printf ("%s were killed: each ended with its name, or with the result\n",
          died > 10 && died < all ? "some" : "all or none");
}
