/* SPDX-License-Identifier: MIT */
/* join_loops.cc - joins loops over the same range, and replaces arrays between them by scalars.
 *
 *   before                                                after
 *   var x : [64]i32;                                      let b : index = j;
 *   for k in i .. n { x[k - i] = f(v[[k]]); }             for k in i .. n {
 *   i = n;                                                    var x : i32;
 *   let b : index = j;                                        x = f(v[[k]]);
 *   for l in b .. n { w[[l]] = g(x[l - b]); }                 w[[k]] = g(x);
 *                                                         }
 *                                                         i = n;
 *
 * After fusion (fuse.cc) of processes that pass bursts, the result is thus what a programmer would
 * write by hand.  Two loops become one if
 *
 *   - They have the same number of iterations and the same step for any values read.  Their bounds
 *     are compared as sums of the values that names had when the turn of the enclosing loop began
 *     (values.h); counters that always agree count as one.
 *   - They only compute: they contain no operation, no inner loop and no exit.
 *   - No iteration of the second loop touches an element that a later iteration of the first one
 *     touches, if one of the two writes it.  If iteration t of the first loop touches index
 *     first + s * t and iteration t of the second touches second + s * t, then second - first is
 *     not a positive multiple of s.  Two views touch no common element between an update and a
 *     commit (6.1, 6.3).
 *   - Each statement between the loops can be executed before the first or after the second one.
 *     Statements that wait are moved to the front, and statements that publish to the back.  No
 *     statement that waits overtakes one that publishes, so a process that waits for this one waits
 *     at most for the duration of a loop longer.
 *
 * Then an array of which each iteration uses only one element, which it has written before, becomes
 * a scalar in that loop (join_scalars.cc).
 */
#include <algorithm>

#include "analysis/analysis.h"
#include "ir/ir.h"
#include "passes/join_scalars.h"
#include "passes/pass.h"

namespace er {

namespace {

class Join
{
public:
  Join (Module &module, Process &p) : module (module), names (module, p) {}
  void block (Block &b, Values values);
  bool any = false;

private:
  Module &module;
  Fresh_names names;

  bool with_next (Block &b, size_t first, const Values &values);
  bool apart (const Stmt *first, const std::vector<Access> &a, Sum from, const Stmt *second,
              const std::vector<Access> &b, Sum second_from) const;
  void make_unique (Block &all, size_t first, size_t last);
  Expr *second_counter (const Stmt *first, const Stmt *second);
  void merge (Stmt *first, Stmt *second, bool same_start);
};

/* ---- Whether ------------------------------------------------------------- */

bool
only_computes (const Stmt *loop)
{
  Block body = loop->body;
  bool plain = loop->kind == Stmt::For;
  each_statement (body,
                  [&] (Stmt *&s) { plain = plain && s->kind <= Stmt::If && s->kind != Stmt::Do; });
  each_expression (body, [&] (Expr *&e) { plain = plain && !is_operation (e); });
  return plain;
}

enum class Kind { Pure, Waits, Publishes, Other };

Kind
kind_of (Stmt *s)
{
  const Expr *e = s->value;
  if (e && e->kind == Expr::Operation
      && (s->kind == Stmt::Do || (s->kind == Stmt::Declare && s->variable->kind == Variable::Let)))
    return e->primitive == Primitive::p_update || e->primitive == Primitive::p_stall ? Kind::Waits
           : e->primitive == Primitive::p_commit || e->primitive == Primitive::p_release
             ? Kind::Publishes
             : Kind::Other;
  Block one { s };
  bool pure = true;
  each_statement (one, [&] (Stmt *&inner) {
    pure = pure && inner->kind <= Stmt::If && inner->kind != Stmt::Do
           && !(inner->kind == Stmt::Declare && !is_data (inner->variable->type));
  });
  each_expression (one, [&] (Expr *&part) { pure = pure && !is_operation (part); });
  return pure ? Kind::Pure : Kind::Other;
}

/* The statements between two loops: those that are moved before the first, and those that are moved
 * after the second. */
struct Between
{
  Block before, behind;
  std::vector<Access> of_behind;
  bool published = false; /* by one of behind */

