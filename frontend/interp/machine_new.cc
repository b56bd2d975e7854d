/* SPDX-License-Identifier: MIT */
/* machine_new.cc - steps that create records, views and processes (machine.h; 5.12 to 5.14). */
#include "interp/machine.h"

#include <algorithm>

namespace er {

static bool
gone (const RecordState &r)
{
  auto ended = [] (const Id &id) { return id.is == Id::Ended; };
  return !r.connected && std::all_of (r.producers.begin (), r.producers.end (), ended)
         && std::all_of (r.consumers.begin (), r.consumers.end (), ended);
}

Value
new_record (State &s, const Expr *e, const Stmt *stmt, Index wreg, Index rreg)
{
  if (wreg < 1 || wreg > 65535)
    misuse (e, format ("wreg is %lld; expected 1 to 65535", (long long) wreg), "");
  if (rreg < 0 || rreg > 65535)
    misuse (e, format ("rreg is %lld; expected 0 to 65535", (long long) rreg), "");
  RecordState r;
  r.element = e->type->element;
  const Expr *root = stmt->place;
  while (root && root->kind != Expr::Name)
    root = root->args[0];
  r.name = stmt->variable ? stmt->variable->name : root->name;
  r.at = e->at;
  r.producers.resize (wreg);
  r.consumers.resize (rreg);
  s.records.push_back (r);
  return Value (s.records.size ());
}

Value
new_view (State &s, const Expr *e, const Stmt *stmt, uint64_t record, int owner)
{
  if (!record)
    misuse (e, "there is no record", "make it with new_record first");
  RecordState &r = s.records[record - 1];
  if (gone (r))
    misuse (
      e,
      format ("record '%s' (line %u) is gone: all its ids have ended", r.name.c_str (), r.at.line),
      "connect all views before the last one ends");
  r.connected++;
  ViewState v;
  v.record = int (record) - 1;
  v.write = e->primitive == Primitive::p_new_write_view;
  v.name = stmt->variable ? stmt->variable->name : "?";
  v.owner = owner;
  s.views.push_back (v);
  return Value (s.views.size ());
}

Value
Machine::run (const Expr *e)
{
  if (e->process->external)
    throw Undefined{ e->at, "process '" + e->name + "' is C, which is not interpreted",
                     "compile the program", true };
  ProcessState p;
  p.code = e->process;
  p.memory.resize (p.code->slots);
  made += p.memory.size ();
  p.frames.push_back ({ &p.code->body });
  int number = int (state->processes.size ());
  for (size_t k = 0; k < e->args.size (); k++)
    {
      Value v = evaluate (e->args[k], *this);
      if (e->args[k]->type->view ())
        {
          state->views[v.bits - 1].owner = number;
          state->views[v.bits - 1].name = p.code->parameters[k]->name;
        }
      p.memory[p.code->parameters[k]->slot] = v;
    }
  state->processes.push_back (p);
  effect = format ("starts process %d", number);
  return Value (uint64_t (number) + 1);
}

} // namespace er
