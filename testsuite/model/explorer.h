/* SPDX-License-Identifier: MIT */
/* explorer.h - exhaustive exploration of small concurrent scenarios.
 *
 * A scenario is two or three tasks that run real code.  Compiled with
 * ERBIUM_MODEL, every operation of erbium/atomic.h becomes a call into the
 * explorer, which runs the scenario again and again until every schedule, every
 * value that the memory model lets a load return, every time-out that may or
 * may not fire has been seen.  What must hold is said with model_assert; data
 * races, deadlocks, unbounded spinning and use of freed memory are found
 * without being asked for.
 *
 * A scenario must be a deterministic function of what it reads through this
 * interface: no rand, no real time, memory from model_alloc or static, and all
 * static state set again by the set-up function, since it is run many times.
 *
 * To write one: a file NAME.c with
 *
 *   static int64_t data;
 *   static erbium_atomic flag;
 *
 *   static void set_up (void) { data = 0; erbium_store_relaxed (&flag, 0); }
 *   static void writer (void)
 *   { model_plain_write (&data, 42); erbium_store_release (&flag, 1); }
 *   static void reader (void)
 *   {
 *     if (erbium_load_acquire (&flag))
 *       model_assert (model_plain_read (&data) == 42, "data after flag");
 *   }
 *   MODEL_SCENARIO (passing) = {
 *     .about = "one flag hands over one word",
 *     .setup = set_up,
 *     .task = { { "writer", writer }, { "reader", reader } },
 *   };
 *
 * and NAME in the list of model.mk.  build/model/NAME then explores it.
 */
#ifndef MODEL_EXPLORER_H
#define MODEL_EXPLORER_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#ifndef ERBIUM_MODEL
#define ERBIUM_MODEL 1
#endif
#include "erbium/atomic.h"

enum { MODEL_TASKS = 4 };

/* ---- Scenarios ---------------------------------------------------------- */

struct model_scenario
{
  const char *about;
  void (*setup) (void);     /* before the tasks; its accesses are immediate */
  struct { const char *name; void (*run) (void); } task[MODEL_TASKS];
  void (*check) (void);     /* after all tasks have ended; may be NULL */

  /* The exact set of outcomes (model_outcome) under either memory model, as
   * words; NULL where the scenario has none. */
  const char *tso, *ra;

  /* The kind of failure that exploring must find ("race", "deadlock", ...), in
   * self-tests of the explorer; NULL: none may be found. */
  const char *fails_tso, *fails_ra;

  /* Set: --mutate leaves it out. */
  int litmus;
};

struct model_registration
{
  const char *name, *file;
  int line;
  const struct model_scenario *scenario;
};

/* Defines and registers a scenario; every file linked in is explored. */
#define MODEL_SCENARIO(NAME) \
  static const struct model_scenario model_scenario_##NAME; \
  static const struct model_registration model_registration_##NAME = \
    { #NAME, __FILE__, __LINE__, &model_scenario_##NAME }; \
  static const struct model_registration *const model_registered_##NAME \
    __attribute__ ((section ("model_scenarios"), used)) = &model_registration_##NAME; \
  static const struct model_scenario model_scenario_##NAME

/* ---- For tasks ---------------------------------------------------------- */

#define MODEL_STR_(x) #x
#define MODEL_STR(x) MODEL_STR_ (x)
#define MODEL_HERE __FILE__ ":" MODEL_STR (__LINE__)

/* Fails this execution, and with it the scenario, unless cond holds. */
#define model_assert(cond, text) \
  ((cond) ? (void) 0 : model_fail ("assertion", (text), MODEL_HERE))
void model_fail (const char *kind, const char *text, const char *where)
  __attribute__ ((noreturn));

/* Plain shared data: *p is read or written; an access that is not ordered with
 * a conflicting one is a failure of kind "race".  A datum must always be
 * accessed as the same whole. */
#define model_plain_read(p) \
  __extension__ ({ model_note_read ((p), sizeof *(p), MODEL_HERE); \
    __typeof__ (*(p)) model_x_ = *(p); model_fold ((uint64_t) model_x_); model_x_; })
#define model_plain_write(p, x) \
  (model_note_write ((p), sizeof *(p), MODEL_HERE), (void) (*(p) = (x)))
void model_note_read (const void *p, size_t size, const char *where);
void model_note_write (const void *p, size_t size, const char *where);

/* Tells the explorer what a task learned past it (see "State" in explorer.c). */
void model_fold (uint64_t x);

/* Here the calling task forgets its past: what it does from now on depends on
 * x, on memory, and on nothing else (no local variable, no time).  States that
 * differ in how it got here become one.  Only for code that is compiled with
 * -fsanitize=thread throughout: without, this does nothing. */
void model_forget (uint64_t x);

/* Atomic locations in [from, from + size) are counters that nobody acts upon:
 * additions and stores are no steps and order nothing, loads return what setup
 * left.  To order less and let a counter stand still shows more executions,
 * none less, of all that does not depend on its value. */
void model_counters (const void *from, size_t size);

/* One of 0 .. n-1: each is explored. */
int model_choose (int n);

/* The running task, by its place in the scenario; -1 in setup and check. */
int model_self (void);

/* Called with model_self () each time a task goes on: to set thread-locals. */
void model_on_switch (void (*hook) (int task));

/* In check: one word that names how the execution ended. */
void model_outcome (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* What traces call the datum at p. */
void model_name (const void *p, const char *name);

/* A second stack for the calling task, on which run is called by the first model_jump to what this
 * returns.  run does not return.  What is on this stack no other task may use. */
void *model_second_stack (void (*run) (void));
/* Stops here, and goes on at `to', a place on the task's other stack; *from is this place. */
void model_jump (void **from, void *to);

/* Zeroed memory whose address depends on the calling task's history alone.
 * It is gone after the execution.  model_free is checked like a write to all
 * of it; later use is a failure. */
void *model_alloc (size_t size, size_t align);
void model_free (void *p);
size_t model_size (const void *p);

/* ---- The operating system ------------------------------------------------ */

/* Sleeps while *word == expected.  0: woken.  -EAGAIN: *word was another.
 * -ETIMEDOUT: with timeout >= 0 that may happen at any moment. */
int model_futex_wait (erbium_atomic32 *word, int32_t expected, int64_t timeout_ns);
void model_futex_wake (erbium_atomic32 *word, int count);

/* Every other task executes a full fence at some moment within the call, and
 * the caller one before and one after. */
void model_heavy_barrier (void);

/* Time stands still for a task but in its own time-outs. */
int64_t model_now (void);

/* A moment of a spinning loop (see "Spinning" in explorer.c). */
void model_yield (void);

/* Any address will do for a mutex. */
void model_lock (void *mutex);
void model_unlock (void *mutex);

#endif
