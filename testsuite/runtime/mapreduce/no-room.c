/* SPDX-License-Identifier: MIT */
/* A file for pairs cannot be created, or the disk is full, when pairs are first written or when
 * files are merged: the message names the folder, the reason, and what helps; the status is 122. */
// RUN: %build
// RUN: %run --only default,thread,fiber,space --status 122 %t nowhere | FileCheck --check-prefix=NOWHERE %s
// RUN: %run --only default,thread,fiber,space --status 122 %t 64 | FileCheck --check-prefix=FULL %s
// RUN: %run --only default,thread,fiber,space --status 122 %t 2048 | FileCheck --check-prefix=FULL %s
// RUN: %run --only default,thread,fiber,space %t 100000 | FileCheck --check-prefix=ROOM %s
// RUN: env TMPDIR=/nowhere %status 122 %t default 2>&1 | FileCheck --check-prefix=DEFAULT %s
#define _GNU_SOURCE
#include "pairs.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

static long room; /* KiB */

/* Writes a part of what is asked, as to a disk with so much room. */
ssize_t
pwrite (int file, const void *from, size_t size, off_t at)
{
  size_t left = at < room << 10 ? (size_t) ((room << 10) - at) : 0, part = size / 2 + 1;
  errno = ENOSPC;
  return left ? syscall (SYS_pwrite64, file, from, part < left ? part : left, at) : -1;
}

int
main (int count, char **argument)
{
  struct input in = { 60000, 1 << 20, 8 };
  struct erbium_map_reduce job = job_of (&in);
  struct erbium_pairs found;
  const char *what = count > 1 ? argument[1] : "";
  job.map_workers = job.reduce_workers = 1;
  job.memory_limit = 1 << 18;
  room = atol (what);
  if (strcmp (what, "default"))
    job.spill_folder = room ? "/tmp" : "/nowhere";
  erbium_map_reduce (&job, &found);
  // NOWHERE: no-room.c:[[#@LINE-1]]: error: erbium_map_reduce: cannot create a file in '/nowhere' for pairs beyond memory_limit: No such file or directory
  // NOWHERE-NEXT: note: make room there, set spill_folder (or TMPDIR) to a folder on another file system, or raise memory_limit
  // FULL: no-room.c:[[#@LINE-3]]: error: erbium_map_reduce: cannot write a file in '/tmp' for pairs beyond memory_limit: No space left on device, in process 'map 1'
  // FULL-NEXT: note: make room there, set spill_folder (or TMPDIR)
  // DEFAULT: error: erbium_map_reduce: cannot create a file in '/nowhere'
  expect_all_values (&in, &found);
  erbium_free_pairs (&found);
  puts ("all values");
  // ROOM: all values
}
