/* SPDX-License-Identifier: MIT */
/* one_may_exit.c - a C library that lets one thread at a time call exit, as from release 2.41 on. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

const char *
gnu_get_libc_version (void)
{
  return "2.41";
}

void
exit (int status)
{
  void (*real_exit) (int) __attribute__ ((noreturn));
  *(void **) &real_exit = dlsym (RTLD_NEXT, "exit");
  pthread_mutex_lock (&lock);
  real_exit (status);
}
