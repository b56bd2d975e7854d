/* SPDX-License-Identifier: MIT */
/* machine_primitives.cc - steps: each primitive (machine.h; chapter 5). */
#include "interp/machine.h"

#include <algorithm>

namespace er {

ViewState &
Machine::view_of (const Expr *e)
{
  return state->views[evaluate (e, *this).bits - 1];
}

/* ---- What is misuse ------------------------------------------------------ */

void
misuse (const Expr *e, const std::string &what, const std::string &hint)
{
  throw Undefined { e->at, std::string (row_of (e->primitive).name) + ": " + what, hint };
}

static std::string
said (const State &s, const ViewState &v)
{
  const RecordState &r = s.records[v.record];
  return format ("%s view '%s' of record '%s' (line %u)", v.write ? "write" : "read",
                 v.name.c_str (), r.name.c_str (), r.at.line);
}

static std::vector<Id> &
ids_of (State &s, const ViewState &v)
{
  RecordState &r = s.records[v.record];
  return v.write ? r.producers : r.consumers;
}

static void
need_id (const State &s, const ViewState &v, const Expr *e)
{
  if (!v.id)
    misuse (e, said (s, v) + " is not registered",
            "register it first: no process waits for elements of an unregistered view");
}

static void
need_horizon (const State &s, const ViewState &v, const Expr *e)
{
  if (!v.horizon)
    misuse (e, said (s, v) + " has no horizon",
            "call alloc (v, h) first, where h is the largest number of live elements");
}

static void
index_in_range (const ViewState &v, Index i, bool may_lag, const Expr *e)
{
  if (i > most_index || i < (may_lag ? -v.horizon : 0))
    misuse (e, format ("the index is %lld", (long long) i),
            "an index is the end of a run of elements, which count from 0 to 2^62");
}

/* ---- The four synchronisations ------------------------------------------- */

struct Action
{
  Machine &machine;
  State &s;
  const Expr *e;
  ViewState &v;
  RecordState &r;
  Index i;

