/* SPDX-License-Identifier: MIT */
/* strip_mine.cc - splits loops over views into strips of N iterations.
 *
 *   before   for i in a .. b { w[[i]] = v[[i]] * f; }
 *
 *   after    let first : index = a;
 *            let end : index = b;
 *            let whole : index =
 *                first < end && first >= -M && end <= M ? (end - first) / N * N : 0;
 *            for strip in 0 .. whole by N {
 *                let base : index = first + strip;
 *                for k in 0 .. N { let i : index = base + k; w[[i]] = v[[i]] * f; }
 *            }
 *            for i in first + whole .. end { w[[i]] = v[[i]] * f; }
 *
 * The inner loop has constant bounds and subscripts that increase by one from a common base.  So
 * the back end takes the address of a view before the loop, and GCC's vectoriser needs no code for
 * partial vectors.  The pass transforms innermost loops that access views, contain no operation and
 * end only at their bound.  A while that counts becomes a for first:
 *
 *   before   while i < n { s = s + v[[i]]; i = i + 1; }
 *   after    for turn in i .. n { s = s + v[[i]]; i = i + 1; }
 *
 * and is then split.  The order of iterations does not change.  A loop with bounds beyond M, 2^61,
 * is not split, since their difference may not be an index.
 */
#include <algorithm>

#include "ir/ir.h"
#include "analysis/analysis.h"
#include "passes/pass.h"

namespace er {

namespace {

const int64_t usual_strip = 256, least = 2, longest = 1 << 20;
const int64_t far = int64_t (1) << 61, longest_step = 1 << 20;

/* Whether the statements of the loop allow strips: they access elements, and contain no operations,
 * loops or jumps. */
bool
plain_body (const Stmt *loop)
{
  Block body = loop->body;
  bool plain = true, elements = false;
  /* Declare, Assign, Do, If */
  each_statement (body, [&] (Stmt *&s) { plain &= s->kind <= Stmt::If; });
  each_expression (body, [&] (Expr *&e) {
    plain &= !is_operation (e);
    elements |= e->kind == Expr::Element;
  });
  return plain && elements;
}

class Miner
{
public:
  Miner (Module &module, Process &p, int64_t strip)
      : module (module), names (module, p), strip (strip)
  {
  }
  Block mined (Block &block);

private:
  Module &module;
  Fresh_names names;
  int64_t strip;
  Stmt *as_for (Stmt *loop);
  bool short_loop (const Stmt *loop) const;
  void shape (Stmt *loop, Block &result);
  Expr *some (Builder &b, const Stmt *loop, const std::string &first, const std::string &end) const;
};

/* Returns a while that counts as a for with a counter beside its variable; else nothing. */
Stmt *
Miner::as_for (Stmt *loop)
{
  const Expr *test = loop->value;
  bool up = test->kind == Expr::Binary && test->op == Op::Less,
       down = test->kind == Expr::Binary && test->op == Op::Greater;
  if ((!up && !down) || test->args[0]->kind != Expr::Name
      || test->args[0]->type->kind != Type::Index)
    return nullptr;
  Loop_sums sums (loop);
  Sum end = sums.of (test->args[1]);
  for (const Stmt *s : loop->body)
    sums.follow (s);
  Sum step = sums.growth (Linear (test->args[0]->variable));
  if (!end || !(sums.growth (*end) == Sum (Linear ())) || !step || !step->is_constant ()
      || step->constant == 0 || (step->constant > 0) != up)
    return nullptr;
  return Builder (module, loop->at)
    .loop (names.fresh ("turn"), test->args[0], test->args[1], step->constant, loop->body);
}

/* Whether the loop has at most the iterations of two strips, whatever the values of names are. */
bool
Miner::short_loop (const Stmt *loop) const
{
  Loop_sums sums (loop);
  Sum from = sums.of (loop->from), to = sums.of (loop->to);
  std::optional<int64_t> length = from && to ? distance (*from, *to) : std::nullopt;
  return length && *length / step_of (loop) <= 2 * strip;
}

/* Whether there is an iteration, and the difference of the bounds is an index, as it is for
 * literals. */
Expr *
Miner::some (Builder &b, const Stmt *loop, const std::string &first, const std::string &end) const
{
  bool up = step_of (loop) > 0;
  Expr *result = b.binary (up ? Op::Less : Op::Greater, b.name (first), b.name (end));
  auto also = [&] (const Expr *bound, const std::string &name, bool low) {
    bool near = bound->kind == Expr::Integer && bound->integer < uint64_t (far);
    if (!near)
      result = b.binary (Op::And, result,
                         b.binary (low ? Op::GreaterEqual : Op::LessEqual, b.name (name),
                                   b.number (low ? -far : far)));
  };
  also (loop->from, first, up);
  also (loop->to, end, !up);
  return result;
}

void
Miner::shape (Stmt *loop, Block &result)
{
  Builder b (module, loop->at);
  int64_t step = step_of (loop), by = step > 0 ? step : -step;
  const std::string &i = loop->variable->name;
  std::string first = names.fresh ("first"), end = names.fresh ("end"),
              whole = names.fresh ("whole");
  std::string base = names.fresh ("base"), each = names.fresh ("strip"), k = names.fresh ("k");
  result.push_back (b.let (first, loop->from));
  result.push_back (b.let (end, loop->to));
  /* The number of iterations in full strips. */
  Expr *length = step > 0 ? b.binary (Op::Subtract, b.name (end), b.name (first))
                          : b.binary (Op::Subtract, b.name (first), b.name (end));
  Expr *full = b.binary (Op::Divide, length, b.number (strip * by));
  result.push_back (b.let (
    whole, module.make (Expr::Select, loop->at,
                        { some (b, loop, first, end),
                          b.binary (Op::Multiply, full, b.number (strip * step)), b.number (0) })));
  Expr *offset = step == 1 ? b.name (k) : b.binary (Op::Multiply, b.name (k), b.number (step));
  Block turn = copy (module, loop->body);
  turn.insert (turn.begin (), b.let (i, b.binary (Op::Add, b.name (base), offset)));
  Block outer{ b.let (base, b.binary (Op::Add, b.name (first), b.name (each))),
               b.loop (k, b.number (0), b.number (strip), 1, turn) };
  result.push_back (b.loop (each, b.number (0), b.name (whole), strip * step, outer));
  loop->from = b.binary (Op::Add, b.name (first), b.name (whole));
  loop->to = b.name (end);
  result.push_back (loop);
}

Block
Miner::mined (Block &block)
{
  Block result;
  for (Stmt *s : block)
    {
      bool takes = (s->kind == Stmt::For || s->kind == Stmt::While) && plain_body (s);
      Stmt *loop = takes && s->kind == Stmt::While ? as_for (s) : takes ? s : nullptr;
      if (loop && !short_loop (loop) && steps_within (loop, longest_step))
        {
          shape (loop, result);
          continue;
        }
      s->body = mined (s->body);
      s->other = mined (s->other);
      result.push_back (s);
    }
  return result;
}

} // namespace

void
strip_mine (Module &module, const std::string &argument)
{
  int64_t strip = number_argument (argument, least, longest, usual_strip);
  each_process (module, [&] (Process &p) { p.body = Miner (module, p, strip).mined (p.body); });
}

} // namespace er
