/* SPDX-License-Identifier: MIT */
/* seal.h - sealed programs (ERBIUM_SEAL=1): a program as a function of its declared input.
 *
 * Nothing calls this folder.  It starts before main, sees the system calls of the program, and
 * observes events of spaces, each of which has a logical clock and an identity of its own.
 */
#ifndef ERB_SEAL_H
#define ERB_SEAL_H

#include "event/event.h"

/* Checks that a program that asks to be sealed is; begins spaces; keeps their clocks. */
extern const struct erb_observer erb_seal_observer;

#endif
