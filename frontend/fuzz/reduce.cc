/* SPDX-License-Identifier: MIT */
/* reduce.cc - shrinks a program (reduce.h).
 *
 * The edits of a program are numbered by a walk over it: the k-th is made by a walk that counts to
 * k.  An edit that leaves a well-formed, interesting program is kept, and the walk continues from
 * there.  A round tries these edits:
 *
 *   1. sequences of statements of one block are removed: 64 at a time in the first round, half as
 *      many in each later one
 *   2. items that are not needed are removed; so are fields and parameters, with every value given
 *      for them; and a run of a process, with its ids of records
 *   3. an if or loop becomes its block
 *   4. an expression becomes one of its operands, or a literal; a literal becomes smaller
 *
 * When single statements are removed at a time, rounds are repeated until one keeps no edit.  An
 * edit makes the program smaller by a measure (items, statements, nodes, names, sums of literals),
 * so the reduction ends.
 */
#include "fuzz/reduce.h"

#include "eval/eval.h"
#include "syntax/syntax.h"
#include "cli/command_line.h"
#include "ir/ir.h"

namespace er {

namespace {

/* Makes the edit with the requested number, if there is one. */
class Edit
{
public:
  Edit (Module &module, long number, size_t chunk) : module (module), left (number), chunk (chunk)
  {
  }
  bool leave_out_statements ();
  bool leave_out_item ();
  bool leave_out_field ();
  bool leave_out_parameter ();
  bool leave_out_run ();
  bool unwrap ();
  bool simplify ();

private:
  Module &module;
  long left;
  size_t chunk;
  bool made = false;

