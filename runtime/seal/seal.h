/* SPDX-License-Identifier: MIT */
/* seal.h - sealed programs (ERBIUM_SEAL=1): a program as a function of its declared input.
 *
 * The folder observes events and intercepts system calls; no other folder calls it.  Sealing starts
 * before main: it restarts the program in a fixed environment and installs a filter (seccomp),
 * whose handler emulates or refuses each system call with a result that depends on more than the
 * declared input.  Each space has a logical clock and an identity of its own.  The files of the
 * folder are listed in system_calls.h.
 */
#ifndef ERB_SEAL_H
#define ERB_SEAL_H

#include "event/event.h"

/* Reports programs that ask for sealing and are not sealed; prepares new spaces; returns and
 * advances the logical clocks. */
extern const struct erb_observer erb_seal_observer;

#endif
