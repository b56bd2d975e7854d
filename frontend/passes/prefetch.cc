/* SPDX-License-Identifier: MIT */
/* prefetch.cc - receive ahead of update.
 *
 *   before   while i < n {
 *                update(v, i + 64);
 *                ...
 *   after    while i < n {
 *                receive(v, i + 64 + N);
 *                update(v, i + 64);
 *                ...
 *
 * Each update in a loop first asks for the elements up to N further on, as the option prefetch=N of
 * the plugin does (plugin/opt/prefetch_pass.cc; Miranda et al., "Erbium", CASES 2010, section 3).
 * receive changes nothing that can be observed (5.6).  After coarsen a loop asks once a strip.  A
 * process that calls receive itself is not changed.
 */
#include "ir/ir.h"
#include "passes/pass.h"

namespace er {

namespace {

const int64_t usual_distance = 512, longest = 1 << 30;
const int64_t most_index = int64_t (1) << 62; /* 5.1 */

bool
is_call (const Expr *e, Primitive p)
{
  return e && e->kind == Expr::Operation && e->primitive == p;
}

class Prefetch
{
public:
  Prefetch (Module &module, int64_t distance) : module (module), distance (distance) {}
  Block block (Block &list, bool in_loop);

private:
  Module &module;
  int64_t distance;
  Stmt *receive (const Expr *update);
};

/* If i + N would exceed the largest index, the largest index is used. */
Stmt *
Prefetch::receive (const Expr *update)
{
  Builder b (module, update->at);
  auto again = [&] { return copy (module, update->args[1]); };
  const Expr *asked = update->args[1];
  Expr *index;
  if (asked->kind == Expr::Integer && int64_t (asked->integer) <= most_index - distance)
    index = b.number (int64_t (asked->integer) + distance);
  else
    index = module.make (Expr::Select, update->at,
                         { b.binary (Op::LessEqual, again (), b.number (most_index - distance)),
                           b.plus (again (), distance), again () });
  return b.alone (b.act (Primitive::p_receive, { copy (module, update->args[0]), index }));
}

Block
Prefetch::block (Block &list, bool in_loop)
{
  Block result;
  for (Stmt *s : list)
    {
      bool loops = s->kind == Stmt::For || s->kind == Stmt::While;
      if (in_loop && is_call (s->value, Primitive::p_update))
        result.push_back (receive (s->value));
      s->body = block (s->body, in_loop || loops);
      s->other = block (s->other, in_loop);
      result.push_back (s);
    }
  return result;
}

} // namespace

void
prefetch (Module &module, const std::string &argument)
{
  int64_t distance = number_argument (argument, 1, longest, usual_distance);
  each_process (module, [&] (Process &p) {
    bool receives = false;
    each_expression (p.body, [&] (Expr *&e) {
      receives |= is_call (e, Primitive::p_receive) || is_call (e, Primitive::p_receive_range);
    });
    if (!receives)
      p.body = Prefetch (module, distance).block (p.body, false);
  });
}

} // namespace er
