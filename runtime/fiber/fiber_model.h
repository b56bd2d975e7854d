/* SPDX-License-Identifier: MIT */
/* fiber_model.h - processes as fibers, many on few kernel threads: a row of the table of task
 * models.
 *
 * A fiber that waits switches to the next fiber of its worker, without the kernel.
 */
#ifndef ERB_FIBER_MODEL_H
#define ERB_FIBER_MODEL_H

#include "task/task.h"

extern const struct erb_task_model erb_task_fiber;
extern const struct erb_observer erb_fiber_observer;

/* Returns the program whose fibers the calling thread serves, or NULL. */
extern erbium_program *erb_fiber_program_here (void);

#endif