  Value commit ();
  Value update ();
  Value release ();
  Value stall ();
  Value missed ();
  Value claim ();
  Value ahead ();
  Value alloc ();
  Value register_view ();
  void unregister ();
  void take_id (Id &id);
  void set_effect (const std::string &what)
  {
    machine.effect = what + " of record '" + r.name + "'";
  }
};

Value
Action::commit ()
{
  need_id (s, v, e);
  index_in_range (v, i, true, e);
  Id &id = r.producers[v.id - 1];
  id.index = std::max (id.index, i);
  r.shared |= machine.process ().claims;
  settle (s, v.record);
  set_effect (format ("producer %d has committed %lld", v.id, (long long) id.index));
  return Value ();
}

Value
Action::update ()
{
  need_horizon (s, v, e);
  index_in_range (v, i, false, e);
  Index result = i, c = least_commit (r);
  if (i > v.reach && i > c) /* the end of the stream */
    {
      result = v.reach < c && v.first < c ? c : 0;
      v.done |= result == 0;
    }
  v.reach = std::max (v.reach, result);
  set_effect (format ("update index %lld%s", (long long) v.reach, v.done ? ", at the end," : ""));
  return Value (uint64_t (result));
}

Value
Action::release ()
{
  index_in_range (v, i, true, e);
  Index &d = v.id ? r.consumers[v.id - 1].index : v.own;
  d = std::max (d, i);
  settle (s, v.record);
  set_effect (format ("release index %lld", (long long) d));
  return Value ();
}

Value
Action::stall ()
{
  need_id (s, v, e);
  need_horizon (s, v, e);
  index_in_range (v, i, false, e);
  v.reach = std::max (v.reach, i);
  set_effect (format ("stall index %lld", (long long) v.reach));
  return Value ();
}

/* ---- Who takes part ------------------------------------------------------ */

/* The greatest number of elements that may be overwritten in the smallest window that 5.2 of the
 * semantics allows. */
Value
Action::missed ()
{
  if (v.id)
    return Value (0);
  Index write = 0, read = 0, furthest = 0;
  for (const ViewState &other : s.views)
    if (other.record == v.record)
      {
        (other.write ? write : read) = std::max (other.write ? write : read, other.horizon);
        if (other.write)
          furthest = std::max (furthest, other.reach);
      }
  Index lost = furthest - write - read - v.own;
  return Value (uint64_t (std::clamp<Index> (lost, 0, std::max<Index> (v.reach - v.own, 0))));
}

/* 5.18: the schedule decides which process claims first. */
Value
Action::claim ()
{
  need_id (s, v, e);
  if (i < 1 || i > most_index)
    misuse (e, format ("the number of elements is %lld; expected 1 to 2^62", (long long) i),
            "claim the number of elements that are computed at a time");
  std::vector<Id> &ids = ids_of (s, v);
  Index group = machine.number (e->args[2]);
  if (group < 1 || group > Index (ids.size ()))
    misuse (e, format ("the group is %lld; expected 1 to %zu", (long long) group, ids.size ()),
            "the number of a group is that of an id, such as the smallest id of its members");
  if (v.group && v.group != group)
    misuse (e, said (s, v) + format (" claims in group %lld, but has claimed in group %lld",
                                     (long long) group, (long long) v.group),
            "use a view for each group");
  Index &claimed = ids[group - 1].claimed, first = claimed, own = ids[v.id - 1].index;
  const char *own_index = v.write ? "commit" : "release";
  if (first > most_index - i)
    misuse (e, said (s, v) + " claims elements beyond 2^62", "end where the stream ends");
  if (own > first)
    misuse (e,
            said (s, v)
              + format (" has %s index %lld, but the next run begins at %lld", own_index,
                        (long long) own, (long long) first),
            format ("%s no elements beyond those that views of its group have claimed", own_index));
  machine.process ().claims = true;
  v.group = group;
  v.first = first;
  claimed += i;
  set_effect (format ("%s %d claims [%lld, %lld)", v.write ? "producer" : "consumer", v.id,
               (long long) first, (long long) claimed));
  return Value (uint64_t (first));
}

/* The most that 5.17 allows. */
Value
Action::ahead ()
{
  if (!v.id || !v.horizon)
    return Value (0);
  if (!v.write)
    return Value (uint64_t (std::max (v.reach, least_commit (r))));
  if (!all_taken (r.consumers))
    return Value (uint64_t (v.reach));
  Index kept = std::max (r.producers[v.id - 1].index, v.reach - v.horizon);
  return Value (uint64_t (std::max<Index> (std::min (least_release (r), kept) + v.horizon, 0)));
}

Value
Action::alloc ()
{
  Index most = most_horizon (e->args[0]->type->element);
  if (i < 1 || i > most)
    misuse (e, format ("the horizon is %lld; expected 1 to %lld", (long long)i, (long long)most),
            i < 1 ? "the horizon is the largest number of elements that are live at a time"
                  : "a window has at most 1 GiB");
  v.horizon = std::max (v.horizon, i);
  return Value ();
}

/* Elements that were written and not committed are lost with the id.  Their writer stays recorded,
 * so that another producer that writes them is found in each schedule (7.3). */
static void
forget_uncommitted (RecordState &r, int id)
{
  for (auto at = r.elements.lower_bound (r.producers[id - 1].index); at != r.elements.end (); ++at)
    if (at->second.writer == id)
      at->second.value = zero (r.element, false);
}

static void
leave_id (State &s, ViewState &v, Id::Is becomes)
{
  RecordState &r = s.records[v.record];
  Id &id = ids_of (s, v)[v.id - 1];
  if (v.write)
    forget_uncommitted (r, v.id);
  else
    v.own = id.index;
  id.is = becomes;
  id.view = -1;
  v.id = 0;
  settle (s, v.record);
}

void
Action::unregister ()
{
  if (!v.id)
    misuse (e, said (s, v) + " is not registered, so it cannot be unregistered", "");
  set_effect (format ("%s %d gives its id up", v.write ? "producer" : "consumer", v.id));
  leave_id (s, v, v.write ? Id::Open : Id::Ended);
}

void
Action::take_id (Id &id)
{
  id.is = Id::Held;
  id.view = int (&v - s.views.data ());
  v.id = int (i);
  v.reach = id.index;
  v.group = v.first = 0;
  v.done = false;
  set_effect (format ("%s %d, at %lld,", v.write ? "producer" : "consumer", v.id,
                      (long long) id.index));
}

Value
Action::register_view ()
{
  if (i == -1)
    {
      unregister ();
      return Value ();
    }
  std::vector<Id> &ids = ids_of (s, v);
  if (v.id)
    misuse (e, said (s, v) + format (" already has id %d", v.id), "unregister it first (id -1)");
  if (i < 1 || i > Index (ids.size ()))
    misuse (e,
            said (s, v)
              + format (" asks for id %lld, but its record has %zu %s id%s", (long long)i,
                        ids.size (), v.write ? "write" : "read", ids.size () == 1 ? "" : "s"),
            "ids count from 1; new_record says how many there are");
  Id &id = ids[i - 1];
  if (id.is == Id::Held)
    misuse (e, said (s, v) + format (" cannot take id %lld: another view holds it", (long long) i),
            "give each view an id of its own, or free the other with handover first");
  if (id.is == Id::Ended)
    misuse (e, said (s, v) + format (" cannot take id %lld: it has ended", (long long) i),
            "free the view with handover where another is to go on");
  take_id (id);
  return Value ();
}

void
Machine::free_view (int number, bool open)
{
  ViewState &v = state->views[number];
  if (v.id)
    leave_id (*state, v, open ? Id::Open : Id::Ended);
  v.owner = -1;
  state->records[v.record].connected--;
  settle (*state, v.record);
}

/* ---- All ----------------------------------------------------------------- */

Value
Machine::operation (const Expr *e, const Stmt *s)
{
  switch (e->primitive)
    {
    case Primitive::p_new_record:
      {
        Value record = new_record (*state, e, s, number (e->args[0]), number (e->args[1]));
        made += state->records.back ().size ();
        return record;
      }
    case Primitive::p_new_read_view:
    case Primitive::p_new_write_view:
      return new_view (*state, e, s, evaluate (e->args[0], *this).bits, self);
    case Primitive::p_join:
      return Value (); /* can_step has waited */
    case Primitive::p_free_view:
      free_view (int (evaluate (e->args[0], *this).bits) - 1, e->args[1]->integer);
      return Value ();
    default:
      break;
    }
  ViewState &v = view_of (e->args[0]);
  Index i = e->args.size () > 1 ? number (e->args[1]) : 0;
  Action a { *this, *state, e, v, state->records[v.record], i };
  switch (e->primitive)
    {
    case Primitive::p_commit:
      return a.commit ();
    case Primitive::p_update:
      return a.update ();
    case Primitive::p_release:
      return a.release ();
    case Primitive::p_stall:
      return a.stall ();
    case Primitive::p_done:
      return Value (v.done);
    case Primitive::p_missed:
      return a.missed ();
    case Primitive::p_claim:
      return a.claim ();
    case Primitive::p_ahead:
      return a.ahead ();
    case Primitive::p_alloc:
      return a.alloc ();
    case Primitive::p_register:
      return a.register_view ();
    case Primitive::p_receive_range:
      index_in_range (v, number (e->args[2]), false, e);
      [[fallthrough]];
    case Primitive::p_receive:
      index_in_range (v, i, false, e);
      return Value ();
    default:
      return Value ();
    }
}

} // namespace er
