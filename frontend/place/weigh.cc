/* SPDX-License-Identifier: MIT */
/* weigh.cc - a network as a graph of shares (place.h).
 *
 * How often a process turns.  If both sides of a record have known rates, then as much is written
 * as is read, so the turns of the two processes are as the rates (the balance equations of E. A.
 * Lee, D. G. Messerschmitt, Synchronous Data Flow, Proc. IEEE 75(9), 1987).  These ratios are
 * followed from process to process.  What flows through a record is the rate of its writer, times
 * its turns, times the size of an element.  Where a rate is not known, it counts as an element a
 * turn.
 *
 * Loops.  A node may stand for several processes that use records of an array, whose elements the
 * network does not distinguish.  Process k of n is taken to use record k of the array, and one that
 * reads and writes the same array to write record k + 1, as in a pipeline.
 *
 * Shares.  These are together: main, and what the user wants there; what gets a record that has
 * several producers, or a write view of it, with what has made the record, since it has to run
 * there; and processes of one name, if the file of a placement, which has ranks in turn for a name,
 * cannot tell them apart.
 */
#include "place/place.h"

#include <cmath>
#include <cstdlib>
#include <numeric>

namespace er {
namespace place {
namespace {

using graph::Edge;
using graph::Network;
using graph::Process_node;
using graph::Record_node;

class Weighing
{
public:
  Weighing (const Network &net, const Known &known) : net (net), known (known) {}
  Graph graph ();

private:
  const Network &net;
  const Known &known;
  std::vector<size_t> first, copies; /* by node: its first instance, and how many it has */
  std::vector<size_t> with;          /* by instance: one that is in the same share, or itself */
  std::vector<size_t> node_of;
  std::vector<double> turns;         /* by node */
  std::vector<std::vector<const Edge *>> of_process, of_record;

