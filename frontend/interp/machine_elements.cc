/* SPDX-License-Identifier: MIT */
/* machine_elements.cc - elements of views: which are live, and which process has written them (6.1
 * to 6.3). */
#include "interp/machine.h"

#include <algorithm>

namespace er {

/* Throws if element i is not live in the view. */
void
Machine::live (const Expr *e, const ViewState &v, Index i)
{
  const RecordState &r = state->records[v.record];
  Index from, to = v.reach;
  if (!v.write)
    from = v.id ? r.consumers[v.id - 1].index : std::max (v.own, v.reach - v.horizon);
  else
    from = std::max (v.id ? r.producers[v.id - 1].index : v.reach, v.reach - v.horizon);
  if (i >= from && i < to)
    return;
  throw Undefined{
    e->at,
    format ("access to element %lld of %s view '%s' of record '%s' (line %u), in which "
            "[%lld, %lld) is live",
            (long long)i, v.write ? "write" : "read", v.name.c_str (), r.name.c_str (), r.at.line,
            (long long)from, (long long)std::max (from, to)),
    v.write ? "stall before writing, commit after" : "update before reading, release after"
  };
}

void
Machine::unwritten (const Expr *e, Index i)
{
  const RecordState &r = state->records[view_of (e->args[0]).record];
  throw Undefined{ e->at,
                   format ("element %lld of record '%s' (line %u) was not written", (long long)i,
                           r.name.c_str (), r.at.line),
                   "" };
}

const Value &
Machine::element (const Expr *e, Index i)
{
  ViewState &v = view_of (e->args[0]);
  RecordState &r = state->records[v.record];
  live (e, v, i);
  auto slot = r.elements.find (i);
  bool lost = !v.write && !v.id && i < r.dropped; /* an observer may see anything */
  if (lost)
    return zeros.emplace (r.element, zero (r.element)).first->second;
  if (slot == r.elements.end () || (v.write && slot->second.writer != v.id))
    unwritten (e, i);
  return slot->second.value;
}

/* Returns the element, of which all or parts are to be written. */
Value *
Machine::written (const Expr *e, Index i)
{
  ViewState &v = view_of (e->args[0]);
  RecordState &r = state->records[v.record];
  live (e, v, i);
  Slot &slot = r.elements[i];
  if (slot.writer && slot.writer != v.id)
    throw Undefined{ e->at,
                     format (
                       "element %lld of record '%s' (line %u) is written by producers %d and %d",
                       (long long)i, r.name.c_str (), r.at.line, std::min (slot.writer, v.id),
                       std::max (slot.writer, v.id)),
                     "let each producer commit past the elements of the others" };
  if (!slot.writer)
    {
      slot = { zero (r.element, false), v.id };
      made += size_of (slot.value);
    }
  effect = format ("writes element %lld of record '%s'", (long long) i, r.name.c_str ());
  return &slot.value;
}

/* ---- Bounds -------------------------------------------------------------- */

Index
least_commit (const RecordState &r, bool *ended)
{
  Index least = no_bound;
  for (const Id &id : r.producers)
    least = std::min (least, id.index);
  if (ended)
    {
      *ended = false;
      for (const Id &id : r.producers)
        *ended |= id.is == Id::Ended && id.index == least;
    }
  return least;
}

Index
least_release (const RecordState &r)
{
  Index least = no_bound;
  for (const Id &id : r.consumers)
    if (id.is != Id::Ended)
      least = std::min (least, id.index);
  return least;
}

bool
all_taken (const std::vector<Id> &ids)
{
  return std::none_of (ids.begin (), ids.end (), [] (const Id &id) { return id.is == Id::New; });
}

static void
add_to (uint64_t &sum, const Value &value)
{
  sum = (sum ^ value.bits ^ (value.defined ? 0 : 0x9e3779b9)) * 0x100000001b3;
  for (const Value &part : value.parts)
    add_to (sum, part);
}

void
settle (State &s, int record)
{
  RecordState &r = s.records[record];
  Index committed = least_commit (r);
  auto at = r.elements.lower_bound (r.summed);
  for (; at != r.elements.end () && at->first < committed; ++at)
    {
      r.sum = (r.sum ^ uint64_t (at->first)) * 0x100000001b3;
      add_to (r.sum, at->second.value);
    }
  r.summed = committed;
  for (const ViewState &v : s.views) /* an observer may look back */
    if (v.owner >= 0 && v.record == record && !v.write && !v.id)
      return;
  r.dropped = std::max (r.dropped, std::min (committed, least_release (r)));
  r.elements.erase (r.elements.begin (), r.elements.lower_bound (r.dropped));
}

} // namespace er
