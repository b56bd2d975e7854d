/* SPDX-License-Identifier: MIT */
/* shared.h - variables that are one for all processes of a test, also where these are spaces.
 *
 *   static SHARED atomic_long count;
 *
 * They stand in a section of their own, which is mapped MAP_SHARED before main where ERBIUM_TASK
 * is space, and shared by erbium_partition_share where it is partition, unless it is sealed: then it can share no memory.  They begin a page, and the section
 * is filled up to the end of one: so nothing else is shared by chance.
 */
#ifndef SHARED_H
#define SHARED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { SHARED_PAGE = 4096 };

#define SHARED __attribute__ ((section ("shared_by_all"), aligned (SHARED_PAGE)))

__asm__ (".pushsection shared_by_all, 1, \"aw\"\n .balign 4096\n .popsection");

#ifndef erbium_partition_share
# ifdef __cplusplus
extern "C"
# endif
void erbium_partition_share (void *at, size_t bytes, const char *where) __attribute__ ((weak));
#endif

extern char __start_shared_by_all[] __attribute__ ((weak)), __stop_shared_by_all[] __attribute__ ((weak));

__attribute__ ((constructor, unused)) static void
share_variables (void)
{
  const char *task = getenv ("ERBIUM_TASK");
  bool partition = task && strcmp (task, "partition") == 0 && erbium_partition_share;
  if (!task || (!partition && strcmp (task, "space") != 0) || getenv ("ERBIUM_SEAL")
      || &__start_shared_by_all[0] == &__stop_shared_by_all[0])
    return;
  size_t bytes = ((size_t) (__stop_shared_by_all - __start_shared_by_all) + SHARED_PAGE - 1) / SHARED_PAGE * SHARED_PAGE;
  if (partition)
    {
      (erbium_partition_share) (__start_shared_by_all, bytes, NULL);
      return;
    }
  void *kept = malloc (bytes);
  if (!kept)
    abort ();
  memcpy (kept, __start_shared_by_all, bytes);
  if (mmap (__start_shared_by_all, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
      != __start_shared_by_all)
    abort ();
  memcpy (__start_shared_by_all, kept, bytes);
  free (kept);
}

#endif
