/* SPDX-License-Identifier: MIT */
/* life.h - what the files of life/ share, on top of all other folders: nobody else includes it. */
#ifndef ERB_LIFE_H
#define ERB_LIFE_H

#include "deadlock/deadlock.h"
#include "fiber/fiber_model.h"
#include "guard/guard.h"
#include "observe/observe.h"
#include "replay/replay.h"
#include "settings/settings.h"
#include "pages/pages.h"
#include "channel/channel.h"
#include "seal/seal.h"
#include "space/space.h"
#include "space_model/space_model.h"

/* lifetime.c: the function of erbium_on_fault, statistics of a program that is cut short. */
extern const struct erb_observer erb_life_observer;

#endif
