/* SPDX-License-Identifier: MIT */
/* placement_file.cc - the file of ERBIUM_PLACEMENT, as the runtime reads it (place.h).
 *
 *   # comment
 *   NAME RANK...
 */
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "files/files.h"
#include "place/place.h"

namespace er {
namespace place {
namespace {

/* ---- Written ----------------------------------------------------------------------------- */

/* Returns a sequence without its repetitions: 0 1 0 1 is 0 1. */
std::vector<int>
turn_of (const std::vector<int> &ranks)
{
  size_t n = ranks.size (), length = 1;
  for (; length < n; length++)
    {
      bool repeats = n % length == 0;
      for (size_t k = length; repeats && k < n; k++)
        repeats = ranks[k] == ranks[k - length];
      if (repeats)
        break;
    }
  return std::vector<int> (ranks.begin (), ranks.begin () + std::ptrdiff_t (length));
}

std::string
summary (const Graph &g, const std::vector<int> &rank, int ranks)
{
  double all = 0, between = 0;
  std::vector<int64_t> work (static_cast<size_t> (ranks));
  for (const auto &f : g.flow)
    {
      all += f.second;
      between += rank[f.first.first] != rank[f.first.second] ? f.second : 0;
    }
  for (size_t k = 0; k < g.work.size (); k++)
    work[size_t (rank[k])] += g.work[k];
  std::string text = format ("# %.1f%% of the bytes that flow go between ranks; work by rank:",
                             all > 0 ? 100 * between / all : 0.0);
  for (int64_t w : work)
    text += format (" %lld", static_cast<long long> (w));
  return text + "\n";
}

} // namespace

std::string
placement_text (const graph::Network &network, const Graph &g, const std::vector<int> &rank,
                int ranks)
{
  std::vector<std::string> names;
  Placement found;
  for (const Instance &i : g.instances)
    if (const graph::Process_node &p = network.processes[i.node];
        p.process && p.name != "main" && p.name != "?")
      {
        if (!found.count (p.name))
          names.push_back (p.name);
        found[p.name].push_back (rank[i.share]);
      }
  std::string text = summary (g, rank, ranks);
  for (const std::string &name : names)
    {
      text += name;
      for (int r : turn_of (found[name]))
        text += format (" %d", r);
      text += "\n";
    }
  return text;
}

/* ---- Read ---------------------------------------------------------------------------------- */

bool
read_placement (const std::string &path, Placement &placement)
{
  er::Source source;
  std::string wrong = source.read (path), line;
  if (!wrong.empty ())
    give_up (wrong);
  std::istringstream lines (source.text);
  for (int number = 1; std::getline (lines, line); number++)
    {
      std::istringstream words (line);
      std::string name, word;
      auto report = [&] (const std::string &what) {
        fprintf (stderr, "%s:%d: error: %s\n", path.c_str (), number, what.c_str ());
        return false;
      };
      if (!(words >> name) || name[0] == '#')
        continue;
      if (placement.count (name))
        return report ("processes of this name are placed before: " + name);
      while (words >> word && word[0] != '#')
        {
          char *end;
          long rank = strtol (word.c_str (), &end, 10);
          if (*end || rank < 0 || rank > 65535)
            return report ("not the number of a rank: " + word);
          placement[name].push_back (int (rank));
        }
      if (!placement.count (name))
        return report ("missing ranks for this process: " + name);
    }
  return true;
}

/* ---- Shown --------------------------------------------------------------------------------- */

/* Whether each process that is run once, by one call of a body, gets the next rank of its name. */
static bool
in_turn (const std::vector<graph::Process_node *> &nodes)
{
  bool ordered = true;
  for (const graph::Process_node *p : nodes)
    ordered = ordered && p->times.empty () && p->runner && p->runner == nodes[0]->runner;
  return ordered;
}

void
show (graph::Network &network, const Placement &placement)
{
  std::map<std::string, std::vector<graph::Process_node *>> of_name;
  for (graph::Process_node &p : network.processes)
    if (!p.process || p.name == "main")
      p.ranks = { 0 };
    else
      of_name[p.name].push_back (&p);
  for (const auto &named : placement)
    {
      const std::vector<graph::Process_node *> &nodes = of_name[named.first];
      const std::vector<int> &ranks = named.second;
      bool ordered = in_turn (nodes);
      for (size_t k = 0; k < nodes.size (); k++)
        nodes[k]->ranks = ordered ? std::vector<int> { ranks[k % ranks.size ()] } : ranks;
    }
}

} // namespace place
} // namespace er
