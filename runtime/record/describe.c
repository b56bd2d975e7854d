/* SPDX-License-Identifier: MIT */
/* describe.c - records and views in words, and the faults that every primitive may end in. */
#include "record/record.h"

const char *
erb_describe_record (const erbium_record *r, struct erb_text *t)
{
  const char *name = erb_record_name (r);
  if (name)
    snprintf (t->s, sizeof t->s, "record '%s' (%s)", name, r->where);
  else if (r->variable)
    snprintf (t->s, sizeof t->s, "record %lld '%s' (%s)", (long long) r->id, r->variable, r->where);
  else
    snprintf (t->s, sizeof t->s, "record %lld (%s)", (long long) r->id, r->where);
  return t->s;
}

const char *
erb_describe_view (const struct erb_view *v, struct erb_text *t)
{
  struct erb_text record;
  char id[32] = "unregistered";
  if (v->registered)
    snprintf (id, sizeof id, "id %d", v->registered);
  if (v->record->id == v->record_id)
    erb_describe_record (v->record, &record);
  else
    snprintf (record.s, sizeof record.s, "record %lld (%.200s)", (long long) v->record_id,
              v->record_where);
  snprintf (t->s, sizeof t->s, "%s view %lld (%s) of %.200s",
            v->side == ERB_READ ? "read" : "write", (long long) v->id, id, record.s);
  return t->s;
}

/* ---- Faults ------------------------------------------------------------- */

void
erb_no_view (enum erb_primitive p, const char *where)
{
  erb_fault (ERBIUM_EXIT_MISUSE, p, where, "make it with new_read_view or new_write_view first",
             p == ERB_NO_PRIMITIVE ? "access to an element of a view that is NULL"
                                   : "the view is NULL");
}

void
erb_expect_id (const struct erb_view *v, enum erb_primitive p, const char *where)
{
  struct erb_text t;
  if (!v->registered)
    erb_fault (ERBIUM_EXIT_MISUSE, p, where,
               "register the view first: no process waits for an unregistered producer",
               "%s is not registered", erb_describe_view (v, &t));
}