  bool now () { return !made && (made = left-- == 0); }
  void leave_out (Block &block);
  template <typename F> void without_argument (size_t k, F takes_it);
  void leave_out_run (Block &block, Process &of);
  void unwrap (Block &block);
  void simplify (Expr *&e);
};

void
Edit::leave_out (Block &block)
{
  for (size_t at = 0; at < block.size () && !made; at += chunk)
    if (now ())
      {
        size_t end = std::min (at + chunk, block.size ());
        block.erase (block.begin () + long (at), block.begin () + long (end));
        return;
      }
  for (Stmt *s : block)
    {
      leave_out (s->body);
      leave_out (s->other);
    }
}

bool
Edit::leave_out_statements ()
{
  each_code (module, [&] (Process &p) { leave_out (p.body); });
  return made;
}

bool
Edit::leave_out_item ()
{
  for (size_t k = 0; k < module.items.size (); k++)
    if (now ())
      {
        module.items.erase (module.items.begin () + long (k));
        break;
      }
  return made;
}

/* Takes the k-th argument from the expressions of which takes_it is true. */
template <typename F> void
Edit::without_argument (size_t k, F takes_it)
{
  each_code (module, [&] (Process &p) {
    each_statement (p.body, [&] (Stmt *&s) {
      each_root (*s, [&] (Expr *&root) {
        rewrite (root, [&] (Expr *&e) {
          if (takes_it (e) && k < e->args.size ())
            e->args.erase (e->args.begin () + long (k));
        });
      });
    });
  });
}

bool
Edit::leave_out_field ()
{
  for (Item &item : module.items)
    for (size_t k = 0; item.structure && k < item.structure->fields.size (); k++)
      if (now ())
        {
          item.structure->fields.erase (item.structure->fields.begin () + long (k));
          without_argument (k, [&] (const Expr *e) {
            return e->kind == Expr::Construct && e->type && e->type->structure == item.structure;
          });
          return true;
        }
  return false;
}

bool
Edit::leave_out_parameter ()
{
  for (Item &item : module.items)
    {
      Process *p = item.function ? item.function->code : item.process;
      for (size_t k = 0; p && k < p->parameters.size (); k++)
        if (now ())
          {
            p->parameters.erase (p->parameters.begin () + long (k));
            without_argument (k, [&] (const Expr *e) {
              return item.function ? e->kind == Expr::Call && e->function == item.function
                                   : e->kind == Expr::Run && e->process == p;
            });
            return true;
          }
    }
  return false;
}

/* The number of producers, or of consumers, depending on what process p is, for which the record in
 * e was created. */
Expr *
place_in (const Expr *e, const Variable *parameter, Process &p, Process &of)
{
  bool reads = false, writes = false;
  each_statement (p.body, [&] (Stmt *&s) {
    each_root (*s, [&] (Expr *&root) {
      rewrite (root, [&] (Expr *&made) {
        if (made->kind == Expr::Operation && !made->args.empty ()
            && made->args[0]->variable == parameter)
          {
            reads |= made->primitive == Primitive::p_new_read_view;
            writes |= made->primitive == Primitive::p_new_write_view;
          }
      });
    });
  });
  Expr *place = nullptr;
  each_statement (of.body, [&] (Stmt *&s) {
    if (s->kind == Stmt::Declare && s->variable == e->variable && s->value
        && s->value->kind == Expr::Operation && s->value->primitive == Primitive::p_new_record
        && reads != writes)
      place = s->value->args[reads];
  });
  return place;
}

void
Edit::leave_out_run (Block &block, Process &of)
{
  for (size_t k = 0; k < block.size () && !made; k++)
    {
      Stmt *s = block[k];
      if (s->value && s->value->kind == Expr::Run && now ())
        {
          Process &p = *s->value->process;
          for (size_t n = 0; n < p.parameters.size (); n++)
            if (Expr *place = s->value->args[n]->variable
                                ? place_in (s->value->args[n], p.parameters[n], p, of)
                                : nullptr)
              if (place->kind == Expr::Integer && place->integer > 1)
                place->integer--;
          block.erase (block.begin () + long (k));
          return;
        }
      leave_out_run (s->body, of);
      leave_out_run (s->other, of);
    }
}

bool
Edit::leave_out_run ()
{
  each_process (module, [&] (Process &p) { leave_out_run (p.body, p); });
  return made;
}

void
Edit::unwrap (Block &block)
{
  for (size_t k = 0; k < block.size () && !made; k++)
    {
      Stmt *s = block[k];
      for (Block *inner : { &s->body, &s->other })
        if ((s->kind == Stmt::If || s->kind == Stmt::For || s->kind == Stmt::While)
            && !inner->empty () && now ())
          {
            Block statements = *inner;
            block.erase (block.begin () + long (k));
            block.insert (block.begin () + long (k), statements.begin (), statements.end ());
            return;
          }
      unwrap (s->body);
      unwrap (s->other);
    }
}

bool
Edit::unwrap ()
{
  each_code (module, [&] (Process &p) { unwrap (p.body); });
  return made;
}

void
Edit::simplify (Expr *&e)
{
  bool literal_already =
    e->kind == Expr::Integer || e->kind == Expr::Float || e->kind == Expr::Boolean;
  if (made)
    return;
  for (Expr *a : e->args)
    if (a->type == e->type && now ())
      {
        e = a;
        return;
      }
  if (e->type && e->type->scalar () && !literal_already && e->kind < Expr::Operation
      && e->kind != Expr::How && now ())
    {
      e = literal (module, e->at, zero (e->type), e->type);
      return;
    }
  if (e->kind == Expr::Integer && int64_t (e->integer) > 1)
    for (uint64_t smaller : { uint64_t (1), e->integer / 2, e->integer - 1 })
      if (smaller < e->integer && now ())
        {
          e->integer = smaller;
          return;
        }
  for (Expr *&a : e->args)
    simplify (a);
}

bool
Edit::simplify ()
{
  each_code (module, [&] (Process &p) {
    each_statement (p.body, [&] (Stmt *&s) {
      each_root (*s, [&] (Expr *&root) {
        if (&root != &s->place)
          simplify (root);
      });
    });
  });
  return made;
}

class Reducer
{
public:
  Reducer (std::string start, const Interesting &test)
      : text (std::move (start)), interesting (test)
  {
  }
  std::string all ();

private:
  std::string text;
  const Interesting &interesting;
  typedef bool (Edit::*Kind) ();
  bool round (Kind kind, size_t chunk);
};

/* Tries all edits of a kind once.  After an edit is kept, the next one has its number. */
bool
Reducer::round (Kind kind, size_t chunk)
{
  bool some = false;
  for (long k = 0;; )
    {
      auto program = load_text ("<reduced>", text, true);
      Edit edit (program->module, k, chunk);
      if (!(edit.*kind) ())
        return some;
      std::string smaller = print (program->module);
      if (smaller != text && load_text ("<reduced>", smaller, true)->good && interesting (smaller))
        {
          text = smaller;
          some = true;
        }
      else
        k++;
    }
}

std::string
Reducer::all ()
{
  size_t chunk = 64;
  while (true)
    {
      bool some = round (&Edit::leave_out_statements, chunk);
      for (Kind kind : { &Edit::leave_out_item, &Edit::leave_out_field, &Edit::leave_out_parameter,
                         &Edit::leave_out_run })
        some |= round (kind, 0);
      if (chunk > 1)
        {
          chunk /= 2;
          continue;
        }
      some |= round (&Edit::unwrap, 0);
      some |= round (&Edit::simplify, 0);
      if (!some)
        return text;
    }
}

} // namespace

std::string
reduce (const std::string &text, const Interesting &interesting)
{
  return Reducer (text, interesting).all ();
}

} // namespace er
