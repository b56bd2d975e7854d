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

/* The costs of calls of the functions of a module that were met. */
typedef std::map<const Function *, int64_t> Call_costs;

static int64_t cost (const Block &b, Call_costs &calls);

static int64_t
call_cost (const Function &f, Call_costs &calls)
{
  auto known = calls.find (&f);
  if (known == calls.end ())
    {
      int64_t own = cost (f.code->body, calls);
      known = calls.emplace (&f, own).first;
    }
  return known->second;
}

static int64_t
cost (const Block &b, Call_costs &calls)
{
  int64_t sum = 0;
  for (Stmt *s : b)
    {
      int64_t own = 0;
      each_root (*s, [&] (Expr *&root) {
        rewrite (root, [&] (Expr *&e) {
          own++;
          if (e->kind == Expr::Call && e->function && e->function->code)
            own = std::min (own + call_cost (*e->function, calls), enough);
        });
      });
      bool loop = s->kind == Stmt::For || s->kind == Stmt::While;
      int64_t inner = std::min (cost (s->body, calls) + cost (s->other, calls), enough),
              times = loop ? turns_of (s) : 1;
      sum = std::min (sum + own + (inner > enough / times ? enough : inner * times), enough);
    }
  return sum;
}

static int64_t
cost (const Block &b)
{
  Call_costs calls;
  return cost (b, calls);
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
