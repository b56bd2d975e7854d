/* SPDX-License-Identifier: MIT */
/* inline.cc - replaces calls of functions that the module defines by their statements.
 *
 *   before                                    after
 *   func half(x : f32) -> f32 {
 *       return x / 2.0f32;
 *   }
 *   func least(a : f32, b : f32) -> f32 {
 *       if a < b {
 *           return a;
 *       }
 *       return b;
 *   }
 *   process p(...) {                          process p(...) {
 *       y = half(x) + least(x, z + 1.0f32);       let b : f32 = z + 1.0f32;
 *                                                 var least2 : f32;
 *                                                 if x < b {
 *                                                     least2 = x;
 *                                                 } else {
 *                                                     least2 = b;
 *                                                 }
 *                                                 y = x / 2.0f32 + least2;
 *   }                                         }
 *
 * The passes that follow see what the function does: how much work it is, which arguments are
 * constant, which loops it has.  A call stays where it is not always evaluated (4.3), or again and
 * again, as in the condition of a while; and if a loop of the function returns.  A function that no
 * process calls any more is removed.
 */
#include <algorithm>

#include "ir/ir.h"
#include "passes/pass.h"

namespace er {

namespace {

/* nodes of expressions of a function; of all functions that come into one process */
const int64_t usual_nodes = 256, most_nodes = 65536, most_growth = 65536;

bool
returns_within (const Block &b)
{
  return std::any_of (b.begin (), b.end (), [] (const Stmt *s) {
    return s->kind == Stmt::Return || returns_within (s->body) || returns_within (s->other);
  });
}

/* Whether each path of the block returns. */
bool
always_returns (const Block &b)
{
  if (b.empty ())
    return false;
  const Stmt *last = b.back ();
  return last->kind == Stmt::Return
         || (last->kind == Stmt::If && always_returns (last->body)
             && always_returns (last->other));
}

/* Whether returns can become assignments, with what follows an `if' moved into it: no loop returns,
 * and of two branches at most one goes on. */
bool
is_tree (const Block &b)
{
  for (size_t k = 0; k < b.size (); k++)
    {
      const Stmt *s = b[k];
      bool inner = returns_within (s->body) || returns_within (s->other);
      if (!inner)
        continue;
      bool both = !always_returns (s->body) && !always_returns (s->other) && k + 1 < b.size ();
      if (s->kind != Stmt::If || both || !is_tree (s->body) || !is_tree (s->other))
        return false;
    }
  return true;
}

int64_t
nodes_of (const Function &f)
{
  int64_t nodes = 0;
  each_expression (f.code->body, [&] (Expr *&) { nodes++; });
  return nodes;
}

/* What is known of the functions that the module defines. */
class Functions
{
public:
  Functions (Module &module, int64_t most);
  /* Returns the number of nodes if calls of the function are replaced; else 0. */
  int64_t inlined (const Function *f) const
  {
    auto found = sizes.find (f);
    return found == sizes.end () ? 0 : found->second;
  }

private:
  std::map<const Function *, int64_t> sizes;
};

Functions::Functions (Module &module, int64_t most)
{
  std::map<const Function *, int> calls;
  each_code (module, [&] (Process &p) {
    each_expression (p.body, [&] (Expr *&e) {
      if (e->kind == Expr::Call && e->function->code)
        calls[e->function]++;
    });
  });
  for (const Item &i : module.items)
    if (i.function && i.function->code && is_tree (i.function->code->body))
      {
        int64_t nodes = nodes_of (*i.function);
        bool small = nodes <= most || (calls[i.function] == 1 && nodes <= most_nodes);
        if (small)
          sizes[i.function] = std::max<int64_t> (nodes, 1);
      }
}

class Inliner
{
public:
  Inliner (Module &module, const Functions &functions, Process &p)
      : module (module), functions (functions), names (module, p)
  {
  }
  Block block (const Block &b);

private:
  Module &module;
  const Functions &functions;
  Fresh_names names;
  int64_t grown = 0;

