/* SPDX-License-Identifier: MIT */
/* unroll.cc - replaces short loops that sum up floating-point numbers by their iterations.
 *
 *   before                                        after
 *   for t in 0 .. n {                             for t in 0 .. n {
 *       var sum : f32;                                var sum : f32;
 *       for k in 0 .. 3 {                             sum = sum + x[t + 0] * c[0];
 *           sum = sum + x[t + k] * c[k];              sum = sum + x[t + 1] * c[1];
 *       }                                             sum = sum + x[t + 2] * c[2];
 *       y[t] = sum;                                   y[t] = sum;
 *   }                                             }
 *
 * Such a sum must be computed in order (4.6), so a compiler that vectorises the inner loop gains
 * little; without the inner loop it can vectorise the outer one.
 */
#include "ir/ir.h"
#include "passes/pass.h"

namespace er {

namespace {

const int64_t usual_turns = 8, most_turns = 64;
/* nodes of expressions in the unrolled loop */
const int64_t most_nodes = 4096;

class Unroll
{
public:
  Unroll (Module &module, Process &p, int64_t most)
      : module (module), names (module, p), most (most)
  {
  }
  void block (Block &b, bool in_loop);

private:
  Module &module;
  Fresh_names names;
  int64_t most;

  int64_t turns (const Stmt *s) const;
  void iterations (const Stmt *loop, int64_t count, Block &to);
};

} // namespace

static int64_t
value_of (const Expr *e)
{
  return int64_t (e->integer);
}

/* Whether the loop adds to a floating-point variable from outside, and all else that it does is to
 * compute. */
static bool
sums (const Stmt *loop)
{
  std::set<const Variable *> own;
  bool any = false, plain = true;
  Block body = loop->body;
  each_statement (body, [&] (Stmt *&s) {
    if (s->kind == Stmt::Declare)
      own.insert (s->variable);
    plain = plain && (s->kind == Stmt::Declare || s->kind == Stmt::Assign || s->kind == Stmt::If);
    if (s->kind != Stmt::Assign || s->place->kind != Expr::Name
        || !s->place->type->floating () || own.count (s->place->variable))
      return;
    rewrite (s->value, [&] (Expr *&e) {
      any = any || (e->kind == Expr::Name && e->variable == s->place->variable);
    });
  });
  each_expression (body, [&] (Expr *&e) { plain = plain && !is_operation (e); });
  return any && plain;
}

/* Returns the number of iterations if the loop should be unrolled, or 0. */
int64_t
Unroll::turns (const Stmt *s) const
{
  auto small = [] (const Expr *e) {
    const int64_t limit = int64_t (1) << 40;
    return e->kind == Expr::Integer && value_of (e) >= -limit && value_of (e) <= limit;
  };
  if (s->kind != Stmt::For || !small (s->from) || !small (s->to) || s->step)
    return 0;
  int64_t count = value_of (s->to) - value_of (s->from), nodes = 0;
  if (count < 1 || count > most || !sums (s))
    return 0;
  Block body = s->body;
  each_expression (body, [&] (Expr *&) { nodes++; });
  return nodes * count <= most_nodes ? count : 0;
}

/* Names that the loop declares become new ones in each iteration. */
void
Unroll::iterations (const Stmt *loop, int64_t count, Block &to)
{
  for (int64_t k = 0; k < count; k++)
    {
      Renamer renamer (module, names);
      renamer.literals[loop->variable] =
        module.integer (loop->at, uint64_t (value_of (loop->from) + k), loop->variable->type);
      for (Stmt *s : renamer.copy (loop->body))
        to.push_back (s);
    }
}

void
Unroll::block (Block &b, bool in_loop)
{
  Block result;
  for (Stmt *s : b)
    {
      bool loop = s->kind == Stmt::For || s->kind == Stmt::While;
      int64_t count = in_loop ? turns (s) : 0;
      if (count)
        {
          iterations (s, count, result);
          continue;
        }
      block (s->body, in_loop || loop);
      block (s->other, in_loop);
      result.push_back (s);
    }
  b = result;
}

void
unroll (Module &module, const std::string &turns)
{
  int64_t most = number_argument (turns, 1, most_turns, usual_turns);
  each_code (module, [&] (Process &p) { Unroll (module, p, most).block (p.body, false); });
}

} // namespace er
