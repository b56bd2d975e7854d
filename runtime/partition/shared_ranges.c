/* SPDX-License-Identifier: MIT */
/* shared_ranges.c - ranges of the program's variables that all images share.
 *
 * Code finds a variable by its distance, so a shared variable has an address in each image.  Its
 * memory is a file without a name, which is mapped over the range in the program and in each image.
 */
#include "partition/shared_ranges.h"
#include "partition/image.h"
#include "partition/partition.h"

#include <sys/mman.h>
#include <unistd.h>

#include "erbium/partition.h"

struct range { size_t from, to; int file; };

static struct range range[ERBIUM_PARTITION_SHARED]; /* in the order of addresses */
static int ranges;
static bool closed; /* there are images */

bool
erb_shared_ranges_map (char *base)
{
  closed = true;
  for (const struct range *r = range; r < range + ranges; r++)
    if (mmap (base + r->from, r->to - r->from, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
              r->file, 0) == MAP_FAILED)
      return false;
  return true;
}

void
erb_shared_ranges_skip (size_t from, size_t to,
                        void (*copy) (size_t from, size_t to, void *argument), void *argument)
{
  for (const struct range *r = range; r < range + ranges; r++)
    {
      if (r->from > from)
        copy (from, r->from, argument);
      from = r->to;
    }
  if (from < to)
    copy (from, to, argument);
}

bool
erb_shared_ranges_have (size_t at)
{
  for (const struct range *r = range; r < range + ranges; r++)
    if (at >= r->from && at < r->to)
      return true;
  return false;
}

/* ---- The call ------------------------------------------------------------------ */

static const char call[] = "erbium_partition_share";

static void
check (const struct erb_elf *e, size_t from, size_t bytes, const char *where)
{
  size_t page = erb_page_size ();
  if (from % page || bytes % page || bytes == 0)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, "align the variables to the size of a page",
                  "the range is not one of whole pages");
  if (from < e->data || from > e->data_end || bytes > e->low + e->span - from)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, NULL,
                  "the range is not one of the program's variables");
  if (closed)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, "call it at the beginning of main",
                  "a partition has been started already");
  if (ranges == ERBIUM_PARTITION_SHARED)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, "put the variables beside each other",
                  "there are %d ranges already", ranges);
}

/* Puts the values of the range into a file, and maps that over them. */
static bool
replace (struct range *r)
{
  char *at = (char *) (erb_elf_self_base () + r->from);
  size_t bytes = r->to - r->from;
  r->file = erb_memory_file ("erbium: shared variables");
  return r->file >= 0 && pwrite (r->file, at, bytes, 0) == (ssize_t) bytes
         && mmap (at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, r->file, 0)
            != MAP_FAILED;
}

void
(erbium_partition_share) (void *at, size_t bytes, const char *where)
{
  const char *why;
  const struct erb_elf *e = erb_elf_of_self (&why);
  if (!e)
    return;
  size_t from = (uintptr_t) at - erb_elf_self_base ();
  check (e, from, bytes, where);
  struct range r = { from, from + bytes, -1 };
  if (!replace (&r))
    erb_fault_in (ERBIUM_EXIT_RESOURCE, call, where, NULL, "no memory: %s", strerror (errno));
  int n = ranges++;
  for (; n > 0 && range[n - 1].from > from; n--)
    range[n] = range[n - 1];
  range[n] = r;
}
