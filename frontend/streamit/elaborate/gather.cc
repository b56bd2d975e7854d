/* SPDX-License-Identifier: MIT */
/* gather.cc - streams that only move elements (gather.h). */
#include "streamit/elaborate/gather.h"

#include <numeric>

#include "streamit/elaborate/elaborate.h"

namespace er::streamit {

/* Elements of a firing: more are not kept together in a cache, and need a long table. */
static const int64_t most_elements = 4096;

typedef std::optional<Gather> Found;

/* Whether each firing of the filter pops an element and pushes it. */
static bool
copies (const Node &n)
{
  if (!n.stream)
    return n.name == "Identity";
  const Function *work = n.stream->function (Function::Work);
  if (!work || !work->body || n.stream->function (Function::Prework))
    return false;
  const Stmt *s = work->body;
  while (s->kind == Stmt::Block && s->inner.size () == 1)
    s = s->inner[0];
  auto one = [] (const Expr *e) { return e && e->kind == Expr::Integer && e->number == 1; };
  return s->kind == Stmt::Push && s->args[0]->kind == Expr::Pop && one (work->push)
         && one (work->pop) && (!work->peek || one (work->peek));
}

/* The same for so many firings. */
static Gather
repeated (const Gather &g, int64_t firings)
{
  Gather all;
  all.pops = g.pops * firings;
  for (int64_t k = 0; k < firings; k++)
    for (int64_t from : g.from)
      all.from.push_back (k * g.pops + from);
  return all;
}

/* One behind the other. */
static Found
behind (const Gather &first, const Gather &second)
{
  int64_t between = std::lcm (int64_t (first.from.size ()), second.pops);
  if (between > most_elements)
    return {};
  Gather a = repeated (first, between / int64_t (first.from.size ())),
         b = repeated (second, between / second.pops), all;
  if (a.pops > most_elements || int64_t (b.from.size ()) > most_elements)
    return {};
  all.pops = a.pops;
  for (int64_t from : b.from)
    all.from.push_back (a.from[size_t (from)]);
  return all;
}

static Found
of_pipeline (const Node &n)
{
  Found all;
  for (const auto &child : n.children)
    {
      Found next = gather_of (*child);
      if (!next)
        return {};
      all = all ? behind (*all, *next) : next;
      if (!all)
        return {};
    }
  return all;
}

/* The least number of turns of the splitter for which each child makes whole firings and the joiner
 * whole turns; 0 if there is none, or if it is too large. */
static int64_t
turns_of (const Node &n, const std::vector<Gather> &children, int64_t &joins)
{
  int64_t turns = 1, up = 0, down = 1; /* up / down: turns of the joiner for each of the splitter */
  for (size_t k = 0; k < children.size (); k++)
    {
      int64_t weight = n.split_duplicate ? 1 : n.split[k], pops = children[k].pops,
              pushes = int64_t (children[k].from.size ());
      int64_t a = weight * pushes, b = pops * n.join[k], common = std::gcd (a, b);
      if (up && (up != a / common || down != b / common))
        return 0;
      up = a / common;
      down = b / common;
      turns = std::lcm (turns, std::lcm (down, pops / std::gcd (pops, weight)));
      if (turns > most_elements)
        return 0;
    }
  joins = turns / down * up;
  return turns;
}

static Found
of_splitjoin (const Node &n)
{
  std::vector<Gather> children;
  for (size_t k = 0; k < n.children.size (); k++)
    {
      Found child = gather_of (*n.children[k]);
      if (!child || !n.join[k] || (!n.split_duplicate && !n.split[k]))
        return {};
      children.push_back (*child);
    }
  int64_t joins = 0, turns = turns_of (n, children, joins), offset = 0;
  int64_t split = n.split_duplicate ? 1 : std::accumulate (n.split.begin (), n.split.end (),
                                                           int64_t (0)),
          join = std::accumulate (n.join.begin (), n.join.end (), int64_t (0));
  if (!turns || turns > most_elements / split || joins > most_elements / join)
    return {};
  Gather all;
  all.pops = turns * split;
  all.from.resize (size_t (joins * join));
  int64_t to = 0;
  for (size_t k = 0; k < children.size (); k++)
    {
      int64_t weight = n.split_duplicate ? 1 : n.split[k], joined = n.join[k];
      Gather g = repeated (children[k], turns * weight / children[k].pops);
      for (int64_t j = 0; j < joins * joined; j++)
        {
          int64_t from = g.from[size_t (j)];
          all.from[size_t (j / joined * join + to + j % joined)] =
            from / weight * split + (n.split_duplicate ? 0 : offset) + from % weight;
        }
      offset += weight;
      to += joined;
    }
  return all;
}

/* Returns the same with the fewest elements in a firing. */
static Gather
reduced (const Gather &g)
{
  const int64_t pushes = int64_t (g.from.size ()), most = std::gcd (g.pops, pushes);
  for (int64_t firings = most; firings > 1; firings--)
    {
      Gather one;
      one.pops = g.pops / firings;
      one.from.assign (g.from.begin (), g.from.begin () + pushes / firings);
      if (most % firings == 0 && repeated (one, firings).from == g.from)
        return one;
    }
  return g;
}

Found
gather_of (const Node &n)
{
  bool filter = !n.stream || n.stream->kind == Stream::Filter;
  if (n.in->kind == Type::Void || text_of (n.in) != text_of (n.out))
    return {};
  if (filter)
    return copies (n) ? Found (Gather { 1, { 0 } }) : Found ();
  if (n.stream->kind == Stream::Pipeline)
    return of_pipeline (n);
  Found g = n.stream->kind == Stream::SplitJoin ? of_splitjoin (n) : Found ();
  return g ? reduced (*g) : g;
}

/* ---- Loops --------------------------------------------------------------------------- */

/* Whether the elements from `at' on repeat the first so many, with these steps added. */
static bool
repeats (const std::vector<int64_t> &list, size_t at, size_t length, int64_t step)
{
  for (size_t k = 0; k < length; k++)
    if (list[at + k] != list[k] + step)
      return false;
  return true;
}

std::optional<std::vector<Nested>>
nested (const std::vector<int64_t> &in, const std::vector<int64_t> &out, size_t most)
{
  std::vector<Nested> loops;
  const size_t all = in.size ();
  for (size_t length = 1; length < all;)
    {
      int64_t in_step = in[length] - in[0], out_step = out[length] - out[0];
      size_t turns = 1;
      while ((turns + 1) * length <= all
             && repeats (in, turns * length, length, int64_t (turns) * in_step)
             && repeats (out, turns * length, length, int64_t (turns) * out_step))
        turns++;
      while (turns > 1 && all % (turns * length))
        turns--;
      if (turns == 1 || loops.size () == most)
        return {};
      loops.push_back ({ int64_t (turns), in_step, out_step });
      length *= turns;
    }
  return loops;
}

} // namespace er::streamit
