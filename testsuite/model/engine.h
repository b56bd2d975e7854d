/* SPDX-License-Identifier: MIT */
/* engine.h - what the parts of the explorer know of one another.
 *
 *   explorer.c   schedules, the search
 *   task.c       tasks as coroutines
 *   operations.c  what their code calls
 *   arena.c      their memory
 *   step.c       what can happen next, and what happens then
 *   commute.c    which actions commute
 *   states.c     the states that were seen
 *   trace.c      executions in words
 *   memory.c     what a load may return
 *   tso.c        under total store order
 *   ra.c         under release and acquire
 *   address.c    what stands at an address: locations, mutexes, counters
 *   memory-hash.c  the hash of the state of memory
 *   plain.c      data races
 *   site.c       the places in the source whose order can be weakened
 *   scenarios.c   which scenarios, and what is wrong with them
 *   mutation.c   each order weakened
 *   model.c      the command line
 */
#ifndef MODEL_ENGINE_H
#define MODEL_ENGINE_H

#include <stdbool.h>
#include "explorer.h"

enum memory_model { TSO, RA };

enum { COMPONENTS = 512, LOCATIONS = 256, MESSAGES = 128, POOL = 4096,
       BUFFER = 32, READS = 24, ACTIONS = 64, DEPTH = 4000, LOCKS = 16 };

/* What a task, a message or a lock knows: for each atomic location the oldest
 * message it may still read, for each plain datum how many writes, and how many
 * reads of each task, have happened before.  Each is one component. */
struct view { int16_t at[COMPONENTS] __attribute__ ((aligned (64))); };

/* ---- Sites --------------------------------------------------------------- */

enum site_kind { SITE_ACQUIRE, SITE_RELEASE, SITE_HEAVY, SITE_LIGHT };

struct site
{
  char name[200];          /* "file:line" from the root of the tree */
  char path[240];          /* the same as the compiler spelt it */
  enum site_kind kind;
  uint64_t scenarios;      /* which ones got here, by number */
};

struct site *site_named (const char *where, enum site_kind kind);
struct site *site_calling (const void *return_address, enum site_kind kind);
const char *site_kind_name (enum site_kind kind);
void site_line (const void *address, char *text, size_t size);
void site_source (const struct site *site, char *text, size_t size);
extern struct site sites[];
extern int n_sites;
extern const struct site *weakened; /* the one that has no effect; or NULL */
extern int scenario_number;         /* the one that is being explored */

/* ---- Memory -------------------------------------------------------------- */

struct message
{
  int64_t value;
  uint64_t history;        /* of the writer, where options.carry */
  bool rmw;                /* nothing may come between it and the one before */
  struct view view;        /* what who acquires it comes to know */
};

/* An atomic location.  Kept over executions, so that its number, which is its
 * component in views, does not depend on the schedule; its messages are not. */
struct location
{
  void *at;
  int size, component;
  int n, floor;            /* messages; the oldest a futex wait may read */
  int total;               /* the message of the last read-modify-write */
  uint8_t users;           /* tasks that have used it, in any execution */
  bool written;            /* by any of them */
  unsigned era;            /* execution that the messages belong to */
  struct message *message[MESSAGES]; /* in modification order */
};

enum op_kind { OP_LOAD, OP_STORE, OP_ADD, OP_CAS, OP_HEAVY, OP_WAIT, OP_WAKE,
               OP_LOCK, OP_UNLOCK, OP_YIELD, OP_CHOOSE, OP_FREE };

struct op
{
  enum op_kind kind;
  struct location *at;
  struct lock *lock;
  bool ordered;            /* acquire or release, as the kind has it */
  bool total;              /* a load that is sequentially consistent */
  int64_t x, y;            /* operands */
  int64_t timeout;
  const char *where;
  struct site *site;       /* of a heavy barrier */
};

struct buffered { struct location *at; int64_t value; uint64_t history; struct view view; };
struct seen { struct location *at; int64_t value; };

enum task_status { TASK_ABSENT, TASK_READY, TASK_ASLEEP, TASK_ENDED };

struct task
{
  const char *name;
  void (*run) (void);
  void (*run_second) (void); /* on its second stack, if it has one */
  enum task_status status;
  void *context;
  struct op op;            /* what it does next, when ready */
  int64_t result;
  uint64_t hash;           /* of all results so far */
  unsigned barrier;        /* heavy barrier: tasks that have still to fence */
  int64_t clock;
  char *arena;

