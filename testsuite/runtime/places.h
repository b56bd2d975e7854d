/* SPDX-License-Identifier: MIT */
/* places.h - where a thread of this process may run. */
#ifndef PLACES_H
#define PLACES_H

#include <dirent.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns whether there is a thread of that name; then *set has the processors where it may run. */
static inline bool
places_of_thread (const char *name, cpu_set_t *set)
{
  DIR *threads = opendir ("/proc/self/task");
  bool found = false;
  for (struct dirent *e; threads && !found && (e = readdir (threads));)
    {
      char path[300], comm[32] = "";
      snprintf (path, sizeof path, "/proc/self/task/%s/comm", e->d_name);
      FILE *f = fopen (path, "r");
      if (!f)
        continue;
      if (!fgets (comm, sizeof comm, f))
        comm[0] = 0;
      fclose (f);
      comm[strcspn (comm, "\n")] = 0;
      found = !strcmp (comm, name) && sched_getaffinity (atoi (e->d_name), sizeof *set, set) == 0;
    }
  if (threads)
    closedir (threads);
  return found;
}

/* The nth processor of a set, or -1. */
static inline int
place_in_set (const cpu_set_t *set, int n)
{
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET (i, set) && n-- == 0)
      return i;
  return -1;
}

#endif
