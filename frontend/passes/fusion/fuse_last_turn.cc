/* SPDX-License-Identifier: MIT */
/* fuse_last_turn.cc - a producer whose last turn may commit less than its rate (fuse.h).
 *
 *   let n : index = update(u, i + 4);     3 elements are left: n is i + 3
 *   if n == 0 { break; }
 *   ...
 *   commit(w, n);
 *
 * The consumer's update of i + 4 would return i + 3 after the producer has ended.  In the merged
 * process this update would wait for the process itself, so it is changed to request what was
 * committed.  This makes no difference in earlier turns, nor in the last turn if something is
 * committed in it and if it really is the last: when an update has returned less than requested,
 * that of the next turn returns 0, and the producer ends before it commits again.
 */
#include <algorithm>

#include "passes/fusion/fuse.h"

namespace er {

/* Whether the producer leaves its loop between two statements if this let, or the result of a later
 * done, shows the end of the stream. */
static bool
ends_without (const Block &body, const Variable *result, const Variable *view, const Stmt *before)
{
  std::set<const Variable *> results;
  for (const Stmt *s : body)
    {
      const Expr *call = s->kind == Stmt::Declare ? s->value : nullptr;
      bool done = call && call->kind == Expr::Operation && call->primitive == Primitive::p_done
                  && view_of (call) == view;
      if (s == before)
        return false;
      if (s->kind == Stmt::Declare && (s->variable == result || (done && !results.empty ())))
        results.insert (s->variable);
      if (is_end_test (s, results))
        return true;
    }
  return false;
}

/* Whether the turn after one in which this update gave less ends before the commit. */
static bool
is_last (const Instance &producer, const View_rates &view, const Stmt *commit)
{
  const Site *ask = nullptr;
  for (const Site &site : view.sites)
    if (site.call->primitive == Primitive::p_update)
      ask = &site;
  return !ask
         || (view.least > 0 && ask->stmt->kind == Stmt::Declare
             && ends_without (producer.rates.loop->body, ask->stmt->variable, view.view, commit));
}

bool
may_take_less (const Instance &producer, const View_rates &writer, const View_rates &reader)
{
  const Site *commit = nullptr;
  for (const Site &site : writer.sites)
    if (site.call->primitive == Primitive::p_commit)
      commit = &site;
  auto asks = [] (const Site &site) { return site.call->primitive == Primitive::p_update; };
  const Block &body = producer.rates.loop->body;
  if (writer.least <= 0 || std::count_if (reader.sites.begin (), reader.sites.end (), asks) != 1
      || std::find (body.begin (), body.end (), commit->stmt) == body.end ())
    return false;
  return std::all_of (
    producer.rates.views.begin (), producer.rates.views.end (), [&] (const View_rates &view) {
      return view.write || view.burst == 1 || is_last (producer, view, commit->stmt);
    });
}

} // namespace er
