/* SPDX-License-Identifier: MIT */
/* With the smallest memory limit, pairs are written to files, and the result is the same.  Many
 * spills are merged to fewer ones.  The folder is empty at the end. */
// RUN: %build
// RUN: rm -rf %t.folder && mkdir %t.folder
// RUN: %run --only default,alone,space %t %t.folder | FileCheck %s
// CHECK: 3 jobs, all of them in files
// RUN: ls -A %t.folder | not grep .
#include "pairs.h"

#include <dirent.h>
#include <sys/stat.h>

static const char *folder;
static SHARED atomic_int written; /* by a map process that has seen a file with bytes */

/* Whether a file of this process without a name, in the folder, has bytes. */
static bool
has_file (void)
{
  struct stat f, d;
  for (int n = 3; n < 256; n++)
    if (!fstat (n, &f) && S_ISREG (f.st_mode) && !f.st_nlink && f.st_size
        && !stat (folder, &d) && f.st_dev == d.st_dev)
      return true;
  return false;
}

static void
map (struct erbium_mapper *to, const struct erbium_map_task *task, const void *context)
{
  map_pairs (to, task, context);
  if (!written && has_file ())
    written = 1;
}

static int jobs, in_files;

static void
try (const struct input *in, struct erbium_map_reduce job)
{
  written = 0;
  job.map = map;
  job.map_workers = 2;
  job.reduce_workers = 3;
  job.spill_folder = folder;
  job.memory_limit = 5 * ((64 << 10) + 256 * ((in->value_size + 7) / 8));
  expect_results (in, &job);
  jobs++;
  in_files += written;
}

int
main (int count, char **argument)
{
  const struct input few = { 60000, 1 << 20, 8 }, large = { 9000, 4000, LARGEST };
  (void) count;
  folder = argument[1];
  struct erbium_map_reduce job = job_of (&few);
  try (&few, job);
  job.combine = add_bytes;
  try (&few, job);
  try (&large, job_of (&large));
  printf ("%d jobs, %s of them in files\n", jobs, in_files == jobs ? "all" : "not all");
}
