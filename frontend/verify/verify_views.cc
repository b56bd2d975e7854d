/* SPDX-License-Identifier: MIT */
/* verify_views.cc - the verifier: each view has one owner (3.14).
 *
 * A view is gone after free_view, and after a run that it was passed to.  We follow each process
 * along its statements with the set of views that may be gone.  A view never comes back, so no
 * iteration is needed: a view that is gone at the end of an iteration is also gone at the beginning
 * of the next one, and is used again there, because the statement that makes it go is executed
 * again.  Views that are declared in the loop are new in each turn.
 */
#include "verify/checker.h"
#include "ir/ir.h"

#include <optional>

namespace er {

namespace {

typedef std::map<const Variable *, Place> Gone;
typedef std::optional<Gone> Way; /* none: unreachable */

struct Ways
{
  Way on, out, again; /* at the statement that follows; after break; after continue */
};

void
join (Way &into, const Way &other)
{
  if (!other)
    return;
  if (into)
    into->insert (other->begin (), other->end ());
  else
    into = other;
}

class Follow
{
public:
  explicit Follow (Diagnostics &diagnostics) : diagnostics (diagnostics) {}
  Ways block (const Block &b, Gone gone);

private:
  Diagnostics &diagnostics;
  void use (const Variable *v, Place at, const Gone &gone);
  void expression (Expr *e, Gone &gone);
  void uses (Stmt *s, Gone &gone);
  Ways loop (Stmt *s, Gone gone);
};

void
Follow::use (const Variable *v, Place at, const Gone &gone)
{
  auto found = gone.find (v);
  if (found == gone.end ())
    return;
  diagnostics.error (at, "3.14", "view '" + v->name + "' is gone here");
  diagnostics.note (found->second, "it goes here");
}

void
Follow::expression (Expr *e, Gone &gone)
{
  rewrite (e, [&] (Expr *&part) {
    if (part->kind == Expr::Name && part->variable->type->view ())
      use (part->variable, part->at, gone);
  });
  bool frees = e->kind == Expr::Operation && e->primitive == Primitive::p_free_view;
  if (!frees && e->kind != Expr::Run)
    return;
  for (Expr *a : e->args)
    if (a->kind == Expr::Name && a->variable->type->view ()
        && !gone.emplace (a->variable, a->at).second && !frees)
      use (a->variable, a->at, gone); /* passed twice */
}

void
Follow::uses (Stmt *s, Gone &gone)
{
  each_root (*s, [&] (Expr *&root) { expression (root, gone); });
}

/* The names that a block declares itself. */
void
declared_in (const Block &b, std::set<const Variable *> &names)
{
  for (const Stmt *s : b)
    {
      if (s->kind == Stmt::Declare)
        names.insert (s->variable);
      declared_in (s->body, names);
      declared_in (s->other, names);
    }
}

Ways
Follow::loop (Stmt *s, Gone gone)
{
  Ways inner = block (s->body, gone);
  Way back = inner.on;
  join (back, inner.again);
  std::set<const Variable *> own;
  declared_in (s->body, own);
  if (back)
    for (const auto &v : *back)
      if (!gone.count (v.first) && !own.count (v.first))
        {
          diagnostics.error (v.second, "3.14",
                             "view '" + v.first->name
                               + "' goes in one turn of a loop and "
                                 "would go again in the next");
          diagnostics.note (s->at, "this loop");
        }
  Ways ways;
  bool endless = s->kind == Stmt::While && s->value->kind == Expr::Boolean && s->value->integer;
  if (!endless)
    {
      ways.on = gone;
      join (ways.on, back);
    }
  join (ways.on, inner.out);
  return ways;
}

Ways
Follow::block (const Block &b, Gone gone)
{
  Ways ways;
  ways.on = std::move (gone);
  for (Stmt *s : b)
    {
      if (!ways.on || diagnostics.full ())
        break;
      uses (s, *ways.on);
      Ways inner;
      switch (s->kind)
        {
        case Stmt::If:
          inner = block (s->body, *ways.on);
          {
            Ways other = block (s->other, *ways.on);
            join (inner.on, other.on);
            join (inner.out, other.out);
            join (inner.again, other.again);
          }
          break;
        case Stmt::For:
        case Stmt::While:
          inner = loop (s, *ways.on);
          break;
        case Stmt::Break:
          inner.out = ways.on;
          break;
        case Stmt::Continue:
          inner.again = ways.on;
          break;
        case Stmt::Return:
          break;
        default:
          continue;
        }
      ways.on = inner.on;
      join (ways.out, inner.out);
      join (ways.again, inner.again);
    }
  return ways;
}

} // namespace

/* Also 3.13: a view gets its value where it is created. */
void
check_views (Module &module, Diagnostics &diagnostics)
{
  each_process (module, [&] (Process &p) { Follow (diagnostics).block (p.body, {}); });
}

} // namespace er
