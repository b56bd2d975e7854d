/* SPDX-License-Identifier: MIT */
/* burst.c - the ends of records, and what their callers may do wrong. */
#define _GNU_SOURCE
#include "burst/burst.h"

#include <stdlib.h>

struct erbium_burst
{
  struct erb_view *view;
  erbium_index from; /* committed, or released */
  erbium_index to;   /* acquired, or received */
};

/* What a burst has at most, as a window has (erbium_alloc). */
static erbium_index
most_elements (const erbium_record *r)
{
  return (erbium_index) (ERB_LARGEST_HORIZON / r->size);
}

/* ---- Versions and codes ------------------------------------------------ */

int32_t
erbium_burst_version (void)
{
  return ERBIUM_BURST_VERSION;
}

const char *
erbium_burst_message (int32_t code)
{
  switch (code)
    {
    case ERBIUM_BURST_OK: return "no error";
    case ERBIUM_BURST_END: return "the stream has ended";
    case ERBIUM_BURST_INVALID: return "an argument is NULL or out of its range";
    case ERBIUM_BURST_SIDE: return "the end is of the other side: acquire and commit are for "
                                   "producers, receive and release for consumers";
    case ERBIUM_BURST_OWNER: return "the end belongs to another process";
    case ERBIUM_BURST_TAKEN: return "another end has this id, or had it";
    case ERBIUM_BURST_NOT_THERE: return "more is committed than was acquired, or more is released "
                                        "than was received";
    case ERBIUM_BURST_TOO_LARGE: return "the burst has more than 1 GiB";
    case ERBIUM_BURST_NO_MEMORY: return "no memory";
    default: return "unknown code";
    }
}

/* ---- Records and ends -------------------------------------------------- */

static bool
is_power_of_two (int64_t n)
{
  return n > 0 && (n & (n - 1)) == 0;
}

int32_t
erbium_burst_record (int64_t size, int64_t align, int32_t producers, int32_t consumers,
                     const char *name, struct erbium_record **record)
{
  if (!record || size < 1 || size > (int64_t) ERB_LARGEST_HORIZON || !is_power_of_two (align)
      || align > 4096 || size % align || producers < 1 || producers > 65535 || consumers < 0
      || consumers > 65535)
    return ERBIUM_BURST_INVALID;
  const char *where = "erbium_burst_record";
  *record = (erbium_new_record) ((size_t) size, (size_t) align, producers, consumers, where);
  if (name)
    (erbium_name_record) (*record, name, where);
  return ERBIUM_BURST_OK;
}

static bool
is_free (erbium_record *r, enum erb_side side, int32_t id)
{
  erb_record_lock (r);
  enum erb_id_status state = r->id_state[side][id - 1].state;
  erb_record_unlock (r);
  return state == ERB_EMPTY || state == ERB_VACANT;
}

int32_t
erbium_burst_open (struct erbium_record *r, int32_t side, int32_t id, int64_t horizon,
                   struct erbium_burst **end)
{
  const char *where = "erbium_burst_open";
  bool writes = side == ERBIUM_BURST_WRITE;
  if (!r || !end || (!writes && side != ERBIUM_BURST_READ) || horizon < 1)
    return ERBIUM_BURST_INVALID;
  enum erb_side of = writes ? ERB_WRITE : ERB_READ;
  if (id < 1 || id > r->ids[of])
    return ERBIUM_BURST_INVALID;
  if (horizon > most_elements (r))
    return ERBIUM_BURST_TOO_LARGE;
  if (!is_free (r, of, id))
    return ERBIUM_BURST_TAKEN;
  struct erbium_burst *e = calloc (1, sizeof *e);
  if (!e)
    return ERBIUM_BURST_NO_MEMORY;
  erbium_view *hot = erbium_new_view (r, writes, where);
  e->view = (struct erb_view *) hot;
  (erbium_register) (hot, id, where);
  (erbium_alloc) (hot, horizon, where);
  e->from = e->to = erb_index (e->view); /* 0, or that of the view before it (HANDOVER) */
  *end = e;
  return ERBIUM_BURST_OK;
}

/* What a call for e must not be made with; side is the one that it is for. */
static int32_t
check_end (const struct erbium_burst *e, enum erb_side side)
{
  if (!e)
    return ERBIUM_BURST_INVALID;
  if (e->view->side != side)
    return ERBIUM_BURST_SIDE;
  return e->view->owner == erb_self () ? ERBIUM_BURST_OK : ERBIUM_BURST_OWNER;
}

static int32_t
check_length (const struct erbium_burst *e, int64_t n)
{
  if (n < 1)
    return ERBIUM_BURST_INVALID;
  return n > most_elements (e->view->record) ? ERBIUM_BURST_TOO_LARGE : ERBIUM_BURST_OK;
}

