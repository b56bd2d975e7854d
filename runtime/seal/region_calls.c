/* SPDX-License-Identifier: MIT */
/* region_calls.c - system calls on memory that lies in regions (erbium/spmc.h).
 *
 * The kernel does not wait for a page that is not fixed yet: the call fails with EFAULT.  But which
 * pages are accessible before the first access depends on the progress of their producer
 * (page_fault.c).  So this file reads a byte of each page before a write, and a read goes through a
 * buffer.  The page fault then occurs in the code of the space, where it is handled as for an
 * access of the program itself.
 */
#define _GNU_SOURCE
#include "seal/system_calls.h"
#include "pages/pages.h"

#ifdef __x86_64__

/* Clips [*from, *from + *n) to the regions; returns false if the intersection is empty. */
static bool
clip (const char **from, long *n)
{
  const char *low = erb_spmc.arena, *high = low + erb_spmc.arena_bytes, *end = *from + *n;
  if (!erb_spmc.spaces || *n <= 0 || end <= low || end < *from || *from >= high)
    return false;
  if (*from < low)
    *from = low;
  *n = (end < high ? end : high) - *from;
  return true;
}

bool
erb_seal_has_pages (const void *memory, long n)
{
  const char *from = memory;
  return clip (&from, &n);
}

void
erb_seal_await_pages (const void *memory, long n)
{
  const char *from = memory;
  if (!clip (&from, &n))
    return;
  for (const char *end = from + n; from < end;
       from += erb_spmc.page - (uintptr_t) from % erb_spmc.page)
    (void) *(const volatile char *) from;
}

long
erb_seal_read_pages (erb_seal_reads *one, long file, char *to, long n, long at)
{
  char part[1024];
  long done = 0, want, got;
  if (!erb_seal_has_pages (to, n))
    return one (file, to, n, at);
  do
    {
      want = n - done < (long) sizeof part ? n - done : (long) sizeof part;
      got = one (file, part, want, at + done);
      if (got < 0)
        return done ? done : got;
      memcpy (to + done, part, (size_t) got);
      done += got;
    }
  while (got == want && done < n);
  return done;
}

#endif
