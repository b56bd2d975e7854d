/* SPDX-License-Identifier: MIT */
/* fuse_outside.cc - what two processes do outside of the turns that would be merged (fuse.h). */
#include <algorithm>

#include "passes/fusion/fuse.h"
#include "ir/ir.h"

namespace er {

size_t
before_stall (const Process_rates &rates)
{
  const Block &body = rates.process->body;
  for (size_t k = 0; k < rates.position; k++)
    {
      bool stalls = false;
      Block one { body[k] };
      each_expression (one, [&] (Expr *&e) {
        stalls |= e->kind == Expr::Operation && e->primitive == Primitive::p_stall;
      });
      if (stalls)
        return k;
    }
  return rates.position;
}

const Expr *
outside_turns (const Pair &pair, const Channel &between)
{
  for (const auto *ends : { &between.writers, &between.readers })
    for (const End &end : *ends)
      if (end.instance == pair.producer || end.instance == pair.consumer)
        if (const Expr *e =
              pair.network->instances[end.instance].rates.aside (pair.network->view (end).view))
          return e;
  return nullptr;
}

const Stmt *
follows_from_last_turn (const Instance &consumer, const std::set<const Variable *> &ends)
{
  const Process_rates &rates = consumer.rates;
  std::set<const Stmt *> tests = end_tests_of (rates, ends);
  const Block &loop = rates.loop->body, &body = consumer.process->body;
  Block before (loop.begin (), std::find_if (loop.begin (), loop.end (),
                                             [&] (const Stmt *s) { return tests.count (s); }));
  std::set<const Variable *> met;
  each_expression (before, [&] (Expr *&e) {
    bool moves = e->kind == Expr::Operation
                 && (e->primitive == Primitive::p_update || e->primitive == Primitive::p_stall);
    if (moves && !ends.count (view_of (e)))
      met.insert (view_of (e));
  });
  for (size_t k = rates.position + 1; k < body.size (); k++)
    {
      bool found = false;
      Block one { body[k] };
      each_expression (
        one, [&] (Expr *&e) { found |= e->kind == Expr::Name && met.count (e->variable); });
      const Expr *e = body[k]->value;
      if (found && !(e && e->kind == Expr::Operation && e->primitive == Primitive::p_free_view))
        return body[k];
    }
  return nullptr;
}

bool
droppable (const Pair &pair)
{
  if (!does_nothing_else (*pair.from ().process))
    return false;
  size_t seen = 0, writes = 0;
  for (const View_rates &v : pair.from ().rates.views)
    writes += v.write;
  for (const Channel &c : pair.network->channels)
    for (const End &w : c.writers)
      seen += c.closed && w.instance == pair.producer && c.writers.size () == 1
              && std::all_of (c.readers.begin (), c.readers.end (),
                              [&] (const End &r) { return r.instance == pair.consumer; });
  return seen == writes;
}

} // namespace er
