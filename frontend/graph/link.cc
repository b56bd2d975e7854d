/* SPDX-License-Identifier: MIT */
/* link.cc - combines units into one network: the possible values of each place (linker.h). */
#include "graph/linker.h"

namespace er {
namespace graph {

bool
Known::join (std::optional<int64_t> other)
{
  if (state == Many || (state == One && other && *other == value))
    return false;
  state = state == Unset && other ? One : Many;
  value = other.value_or (0);
  return true;
}

Linker::Linker (const std::vector<Unit> &units, bool fold, size_t most)
    : units (units), fold (fold), most (most)
{
  inside.resize (units.size ());
  for (size_t u = 0; u < units.size (); u++)
    for (const Body &b : units[u].bodies)
      {
        inside[u][b.name] = &b;
        if (b.visible)
          visible.insert ({ b.name, { u, &b } });
      }
  for (const auto &root : roots ())
    follow (root.first, root.second);
  for (size_t u = 0; u < units.size (); u++) /* bodies that only call each other */
    for (const Body &b : units[u].bodies)
      if (!followed.count (&b))
        follow (u, &b);
}

/* The part of the network that starts at a body that no other body runs. */
void
Linker::follow (size_t unit, const Body *root)
{
  definitions[{ root, "" }] = processes.size ();
  processes.push_back ({ root->name, root, nullptr, {}, {}, {} });
  processes.back ().frame = frame (unit, root, nullptr, nullptr, processes.size () - 1);
  for (changed = true; changed;)
    {
      changed = false;
      for (size_t k = 0; k < frames.size (); k++) /* grows on the way */
        sweep (frames[k]);
    }
}

/* ---- Bodies and frames --------------------------------------------------- */

/* A body of the unit itself has precedence over those of other units. */
const Body *
Linker::find (const std::string &name, size_t from, size_t *unit) const
{
  auto own = inside[from].find (name);
  *unit = from;
  if (own != inside[from].end ())
    return own->second;
  auto other = visible.find (name);
  if (other == visible.end ())
    return nullptr;
  *unit = other->second.first;
  return other->second.second;
}

/* main, and bodies that no other body runs or calls. */
std::vector<std::pair<size_t, const Body *>>
Linker::roots () const
{
  std::set<const Body *> reached;
  for (size_t u = 0; u < units.size (); u++)
    for (const Body &b : units[u].bodies)
      for (const auto *list : { &b.runs, &b.calls })
        for (const Call &c : *list)
          for (const std::string &name : c.names)
            {
              size_t unit;
              const Body *target = find (name, u, &unit);
              if (target != &b)
                reached.insert (target);
            }
  std::vector<std::pair<size_t, const Body *>> all;
  for (size_t u = 0; u < units.size (); u++)
    for (const Body &b : units[u].bodies)
      if (b.name == "main" || !reached.count (&b))
        all.push_back ({ u, &b });
  return all;
}

/* Returns the frame of a body that PARENT runs or calls; for recursion, the existing frame. */
Frame *
Linker::frame (size_t unit, const Body *body, Frame *parent, const Call *call, size_t process)
{
  for (Frame *f : call ? parent->called[call] : std::set<Frame *> ())
    if (f->body == body && f->process == process)
      return f;
  for (Frame *f = fold ? nullptr : parent; f; f = f->parent)
    if (f->body == body && f->process == process)
      return f;
  Frame *&known = folded[{ body, process }];
  if (fold && known)
    return known;
  if (!fold && frames.size () > 20 * most + 1000)
    throw Too_many ();
  followed.insert (body);
  frames.push_back ({ frames.size (), unit, body, parent, process, {}, {}, {}, {}, {}, {}, {} });
  Frame &f = frames.back ();
  f.arguments.resize (body->parameters.size ());
  f.numbers.resize (body->parameters.size ());
  for (const Made_record &r : body->records)
    {
      f.records.push_back (records.size ());
      records.push_back ({ &r, &f });
    }
  for (const Made_view &v : body->views)
    {
      f.views.push_back (views.size ());
      views.push_back ({ &v, &f, {}, {}, {} });
    }
  changed = true;
  return known = &f;
}

/* Returns the node of a process that FROM runs; if FROM has the same body, its own node. */
size_t
Linker::process (const Body *body, const std::string &name, Frame *from, const Call *call)
{
  if (body && !fold)
    for (const Frame *f = from; f; f = f->parent)
      if (processes[f->process].body == body)
        return f->process;
  size_t next = processes.size ();
  size_t number = fold ? definitions.insert ({ { body, body ? "" : name }, next }).first->second
                       : runs.insert ({ { from, call, name }, next }).first->second;
  if (number < next)
    return number;
  if (!fold && next >= most)
    throw Too_many ();
  processes.push_back ({ name, body, nullptr, {}, {}, {} });
  changed = true;
  return number;
}

void
Linker::bind (Frame &to, Frame &from, const Call &call)
{
  if (from.called[&call].insert (&to).second)
    {
      to.callers.push_back ({ &from, &call });
      changed = true;
    }
  for (size_t k = 0; k < to.arguments.size (); k++)
    {
      const Argument none, &a = k < call.arguments.size () ? call.arguments[k] : none;
      add (to.arguments[k], resolve (from, a.sources));
      changed |= to.numbers[k].join (value (a.number, from));
    }
}

/* ---- Statements ---------------------------------------------------------- */

void
Linker::start (Frame &f, const Call &call)
{
  static const std::vector<std::string> unknown = { "?" };
  for (const std::string &name : call.names.empty () ? unknown : call.names)
    {
      size_t unit;
      const Body *body = find (name, f.unit, &unit);
      size_t p = process (body, name, &f, &call);
      processes[p].started.insert (call.at);
      processes[p].starts.insert ({ &f, &call });
      if (body)
        {
          Frame *to = frame (unit, body, &f, &call, p);
          if (!processes[p].frame)
            processes[p].frame = to;
          bind (*to, f, call);
        }
      for (const Argument &a : call.arguments)
        for (const std::string &v : resolve (f, a.sources))
          {
            if (v[0] == 'v')
              views[std::stoul (v.substr (1))].given.insert (p);
            if (!body)
              processes[p].given.insert (v);
          }
    }
}

void
Linker::enter (Frame &f, const Call &call)
{
  for (const std::string &name : call.names)
    {
      size_t unit;
      if (const Body *body = find (name, f.unit, &unit); body && !body->process)
        bind (*frame (unit, body, &f, &call, f.process), f, call);
    }
}

void
Linker::sweep (Frame &f)
{
  const Body &b = *f.body;
  for (size_t k = 0; k < b.views.size (); k++)
    {
      Values of = resolve (f, b.views[k].of);
      add (views[f.views[k]].of, of);
    }
  for (const Store &s : b.stores)
    {
      Values what = resolve (f, s.value);
      for (const std::string &key : keys (f, s.to))
        store (key, what);
    }
  for (const Call &c : b.calls)
    enter (f, c);
  for (const Call &c : b.runs)
    start (f, c);
  add (f.returns, resolve (f, b.returns));
}

/* ---- Values -------------------------------------------------------------- */

void
Linker::add (Values &to, const Values &what)
{
  for (const std::string &v : what)
    changed |= to.insert (v).second;
}

/* Returns the values in a place; a structure has those of its fields. */
Values
Linker::load (const std::string &key) const
{
  Values all;
  if (auto found = memory.find (key); found != memory.end ())
    all = found->second;
  auto field = memory.lower_bound (key + ".");
  if (field != memory.end () && field->first.compare (0, key.size () + 1, key + ".") == 0)
    all.insert ("=" + key);
  return all;
}

void
Linker::store (const std::string &key, const Values &what)
{
  for (const std::string &v : what)
    if (v[0] != '=')
      changed |= memory[key].insert (v).second;
    else if (std::string from = v.substr (1) + "."; key + "." != from)
      {
        std::map<std::string, Values> copies;
        for (auto i = memory.lower_bound (from);
             i != memory.end () && i->first.compare (0, from.size (), from) == 0; ++i)
          copies[key + i->first.substr (from.size () - 1)] = i->second;
        for (const auto &c : copies)
          if (c.first.size () < 1000) /* a structure that contains itself would not terminate */
            add (memory[c.first], c.second);
      }
}

/* The places that a source is. */
std::set<std::string>
Linker::keys (const Frame &f, const Source &s)
{
  switch (s.kind)
    {
    case Source::Local:
      return { std::to_string (f.number) + " " + s.name + s.path };
    case Source::Global:
      return { "g " + s.name + s.path };
    case Source::Static:
      return { "s" + std::to_string (f.unit) + " " + s.name + s.path };
    default:
      {
        Source pointer { s.result ? Source::Result : Source::Parameter, s.number };
        std::set<std::string> all;
        for (const std::string &v : resolve (f, pointer))
          if (v[0] == '&')
            all.insert (v.substr (1) + s.path);
        return all;
      }
    }
}

Values
Linker::resolve (const Frame &f, const Source &s)
{
  Values all;
  switch (s.kind)
    {
    case Source::Record:
      return { "r" + std::to_string (f.records[s.number]) };
    case Source::View:
      return { "v" + std::to_string (f.views[s.number]) };
    case Source::Parameter:
      return f.arguments[s.number];
    case Source::Result:
      if (auto c = f.called.find (&f.body->calls[s.number]); c != f.called.end ())
        for (const Frame *to : c->second)
          all.insert (to->returns.begin (), to->returns.end ());
      return all;
    case Source::Function:
      return { "f" + s.name };
    default:
      for (const std::string &key : keys (f, s))
        {
          Values in = s.address ? Values { "&" + key } : load (key);
          all.insert (in.begin (), in.end ());
        }
      return all;
    }
}

Values
Linker::resolve (const Frame &f, const Sources &sources)
{
  Values all;
  for (const Source &s : sources)
    {
      Values more = resolve (f, s);
      all.insert (more.begin (), more.end ());
    }
  return all;
}

Network
link (const std::vector<Unit> &units, bool fold, size_t most)
{
  if (!fold)
    try
      {
        return Linker (units, false, most).network ();
      }
    catch (const Too_many &)
      {
      }
  return Linker (units, true, most).network ();
}

} // namespace graph
} // namespace er
