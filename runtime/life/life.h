/* SPDX-License-Identifier: MIT */
/* life.h - the whole runtime, composed of its parts, from the beginning of a program to its end.
 *
 * This folder is above all others, and no other folder includes it.
 *
 *   models_and_observers.c  the observers and the task models of this runtime
 *   lifetime.c     the beginning and the end of programs; the function of erbium_on_fault
 *   exit.c         exit, for processes that call it while main waits for them
 */
#ifndef ERB_LIFE_H
#define ERB_LIFE_H

#include "deadlock/deadlock.h"
#include "fiber/fiber_model.h"
#include "guard/guard.h"
#include "observe/observe.h"
#include "replay/replay.h"
#include "settings/settings.h"
#include "trace/trace.h"
#include "pages/pages.h"
#include "private/private.h"
#include "channel/channel.h"
#include "seal/seal.h"
#include "partition/partition.h"
#include "rank/rank.h"
#include "space/space.h"
#include "space_model/space_model.h"
#include "top/top.h"

/* lifetime.c: the function of erbium_on_fault, and the statistics of a program that ends early. */
extern const struct erb_observer erb_life_observer;

/* exit.c */
extern bool erb_exit_asked (erbium_program *p, int *status);
/* lifetime.c: whether this is the process of the system in which the program began. */
extern bool erb_life_is_here (void);

#endif
