/* SPDX-License-Identifier: MIT */
/* settings.h - what can be set, from the environment and by erbium_set. */
#ifndef ERB_SETTINGS_H
#define ERB_SETTINGS_H

#include "task/task.h"

/* Reads the settings of the environment.  One that makes no sense ends the program. */
extern void erb_settings_read (struct erb_settings *set);

#endif
