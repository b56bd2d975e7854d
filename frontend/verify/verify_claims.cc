/* SPDX-License-Identifier: MIT */
/* verify_claims.cc - the verifier: a loop that claims keeps no value between iterations (3.16).
 *
 * The runs that a process claims depend on the schedule.  So the work on a run must not depend on
 * earlier runs of the process: within the innermost loop around a claim, only variables that are
 * declared there are assigned, and nothing of the outer world is touched.
 */
#include "verify/checker.h"
#include "ir/ir.h"

namespace er {

namespace {

class Claims
{
public:
  explicit Claims (Diagnostics &diagnostics) : diagnostics (diagnostics) {}
  void block (Block &b, Stmt *loop);

private:
  Diagnostics &diagnostics;
  std::set<const Stmt *> checked;
  void statement (Stmt *s, const std::set<const Variable *> &own, Place claim);
  void check (Stmt *loop, Place claim);
};

/* Adds the names that a block declares, and the blocks in it. */
void
declared_in (const Block &b, std::set<const Variable *> &names)
{
  for (const Stmt *s : b)
    {
      if (s->kind == Stmt::Declare || s->kind == Stmt::For)
        names.insert (s->variable);
      declared_in (s->body, names);
      declared_in (s->other, names);
    }
}

void
Claims::statement (Stmt *s, const std::set<const Variable *> &own, Place claim)
{
  const Expr *to = s->kind == Stmt::Assign ? root_of (s->place) : nullptr;
  const Variable *changed = to && to->kind == Expr::Name ? to->variable : nullptr;
  bool touches = s->kind == Stmt::Print;
  each_root (*s, [&] (Expr *&root) {
    touches |= root->kind == Expr::Call && root->function && !root->function->pure;
  });
  if (changed && !own.count (changed))
    diagnostics.error (s->at, "3.16",
                       "'" + changed->name
                         + "' is assigned in a loop that claims, but declared outside of the loop");
  else if (touches)
    diagnostics.error (s->at, "3.16",
                       "a loop that claims touches the outer world: the order depends on the "
                       "schedule");
  else
    return;
  diagnostics.note (claim, "claimed here");
}

void
Claims::check (Stmt *loop, Place claim)
{
  std::set<const Variable *> own;
  declared_in (loop->body, own);
  if (checked.insert (loop).second)
    each_statement (loop->body, [&] (Stmt *&s) { statement (s, own, claim); });
}

void
Claims::block (Block &b, Stmt *loop)
{
  for (Stmt *s : b)
    {
      const Expr *e = s->value;
      if (loop && e && e->kind == Expr::Operation && e->primitive == Primitive::p_claim)
        check (loop, e->at);
      Stmt *inner = s->kind == Stmt::For || s->kind == Stmt::While ? s : loop;
      block (s->body, inner);
      block (s->other, inner);
    }
}

} // namespace

void
check_claims (Module &module, Diagnostics &diagnostics)
{
  each_process (module, [&] (Process &p) { Claims (diagnostics).block (p.body, nullptr); });
}

} // namespace er
