/* SPDX-License-Identifier: MIT */
/* signal_context.h - what the handler of a signal knows about an access to memory
 * (signal_context.c). */
#ifndef ERB_SIGNAL_CONTEXT_H
#define ERB_SIGNAL_CONTEXT_H

#include <signal.h>

#include <stdbool.h>

/* Returns whether the access that raised the signal was a write; context is that of the signal. */
extern bool erb_is_write (const void *context);

/* Handles a signal as if the caller's handler were not installed; `to' is the action that it has
 * replaced. */
extern void erb_pass_signal_on (const struct sigaction *to, int number, siginfo_t *info,
                                void *context);

#endif