  void strict (Expr *&e, Block &before);
  void call (Expr *&e, Block &before);
  void argument (const Variable *p, Expr *a, Renamer &renamer, Block &before);
  Block as_tree (const Block &b, const Variable *result);
  void statement (Stmt *s, Block &before);
};

/* A name or literal stands for the parameter; nothing in the function changes the name. */
void
Inliner::argument (const Variable *p, Expr *a, Renamer &renamer, Block &before)
{
  bool literal = a->kind == Expr::Integer || a->kind == Expr::Float || a->kind == Expr::Boolean;
  if (literal || a->kind == Expr::Name)
    {
      renamer.literals[p] = a;
      return;
    }
  Stmt *s = module.make (Stmt::Declare, a->at);
  s->variable = module.variable (Variable::Let, names.fresh (p->name), a->at, p->type);
  s->value = a;
  before.push_back (s);
  renamer.now[p] = s->variable;
}

/* Each return becomes an assignment, and the rest of a block goes into the branch that does not
 * return. */
Block
Inliner::as_tree (const Block &b, const Variable *result)
{
  Block done;
  for (size_t k = 0; k < b.size (); k++)
    {
      Stmt *s = b[k];
      if (s->kind == Stmt::Return)
        {
          Stmt *set = module.make (Stmt::Assign, s->at);
          set->place = module.make (Expr::Name, s->at);
          set->place->name = result->name;
          set->place->variable = const_cast<Variable *> (result);
          set->place->type = result->type;
          set->value = s->value;
          done.push_back (set);
          return done;
        }
      done.push_back (s);
      if (!returns_within (s->body) && !returns_within (s->other))
        continue;
      Block rest (b.begin () + long (k) + 1, b.end ());
      Block &goes_on = always_returns (s->body) ? s->other : s->body;
      goes_on.insert (goes_on.end (), rest.begin (), rest.end ());
      s->body = as_tree (s->body, result);
      s->other = as_tree (s->other, result);
      return done;
    }
  return done;
}

/* Replaces a call by its result, and adds what computes it. */
void
Inliner::call (Expr *&e, Block &before)
{
  const Function &f = *e->function;
  int64_t nodes = functions.inlined (&f);
  if (!nodes || grown + nodes > most_growth)
    return;
  grown += nodes;
  Renamer renamer (module, names);
  for (size_t k = 0; k < e->args.size (); k++)
    argument (f.code->parameters[k], e->args[k], renamer, before);
  Block body = renamer.copy (f.code->body);
  Block rest (body.begin (), body.end () - 1);
  if (body.back ()->kind == Stmt::Return && !returns_within (rest))
    {
      for (Stmt *s : block (rest))
        before.push_back (s);
      e = body.back ()->value;
      strict (e, before);
      return;
    }
  Stmt *s = module.make (Stmt::Declare, e->at);
  s->variable = module.variable (Variable::Var, names.fresh (f.name), e->at, f.result);
  before.push_back (s);
  for (Stmt *inner : block (as_tree (body, s->variable)))
    before.push_back (inner);
  const Type *type = e->type;
  e = module.make (Expr::Name, e->at);
  e->name = s->variable->name;
  e->variable = s->variable;
  e->type = type;
}

/* Replaces the calls of an expression that are always evaluated, in the order of evaluation. */
void
Inliner::strict (Expr *&e, Block &before)
{
  bool lazy = e->kind == Expr::Select
              || (e->kind == Expr::Binary && (e->op == Op::And || e->op == Op::Or));
  for (Expr *&a : e->args)
    {
      strict (a, before);
      if (lazy)
        break;
    }
  if (e->kind == Expr::Call && e->function->code)
    call (e, before);
}

/* A place is computed after the value, which may be an operation that changes it (4.8). */
void
Inliner::statement (Stmt *s, Block &before)
{
  bool acts = s->value && is_operation (s->value);
  each_root (*s, [&] (Expr *&root) {
    bool place = &root == &s->place;
    if (s->kind == Stmt::While || (place && acts))
      return;
    if (!place)
      strict (root, before);
    else
      for (Expr *part = root; !part->args.empty (); part = part->args[0])
        if (part->kind == Expr::Subscript || part->kind == Expr::Element)
          strict (part->args[1], before);
  });
  s->body = block (s->body);
  s->other = block (s->other);
}

Block
Inliner::block (const Block &b)
{
  Block result;
  for (Stmt *s : b)
    {
      Block before;
      statement (s, before);
      result.insert (result.end (), before.begin (), before.end ());
      result.push_back (s);
    }
  return result;
}

/* Removes functions that nothing calls, and then those that only they have called. */
void
drop_unused (Module &module)
{
  std::set<const Function *> used;
  std::vector<Process *> todo;
  each_process (module, [&] (Process &p) { todo.push_back (&p); });
  while (!todo.empty ())
    {
      Process *p = todo.back ();
      todo.pop_back ();
      each_expression (p->body, [&] (Expr *&e) {
        if (e->kind == Expr::Call && e->function->code && used.insert (e->function).second)
          todo.push_back (e->function->code);
      });
    }
  auto unused = [&] (const Item &i) {
    return i.function && i.function->code && !used.count (i.function);
  };
  module.items.erase (std::remove_if (module.items.begin (), module.items.end (), unused),
                      module.items.end ());
}

} // namespace

void
inline_calls (Module &module, const std::string &nodes)
{
  int64_t most = number_argument (nodes, 1, most_nodes, usual_nodes);
  Functions functions (module, most);
  each_process (module, [&] (Process &p) {
    p.body = Inliner (module, functions, p).block (p.body);
  });
  drop_unused (module);
}

} // namespace er
