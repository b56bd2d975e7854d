/* SPDX-License-Identifier: MIT */
/* local.c - the state of the calling thread, if it serves a worker. */
#include "record/local.h"

static __thread struct erb_local_thread *thread_here __attribute__ ((tls_model ("initial-exec")));

/* Must not be inlined, and the compiler must not assume that two calls return the same: a fiber may
 * be on another thread after a switch. */
__attribute__ ((noinline)) ERB_WAKES struct erb_local_thread *
erb_local_thread (void)
{
  __asm__ volatile ("");
  return thread_here;
}

void
erb_local_set_thread (struct erb_local_thread *t)
{
  thread_here = t;
}
