/* SPDX-License-Identifier: MIT */
/* tasks.h - what the search, the tasks and their steps share: explorer.c, task.c,
 * operations.c, step.c, arena.c. */
#ifndef MODEL_TASKS_H
#define MODEL_TASKS_H

#include <setjmp.h>
#include "engine.h"

/* ---- Coroutines and failures (task.c) -------------------------------------- */

extern struct result *result;
extern jmp_buf outside;        /* where a failure in setup or check goes */
extern void (*switch_hook) (int);

void start_task (struct task *t, const char *name, void (*run) (void));
/* Runs t up to its next operation; the same when its operation has given x. */
void resume (struct task *t);
void complete (struct task *t, int64_t x);
/* The calling task wants op: let the scheduler choose when and how. */
int64_t post (struct op op);
/* Leaves the task for good: an execution that failed is not gone on with. */
void leave (void) __attribute__ ((noreturn));

/* Rounds of loops that spin: one begins; one has ended: will another be just like
 * it?; the same where a futex wait has returned x. */
void new_round (struct task *t);
bool spins (struct task *t);
void complete_round (struct task *t, int64_t x);

/* ---- Memory of tasks (arena.c) ---------------------------------------------- */

char *arena_of (int task);
void arena_reset (void);

/* ---- Steps ------------------------------------------------------------------- */

/* A node of the path.  Sets of its actions are masks. */
struct frame
{
  struct action action[ACTIONS];
  int n, chosen;
  uint64_t todo, sleep;
};

extern bool tracing;
extern int local_steps;        /* of this execution (operations.c) */
extern int step_number;        /* likewise (step.c) */
extern struct task *sticky;    /* it alone may go on: see "Merging" */

/* Fills f with the actions of this state. */
void list_actions (struct frame *f);
void perform (struct action a);
void do_unlock (struct task *t);

#endif
