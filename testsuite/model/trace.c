/* SPDX-License-Identifier: MIT */
/* trace.c - an execution in words, step by step. */
#include "engine.h"

#include <stdio.h>

static char trace_line[300], trace_where[250]; /* of the step under way */
static bool trace_value;

static const char *
op_name (const struct op *op)
{
  static const char *const name[] = { "load", "store", "add", "cas",
    "heavy barrier", "futex wait", "futex wake", "lock", "unlock", "yield",
    "choose", "free" };
  if (op->kind == OP_LOAD && op->ordered)
    return "load acquire";
  if (op->kind == OP_STORE && op->ordered)
    return "store release";
  return name[op->kind];
}

void
trace_describe (const struct task *t, int arg, char *text, size_t size)
{
  const struct op *op = &t->op;
  struct location *l = op->at;
  char what[160] = "";
  if (op->kind == OP_HEAVY && arg != ANY)
    snprintf (what, sizeof what, "reaches %s", tasks[arg].name);
  else if (op->kind == OP_LOCK || op->kind == OP_UNLOCK)
    snprintf (what, sizeof what, "%s", memory_name (op->lock->at));
  else if (op->kind == OP_STORE)
    snprintf (what, sizeof what, "%s = %lld%s", memory_name (l->at), (long long) op->x,
              options.memory == RA && arg < l->n ? " (before newer messages)" : "");
  else if (op->kind == OP_ADD || op->kind == OP_CAS)
    snprintf (what, sizeof what, "%s, %lld, %lld", memory_name (l->at),
              (long long) op->x, (long long) op->y);
  else if (op->kind == OP_LOAD || op->kind == OP_WAIT)
    snprintf (what, sizeof what, "%s%s", memory_name (l->at),
              options.memory == RA && arg < l->n - 1 ? " (an old message)" : "");
  else if (l)
    snprintf (what, sizeof what, "%s", memory_name (l->at));
  snprintf (text, size, "%-14s %s", op_name (op), what);
}

static void
describe (struct action a, char *text, size_t size)
{
  struct task *t = &tasks[a.task];
  if (a.kind == FLUSH)
    snprintf (text, size, "%-14s %s = %lld", "(buffer)",
              memory_name (t->buffer[0].at->at), (long long) t->buffer[0].value);
  else if (a.kind == TIMEOUT)
    snprintf (text, size, "%-14s %s", "(time-out)", memory_name (t->op.at->at));
  else
    trace_describe (t, a.arg, text, size);
}

static bool
has_value (struct action a, enum op_kind kind)
{
  return a.kind == STEP && (kind == OP_LOAD || kind == OP_ADD || kind == OP_CAS
                            || kind == OP_CHOOSE);
}

/* Prints the line of the step under way, once. */
void
trace_end (const int64_t *value)
{
  if (!trace_line[0])
    return;
  printf ("%s", trace_line);
  if (value && trace_value)
    printf (" -> %lld", (long long) *value);
  printf ("%s\n", trace_where);
  trace_line[0] = 0;
}

void
trace_begin (struct action a, int number)
{
  struct task *t = &tasks[a.task];
  char text[240];
  describe (a, text, sizeof text);
  snprintf (trace_line, sizeof trace_line, "  %4d  %-10s %s", number, t->name, text);
  snprintf (trace_where, sizeof trace_where, a.kind == STEP ? "  [%s]" : "", t->op.where);
  trace_value = has_value (a, t->op.kind);
}
