/* SPDX-License-Identifier: MIT */
/* erbium-place - computes on which ranks the processes of a program run. */
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cli/command_line.h"
#include "files/files.h"
#include "graph/draw.h"
#include "place/place.h"

using namespace er;

static const char help[] =
  "usage: erbium-place --ranks=N [OPTION]... FILE...      (- is stdin)\n"
  "writes a file for ERBIUM_PLACEMENT: on which ranks of an MPI job the processes of a program\n"
  "run, so that each rank has the same work and little flows between ranks; a FILE is a program\n"
  "of the textual IR, or what gcc has written with -fplugin-arg-erbium-network=FILE\n"
  "  --ranks=N           the number of ranks, 1 to 65536\n"
  "  --output=FILE       writes to FILE (stdout)\n"
  "  --work=NAME:N       a process of that name has the work N (1)\n"
  "  --count=NAME:N      the run of that process starts N processes\n"
  "  --home=NAME         processes of that name stay with main, on rank 0\n"
  "  --imbalance=N       percent by which a rank may have more than its part (10)\n"
  "status: 0; 1 a file is wrong or cannot be written; 2 the command line is wrong\n";

/* Reads options of the form NAME:N. */
static std::map<std::string, int64_t>
numbers (Arguments &arguments, const char *option, int64_t least, int64_t most)
{
  std::map<std::string, int64_t> found;
  for (const std::string &text : arguments.texts (option))
    {
      size_t colon = text.rfind (':');
      char *end = nullptr;
      errno = 0;
      int64_t n = colon == std::string::npos ? 0 : strtoll (text.c_str () + colon + 1, &end, 10);
      if (!end || end == text.c_str () + colon + 1 || *end || errno || n < least || n > most)
        give_up (format ("--%s=%s: the name of a process, a colon and a number from %lld to %lld "
                         "are expected", option, text.c_str (), static_cast<long long> (least),
                         static_cast<long long> (most)));
      found[text.substr (0, colon)] = n;
    }
  return found;
}

/* Reports names of the command line that the network does not have. */
static bool
see_names (const graph::Network &network, const place::Known &known)
{
  std::set<std::string> names, there;
  for (const graph::Process_node &p : network.processes)
    there.insert (p.name);
  for (const auto &w : known.work)
    names.insert (w.first);
  for (const auto &c : known.count)
    names.insert (c.first);
  names.insert (known.home.begin (), known.home.end ());
  bool good = true;
  for (const std::string &name : names)
    if (!there.count (name))
      {
        fprintf (stderr, "erbium-place: error: no process '%s' is run\n", name.c_str ());
        good = false;
      }
  return good;
}

int
main (int argc, char **argv)
{
  Arguments arguments (argc, argv, help);
  place::Known known;
  uint64_t ranks = arguments.number ("ranks", 0), imbalance = arguments.number ("imbalance", 10);
  if (ranks < 1 || ranks > 65536)
    give_up ("--ranks=N: the number of ranks, from 1 to 65536, is expected");
  if (imbalance < 1 || imbalance > 1000)
    give_up ("--imbalance=N: it is from 1 to 1000");
  known.ranks = int (ranks);
  known.imbalance = int64_t (imbalance);
  known.work = numbers (arguments, "work", 0, 10000);
  known.count = numbers (arguments, "count", 1, 100000);
  for (const std::string &name : arguments.texts ("home"))
    known.home.insert (name);
  std::string file = arguments.text ("output", "");
  std::vector<std::string> paths = arguments.operands (1, 100000);
  see_output (file, paths);
  std::vector<graph::Unit> units;
  if (!graph::read_units (paths, units))
    return 1;
  const size_t most = 10000; /* processes; then one node stands for all of a definition */
  graph::Network network = graph::link (units, false, most);
  if (!see_names (network, known))
    return 1;
  place::Graph g = place::weigh (network, known);
  std::string text = place::placement_text (network, g, place::partition (g, known), known.ranks),
              wrong = write_output (file, text);
  if (!wrong.empty ())
    fprintf (stderr, "erbium-place: error: %s\n", wrong.c_str ());
  return wrong.empty () ? 0 : 1;
}
