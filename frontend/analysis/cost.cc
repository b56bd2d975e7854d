/* SPDX-License-Identifier: MIT */
/* cost.cc - the cost of a turn of a process, in nodes of expressions (cost.h). */
#include "analysis/cost.h"

#include <algorithm>

#include "ir/ir.h"

namespace er {

/* A turn with fewer nodes than this is not worth a process: handing elements to another core and
 * synchronising a strip costs some nanoseconds an element, a node a fraction of one. */
static const int64_t tiny = 256;
/* iterations of an inner loop whose number is not constant */
static const int64_t unknown_turns = 16;
static const int64_t enough = int64_t (1) << 40;

static int64_t
turns_of (const Stmt *loop)
{
  auto none = [] (const Variable *) { return Sum (); };
  Sum from = loop->kind == Stmt::For ? linear (loop->from, none) : Sum (),
      to = from ? linear (loop->to, none) : Sum ();
  std::optional<int64_t> n = from && to ? distance (*from, *to) : std::nullopt;
  return n ? std::max (int64_t (1), std::min (std::abs (*n), enough)) : unknown_turns;
}

static int64_t
cost (const Block &b)
{
  int64_t sum = 0;
  for (Stmt *s : b)
    {
      int64_t own = 0;
      each_root (*s, [&] (Expr *&root) { rewrite (root, [&] (Expr *&) { own++; }); });
      bool loop = s->kind == Stmt::For || s->kind == Stmt::While;
      int64_t inner = std::min (cost (s->body) + cost (s->other), enough),
              times = loop ? turns_of (s) : 1;
      sum = std::min (sum + own + (inner > enough / times ? enough : inner * times), enough);
    }
  return sum;
}

int64_t
turn_cost (const Process_rates &rates)
{
  return std::max<int64_t> (1, cost (rates.loop->body));
}

bool
tiny_turn (const Process_rates &rates)
{
  return rates.loop && cost (rates.loop->body) < tiny;
}

} // namespace er
