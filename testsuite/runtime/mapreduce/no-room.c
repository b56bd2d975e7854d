/* SPDX-License-Identifier: MIT */
/* A file for pairs cannot be created, or is full: the message names the folder, the reason, and what
 * helps; the status is 122. */
// RUN: %build
// RUN: %run --only default,thread,fiber,space --status 122 %t nowhere | FileCheck --check-prefix=NOWHERE %s
// RUN: %run --only default,thread,fiber,space --status 122 %t full | FileCheck --check-prefix=FULL %s
// RUN: env TMPDIR=/nowhere %status 122 %t default 2>&1 | FileCheck --check-prefix=DEFAULT %s
// UNSUPPORTED: sanitizer
#include "pairs.h"

#include <signal.h>
#include <sys/resource.h>

int
main (int count, char **argument)
{
  struct input in = { 60000, 1 << 20, 8 };
  struct erbium_map_reduce job = job_of (&in);
  struct erbium_pairs found;
  const char *what = count > 1 ? argument[1] : "";
  job.map_workers = job.reduce_workers = 1;
  job.memory_limit = 1 << 18;
  if (strcmp (what, "default"))
    job.spill_folder = strcmp (what, "full") ? "/nowhere" : "/tmp";
  if (!strcmp (what, "full"))
    {
      /* As a disk with 64 KiB of room. */
      const struct rlimit room = { 1 << 16, 1 << 16 };
      signal (SIGXFSZ, SIG_IGN);
      setrlimit (RLIMIT_FSIZE, &room);
    }
  erbium_map_reduce (&job, &found);
  // NOWHERE: no-room.c:[[#@LINE-1]]: error: erbium_map_reduce: cannot create a file in '/nowhere' for pairs beyond memory_limit: No such file or directory
  // NOWHERE-NEXT: note: make room there, set spill_folder (or TMPDIR) to a folder on another file system, or raise memory_limit
  // FULL: no-room.c:[[#@LINE-3]]: error: erbium_map_reduce: cannot write a file in '/tmp' for pairs beyond memory_limit: File too large, in process 'map 1'
  // FULL-NEXT: note: make room there, set spill_folder (or TMPDIR)
  // DEFAULT: error: erbium_map_reduce: cannot create a file in '/nowhere'
}
