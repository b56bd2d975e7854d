/* SPDX-License-Identifier: MIT */
/* global_diff.h - variables that a process which is a space has changed for itself alone (global_diff.c). */
#ifndef ERB_GLOBAL_DIFF_H
#define ERB_GLOBAL_DIFF_H

struct erb_process;

/* A space begins, in checked mode: keeps what the program's variables are, and the frames of whoever
 * ran it, which are above runner. */
extern void erb_global_diff_begin (const void *runner);
/* Its function has returned: warns of what has changed. */
extern void erb_global_diff_report (const struct erb_process *p);

#endif
