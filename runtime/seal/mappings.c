/* SPDX-License-Identifier: MIT */
/* mappings.c - the memory that a sealed program may map: private memory and files to read.
 *
 * Memory that spaces share needs a protocol (pages, channels, records); otherwise it shows one
 * space how far another one has come.  So only the runtime maps shared memory.  A file to write
 * cannot be mapped: other spaces would see the stores of the first space at the time of the store.
 * The program does not learn how the machine manages memory: which memory can be locked or consist
 * of large pages, and which pages are resident.
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
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(SYS_mmap), "D"(a[0]), "S"(a[1]),
                     "d"((a[2] & 0xffffffff) | ERB_KERNEL_PASS_PROT), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

/* ---- System calls ------------------------------------------------------------------------ */

static long
refuse (const char *what, const char *why)
{
  erb_seal_warn ("the system call", what, why);
  return -EPERM;
}

static const char shared[] = ": spaces share pages and channels only";
static const char depends[] = ": whether it works depends on the machine";

long
erb_seal_memfd (const struct erb_seal_trap *t)
{
  const long *a = t->argument;
  return erb_kernel_is_privileged () ? erb_kernel_pass (t->number, a[0], a[1], 0, 0, 0)
                                     : refuse ("memfd_create", shared);
}

#ifndef MAP_DROPPABLE
#define MAP_DROPPABLE 8 /* since Linux 6.11 */
#endif

/* Handles all mappings except private anonymous memory.  A file to read is open for reading only
 * and does not change, so it may be mapped shared.  External descriptors look like pipes, which
 * cannot be mapped.  The kernel has no memory that it may empty at any time, as before Linux 6.11:
 * the C library, which keeps random numbers there, then makes system calls for them. */
long
erb_seal_map (const struct erb_seal_trap *t)
{
  const long *a = t->argument;
  enum erb_seal_kind kind = erb_seal_kind_of (a[4]);
  int type = (int) a[3] & MAP_TYPE;
  if (erb_kernel_is_privileged ())
    return map_past_filter (a);
  if (type == MAP_DROPPABLE)
    return -EINVAL;
  if ((a[3] & MAP_ANONYMOUS) && type == MAP_PRIVATE)
    return refuse (a[3] & MAP_LOCKED ? "mmap with MAP_LOCKED" : "mmap with MAP_HUGETLB", depends);
  if ((a[3] & MAP_ANONYMOUS)
      || (type != MAP_PRIVATE && type != MAP_SHARED && type != MAP_SHARED_VALIDATE))
    return refuse ("mmap of shared memory", shared);
  if (kind == ERB_SEAL_WRITTEN)
    return refuse ("mmap of a file to write", shared);
  return kind == ERB_SEAL_PLAIN ? map_past_filter (a) : -ENODEV;
}

/* Handles MADV_FREE.  Its pages may become empty at any time, so they become empty at once. */
long
erb_seal_advise (const struct erb_seal_trap *t)
{
  const long *a = t->argument;
  return erb_kernel_pass (t->number, a[0], a[1], MADV_DONTNEED, 0, 0);
}

#endif