  /* Spinning: the current round of a loop, and the one before. */
  struct seen seen[READS];
  int n_seen, starved;
  uint64_t round, last_round;

  struct view view;
  int n_buffer;
  bool late;               /* the newest store may come after the loads that follow it */
  struct buffered buffer[BUFFER]; /* TSO: oldest first */
};

struct lock
{
  const void *at;
  int owner;               /* or -1 */
  uint64_t history;
  struct view view;
  unsigned era;
};

extern struct task tasks[MODEL_TASKS];
extern int n_tasks;
extern struct task *current;  /* whose code runs; NULL in setup and check */

void memory_reset (void);
void memory_new_scenario (void);
struct location *memory_location (const void *at, int size);
const char *memory_name (const void *at);
int memory_variants (struct task *t, int *arg);
void memory_perform (struct task *t, int arg);
void memory_local (struct task *t);
void memory_direct (struct op *op, int64_t *result);
void memory_flush (struct task *t);
void memory_drain (struct task *t);
void memory_fence (struct task *t);
void memory_interrupt (struct task *t);
void memory_futex_floor (struct task *t, struct location *at);
extern unsigned era;          /* number of this execution */
int memory_component (void);
void memory_free (const void *at, size_t size);
void memory_check_freed (const void *at);
struct lock *memory_lock (const void *at);
void memory_join_lock (struct task *t, struct lock *l);
void memory_leave_lock (struct task *t, struct lock *l);
void memory_task_start (struct task *t);
int memory_news (struct task *t, int *arg);
void memory_learn (struct task *t, int arg);
uint64_t memory_hash (void);
void memory_latest (int component, int count);
bool memory_is_counter (const void *at);
bool memory_writes (const struct task *t);
bool memory_appends (const struct task *t, int arg);

/* ---- Plain data ---------------------------------------------------------- */

extern bool plain_instrumented; /* some code reports what it touches */
void plain_new_scenario (void);
uint64_t plain_hash (uint64_t h);
uint64_t plain_private (uint64_t h);
void plain_free (const void *at, size_t size);
void plain_watch (const void *from, size_t size);
void plain_ignore (const void *from, size_t size);

/* ---- Exploring ----------------------------------------------------------- */

struct options
{
  enum memory_model memory;
  long max_states;
  int spins;               /* rounds of a starved spin until it is a livelock */
  bool append;             /* RA: stores only at the end of modification order */
  bool carry;              /* acquire learns the history of the releaser */
  bool no_cache, no_sleep, no_merge;
};
extern struct options options;

struct result
{
  char kind[24];           /* "" where nothing failed */
  char text[200], where[200];
  long states, steps, executions, restarts;
  int depth;
  double seconds;
  char outcomes[2048];
};

/* What can happen next: a step of a task in one of its variants, a flush of its
 * buffer, a time-out. */
enum action_kind { STEP, FLUSH, TIMEOUT };
enum { ANY = 255 }; /* variant */
struct action { uint8_t kind, task, arg; };

bool actions_commute (struct action a, struct action b);

/* Of the actions of this state, given which of them sleep and which task alone
 * may go on, those that are left to be explored; takes note of the state. */
uint64_t states_left_to_do (uint64_t all, uint64_t sleep, const struct task *sticky);
long states_seen (void);
void states_forget (void);

/* The line of step a; its end, with the value that the step got. */
void trace_begin (struct action a, int number);
void trace_end (const int64_t *value);
void trace_describe (const struct task *t, int arg, char *text, size_t size);

/* Whose stack p is on; NULL if on none. */
struct task *explorer_stack_of (const void *p);
bool explorer_has_returned (const struct task *t, const void *at);

/* Once, before anything is explored. */
void explorer_start (void);

/* Explores all of one scenario; prints the trace of a failure if verbose. */
void explore (const struct model_scenario *s, bool verbose, struct result *r);

/* Two tasks were found to share something that was taken for private: what has
 * been explored without knowing it is void. */
extern bool found_shared;

/* Ends the execution with a failure, from a task or from the engine. */
void engine_fail (const char *kind, const char *where, const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));
bool engine_failed (void);

static inline uint64_t
mix (uint64_t h, uint64_t x)
{
  h = (h + x + UINT64_C (0x2545f4914f6cdd1d)) * UINT64_C (0x9e3779b97f4a7c15);
  h ^= h >> 29;
  h *= UINT64_C (0xbf58476d1ce4e5b9);
  return h ^ (h >> 32);
}

#endif
