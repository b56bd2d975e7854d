/* SPDX-License-Identifier: MIT */
/* signal_context.h - what the handler of a fault sees of an access. */
#ifndef ERB_ACCESS_H
#define ERB_ACCESS_H

#include <signal.h>

#include <stdbool.h>

/* Whether the access whose signal has that context was a write. */
extern bool erb_is_write (const void *context);

/* Does with a signal what would be done without the caller's handler: to is what was there before. */
extern void erb_pass_signal_on (const struct sigaction *to, int number, siginfo_t *info, void *context);

#endif
