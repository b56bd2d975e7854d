/* SPDX-License-Identifier: MIT */
/* busy.h - processes that compute for a time. */
#include <time.h>

/* ns of a clock that never goes back. */
static inline int64_t
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * INT64_C (1000000000) + t.tv_nsec;
}

/* Computes for so many ns. */
static inline void
compute_for (int64_t time)
{
  for (int64_t end = now () + time; time > 0 && now () < end;)
    ;
}