  bool add (Stmt *s, const Values &values, const std::vector<Access> &of_first);
};

bool
Between::add (Stmt *s, const Values &values, const std::vector<Access> &of_first)
{
  Kind kind = kind_of (s);
  std::vector<Access> own = accesses_of (s, values);
  bool can_go_before = kind != Kind::Publishes && !conflict (own, of_first)
                       && !conflict (own, of_behind) && !(kind == Kind::Waits && published);
  if (kind == Kind::Other || (kind == Kind::Waits && !can_go_before))
    return false;
  (can_go_before ? before : behind).push_back (s);
  if (!can_go_before)
    {
      of_behind.insert (of_behind.end (), own.begin (), own.end ());
      published = published || kind == Kind::Publishes;
    }
  return true;
}

/* An index in iteration 0, and its increment. */
struct Run
{
  Linear first;
  int64_t step;
};

std::optional<Run>
run_of (const Linear &index, const Stmt *loop, const Linear &from)
{
  auto term = index.terms.find (loop->variable);
  if (term == index.terms.end ())
    return {};
  Run run { index, 0 };
  run.first.terms.erase (loop->variable);
  Sum first = added (run.first, from, term->second);
  if (!first || __builtin_mul_overflow (term->second, step_of (loop), &run.step))
    return {};
  run.first = *first;
  return run;
}

/* Whether no turn of the second touches what a later turn of the first touches. */
bool
Join::apart (const Stmt *first, const std::vector<Access> &a, Sum from, const Stmt *second,
             const std::vector<Access> &b, Sum second_from) const
{
  std::map<const Variable *, std::vector<const Access *>> by_base;
  for (const Access &x : a)
    by_base[x.base].push_back (&x);
  for (const Access &y : b)
    for (const Access *x : by_base[y.base])
      {
        if (!x->write && !y.write)
          continue;
        bool known = x->part && y.part && x->index && y.index;
        std::optional<Run> one = known ? run_of (*x->index, first, *from) : std::nullopt;
        std::optional<Run> other = known ? run_of (*y.index, second, *second_from) : std::nullopt;
        std::optional<int64_t> ahead = one && other && one->step == other->step
                                         ? distance (one->first, other->first)
                                         : std::nullopt;
        if (!ahead || one->step == 0 || (*ahead % one->step == 0 && *ahead / one->step > 0))
          return false;
      }
  return true;
}

/* ---- How ----------------------------------------------------------------- */

/* Renames the variables that the statements declare, including nested ones, to unique names,
 * because their scopes are merged. */
void
Join::make_unique (Block &all, size_t first, size_t last)
{
  std::set<std::string> met;
  bool renamed = false;
  Block some (all.begin () + long (first), all.begin () + long (last) + 1);
  each_statement (some, [&] (Stmt *&s) {
    if (!s->variable || met.insert (s->variable->name).second)
      return;
    s->variable->name = names.fresh (s->variable->name);
    renamed = true;
  });
  if (renamed)
    each_expression (all, [&] (Expr *&e) {
      if (e->kind == Expr::Name && e->variable)
        e->name = e->variable->name;
    });
}

/* k - from + from of the second. */
Expr *
Join::second_counter (const Stmt *first, const Stmt *second)
{
  auto index = [&] (Expr *e) {
    e->type = module.scalar (Type::Index);
    return e;
  };
  Builder b (module, second->at);
  Expr *k = index (b.name (first->variable->name));
  k->variable = first->variable;
  Expr *since = index (b.binary (Op::Subtract, k, copy (module, first->from)));
  return index (b.binary (Op::Add, since, copy (module, second->from)));
}

void
Join::merge (Stmt *first, Stmt *second, bool same_start)
{
  Variable *counter = second->variable;
  if (same_start)
    each_expression (second->body, [&] (Expr *&e) {
      if (e->kind == Expr::Name && e->variable == counter)
        {
          e->variable = first->variable;
          e->name = first->variable->name;
        }
    });
  else
    {
      Stmt *let = Builder (module, second->at).let (counter->name, second_counter (first, second));
      counter->kind = Variable::Let;
      let->variable = counter;
      first->body.push_back (let);
    }
  first->body.insert (first->body.end (), second->body.begin (), second->body.end ());
  any = true;
}

bool
Join::with_next (Block &b, size_t first, const Values &values)
{
  size_t second = first + 1;
  while (second < b.size () && b[second]->kind != Stmt::For)
    second++;
  if (second == b.size () || !only_computes (b[first]) || !only_computes (b[second])
      || step_of (b[first]) != step_of (b[second]))
    return false;
  Sum from = values.of (b[first]->from), to = values.of (b[first]->to);
  std::vector<Access> of_first = accesses_of (b[first], values);
  Between between;
  Values now = values;
  now.follow (b[first]);
  for (size_t k = first + 1; k < second; k++)
    {
      if (!between.add (b[k], now, of_first))
        return false;
      now.follow (b[k]);
    }
  Sum from2 = now.of (b[second]->from), to2 = now.of (b[second]->to);
  Sum length = from && to ? added (*to, *from, -1) : Sum (),
      length2 = from2 && to2 ? added (*to2, *from2, -1) : Sum ();
  if (!length || !length2 || !(*length == *length2))
    return false;
  std::vector<Access> of_second = accesses_of (b[second], now),
                      bounds = bounds_of (b[first], values), bounds2 = bounds_of (b[second], now);
  bounds.insert (bounds.end (), bounds2.begin (), bounds2.end ());
  if (conflict (of_second, between.of_behind) || conflict (bounds, of_first)
      || conflict (bounds, of_second)
      || !apart (b[first], of_first, from, b[second], of_second, from2))
    return false;
  make_unique (b, first, second);
  merge (b[first], b[second], *from == *from2);
  Block result (b.begin (), b.begin () + long (first));
  result.insert (result.end (), between.before.begin (), between.before.end ());
  result.push_back (b[first]);
  result.insert (result.end (), between.behind.begin (), between.behind.end ());
  result.insert (result.end (), b.begin () + long (second) + 1, b.end ());
  b = result;
  return true;
}

void
Join::block (Block &b, Values values)
{
  for (size_t k = 0; k < b.size ();)
    {
      Stmt *s = b[k];
      if (s->kind == Stmt::For && with_next (b, k, values))
        continue; /* the statements that move before the loop are there now */
      bool loop = s->kind == Stmt::For || s->kind == Stmt::While;
      for (Block *inner : { &s->body, &s->other })
        block (*inner, loop ? values.in_turn (s) : values);
      values.follow (s);
      k++;
    }
}

} // namespace

void
join_loops (Module &module, const std::string &)
{
  each_code (module, [&] (Process &p) {
    Join join (module, p);
    join.block (p.body, {});
    if (join.any)
      scalars_for_arrays (module, p);
  });
}

} // namespace er
