/* SPDX-License-Identifier: MIT */
/* signal_context.h - what the handler of a signal knows about an access to memory
 * (signal_context.c). */
#ifndef ERB_ACCESS_H
#define ERB_ACCESS_H

#include <signal.h>

#include <stdbool.h>

/* Whether the access that raised the signal with this context was a write. */
extern bool erb_is_write (const void *context);

/* Handles a signal as without the caller's handler: `to' is the previous action. */
extern void erb_pass_signal_on (const struct sigaction *to, int number, siginfo_t *info,
                                void *context);

#endif
