/* SPDX-License-Identifier: MIT */
/* join_scalars.cc - replaces arrays by scalars in a loop (join_scalars.h).
 *
 *   var x : [64]i32;                            for k in i .. n {
 *   for k in i .. n {                               var x : i32;
 *       x[k - i] = f(k);                            x = f(k);
 *       s = s + x[k - i];                           s = s + x;
 *   }                                           }
 *
 * The first statement of the loop's body that names the array assigns to a whole element of it and
 * reads none.  All other statements that name it are in the loop after that one, and use the
 * element at the same sum (values.h).  So an iteration sees no element of another iteration, and no
 * earlier value of an element.
 */
#include "passes/join_scalars.h"

#include <algorithm>
#include <set>

#include "analysis/analysis.h"
#include "ir/ir.h"

namespace er {

namespace {

typedef std::map<const Variable *, size_t> Uses;

Uses
uses_in (Block &b)
{
  Uses uses;
  each_expression (b, [&] (Expr *&e) {
    if (e->kind == Expr::Name && e->variable && e->variable->type->kind == Type::Array)
      uses[e->variable]++;
  });
  return uses;
}

class Scalars
{
public:
  Scalars (Module &module, Process &p) : module (module), process (p), uses (uses_in (p.body)) {}
  void all ();

private:
  Module &module;
  Process &process;
  Uses uses;                              /* of arrays, in the process */
  std::set<const Variable *> declared;    /* vars that are arrays, met so far */
  std::set<const Variable *> gone;        /* their declarations are removed */

  void block (Block &b, const Values &values);
  void loop (Stmt *s, const Values &values);
  bool one_element (const Stmt *s, const Variable *array, Values values) const;
  void replace (Stmt *s, const Variable *array);
  void drop (Block &b);
};

bool
is_element_of (const Expr *e, const Variable *array)
{
  return e->kind == Expr::Subscript && e->args[0]->kind == Expr::Name
         && e->args[0]->variable == array;
}

/* Returns the array element that the statement assigns as a whole, or none. */
const Expr *
element_assigned (const Stmt *s)
{
  bool element = s->kind == Stmt::Assign && s->place->kind == Expr::Subscript
                 && s->place->args[0]->kind == Expr::Name;
  return element ? s->place : nullptr;
}

size_t
names_in (Stmt *s, const Variable *array)
{
  size_t named = 0;
  Block one { s };
  each_expression (
    one, [&] (Expr *&e) { named += e->kind == Expr::Name && e->variable == array; });
  return named;
}

/* Whether the statement uses only the element of the array at the sum.  Counts the uses. */
bool
same_element (Stmt *s, const Variable *array, const Linear &at, const Values &values, size_t &count)
{
  const size_t named = names_in (s, array);
  if (!named)
    return true;
  bool same = true;
  size_t elements = 0;
  Values now = values;
  std::function<void (Block &)> look = [&] (Block &b) {
    for (Stmt *inner : b)
      {
        each_root (*inner, [&] (Expr *&root) {
          rewrite (root, [&] (Expr *&e) {
            if (!is_element_of (e, array))
              return;
            elements++;
            Sum index = now.of (e->args[1]);
            same = same && index && *index == at;
          });
        });
        if (!inner->body.empty () || !inner->other.empty ()) /* there may be many values */
          {
            Values before = now;
            look (inner->body);
            now = before;
            look (inner->other);
            now = before;
          }
        now.follow (inner);
      }
  };
  Block one { s };
  look (one);
  count += named;
  return same && named == elements;
}

bool
Scalars::one_element (const Stmt *s, const Variable *array, Values values) const
{
  Sum at;
  size_t count = 0;
  for (Stmt *inner : s->body)
    {
      if (!at)
        {
          const size_t named = names_in (inner, array);
          const Expr *place = named ? element_assigned (inner) : nullptr;
          if (named > 1 || (named && (!place || place->args[0]->variable != array)))
            return false;
          at = named ? values.of (place->args[1]) : Sum ();
          count += named;
          if (named && !at)
            return false;
        }
      else if (!same_element (inner, array, *at, values, count))
        return false;
      values.follow (inner);
    }
  return at && count == uses.at (array);
}

void
Scalars::replace (Stmt *s, const Variable *array)
{
  Stmt *declared_here = module.make (Stmt::Declare, s->at);
  declared_here->variable =
    module.variable (Variable::Var, array->name, s->at, array->type->element);
  each_expression (s->body, [&] (Expr *&e) {
    if (is_element_of (e, array))
      {
        e = e->args[0];
        e->variable = declared_here->variable;
        e->type = declared_here->variable->type;
      }
  });
  s->body.insert (s->body.begin (), declared_here);
  gone.insert (array);
}

void
Scalars::loop (Stmt *s, const Values &values)
{
  bool plain = true;
  each_statement (s->body, [&] (Stmt *&inner) { plain = plain && inner->kind <= Stmt::If; });
  if (!plain)
    return;
  std::vector<const Variable *> arrays; /* in the order of the text */
  for (Stmt *inner : s->body)
    if (const Expr *place = element_assigned (inner))
      if (declared.count (place->args[0]->variable)
          && std::find (arrays.begin (), arrays.end (), place->args[0]->variable) == arrays.end ())
        arrays.push_back (place->args[0]->variable);
  for (const Variable *array : arrays)
    if (one_element (s, array, values.within (s)))
      replace (s, array);
}

void
Scalars::block (Block &b, const Values &before)
{
  Values values = before;
  for (Stmt *s : b)
    {
      if (s->kind == Stmt::Declare && s->variable->kind == Variable::Var
          && s->variable->type->kind == Type::Array && !s->value)
        declared.insert (s->variable);
      bool is_loop = s->kind == Stmt::For || s->kind == Stmt::While;
      for (Block *inner : { &s->body, &s->other })
        block (*inner, is_loop ? values.in_turn (s) : values);
      if (s->kind == Stmt::For)
        loop (s, values);
      values.follow (s);
    }
}

void
Scalars::drop (Block &b)
{
  auto is_gone = [&] (const Stmt *s) {
    return s->kind == Stmt::Declare && gone.count (s->variable);
  };
  b.erase (std::remove_if (b.begin (), b.end (), is_gone), b.end ());
  for (Stmt *s : b)
    {
      drop (s->body);
      drop (s->other);
    }
}

void
Scalars::all ()
{
  block (process.body, {});
  drop (process.body);
}

} // namespace

void
scalars_for_arrays (Module &module, Process &p)
{
  Scalars (module, p).all ();
}

} // namespace er
