/* SPDX-License-Identifier: MIT */
/* snapshot.h - erbium-top, which shows what the processes of a running program do.
 *
 *   target.c      the memory of the program
 *   snapshot.c    its processes and records, as copies
 *   blame.c       who waits for whom, and who holds the others up
 *   history.c     how long each process has waited, and how much each record has moved
 *   picture.c     all of that as text
 *   screen.c      the terminal
 *   erbium-top.c  the command line
 */
#ifndef ERB_SNAPSHOT_H
#define ERB_SNAPSHOT_H

#include "top/tool/target.h"

enum { NAME_SIZE = 48, NOBODY = -1, ALL_OTHERS = -2 };

enum state { RUNS, READY, WAITS, JOINS };

struct seen_process
{
  const struct erb_process *at; /* in the memory of the program */
  int64_t program;              /* the number of that */
  int64_t id;
  char name[NAME_SIZE];
  char model[16];
  bool stands_in;               /* for one of another rank */
  int64_t waited[ERB_SIDES];    /* ns in waits that have ended, where those are counted */
  enum state state;
  /* Of one that waits: */
  enum erb_primitive primitive;
  int record;                   /* among those of the snapshot */
  enum erb_side side;           /* whose indices it waits for */
  erbium_index need;
  int64_t end_of;               /* of one that joins: the process, or 0 */
  /* Of blame.c: */
  int awaited;                  /* a process, NOBODY, or ALL_OTHERS */
  int id_awaited;               /* the id of the record that lags behind, from 1 */
  erbium_index id_at;           /* its index */
};

struct seen_id
{
  erbium_index index;
  int owner;           /* a process, or NOBODY */
  const struct erb_process *owner_at;
  bool ended;
};

struct seen_record
{
  const erbium_record *at;
  int64_t program, id;
  char name[NAME_SIZE];
  size_t size, window;          /* bytes */
  erbium_index horizon[ERB_SIDES];
  erbium_index lowest[ERB_SIDES]; /* index; ERBIUM_NEVER: that of no id counts */
  int ids[ERB_SIDES];
  struct seen_id *id_of[ERB_SIDES];
};

struct snapshot
{
  int64_t time;                 /* ns */
  int programs;
  struct seen_process *process;
  int processes;
  struct seen_record *record;
  int records;
  bool torn;                    /* lists were changed meanwhile, and some of it is missing */
};

extern void snapshot_take (struct snapshot *s, const struct target *t);
extern void snapshot_free (struct snapshot *s);

/* ---- blame.c ---------------------------------------------------------------- */

/* Finds out for each process that waits which one it waits for. */
extern void blame (struct snapshot *s);
/* Returns the process that holds up most others, directly or through others that wait, and how many
 * these are; NOBODY if none does. */
extern int most_blamed (const struct snapshot *s, int *others);
/* Returns a process in a circle of waits, or NOBODY. */
extern int find_circle (const struct snapshot *s);

/* ---- history.c -------------------------------------------------------------- */

/* What has happened between two pictures. */
struct history
{
  struct snapshot first, last;
  int samples;
  struct tally *tally;  /* of each process of the last snapshot */
};

struct tally
{
  int samples;
  int waits[ERB_SIDES], joins; /* samples in which it waited for data, or for room */
};

struct shares { int data, room, busy; bool known; }; /* percent */

/* Begins with the last snapshot of the interval before, if there was one. */
extern void history_begin (struct history *h, const struct target *t);
/* Takes another snapshot. */
extern void history_look (struct history *h, const struct target *t);
extern void history_free (struct history *h);
extern struct shares shares_of (const struct history *h, int process);
/* Returns the elements per second that a record has moved, or -1: not known. */
extern double rate_of (const struct history *h, int record);

/* ---- picture.c -------------------------------------------------------------- */

extern void print_picture (const struct history *h, const struct target *t, FILE *to);

/* ---- screen.c --------------------------------------------------------------- */

/* Shows pictures, `ns' apart, at most `count' of them (0: any number), until the user ends that or
 * the program ends.  Returns how many it has shown. */
extern long show_on_screen (const struct target *t, int64_t ns, long count);

#endif
