/* SPDX-License-Identifier: MIT */
/* partition.h - partitions: tasks with variables of their own in one address space.
 *
 * With ERBIUM_TASK=partition each process of a program is a partition: a thread with its own copy
 * of the program's variables, as they were when it was run.  An address is valid in all partitions,
 * so data can be passed by a pointer, without a copy, as long as the partition that has it lives.
 * docs/reference/partitions.md says what partitions share, and which programs can have them.
 *
 * erbium_partition_spawn runs another program as a partition, a guest: a fresh image of any
 * position-independent program, with its own main.
 *
 *   char *const words[] = { "sort", "names", "-o", "sorted", NULL };
 *   int id = erbium_partition_spawn ("/usr/bin/sort", words, NULL, NULL);
 *   if (id < 0)
 *     puts (erbium_partition_refusal ());
 *   int status = erbium_partition_join (id);
 *
 * The task model is that of A. Shimada, B. Gerofi, A. Hori, Y. Ishikawa, "Proposing A New Task
 * Model towards Many-Core Architecture" (MES'13), section 3.1.
 */
#ifndef ERBIUM_PARTITION_H
#define ERBIUM_PARTITION_H

#include <stdbool.h>
#include <stddef.h>

#include "../erbium.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The most ranges of variables that erbium_partition_share takes. */
enum { ERBIUM_PARTITION_SHARED = 16 };

/* Makes `bytes' bytes of the program's variables from `at' on one memory for all partitions, and
 * for children of fork; both are multiples of the size of a page.  The variables keep their values.
 * Their addresses differ between partitions, so a lock in them must be one that processes of the
 * system can share (PTHREAD_PROCESS_SHARED).  Called by the program itself, before the first
 * partition starts and while no other thread uses these variables.  Does not block.  A range that
 * is none of the program's variables, a call that is too late, or one range too many is an error
 * (ERBIUM_EXIT_MISUSE).  In a program that can have no partitions, the call has no effect. */
#define erbium_partition_share(at, bytes) (erbium_partition_share) ((at), (bytes), ERBIUM_HERE)

/* ---- Guests ---------------------------------------------------------------- */

/* How a guest is started. */
struct erbium_partition_options
{
  int files[3];   /* the descriptors of its stdin, stdout and stderr; -1: those of the caller */
  bool own_files; /* it has a table of descriptors and a working directory of its own, which begin
                   * as copies, as a process has; else these are shared, as between threads */
  const char *const *libraries; /* those of which it has a copy, with variables of its own, and not
                                 * those of the program: a list of names such as "libsqlite3" that
                                 * ends with NULL, or NULL; "*": all that can be copied.  One that
                                 * needs such a library is copied too, and so are libstdc++ and
                                 * libgfortran */
  size_t kept;    /* bytes of memory that it has unmapped whose pages it may keep, to use them again
                   * without the system; 0: 16 MiB.  Its mmap clears them then */
  bool isolated;  /* only its own threads can use its variables, heap and private mappings, by a
                   * protection key of the processor; an access by others is SIGSEGV.  At most 15 at
                   * a time; refused (ENOTSUP) where the processor has none.  Its memory cannot be
                   * exported, nor freed by others, and its handlers of signals cannot use it */
};

/* As `kept': the pages of all that is unmapped are given back to the system. */
#define ERBIUM_PARTITION_KEEP_NONE ((size_t) -1)

/* Reserves thread-local memory of the program for the thread-local variables of guests: their size
 * in bytes, a constant.  Written once, outside of functions. */
#define ERBIUM_PARTITION_TLS(bytes)                                              \
  __thread char erbium_partition_tls[bytes]                                      \
    __attribute__ ((used, aligned (64), tls_model ("local-exec")))

/* Starts the program in file, a path, as a partition, with the arguments and the environment,
 * lists that end with NULL; environment NULL: that of the caller; options NULL: all are shared.
 * The lists are copied.  Returns its id, 1 or more, which is never used again.  Blocks until the
 * first partition of a file is linked, but not until the guest runs.  At most 1024 guests exist
 * at a time.  Returns -1 if there can be no such partition, with errno set: ENOEXEC if the file
 * is refused, ENOTSUP if it cannot be isolated, EAGAIN or ENOMEM if resources are short;
 * erbium_partition_refusal tells the reason.  A guest that cannot have its descriptors ends with
 * status 126, after a warning. */
ERBIUM_API int erbium_partition_spawn (const char *file, char *const argument[],
                                       char *const environment[],
                                       const struct erbium_partition_options *options);

/* Returns why the last erbium_partition_spawn of the calling thread has failed, with the name of
 * the file.  Does not block. */
ERBIUM_API const char *erbium_partition_refusal (void);

/* Waits until a guest has ended, and returns its status as waitpid reports it (WIFEXITED,
 * WTERMSIG).  The memory of a guest is given back when it ends; its id is known until this call,
 * which is made once.  Another id is an error (ERBIUM_EXIT_MISUSE). */
#define erbium_partition_join(id) (erbium_partition_join) ((id), ERBIUM_HERE)

/* Ends a guest as SIGKILL ends a process, and waits until it has ended; it still has to be joined.
 * A guest that is inside of the C library, where it may hold a lock, goes on until it is out of it.
 * Returns false if that takes longer than ten seconds.  Called by the guest itself, it does not
 * return. */
#define erbium_partition_kill(id) (erbium_partition_kill) ((id), ERBIUM_HERE)

/* Returns the id of the guest that the calling thread belongs to; 0: none, the program itself.
 * Does not block. */
ERBIUM_API int erbium_partition_self (void);

/* Makes `bytes' bytes at `at' known to others under a name, as a region of the calling partition.
 * The region is forgotten when the partition ends.  A name twice is an error (ERBIUM_EXIT_MISUSE).
 * Does not block. */
#define erbium_partition_export(name, at, bytes) \
  (erbium_partition_export) ((name), (at), (bytes), ERBIUM_HERE)

/* Waits until partition id, or the program itself if id is 0, has exported a region of that name,
 * and returns its address; *bytes, unless NULL, is its size.  The end of the partition is an error
 * (ERBIUM_EXIT_DEATH) that names it. */
#define erbium_partition_import(id, name, bytes) \
  (erbium_partition_import) ((id), (name), (bytes), ERBIUM_HERE)

/* Returns the address that a variable or function of the calling guest has in guest id, which runs
 * the same file; NULL if address is in no image of that file.  Does not block. */
#define erbium_partition_translate(id, address) \
  (erbium_partition_translate) ((id), (address), ERBIUM_HERE)

/* ---- The functions behind the macros ------------------------------------ */

ERBIUM_API void (erbium_partition_share) (void *at, size_t bytes, const char *where);
ERBIUM_API int (erbium_partition_join) (int id, const char *where);
ERBIUM_API bool (erbium_partition_kill) (int id, const char *where);
ERBIUM_API void (erbium_partition_export) (const char *name, void *at, size_t bytes,
                                           const char *where);
ERBIUM_API void *(erbium_partition_import) (int id, const char *name, size_t *bytes,
                                            const char *where);
ERBIUM_API void *(erbium_partition_translate) (int id, const void *address, const char *where);

#ifdef __cplusplus
}
#endif
#endif
