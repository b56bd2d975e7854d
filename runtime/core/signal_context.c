/* SPDX-License-Identifier: MIT */
/* signal_context.c - what the handler of a signal knows about an access, and how it passes a signal
 * on to the previous handler. */
#define _GNU_SOURCE
#include "core/signal_context.h"

#include <stdint.h>
#include <ucontext.h>

bool
erb_is_write (const void *context)
{
#ifdef __x86_64__
  return ((const ucontext_t *) context)->uc_mcontext.gregs[REG_ERR] & 2;
#elif defined __aarch64__
  /* Bit 6 of the syndrome register, which is in a record of its own, is set for a write. */
  const unsigned char *at = ((const ucontext_t *) context)->uc_mcontext.__reserved;
  for (;;)
    {
      const struct { uint32_t magic, size; uint64_t esr; } *r = (const void *) at;
      if (r->magic == 0x45535201)
        return r->esr & 1 << 6;
      if (r->magic == 0 || r->size == 0)
        return false;
      at += r->size;
    }
#else
# error "say here how a signal handler sees whether an access was a write"
#endif
}

void
erb_pass_signal_on (const struct sigaction *to, int number, siginfo_t *info, void *context)
{
  if (to->sa_flags & SA_SIGINFO)
    to->sa_sigaction (number, info, context);
  else if (to->sa_handler == SIG_DFL || to->sa_handler == SIG_IGN)
    {
      signal (number, SIG_DFL);
      raise (number);
    }
  else
    to->sa_handler (number);
}
