/* SPDX-License-Identifier: MIT */
/* global_diff.h - checked mode: variables that a process has changed only in its own space
 * (global_diff.c). */
#ifndef ERB_GLOBAL_DIFF_H
#define ERB_GLOBAL_DIFF_H

struct erb_process;

/* At the beginning of a space: copies the program's variables, and the frames of the runner's
 * callers, from `runner' up. */
extern void erb_global_diff_begin (const void *runner);
/* At the end of its function: warns of each change. */
extern void erb_global_diff_report (const struct erb_process *p);

#endif
