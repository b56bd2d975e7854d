/* SPDX-License-Identifier: MIT */
/* kernel.h - system calls of the runtime itself, which sealing does not affect.
 *
 * The filter of a sealed program (seal/) stops most system calls.  The runtime marks its own with a
 * value in the sixth argument, the pass, which the filter recognises and which these calls do not
 * use otherwise.  In a program that is not sealed, these functions are plain system calls.
 */
#ifndef ERB_KERNEL_H
#define ERB_KERNEL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Whether this program is sealed. */
extern bool erb_sealed;

/* The sixth argument.  mmap has six arguments: there it is the upper half of the third. */
#define ERB_KERNEL_PASS INT64_C (0x457262536561)
#define ERB_KERNEL_PASS_PROT INT64_C (0x4572625300000000)

/* Descriptors of a sealed program: the numbers below the first one are the program's; those from
 * there to the second are the runtime's, which keeps two for each space (space/space_output.c). */
enum { ERB_SEALED_FILES = 1024, ERB_SEALED_ALL_FILES = 4096 };

#ifdef __x86_64__

/* Makes a system call that the filter permits; returns -errno on failure.  Clears the register of
 * the sixth argument, because the next call may not set it.  Takes no lock, for signal handlers. */
static inline long
erb_kernel_pass (long number, long a, long b, long c, long d, long e)
{
  register long r10 __asm__ ("r10") = d;
  register long r8 __asm__ ("r8") = e;
  register long r9 __asm__ ("r9") = ERB_KERNEL_PASS;
  long result;
  __asm__ volatile ("syscall; xorl %%r9d, %%r9d"
                    : "=a" (result), "+r" (r9)
                    : "a" (number), "D" (a), "S" (b), "d" (c), "r" (r10), "r" (r8)
                    : "rcx", "r11", "memory");
  return result;
}

/* Clears the register of the sixth argument.  A signal handler calls this first: it may have
 * interrupted erb_kernel_pass. */
static inline void
erb_kernel_forget_pass (void)
{
  __asm__ volatile ("xorl %%r9d, %%r9d" : : : "r9", "memory");
}

#endif

/* Makes a system call of up to five arguments, like syscall: returns -1 and sets errno on
 * failure. */
extern long erb_kernel_call (long number, long a, long b, long c, long d, long e);
extern pid_t erb_kernel_getpid (void);
extern pid_t erb_kernel_getppid (void);
extern pid_t erb_kernel_wait (pid_t pid, int *status);
/* Returns whether a child has died.  Leaves the status of the child for erb_kernel_wait. */
extern bool erb_kernel_has_died (pid_t pid);
extern void erb_kernel_die_with_parent (void);
/* Gives the calling thread a name for top, perf and gdb: the first ERB_THREAD_NAME bytes of what
 * printf would print.  The kernel keeps no more. */
enum { ERB_THREAD_NAME = 15 };
extern void erb_kernel_name_thread (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));
extern int64_t erb_kernel_now (void); /* the monotonic clock in ns */

/* Between these two calls a sealed program may perform operations that are reserved for the
 * runtime: map shared memory, make files without names, fork.  Calls nest. */
extern void erb_kernel_begin_privileged (void);
extern void erb_kernel_end_privileged (void);
extern bool erb_kernel_is_privileged (void);

#endif
