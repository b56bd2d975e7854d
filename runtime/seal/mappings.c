/* SPDX-License-Identifier: MIT */
/* mappings.c - which memory a sealed program may map: its own, and what files to read hold.
 *
 * Memory that spaces share has a protocol (pages, channels, records), or tells one space how far
 * another has come.  So that is the runtime's alone, and a file that is written is not mapped: a
 * space would see what the first one writes when it is written.  Nor does a program learn what the
 * machine does with memory: what may be locked or of large pages, which pages are there.
 */
#define _GNU_SOURCE
#include "seal/system_calls.h"

#ifdef __x86_64__

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>

static long
map_past_filter (const long *a)
{
  register long r10 __asm__ ("r10") = a[3];
  register long r8 __asm__ ("r8") = a[4];
  register long r9 __asm__ ("r9") = a[5];
  long result;
  __asm__ volatile ("syscall"
                    : "=a" (result)
                    : "a" (SYS_mmap), "D" (a[0]), "S" (a[1]), "d" ((a[2] & 0xffffffff) | ERB_KERNEL_PASS_PROT),
                      "r" (r10), "r" (r8), "r" (r9)
                    : "rcx", "r11", "memory");
  return result;
}

/* ---- System calls ------------------------------------------------------------------------ */

static long
refuse (const char *what, const char *why)
{
  erb_seal_say ("the system call", what, why);
  return -EPERM;
}

static const char shared[] = ": spaces share pages and channels only";
static const char depends[] = ": whether it works depends on the machine";

long
erb_seal_memfd (const struct erb_seal_trap *t)
{
  const long *a = t->argument;
  return erb_kernel_is_privileged () ? erb_kernel_pass (t->number, a[0], a[1], 0, 0, 0) : refuse ("memfd_create", shared);
}

/* All but private memory without a file.  A file to read is open to be read, so it is not written,
 * and does not change: it may be shared.  The outside looks like a pipe, which cannot be mapped. */
long
erb_seal_map (const struct erb_seal_trap *t)
{
  const long *a = t->argument;
  enum erb_seal_kind kind = erb_seal_kind_of (a[4]);
  int type = (int) a[3] & MAP_TYPE;
  if (erb_kernel_is_privileged ())
    return map_past_filter (a);
  if ((a[3] & MAP_ANONYMOUS) && type == MAP_PRIVATE)
    return refuse (a[3] & MAP_LOCKED ? "mmap with MAP_LOCKED" : "mmap with MAP_HUGETLB", depends);
  if ((a[3] & MAP_ANONYMOUS) || (type != MAP_PRIVATE && type != MAP_SHARED && type != MAP_SHARED_VALIDATE))
    return refuse ("mmap of shared memory", shared);
  if (kind == ERB_SEAL_TO_WRITE)
    return refuse ("mmap of a file to write", shared);
  return kind == ERB_SEAL_PLAIN ? map_past_filter (a) : -ENODEV;
}

/* MADV_FREE: its pages may be empty at any time, so they are at once. */
long
erb_seal_advise (const struct erb_seal_trap *t)
{
  const long *a = t->argument;
  return erb_kernel_pass (t->number, a[0], a[1], MADV_DONTNEED, 0, 0);
}

#endif
