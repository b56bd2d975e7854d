/* SPDX-License-Identifier: MIT */
/* machine_waits.cc - whether a process can step, and which ids block it (machine.h). */
#include "interp/machine.h"

namespace er {

/* The ids that block a process: those not yet taken in any case, others by their index. */
static void
lagging (const std::vector<Id> &ids, Index until, bool ended_too, Wait &wait)
{
  for (size_t k = 0; k < ids.size (); k++)
    if (ids[k].is == Id::New || (ids[k].index < until && (ended_too || ids[k].is != Id::Ended)))
      wait.ids.push_back (int (k + 1));
}

/* Whether the conditions of [update], [stall] and join hold.  Misuse is also a step. */
bool
Machine::can_step (const State &s, int p, Wait *wait)
{
  const Stmt *n = next (s, p);
  if (s.processes[p].over)
    return false;
  if (!n || !n->value || n->value->kind != Expr::Operation)
    return true;
  const Expr *e = n->value;
  bool update = e->primitive == Primitive::p_update, stall = e->primitive == Primitive::p_stall;
  if (!update && !stall && e->primitive != Primitive::p_join)
    return true;
  state = const_cast<State *> (&s); /* only read below */
  self = p;
  Wait w;
  bool can = true;
  try
    {
      if (e->primitive == Primitive::p_join)
        {
          w.joined = int (number (e->args[0])) - 1;
          can = w.joined < 0 || s.processes[w.joined].over;
        }
      else
        {
          w.view = int (evaluate (e->args[0], *this).bits) - 1;
          w.stall = stall;
          const ViewState &v = s.views[w.view];
          const RecordState &r = s.records[v.record];
          w.until = number (e->args[1]);
          bool bad = !v.horizon || (stall && !v.id) || w.until > most_index;
          bool ended = false;
          Index c = least_commit (r, &ended);
          if (update)
            can = bad || w.until <= v.reach || w.until <= c || ended;
          else
            can = bad || w.until <= v.reach
                  || (all_taken (r.consumers) && least_release (r) >= w.until - v.horizon);
          if (!can)
            lagging (stall ? r.consumers : r.producers, stall ? w.until - v.horizon : w.until,
                     !stall, w);
        }
    }
  catch (const Undefined &)
    {
      can = true; /* the step reports it */
    }
  if (wait)
    *wait = w;
  return can;
}

} // namespace er
