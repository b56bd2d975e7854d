/* SPDX-License-Identifier: MIT */
/* settings.h - the settings of a program: ERBIUM_ variables of the environment, and erbium_set
 * (settings.c). */
#ifndef ERB_SETTINGS_H
#define ERB_SETTINGS_H

#include "task/task.h"

/* Reads the settings of the environment.  An invalid one ends the program. */
extern void erb_settings_read (struct erb_settings *set);

#endif
