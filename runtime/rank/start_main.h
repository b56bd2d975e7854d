/* SPDX-License-Identifier: MIT */
/* start_main.h - how a rank begins before main, for launch.c and start_main.c. */
#ifndef ERB_START_MAIN_H
#define ERB_START_MAIN_H

#include <stdbool.h>

/* Begins the engine if this process is a rank.  Returns whether main is to be called: on other
 * ranks than 0, returns when the program has ended. */
extern bool erb_rank_begin (void);
/* Only in the shared library: start_main.c calls erb_rank_begin in place of main. */
extern const char erb_starts_main_here __attribute__ ((weak));
#define erb_starts_main (&erb_starts_main_here != NULL)

#endif