/* A burst of n elements has room in the window. */
static void
hold (struct erbium_burst *e, int64_t n, const char *where)
{
  if (ERBIUM_UNLIKELY (n > e->view->horizon))
    (erbium_alloc) (&e->view->hot, n, where);
}

static void *
address_of (struct erbium_burst *e, int64_t n, const char *where)
{
  return erbium_at_fast (&e->view->hot, e->from, e->from + n, 0, e->view->record->size, where);
}

int32_t
erbium_burst_close (struct erbium_burst *e)
{
  if (!e)
    return ERBIUM_BURST_OK;
  int32_t code = check_end (e, e->view->side);
  if (code)
    return code;
  (erbium_free_view) (&e->view->hot, ERBIUM_TERMINATE, "erbium_burst_close");
  free (e);
  return ERBIUM_BURST_OK;
}

/* Moves the end behind n elements, which are published or given back by the caller. */
static int32_t
advance (struct erbium_burst *e, enum erb_side side, int64_t n)
{
  int32_t code = check_end (e, side);
  if (code)
    return code;
  if (n < 0 || n > e->to - e->from)
    return n < 0 ? ERBIUM_BURST_INVALID : ERBIUM_BURST_NOT_THERE;
  e->from += n;
  return ERBIUM_BURST_OK;
}

/* ---- Producers --------------------------------------------------------- */

int32_t
erbium_burst_acquire (struct erbium_burst *e, int64_t n, void **at)
{
  const char *where = "erbium_burst_acquire";
  int32_t code = check_end (e, ERB_WRITE);
  if (!code)
    code = at ? check_length (e, n) : ERBIUM_BURST_INVALID;
  if (code)
    return code;
  hold (e, n, where);
  if (e->from + n > e->to)
    {
      e->to = e->from + n;
      erbium_stall_fast (&e->view->hot, e->to, 0, where);
    }
  *at = address_of (e, n, where);
  return ERBIUM_BURST_OK;
}

int32_t
erbium_burst_commit (struct erbium_burst *e, int64_t n)
{
  int32_t code = advance (e, ERB_WRITE, n);
  if (!code && n)
    erbium_commit_fast (&e->view->hot, e->from, 0, "erbium_burst_commit");
  return code;
}

/* ---- Consumers --------------------------------------------------------- */

int32_t
erbium_burst_receive (struct erbium_burst *e, int64_t n, const void **at, int64_t *got)
{
  const char *where = "erbium_burst_receive";
  int32_t code = check_end (e, ERB_READ);
  if (!code)
    code = at && got ? check_length (e, n) : ERBIUM_BURST_INVALID;
  if (code)
    return code;
  hold (e, n, where);
  if (e->from + n > e->to)
    {
      /* At the end, update returns 0 if nothing is new. */
      erbium_index to = erbium_update_fast (&e->view->hot, e->from + n, 0, where);
      if (to > e->to)
        e->to = to;
    }
  *got = n < e->to - e->from ? n : e->to - e->from;
  *at = *got ? address_of (e, *got, where) : NULL;
  return *got ? ERBIUM_BURST_OK : ERBIUM_BURST_END;
}

int32_t
erbium_burst_release (struct erbium_burst *e, int64_t n)
{
  int32_t code = advance (e, ERB_READ, n);
  if (!code && n)
    erbium_release_fast (&e->view->hot, e->from, 0, "erbium_burst_release");
  return code;
}

int32_t
erbium_burst_ready (const struct erbium_burst *e, int64_t n)
{
  int32_t code = e ? check_length (e, n) : ERBIUM_BURST_INVALID;
  if (!code)
    code = check_end (e, e->view->side);
  if (code)
    return code;
  const struct erbium_view *hot = &e->view->hot;
  erbium_index to = e->from + n;
  if (to <= e->to)
    return 1;
  return to < (e->view->side == ERB_WRITE ? hot->stall_limit : hot->update_limit)
         && n <= e->view->horizon;
}

/* ---- Processes --------------------------------------------------------- */

struct call
{
  void (*function) (void *argument);
  void *argument;
};

static void
make_call (void *arguments)
{
  struct call *c = arguments;
  c->function (c->argument);
}

int32_t
erbium_burst_run (const char *name, void (*function) (void *argument), void *argument,
                  int64_t *process)
{
  if (!function)
    return ERBIUM_BURST_INVALID;
  struct call c = { function, argument };
  erbium_process p = erbium_start (name ? name : "process", make_call, sizeof c, &c,
                                   "erbium_burst_run");
  if (process)
    *process = p;
  return ERBIUM_BURST_OK;
}

int32_t
erbium_burst_join (int64_t process)
{
  if (process < 0)
    return ERBIUM_BURST_INVALID;
  (erbium_join) (process, "erbium_burst_join");
  return ERBIUM_BURST_OK;
}
