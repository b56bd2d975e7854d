/* SPDX-License-Identifier: MIT */
/* reachability.cc - which processes elements reach (reachability.h).
 *
 * Plain pairs can be fused all at once.  Proof: suppose that a cycle leads through several of the
 * new processes.  It enters a new process at its producer or consumer and leaves it at either of
 * them, and the network before fusion had a path between these two: the edge leads from the
 * producer to the consumer; the opposite path is not needed if all edges leave from the consumer or
 * all arrive at the producer; and if the two feed each other, both paths exist.  So the cycle
 * existed before fusion and led out of a plain pair and back, which is excluded by definition.
 *
 * The components are strongly connected ones (Tarjan, SIAM J. Comput. 1(2), 1972), without
 * recursion.
 */
#include "analysis/reachability.h"

#include <algorithm>

#include "ir/ir.h"

namespace er {

namespace {

typedef std::pair<size_t, size_t> Seen_from; /* an instance, and a view of it */

/* An update, stall or join in a process, and the statement of its body that contains it. */
struct Waiting
{
  size_t position;
  const Expr *call;
};

} // namespace

static std::vector<Waiting>
waits_of (const Process &p)
{
  std::vector<Waiting> waits;
  for (size_t k = 0; k < p.body.size (); k++)
    {
      Block one { p.body[k] };
      each_expression (one, [&] (Expr *&e) {
        if (e->kind == Expr::Operation
            && (e->primitive == Primitive::p_update || e->primitive == Primitive::p_stall
                || e->primitive == Primitive::p_join))
          waits.push_back ({ k, e });
      });
    }
  return waits;
}

/* The statement that first registers it. */
static size_t
registered_at (const Process &p, const Variable *view)
{
  for (size_t k = 0; k < p.body.size (); k++)
    {
      bool found = false;
      Block one { p.body[k] };
      each_expression (one, [&] (Expr *&e) {
        found |= e->kind == Expr::Operation && e->primitive == Primitive::p_register
                 && view_of (e) == view;
      });
      if (found)
        return k;
    }
  return p.body.size ();
}

namespace {

/* What must happen before an id is taken or a process is run. */
class Late
{
public:
  explicit Late (const Network &network);
  /* For an instance: until it is run; then until this view has its id. */
  std::set<Seen_from> before_run (size_t instance, bool &joins) const;
  std::set<Seen_from> before_id (const End &reader, bool &joins) const;

private:
  const Network &network;
  std::vector<Waiting> root_waits;
  std::map<const Process *, std::vector<Waiting>> waits;
  void add (size_t instance, const std::vector<Waiting> &all, size_t end, std::set<Seen_from> &to,
            bool &joins) const;
};

Late::Late (const Network &network) : network (network), root_waits (waits_of (*network.root))
{
  for (const Instance &i : network.instances)
    if (!waits.count (i.process))
      waits[i.process] = waits_of (*i.process);
}

void
Late::add (size_t instance, const std::vector<Waiting> &all, size_t end, std::set<Seen_from> &to,
           bool &joins) const
{
  const std::vector<View_rates> &views = network.instances[instance].rates.views;
  for (const Waiting &w : all)
    if (w.position < end)
      {
        joins |= w.call->primitive == Primitive::p_join;
        for (size_t v = 0; v < views.size (); v++)
          if (views[v].view == view_of (w.call))
            to.insert ({ instance, v });
      }
}

std::set<Seen_from>
Late::before_run (size_t instance, bool &joins) const
{
  std::set<Seen_from> found;
  const Block &body = network.root->body;
  auto run = std::find (body.begin (), body.end (), network.instances[instance].stmt);
  if (instance && !root_waits.empty ())
    add (0, root_waits, size_t (run - body.begin ()), found, joins);
  return found;
}

std::set<Seen_from>
Late::before_id (const End &reader, bool &joins) const
{
  std::set<Seen_from> found = before_run (reader.instance, joins);
  const Process &p = *network.instances[reader.instance].process;
  const std::vector<Waiting> &own = waits.at (&p);
  if (!own.empty ())
    add (reader.instance, own, registered_at (p, network.view (reader).view), found, joins);
  return found;
}

} // namespace

void
Reachability::add (size_t from, size_t to)
{
  next[from].insert (to);
  before[to].insert (from);
}

/* Each reader that takes its id late gets a node of its own, because what it does afterwards does
 * not matter here. */
void
Reachability::add_late (const Network &network)
{
  Late late (network);
  size_t unknown = network.instances.size ();
  std::map<Seen_from, const Channel *> channels;
  std::map<Seen_from, size_t> numbers;
  auto each_reader = [&] (auto f) {
    for (const Channel &c : network.channels)
      for (const End &r : c.readers)
        if (c.closed)
          f (c, r);
  };
  for (const Channel &c : network.channels)
    for (const auto *side : { &c.writers, &c.readers })
      for (const End &end : *side)
        if (c.closed)
          channels[{ end.instance, end.view }] = &c;
  auto wait_for = [&] (const std::set<Seen_from> &what, bool joins, size_t to) {
    for (size_t k = 1; joins && k <= unknown; k++)
      add (k, to);
    for (const Seen_from &s : what)
      {
        auto c = channels.find (s);
        bool write = network.instances[s.first].rates.views[s.second].write;
        if (c == channels.end ())
          add (unknown, to);
        else if (!write)
          for (const End &w : c->second->writers)
            add (w.instance, to);
        else
          for (const End &r : c->second->readers)
            if (auto number = numbers.find ({ r.instance, r.view }); number != numbers.end ())
              add (number->second, to);
      }
  };
  each_reader ([&] (const Channel &, const End &r) {
    bool joins = false;
    if (!late.before_id (r, joins).empty () || joins)
      {
        numbers[{ r.instance, r.view }] = next.size ();
        next.emplace_back ();
        before.emplace_back ();
      }
  });
  each_reader ([&] (const Channel &c, const End &r) {
    auto number = numbers.find ({ r.instance, r.view });
    if (number == numbers.end ())
      return;
    bool joins = false;
    std::set<Seen_from> what = late.before_id (r, joins);
    wait_for (what, joins, number->second);
    for (const End &w : c.writers)
      add (number->second, w.instance);
  });
  for (size_t k = 1; k < unknown; k++)
    {
      bool joins = false;
      std::set<Seen_from> what = late.before_run (k, joins);
      wait_for (what, joins, k);
    }
}

Reachability::Reachability (const Network &network, bool with_late)
{
  size_t unknown = network.instances.size ();
  next.resize (unknown + 1);
  before.resize (unknown + 1);
  std::set<std::pair<size_t, size_t>> known;
  for (const Channel &c : network.channels)
    {
      if (!c.closed)
        continue;
      for (const auto *side : { &c.writers, &c.readers })
        for (const End &end : *side)
          known.insert ({ end.instance, end.view });
      for (const End &w : c.writers)
        for (const End &r : c.readers)
          add (w.instance, r.instance);
    }
  for (size_t k = 0; k < unknown; k++)
    for (size_t v = 0; v < network.instances[k].rates.views.size (); v++)
      if (!known.count ({ k, v }))
        {
          bool write = network.instances[k].rates.views[v].write;
          add (write ? k : unknown, write ? unknown : k);
        }
  if (with_late)
    add_late (network);
  component = scc_of (next);
  component_size.resize (next.size ());
  for (size_t k : component)
    component_size[k]++;
}

std::vector<size_t>
scc_of (const std::vector<std::set<size_t>> &next)
{
  const size_t none = size_t (-1);
  struct Visit
  {
    size_t at;
    std::set<size_t>::const_iterator edge;
  };
  std::vector<size_t> number (next.size (), none), low (next.size ()), open;
  std::vector<Visit> visits;
  size_t count = 0, components = 0;
  std::vector<size_t> component (next.size (), none);
  auto enter = [&] (size_t k) {
    number[k] = low[k] = count++;
    open.push_back (k);
    visits.push_back ({ k, next[k].begin () });
  };
  auto leave = [&] (size_t k) {
    if (low[k] != number[k])
      return;
    do
      {
        component[open.back ()] = components;
        open.pop_back ();
      }
    while (component[k] == none);
    components++;
  };
  for (size_t first = 0; first < next.size (); first++)
    {
      if (number[first] == none)
        enter (first);
      while (!visits.empty ())
        {
          size_t at = visits.back ().at;
          if (visits.back ().edge != next[at].end ())
            {
              size_t to = *visits.back ().edge++;
              if (number[to] == none)
                enter (to);
              else if (component[to] == none)
                low[at] = std::min (low[at], number[to]);
              continue;
            }
          leave (at);
          visits.pop_back ();
          if (!visits.empty ())
            low[visits.back ().at] = std::min (low[visits.back ().at], low[at]);
        }
    }
  return component;
}

bool
Reachability::plainly_none_around (size_t producer, size_t consumer) const
{
  if (component[producer] == component[consumer])
    return component_size[component[producer]] == 2;
  if (component_size[component[producer]] != 1 || component_size[component[consumer]] != 1)
    return false;
  return next[producer].size () - next[producer].count (producer) == 1
         || before[consumer].size () - before[consumer].count (consumer) == 1;
}

std::optional<size_t>
Reachability::around (size_t producer, size_t consumer) const
{
  if (plainly_none_around (producer, consumer))
    return {};
  auto is_one = [&] (size_t k) { return k == producer || k == consumer; };
  std::vector<size_t> todo;
  std::set<size_t> seen;
  for (size_t one : { producer, consumer })
    for (size_t k : next[one])
      if (!is_one (k) && seen.insert (k).second)
        todo.push_back (k);
  while (!todo.empty ())
    {
      size_t at = todo.back ();
      todo.pop_back ();
      for (size_t k : next[at])
        {
          if (is_one (k))
            return at;
          if (seen.insert (k).second)
            todo.push_back (k);
        }
    }
  return {};
}

} // namespace er
