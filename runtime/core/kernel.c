/* SPDX-License-Identifier: MIT */
/* kernel.c - system calls of the runtime itself, which sealing does not affect. */
#define _GNU_SOURCE
#include "core/kernel.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

bool erb_sealed;

static int privileged;

long
erb_kernel_call (long number, long a, long b, long c, long d, long e)
{
#ifdef __x86_64__
  if (erb_sealed)
    {
      long result = erb_kernel_pass (number, a, b, c, d, e);
      if (result >= -4095 && result < 0)
        {
          errno = (int) -result;
          return -1;
        }
      return result;
    }
#endif
  return syscall (number, a, b, c, d, e);
}

pid_t
erb_kernel_getpid (void)
{
  return (pid_t) erb_kernel_call (SYS_getpid, 0, 0, 0, 0, 0);
}

pid_t
erb_kernel_getppid (void)
{
  return (pid_t) erb_kernel_call (SYS_getppid, 0, 0, 0, 0, 0);
}

pid_t
erb_kernel_wait (pid_t pid, int *status)
{
  return (pid_t) erb_kernel_call (SYS_wait4, pid, (long) status, 0, 0, 0);
}

bool
erb_kernel_has_died (pid_t pid)
{
  siginfo_t info = { .si_pid = 0 };
  return erb_kernel_call (SYS_waitid, P_PID, pid, (long) &info, WEXITED | WNOHANG | WNOWAIT, 0) < 0
         || info.si_pid == pid;
}

void
erb_kernel_die_with_parent (void)
{
  erb_kernel_call (SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

/* Returns the length of name without a character of UTF-8 that has been cut off at its end. */
static size_t
whole_characters (const char *name, size_t length)
{
  while (length > 0 && ((unsigned char) name[length] & 0xc0) == 0x80)
    length--;
  return length;
}

void
erb_kernel_name_thread (const char *format, ...)
{
  char name[ERB_THREAD_NAME + 2];
  va_list arguments;
  va_start (arguments, format);
  int length = vsnprintf (name, sizeof name, format, arguments);
  va_end (arguments);
  if (length > ERB_THREAD_NAME)
    name[whole_characters (name, ERB_THREAD_NAME)] = 0;
  erb_kernel_call (SYS_prctl, PR_SET_NAME, (long) name, 0, 0, 0);
}

int64_t
erb_kernel_now (void)
{
  struct timespec t;
  erb_kernel_call (SYS_clock_gettime, CLOCK_MONOTONIC, (long) &t, 0, 0, 0);
  return t.tv_sec * INT64_C (1000000000) + t.tv_nsec;
}

/* Only sealed programs need the count.  Others do not keep it, since they may have several
 * threads. */
void
erb_kernel_begin_privileged (void)
{
  if (erb_sealed)
    privileged++;
}

void
erb_kernel_end_privileged (void)
{
  if (erb_sealed)
    privileged--;
}

bool
erb_kernel_is_privileged (void)
{
  return privileged > 0;
}
