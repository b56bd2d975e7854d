/* SPDX-License-Identifier: MIT */
/* deadlock.h - deadlocks: artificial ones are grown away, true ones are reported.
 *
 * The graph "p waits for q" is searched when the last process falls asleep, when a process ends as
 * the last one awake, and when processes have slept for long.
 */
#ifndef ERB_DEADLOCK_H
#define ERB_DEADLOCK_H

#include "event/event.h"

extern const struct erb_observer erb_deadlock_observer;

#endif
