/* SPDX-License-Identifier: MIT */
/* local.c - which thread of a worker calls. */
#include "record/local.h"

static __thread struct erb_local_thread *thread_here __attribute__ ((tls_model ("initial-exec")));

/* Not inline, nor known to give the same twice: a fiber may be on another thread after a switch. */
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
