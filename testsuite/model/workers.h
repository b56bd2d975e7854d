/* SPDX-License-Identifier: MIT */
/* workers.h - workers under the explored runtime: task n is the thread of worker n. */
#ifndef MODEL_WORKERS_H
#define MODEL_WORKERS_H

#include "system.h"
#include "fiber/worker.h"

/* In set-up: starts n workers. */
void model_workers (erbium_program *program, int n, int place);
/* In set-up: p, the process of task w->number, is a fiber and lives on w. */
void model_lives_on (struct erb_process *p, struct erb_worker *w);
/* The calling task is from now on the process that lives on its worker, and the thread does what it
 * does in the library. */
void model_begin_fiber (void);
/* The thread that was started last. */
struct erb_os_thread *model_last_thread (void);

#endif