  size_t count (const std::string &name, const std::string &times) const;
  size_t root (size_t k);
  void join (size_t a, size_t b);
  void join_nodes (size_t a, size_t b);
  size_t home ();
  void list_edges ();
  void list_instances ();
  void join_home ();
  void join_producers ();
  void join_names ();
  bool several_producers (size_t record) const;
  void find_turns ();
  void follow (std::vector<size_t> &reached);
  double flow (size_t record) const;
  bool is_chain (const Edge &e) const;
  std::vector<size_t> users (size_t record, size_t copy, size_t of, bool writes) const;
  void add_flows (Graph &g, const std::vector<size_t> &share);
};

/* ---- Instances --------------------------------------------------------------------------- */

/* The network says a number, or nothing for once, or text that is not a number. */
size_t
Weighing::count (const std::string &name, const std::string &times) const
{
  auto said = known.count.find (name);
  if (said != known.count.end ())
    return said->second;
  char *end;
  unsigned long n = strtoul (times.c_str (), &end, 10);
  const size_t most = 100000;
  if (times.empty ())
    return 1;
  return *end || n == 0 || n > most ? size_t (known.ranks) : n;
}

void
Weighing::list_edges ()
{
  of_process.resize (net.processes.size ());
  of_record.resize (net.records.size ());
  for (const Edge &e : net.edges)
    {
      of_process[e.process].push_back (&e);
      of_record[e.record].push_back (&e);
    }
}

void
Weighing::list_instances ()
{
  for (size_t k = 0; k < net.processes.size (); k++)
    {
      const Process_node &p = net.processes[k];
      first.push_back (node_of.size ());
      copies.push_back (count (p.name, p.times));
      node_of.insert (node_of.end (), copies[k], k);
    }
  with.resize (node_of.size () + 1); /* the last one is the home, even if there is no main */
  std::iota (with.begin (), with.end (), 0);
}

size_t
Weighing::home ()
{
  return with.size () - 1;
}

size_t
Weighing::root (size_t k)
{
  while (with[k] != k)
    k = with[k] = with[with[k]];
  return k;
}

void
Weighing::join (size_t a, size_t b)
{
  with[root (a)] = root (b);
}

void
Weighing::join_nodes (size_t a, size_t b)
{
  for (size_t node : { a, b })
    for (size_t k = 0; k < copies[node]; k++)
      join (first[node] + k, first[a]);
}

/* ---- Shares --------------------------------------------------------------------------------- */

void
Weighing::join_home ()
{
  for (size_t k = 0; k < net.processes.size (); k++)
    if (const Process_node &p = net.processes[k];
        !p.process || p.name == "main" || known.home.count (p.name))
      for (size_t c = 0; c < copies[k]; c++)
        join (first[k] + c, home ());
}

bool
Weighing::several_producers (size_t record) const
{
  const Record_node &r = net.records[record];
  if (r.producers)
    return *r.producers > 1;
  size_t writers = 0;
  for (const Edge *e : of_record[record])
    if (e->way == Edge::Writes)
      writers += r.times.empty () ? copies[e->process] : 1;
  return writers > 1;
}

void
Weighing::join_producers ()
{
  for (size_t r = 0; r < net.records.size (); r++)
    if (net.records[r].known && net.records[r].maker && several_producers (r))
      for (const Edge *e : of_record[r])
        if (e->way != Edge::Reads || e->own)
          join_nodes (*net.records[r].maker, e->process);
}

/* The ranks of a name are taken in the order in which its processes are run.  It is known if one
 * call of one body runs them, by statements that are executed once, or by a single one. */
void
Weighing::join_names ()
{
  std::map<std::string, std::vector<size_t>> of_name;
  for (size_t k = 0; k < net.processes.size (); k++)
    of_name[net.processes[k].name].push_back (k);
  for (const auto &n : of_name)
    {
      bool ordered = true, bound = false;
      for (size_t node : n.second)
        {
          const Process_node &p = net.processes[node];
          ordered = ordered && p.runner && p.runner == net.processes[n.second[0]].runner
                    && (copies[node] == 1 || n.second.size () == 1);
          for (size_t c = 1; c < copies[node]; c++)
            bound = bound || root (first[node] + c) == root (first[node]);
          bound = bound || root (first[node]) == root (home ());
        }
      if (!ordered || bound)
        for (size_t node : n.second)
          join_nodes (n.second[0], node);
    }
}

/* ---- What flows --------------------------------------------------------------------------- */

/* Finds the turns of the processes that are connected by rates with those reached so far. */
void
Weighing::follow (std::vector<size_t> &reached)
{
  for (size_t k = 0; k < reached.size (); k++)
    for (const Edge *a : of_process[reached[k]])
      for (const Edge *b : of_record[a->record])
        if (a->way != b->way && turns[b->process] == 0 && a->rate.value_or (0) > 0
            && b->rate.value_or (0) > 0)
          {
            turns[b->process] = turns[a->process] * double (*a->rate) / double (*b->rate);
            reached.push_back (b->process);
          }
}

void
Weighing::find_turns ()
{
  turns.assign (net.processes.size (), 0);
  for (size_t k = 0; k < turns.size (); k++)
    if (turns[k] == 0)
      {
        std::vector<size_t> reached = { k };
        turns[k] = 1;
        follow (reached);
      }
}

/* The bytes that flow through a record; of several writers, the most that one of them writes. */
double
Weighing::flow (size_t record) const
{
  double most = 0;
  for (const Edge *e : of_record[record])
    if (e->way == Edge::Writes && e->rate.value_or (0) > 0)
      most = std::max (most, turns[e->process] * double (*e->rate));
  const int64_t word = 8; /* where the size is not known */
  return (most > 0 ? most : 1) * double (net.records[record].size.value_or (word));
}

/* Whether a process that writes a record of an array reads one, too. */
bool
Weighing::is_chain (const Edge &e) const
{
  for (const Edge *other : of_process[e.process])
    if (e.way == Edge::Writes && other->way == Edge::Reads && other->record == e.record)
      return true;
  return false;
}

/* Returns the instances that write, or read, one copy of a record. */
std::vector<size_t>
Weighing::users (size_t record, size_t copy, size_t of, bool writes) const
{
  std::vector<size_t> found;
  for (const Edge *e : of_record[record])
    if (e->way == Edge::Unknown || (e->way == Edge::Writes) == writes)
      for (size_t k = 0, n = copies[e->process]; k < n; k++)
        {
          size_t used = n >= of ? k * of / n : k;
          bool all = of == 1 || n == 1; /* one that uses an array uses all of it */
          if (all || (used + is_chain (*e)) % of == copy)
            found.push_back (first[e->process] + k);
        }
  return found;
}

void
Weighing::add_flows (Graph &g, const std::vector<size_t> &share)
{
  for (size_t r = 0; r < net.records.size (); r++)
    for (size_t copy = 0, of = count ("", net.records[r].times); copy < of; copy++)
      for (size_t from : users (r, copy, of, true))
        for (size_t to : users (r, copy, of, false))
          if (size_t a = share[from], b = share[to]; a != b)
            g.flow[{ std::min (a, b), std::max (a, b) }] += flow (r);
}

/* ---- The graph ------------------------------------------------------------------------------ */

Graph
Weighing::graph ()
{
  Graph g;
  list_edges ();
  list_instances ();
  join_home ();
  join_producers ();
  join_names ();
  find_turns ();
  std::map<size_t, size_t> numbers = { { root (home ()), 0 } };
  std::vector<size_t> share;
  g.work.push_back (0);
  for (size_t k = 0; k < node_of.size (); k++)
    {
      size_t number = numbers.insert ({ root (k), numbers.size () }).first->second;
      const Process_node &p = net.processes[node_of[k]];
      auto said = known.work.find (p.name);
      g.work.resize (std::max (g.work.size (), number + 1));
      g.work[number] += said != known.work.end () ? said->second : p.process && p.name != "main";
      g.instances.push_back ({ node_of[k], number });
      share.push_back (number);
    }
  add_flows (g, share);
  return g;
}

} // namespace

Graph
weigh (const Network &network, const Known &known)
{
  return Weighing (network, known).graph ();
}

} // namespace place
} // namespace er
