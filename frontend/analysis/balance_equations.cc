/* SPDX-License-Identifier: MIT */
/* balance_equations.cc - the balance equations (balance_equations.h). */
#include "analysis/balance_equations.h"

#include <algorithm>
#include <numeric>

namespace er {

static const int64_t most = int64_t (1) << 40; /* the most turns in a period */

namespace {

struct Fraction
{
  int64_t over, under;
};

struct Edge
{
  size_t to;
  int64_t own_rate, other_rate;
  const Channel *channel;
  End writer, reader;
};

} // namespace

bool
counts (const Network &network, const End &writer, const End &reader)
{
  return network.instances[writer.instance].rates.is_static
         && network.instances[reader.instance].rates.is_static && network.view (writer).rate > 0
         && network.view (reader).rate > 0;
}

static std::vector<std::vector<Edge>>
edges_of (const Network &network)
{
  std::vector<std::vector<Edge>> edges (network.instances.size ());
  for (const Channel &c : network.channels)
    for (const End &w : c.writers)
      for (const End &r : c.readers)
        if (c.closed && counts (network, w, r))
          {
            int64_t writes = network.view (w).rate, reads = network.view (r).rate;
            edges[w.instance].push_back ({ r.instance, writes, reads, &c, w, r });
            edges[r.instance].push_back ({ w.instance, reads, writes, &c, w, r });
          }
  return edges;
}

static Fraction
times (Fraction f, int64_t over, int64_t under)
{
  __int128 a = __int128 (f.over) * over, b = __int128 (f.under) * under, x = a, y = b;
  while (y)
    {
      __int128 rest = x % y;
      x = y;
      y = rest;
    }
  a /= x, b /= x;
  return a > most || b > most ? Fraction { 0, 1 } : Fraction { int64_t (a), int64_t (b) };
}

/* Turns fractions into whole numbers; returns none if they are too large. */
static std::map<size_t, int64_t>
whole (const std::map<size_t, Fraction> &turns)
{
  __int128 common = 1;
  for (const auto &t : turns)
    {
      common = common / std::gcd (int64_t (common), t.second.under) * t.second.under;
      if (common > most)
        return {};
    }
  std::map<size_t, int64_t> result;
  int64_t shared = 0;
  for (const auto &t : turns)
    {
      __int128 n = common / t.second.under * t.second.over;
      if (n == 0 || n > most)
        return {};
      result[t.first] = int64_t (n);
      shared = std::gcd (shared, int64_t (n));
    }
  for (auto &t : result)
    t.second /= shared;
  return result;
}

static Part
part_of (size_t first, const std::vector<std::vector<Edge>> &edges, std::vector<bool> &seen)
{
  Part part;
  std::map<size_t, Fraction> turns { { first, { 1, 1 } } };
  std::vector<size_t> todo { first };
  seen[first] = true;
  while (!todo.empty ())
    {
      size_t at = todo.back ();
      todo.pop_back ();
      part.instances.push_back (at);
      for (const Edge &e : edges[at])
        {
          Fraction other = times (turns[at], e.own_rate, e.other_rate);
          auto known = turns.emplace (e.to, other);
          if (known.second)
            {
              seen[e.to] = true;
              todo.push_back (e.to);
            }
          else if (!part.wrong
                   && (known.first->second.over != other.over
                       || known.first->second.under != other.under))
            {
              part.wrong = e.channel;
              part.wrong_writer = e.writer;
              part.wrong_reader = e.reader;
            }
        }
    }
  std::sort (part.instances.begin (), part.instances.end ());
  if (!part.wrong)
    part.turns = whole (turns);
  return part;
}

std::vector<Part>
balance (const Network &network)
{
  std::vector<std::vector<Edge>> edges = edges_of (network);
  std::vector<bool> seen (network.instances.size ());
  std::vector<Part> parts;
  for (size_t k = 0; k < network.instances.size (); k++)
    if (!seen[k] && network.instances[k].rates.is_static)
      parts.push_back (part_of (k, edges, seen));
  return parts;
}

} // namespace er
