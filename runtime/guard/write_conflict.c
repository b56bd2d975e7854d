/* SPDX-License-Identifier: MIT */
/* write_conflict.c - the report of an element that several producers have written, each in memory
 * of its own.
 *
 * A merge (merge.c) that finds such an element may come before or after a merge of another producer
 * that finds another one, depending on the schedule.  So the conflict is noted in the record, under
 * its lock: the lowest such element, with the two lowest ids that have written it.  It is reported
 * when the lowest index that all ids have committed has passed the element.  Ids that have ended do
 * not count; ids that no view holds do.
 *
 * Why this is the same in each run.  The elements that a producer has written before index i are
 * merged before it publishes i.  So once all producers have published more than e, all conflicts of
 * elements up to e have been noted: the lowest element of the stream that several producers have
 * written, with all its writers.  That depends only on what they write, which is determined.
 *
 * The report comes before any process can use the element: a consumer checks whenever it has read
 * the indices of all producers, with load-acquires, and so finds their earlier notes.  No report is
 * lost: a producer checks after it has published.  Publisher: index = i (T1), light barrier, read
 * conflict (T3).  The producer that notes a conflict, before it publishes: conflict = e, heavy
 * barrier (T2); later it checks under the lock.  Either the publisher finds the note, or the one
 * that notes finds the index; of two that find the note, the one that takes the lock second finds
 * both indices.  An id ends under the lock.  At the end of the program no process writes any more,
 * and the remaining conflicts are reported: elements past an id that no view has ever taken, or
 * taken over.
 *
 * What is not determined: which one of two records with such an element is reported; and whether an
 * element is reported that lies past the end of all its consumers and whose producer was more than
 * a window ahead of another, and so aside (sync/stall.c).  If processes wait for ever before all
 * have passed the element, the report is that of a deadlock: no process could have read the
 * element.
 *
 * Cost without a conflict: a load for each call on the slow path.
 */
#include "guard/merge.h"

/* Keeps the two lowest ids. */
static void
add_id (int *by, int id)
{
  if (id == by[0] || id == by[1])
    return;
  if (!by[0] || id < by[0])
    {
      by[1] = by[0];
      by[0] = id;
    }
  else if (!by[1] || id < by[1])
    by[1] = id;
}

void
erb_note_conflict (erbium_record *r, erbium_index i, int one, int other)
{
  erbium_index noted = erbium_load_relaxed (&r->conflict) - 1;
  if (noted >= 0 && noted < i)
    return;
  if (noted != i)
    r->conflict_by[0] = r->conflict_by[1] = 0;
  add_id (r->conflict_by, one);
  add_id (r->conflict_by, other);
  erbium_store_relaxed (&r->conflict, i + 1); /* T2; read by erb_check_conflict */
}

ERB_NORETURN ERB_COLD static void
report (erbium_record *r)
{
  struct erb_text t;
  erbium_index i = erbium_load_relaxed (&r->conflict) - 1;
  int one = r->conflict_by[0], two = r->conflict_by[1];
  const struct erb_id_state *place = r->id_state[ERB_WRITE];
  erb_record_unlock (r);
  erb_fault_of_all (ERBIUM_EXIT_MISUSE, r->where,
                    "each element has one producer: the others commit past it",
                    "element %lld of %s was written by process '%s' (write id %d) and by process "
                    "'%s' (write id %d)",
                    (long long) i, erb_describe_record (r, &t), place[one - 1].who, one,
                    place[two - 1].who, two);
}

/* Returns the first element that some producer may still write. */
static erbium_index
first_to_come (const erbium_record *r)
{
  erbium_index first = ERBIUM_NEVER;
  for (int n = 0; n < r->ids[ERB_WRITE]; n++)
    {
      erbium_index i = erbium_load_acquire (&r->slot[ERB_WRITE][n].index);
      if (r->id_state[ERB_WRITE][n].state != ERB_ENDED && i < first)
        first = i;
    }
  return first;
}

void
erb_report_conflict (erbium_record *r)
{
  erb_record_lock (r);
  erbium_index conflict = erbium_load_relaxed (&r->conflict);
  if (conflict && first_to_come (r) >= conflict)
    report (r);
  erb_record_unlock (r);
}

void
erb_report_conflict_at_end (erbium_program *p)
{
  erbium_record *first = NULL;
  if (!p->heap)
    return;
  erb_os->lock (&p->lock);
  for (erbium_record *r = p->records; r; r = r->next)
    first = erbium_load_relaxed (&r->conflict) ? r : first; /* the oldest one */
  erb_os->unlock (&p->lock);
  if (!first)
    return;
  erb_record_lock (first);
  report (first);
}
