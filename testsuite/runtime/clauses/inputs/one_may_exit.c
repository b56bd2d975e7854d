/* SPDX-License-Identifier: MIT */
/* one_may_exit.c - a C library that lets one thread at a time call exit, as from release 2.41 on.
 *
 * If the C library is of such a release, its own lock is the only one.  With another one before it,
 * a thread that waits for the second would hold the first, which main must be able to take again.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

const char *
gnu_get_libc_version (void)
{
  return "2.41";
}

static bool
has_lock_of_its_own (void)
{
  const char *(*version) (void);
  *(void **) &version = dlsym (RTLD_NEXT, "gnu_get_libc_version");
  return strverscmp (version (), "2.41") >= 0;
}

void
exit (int status)
{
  void (*real_exit) (int) __attribute__ ((noreturn));
  *(void **) &real_exit = dlsym (RTLD_NEXT, "exit");
  if (!has_lock_of_its_own ())
    pthread_mutex_lock (&lock);
  real_exit (status);
}
