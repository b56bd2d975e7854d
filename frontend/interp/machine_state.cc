/* SPDX-License-Identifier: MIT */
/* machine_state.cc - configurations as strings; records that a process can reach (machine.h). */
#include "interp/machine.h"

#include <algorithm>

namespace er {

/* ---- As a string --------------------------------------------------------- */

static void
add (std::string &text, uint64_t number)
{
  text.append (reinterpret_cast<const char *> (&number), sizeof number);
}

static void
add (std::string &text, const Value &value)
{
  add (text, value.bits);
  text += value.defined ? '1' : '0';
  add (text, value.parts.size ());
  for (const Value &part : value.parts)
    add (text, part);
}

static void
add (std::string &text, const std::vector<Id> &ids)
{
  for (const Id &id : ids)
    {
      add (text, id.is);
      add (text, id.index);
      add (text, id.view);
      add (text, id.claimed);
    }
}

static void
add (std::string &text, const ProcessState &p)
{
  add (text, uint64_t (reinterpret_cast<uintptr_t> (p.code)));
  add (text, p.over);
  add (text, p.claims);
  for (const Value &v : p.memory)
    add (text, v);
  add (text, p.frames.size ());
  for (const Frame &f : p.frames)
    {
      add (text, uint64_t (reinterpret_cast<uintptr_t> (f.block)));
      add (text, f.at);
      add (text, f.counter);
      add (text, f.end);
    }
}

static void
add (std::string &text, const RecordState &r)
{
  add (text, r.producers);
  add (text, r.consumers);
  add (text, r.sum);
  add (text, r.summed);
  add (text, r.connected);
  add (text, r.shared);
  add (text, r.elements.size ());
  for (const auto &slot : r.elements)
    {
      add (text, slot.first);
      add (text, slot.second.writer);
      add (text, slot.second.value);
    }
}

static void
add (std::string &text, const ViewState &v)
{
  for (int64_t n : { int64_t (v.record), int64_t (v.owner), int64_t (v.id), v.horizon, v.reach,
                     v.own, v.group, v.first, int64_t (v.done) })
    add (text, uint64_t (n));
}

std::string
State::text () const
{
  std::string text;
  for (const ProcessState &p : processes)
    add (text, p);
  for (const RecordState &r : records)
    add (text, r);
  for (const ViewState &v : views)
    add (text, v);
  return text + output;
}

uint64_t
State::size () const
{
  uint64_t size = output.size () / 8 + views.size ();
  for (const ProcessState &p : processes)
    {
      size += 1 + p.frames.size ();
      for (const Value &v : p.memory)
        size += size_of (v);
    }
  for (const RecordState &r : records)
    {
      size += r.size ();
      for (const auto &slot : r.elements)
        size += size_of (slot.second.value);
    }
  return size;
}

/* ---- What a process can reach -------------------------------------------- */

static bool
holds (const Value &value, const Type *type, int record)
{
  if (type->kind == Type::Record)
    return value.bits == uint64_t (record) + 1;
  if (type->kind == Type::Array && !type->element->scalar ())
    for (const Value &part : value.parts)
      if (holds (part, type->element, record))
        return true;
  return false;
}

static bool
holds (const ProcessState &p, const Block &block, int record)
{
  for (const Stmt *s : block)
    if ((s->variable && holds (p.memory[s->variable->slot], s->variable->type, record))
        || holds (p, s->body, record) || holds (p, s->other, record))
      return true;
  return false;
}

/* Whether the process, or a process that it runs, may ever use the record: it owns a view of it, or
 * one of its variables names it. */
bool
Machine::may_touch (const State &s, int process, int record) const
{
  const ProcessState &p = s.processes[process];
  if (p.over)
    return false;
  for (const ViewState &v : s.views)
    if (v.owner == process && v.record == record)
      return true;
  for (const Variable *v : p.code->parameters)
    if (holds (p.memory[v->slot], v->type, record))
      return true;
  return holds (p, p.code->body, record);
}

void
Machine::touched (const State &s, int process, std::set<int> &records, std::set<int> &processes)
{
  const Stmt *n = next (s, process);
  const ProcessState &p = s.processes[process];
  state = const_cast<State *> (&s); /* only read */
  self = process;
  if ((!n && p.frames.size () <= 1) || (n && n->kind == Stmt::Return))
    {
      for (const ViewState &v : s.views)
        if (v.owner == process)
          records.insert (v.record);
      return;
    }
  if (!n || !n->value || n->value->kind != Expr::Operation)
    return;
  const Expr *e = n->value;
  try
    {
      uint64_t first = e->args.empty () ? 0 : evaluate (e->args[0], *this).bits;
      if (e->primitive == Primitive::p_join && first)
        processes.insert (int (first) - 1);
      else if (!e->args.empty () && e->args[0]->type->view ())
        records.insert (s.views[first - 1].record);
      else if (!e->args.empty () && e->args[0]->type->kind == Type::Record && first)
        records.insert (int (first) - 1);
    }
  catch (const Undefined &)
    {
    }
}

} // namespace er
