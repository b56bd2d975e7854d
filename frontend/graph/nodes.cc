/* SPDX-License-Identifier: MIT */
/* nodes.cc - combines units into one network: nodes and edges of the picture (linker.h).
 *
 * A process is attached to a record if it synchronises a view of it, or has created a view and not
 * passed it on.  Two processes could be fused if they are the only ones attached to a record, once
 * each, and both rates are known.
 */
#include "graph/linker.h"

#include "files/files.h"

namespace er {
namespace graph {

/* ---- Numbers ------------------------------------------------------------- */

std::optional<int64_t>
Linker::value (const Maybe &n, const Frame &f) const
{
  if (!n)
    return {};
  int64_t sum = n->constant, product;
  for (const auto &t : n->times)
    if (size_t (t.first) >= f.numbers.size () || f.numbers[t.first].state != Known::One
        || __builtin_mul_overflow (f.numbers[t.first].value, t.second, &product)
        || __builtin_add_overflow (sum, product, &sum))
      return {};
  return sum;
}

/* The number of frames that this one represents. */
std::optional<int64_t>
Linker::count (const Frame *f)
{
  auto known = counts.insert ({ f, {} }); /* nothing while it is being computed, for recursion */
  if (!known.second)
    return known.first->second;
  std::optional<int64_t> sum = 0;
  if (f->callers.empty ())
    sum = 1;
  for (const auto &caller : f->callers)
    {
      std::optional<int64_t> outer = count (caller.first),
                             times = value (caller.second->times, *caller.first);
      int64_t product;
      if (!sum || !outer || !times || __builtin_mul_overflow (*outer, *times, &product)
          || __builtin_add_overflow (*sum, product, &*sum))
        sum.reset ();
    }
  return counts[f] = sum;
}

/* "" for once; a number; the name of the parameter that contains the number; or "n". */
std::string
Linker::times (std::optional<int64_t> outer, const Maybe &n, const Frame &f) const
{
  std::optional<int64_t> own = value (n, f);
  int64_t product;
  if (outer && own && !__builtin_mul_overflow (*outer, *own, &product))
    return product == 1 ? "" : std::to_string (product);
  bool parameter = n && n->constant == 0 && n->times.size () == 1 && n->times.begin ()->second == 1
                   && size_t (n->times.begin ()->first) < f.body->parameters.size ();
  return outer == 1 && parameter ? f.body->parameters[n->times.begin ()->first].name : "n";
}

/* ---- Nodes --------------------------------------------------------------- */

void
Linker::nodes (Network &net)
{
  const Maybe once = Number { 1, {} };
  for (const Process_made &p : processes)
    {
      Process_node node{
        p.name, p.body ? p.body->at : "", p.started, !p.body || p.body->process, p.body != nullptr,
        "", {}, {}
      };
      if (p.starts.size () == 1)
        node.runner = p.starts.begin ()->first->number;
      if (p.starts.size () == 1)
        node.times = times (count (p.starts.begin ()->first), p.starts.begin ()->second->times,
                            *p.starts.begin ()->first);
      else if (p.frame)
        node.times = times (count (p.frame), once, *p.frame);
      else if (p.starts.size () > 1)
        node.times = "n";
      net.processes.push_back (node);
    }
  for (const Record_made &r : records)
    net.records.push_back ({ r.made->name, r.made->element, r.made->at,
                             value (r.made->producers, *r.frame),
                             value (r.made->consumers, *r.frame),
                             times (count (r.frame), r.made->times, *r.frame), true, false,
                             r.frame->process, value (r.made->size, *r.frame) });
}

/* ---- Edges --------------------------------------------------------------- */

static bool
synchronises (const std::string &primitive)
{
  for (const char *name : { "commit", "update", "release", "stall", "receive", "receive_range",
                            "done", "missed", "claim" })
    if (primitive == name)
      return true;
  return false;
}

/* Two sites that differ give no value. */
static void
join (std::optional<int64_t> &known, bool &first, std::optional<int64_t> more)
{
  if (!first && known != more)
    known.reset ();
  else
    known = more;
  first = false;
}

void
Linker::edge (const View_made &v, size_t process, size_t record, Network &net)
{
  Edge e{
    process, record, v.made->write ? Edge::Writes : Edge::Reads, v.made->name, {}, {}, "", {},
    v.frame->process == process
  };
  bool first_window = true, first_rate = true;
  auto look = [&] (Frame *f, const Site *s, bool own) {
    bool publishes = s->primitive == (v.made->write ? "commit" : "release");
    if (s->primitive == "alloc")
      join (e.window, first_window, value (s->index, *f));
    if (publishes && own)
      {
        join (e.rate, first_rate, value (s->rate, *f));
        e.loop = s->loop;
      }
    if (own)
      e.sites.push_back (s->primitive + (s->at.empty () ? "" : ", " + s->at));
  };
  for (const auto &of : v.sites)
    for (const auto &s : of.second)
      look (s.first, s.second, of.first == process);
  net.edges.push_back (e);
}

/* The processes attached to the record: those that synchronise it, else the one that was given the
 * view, else the one that made it. */
void
Linker::edges_of (const View_made &v, Network &net)
{
  std::set<size_t> who;
  for (const auto &of : v.sites)
    for (const auto &s : of.second)
      if (synchronises (s.second->primitive))
        who.insert (of.first);
  if (who.empty ())
    who = v.given;
  if (who.empty ())
    who.insert (v.frame->process);
  std::set<size_t> which;
  for (const std::string &value : v.of)
    if (value[0] == 'r')
      which.insert (std::stoul (value.substr (1)));
  if (which.empty ())
    {
      which.insert (net.records.size ());
      net.records.push_back ({ "", v.made->element, v.made->at, {}, {}, "", false, false, {}, {} });
    }
  for (size_t p : who)
    for (size_t r : which)
      edge (v, p, r, net);
}

/* Records of a process that is not defined in any unit. */
void
Linker::unknown_edges (Network &net)
{
  for (size_t p = 0; p < processes.size (); p++)
    for (const std::string &value : processes[p].given)
      if (value[0] == 'r')
        net.edges.push_back (
          { p, std::stoul (value.substr (1)), Edge::Unknown, "", {}, {}, "", {}, true });
}

static void
mark_fusable (Network &net)
{
  std::vector<std::vector<const Edge *>> ends (net.records.size ());
  for (const Edge &e : net.edges)
    ends[e.record].push_back (&e);
  for (size_t r = 0; r < ends.size (); r++)
    {
      Record_node &record = net.records[r];
      bool good = record.known && record.times.empty () && ends[r].size () == 2
                  && record.producers.value_or (1) == 1 && record.consumers.value_or (1) == 1
                  && ends[r][0]->way != ends[r][1]->way
                  && ends[r][0]->process != ends[r][1]->process;
      for (const Edge *e : ends[r])
        good = good && e->way != Edge::Unknown && e->rate.value_or (0) > 0
               && net.processes[e->process].process && net.processes[e->process].times.empty ();
      record.fusable = good;
    }
}

Network
Linker::network ()
{
  Network net;
  net.folded = fold;
  nodes (net);
  for (Frame &f : frames)
    for (const Site &s : f.body->sites)
      for (const std::string &v : resolve (f, s.view))
        if (v[0] == 'v')
          views[std::stoul (v.substr (1))].sites[f.process].push_back ({ &f, &s });
  for (const View_made &v : views)
    edges_of (v, net);
  unknown_edges (net);
  mark_fusable (net);
  return net;
}

} // namespace graph
} // namespace er
