/* SPDX-License-Identifier: MIT */
/* statements.cc - statements of work and helper functions (body.h). */
#include "streamit/emit/body.h"

namespace er::streamit {

void
Body::statements (const std::vector<Stmt *> &list)
{
  for (const Stmt *s : list)
    if (!jumped)
      statement (s);
}

void
Body::statement (const Stmt *s)
{
  if (jumped)
    return;
  switch (s->kind)
    {
    case Stmt::Block:
      statements (s->inner);
      break;
    case Stmt::Declare:
      for (const Variable *v : s->variables)
        declare (v);
      break;
    case Stmt::Value:
      value (s->args[0]);
      break;
    case Stmt::Assign:
      assign (s);
      break;
    case Stmt::If:
      if_statement (s);
      break;
    case Stmt::While:
    case Stmt::DoWhile:
    case Stmt::For:
      loop (s);
      break;
    case Stmt::Break:
    case Stmt::Continue:
      jump (s);
      break;
    case Stmt::Return:
      returns (s);
      break;
    case Stmt::Push:
      push (s);
      break;
    case Stmt::Message:
      send_message (s);
      break;
    case Stmt::Empty:
      break;
    default:
      report.stop (s->at, "this statement is not allowed in a filter");
    }
}

void
Body::declare (const Variable *v)
{
  /* What is never assigned is a name of its value. */
  Value known;
  if (!v->assigned && v->value && v->value->kind != Expr::List && constant (v->value, &known)
      && v->type->scalar ())
    {
      bound[v] = this->known (streamit::convert (known, v->type->kind));
      return;
    }
  bound.erase (v);
  std::string first;
  if (v->value)
    first = " = " + fitted (v->value, v->type).text;
  std::string name = fresh (v->name);
  line ((v->assigned || first.empty () ? "var " : "let ") + name + " : "
        + module.type (v->type, env) + first + ";");
  variables[v] = name;
}

void
Body::assign (const Stmt *s)
{
  const Expr *to = s->args[0];
  bool acts = effects (s->args[1]) || !s->text.empty ();
  std::string where = place_text (to, acts);
  if (s->text.empty ())
    {
      Operand v = fitted (s->args[1], to->type);
      line (where + " = " + v.text + ";");
      return;
    }
  Operand old = operand (where, to->type);
  if (effects (s->args[1]))
    old = saved (old, to->type);
  Operand v = value (s->args[1]);
  Type::Kind kind = streamit::common (old.kind, v.kind);
  if (s->text == "<<" || s->text == ">>")
    kind = Type::Int;
  Type common;
  common.kind = kind;
  Operand result = binary (s->text, old, v, &common, s->at);
  line (where + " = " + convert (result, to->type->kind, s->at).text + ";");
}

void
Body::if_statement (const Stmt *s)
{
  Operand c = condition (s->args[0]);
  if (c.known)
    {
      size_t k = c.value.integer ? 0 : 1;
      if (k < s->inner.size ())
        statement (s->inner[k]);
      return;
    }
  Cursor in_before = in, out_before = out, in_after, out_after;
  begin ("if " + c.text + " {");
  statement (s->inner[0]);
  bool left = jumped;
  in_after = in;
  out_after = out;
  in = in_before;
  out = out_before;
  if (s->inner.size () < 2)
    {
      end ();
      in = in_after;
      out = out_after;
      return;
    }
  jumped = false;
  indent--;
  begin ("} else {");
  statement (s->inner[1]);
  bool both = left && jumped;
  if (!left)
    {
      in = in_after;
      out = out_after;
    }
  end ();
  jumped = both;
}

/* Leaves the loop if its condition is false. */
void
Body::test (const Stmt *s)
{
  Operand c = condition (s->args[0]);
  if (c.known && c.value.integer)
    return;
  begin ("if !" + c.text + " {");
  line ("break;");
  end ();
}

/* If a return inside the loop leaves the function as well, the flag tells so. */
void
Body::after_loop (const Stmt *s)
{
  if (expansions.empty () || expansions.back ().left.empty () || !jumps (s, Stmt::Return))
    return;
  const Expansion &e = expansions.back ();
  begin ("if " + e.left + " {");
  line ("break;");
  end ();
}

void
Body::loop (const Stmt *s)
{
  Even_loop l;
  if (even (s, l))
    {
      even_loop (s, l);
      after_loop (s);
      return;
    }
  if (s->kind == Stmt::For)
    statement (s->inner[0]);
  Operand c;
  bool simple = s->kind != Stmt::DoWhile && !effects (s->args[0]);
  loops.push_back ({ s, false });
  if (simple)
    {
      std::string before = text;
      c = condition (s->args[0]);
      simple = before == text; /* the condition needs no statements */
      text = before;
    }
  begin (simple ? "while " + c.text + " {" : "while true {");
  if (!simple && s->kind != Stmt::DoWhile)
    test (s);
  statement (s->inner.back ());
  if (!jumped && s->kind == Stmt::For)
    statement (s->inner[1]);
  if (!jumped && s->kind == Stmt::DoWhile)
    test (s);
  end ();
  loops.pop_back ();
  after_loop (s);
}

/* The counter becomes an index of the IR. */
void
Body::even_loop (const Stmt *s, const Even_loop &l)
{
  Operand first = convert (value (l.first), Type::Int, l.first->at);
  Operand bound_value = convert (value (l.bound), Type::Int, l.bound->at);
  Linear low = index (first), high = index (bound_value) + (l.closed ? (l.step > 0 ? 1 : -1) : 0);
  const Stmt *body = s->inner[2];
  std::string name = fresh (l.counter->name);
  if (l.turns == 0)
    {
      if (l.outside)
        line (place_text (s->inner[0]->args[0], false) + " = " + first.text + ";");
      return;
    }
  std::string outer = l.outside ? place_text (s->inner[0]->args[0], false) : "";
  std::string low_text = low.text (), high_text = high.text ();
  if (l.outside && l.turns < 0)
    {
      /* the bounds are computed once, and the counter holds the last one afterwards */
      low_text = save ("index", low_text, "first");
      high_text = save ("index", high_text, "last");
    }
  Operand counter;
  counter.kind = Type::Int;
  counter.text = "i32(" + name + ")";
  counter.sum = true;
  counter.linear = term (name);
  auto before = bound.find (l.counter);
  std::optional<Operand> shadowed;
  if (before != bound.end ())
    shadowed = before->second;
  bound[l.counter] = counter;
  if (l.turns > 0)
    {
      int64_t last = l.low + (l.turns - 1) * l.step;
      ranges[name] = { std::min (l.low, last), std::max (l.low, last) };
    }
  else
    {
      int64_t a, b, c, d;
      ranges.erase (name);
      if (range (low, a, b) && range (high, c, d))
        ranges[name] = l.step > 0 ? std::make_pair (a, d - 1) : std::make_pair (c + 1, b);
    }
  /* the cursors in turn i: what each turn adds, times the number of turns before it */
  std::optional<int64_t> pops = count (body, In), pushes = count (body, Out);
  Cursor in_before = in, out_before = out;
  auto advance = [&] (Cursor &c, std::optional<int64_t> each) {
    if (c.fixed && each && *each)
      c.at = c.at + (term (name) - linear (l.low)) * (*each / l.step);
  };
  advance (in, pops);
  advance (out, pushes);
  begin ("for " + name + " in " + low_text + " .. " + high_text
         + (l.step == 1 ? "" : " by " + std::to_string (l.step)) + " {");
  loops.push_back ({ s, true });
  statement (body);
  loops.pop_back ();
  end ();
  in = in_before;
  out = out_before;
  if (in.fixed && pops && l.turns > 0)
    in.at = in.at + *pops * l.turns;
  if (out.fixed && pushes && l.turns > 0)
    out.at = out.at + *pushes * l.turns;
  if (shadowed)
    bound[l.counter] = *shadowed;
  else
    bound.erase (l.counter);
  if (!l.outside)
    return;
  if (l.turns > 0)
    line (outer + " = " + std::to_string (l.low + l.turns * l.step) + "i32;");
  else
    line (outer + " = i32(" + low_text + (l.step > 0 ? " < " : " > ") + high_text + " ? "
          + high_text + " : " + low_text + ");");
}

void
Body::jump (const Stmt *s)
{
  const Loop &around = loops.back ();
  if (s->kind == Stmt::Continue && !around.counted)
    {
      if (around.stmt->kind == Stmt::For)
        statement (around.stmt->inner[1]);
      if (around.stmt->kind == Stmt::DoWhile)
        test (around.stmt);
    }
  line (s->kind == Stmt::Break ? "break;" : "continue;");
  jumped = true;
}

void
Body::returns (const Stmt *s)
{
  Expansion &e = expansions.back ();
  if (defining && expansions.size () == 1)
    {
      line ("return " + fitted (s->args[0], e.function->result).text + ";");
      jumped = true;
      return;
    }
  if (!s->args.empty ())
    {
      Operand v = fitted (s->args[0], e.function->result);
      line (e.result + " = " + v.text + ";");
    }
  if (!e.wrapped)
    return;
  if (!e.left.empty () && loops.size () > e.loops)
    line (e.left + " = true;");
  line ("break;");
  jumped = true;
}

/* Emits the body of a function.  A return that is not the last statement leaves a loop around the
 * body, and inner loops before that by a flag. */
void
Body::expanded (const Function *f, const std::string &result)
{
  Expansion e { f, result, !returns_only_last (f->body), "", loops.size () };
  if (e.wrapped)
    {
      e.left = fresh ("left");
      line ("var " + e.left + " : bool;");
      begin ("while true {");
    }
  expansions.push_back (e);
  statement (f->body);
  expansions.pop_back ();
  if (!e.wrapped)
    {
      jumped = false;
      return;
    }
  line ("break;");
  end ();
}

/* ---- print --------------------------------------------------------------------------- */

/* Prints up to eight characters. */
void
Body::send_text (const std::string &packed)
{
  if (!printer.empty ())
    {
      send ("3i32", "i64(" + packed + ")", "0.0");
      return;
    }
  module.external ("erbium_streamit_text", "func erbium_streamit_text(u64) touches stdout");
  line ("erbium_streamit_text(" + packed + ");");
}

/* Sends to the printer. */
void
Body::send (const std::string &kind, const std::string &number, const std::string &real)
{
  line ("stall(v_print, print_at + 1);");
  line ("v_print[[print_at]] = t_print(" + kind + ", " + number + ", " + real + ");");
  line ("print_at = print_at + 1;");
  line ("commit(v_print, print_at);");
}

/* Prints a value; with no expression, marks the end of a firing for the printer. */
void
Body::print_piece (const Operand &o, const Expr *e)
{
  std::string kind, number = "0i64", real = "0.0";
  if (e && o.kind == Type::String)
    {
      const std::string all = o.value.text ? *o.value.text : "";
      for (size_t k = 0; k < all.size (); k += 8)
        {
          uint64_t packed = 0;
          for (size_t b = 0; b < 8 && k + b < all.size (); b++)
            packed |= uint64_t ((unsigned char) all[k + b]) << (8 * b);
          send_text (std::to_string (packed) + "u64");
        }
      return;
    }
  if (e && (o.kind == Type::Complex || o.kind > Type::Complex))
    report.stop (e->at, "a value of type " + text_of (e->type) + " cannot be printed");
  if (e && o.kind == Type::Boolean)
    {
      const char *yes = "1702195828u64", *no = "435728179558u64"; /* "true", "false" */
      std::string packed = "(" + o.text + " ? " + yes + " : " + no + ")";
      send_text (packed);
      return;
    }
  bool floating = e && o.kind >= Type::Float;
  if (floating)
    real = "f64(" + o.text + ")";
  else if (e)
    number = "i64(" + o.text + ")";
  kind = !e ? "0i32" : floating ? "2i32" : "1i32";
  if (!printer.empty ())
    send (kind, number, real);
  else if (floating)
    {
      module.external ("erbium_streamit_real", "func erbium_streamit_real(f64) touches stdout");
      line ("erbium_streamit_real(" + real + ");");
    }
  else if (e)
    {
      module.external ("erbium_streamit_integer",
                       "func erbium_streamit_integer(i64) touches stdout");
      line ("erbium_streamit_integer(" + number + ");");
    }
}

/* Divides "a" + b + "c" into its parts. */
static void
pieces_of (const Expr *e, std::vector<const Expr *> &list)
{
  if (e->kind == Expr::Binary && e->type->kind == Type::String)
    for (const Expr *a : e->args)
      pieces_of (a, list);
  else
    list.push_back (e);
}

bool
Body::whole_line (const Expr *e) const
{
  std::vector<const Expr *> list;
  if (!e->args.empty ())
    pieces_of (e->args[0], list);
  bool whole = e->text == "println" && printer.empty ();
  for (const Expr *p : list) /* `print' shows more digits of f64 than of f32 */
    whole &= p->type->kind == Type::Boolean
             || (p->type->real () && !(wide_floats && p->type->kind >= Type::Float))
             || (p->type->kind == Type::String && p->kind == Expr::Text);
  return whole;
}

void
Body::see_prints (const Expr *e)
{
  const Builtin *b = e->kind == Expr::Call && !e->function ? builtin_named (e->text) : nullptr;
  if (b && b->kind == Builtin::Print)
    whole_lines &= whole_line (e);
  if (e->kind == Expr::Call && e->function && e->function->body && open.insert (e->function).second)
    {
      see_prints (e->function->body);
      open.erase (e->function);
    }
  for (const Expr *a : e->args)
    see_prints (a);
}

void
Body::see_prints (const Stmt *s)
{
  for (const Expr *e : s->args)
    see_prints (e);
  for (const Variable *v : s->variables)
    if (v->value)
      see_prints (v->value);
  for (const Stmt *i : s->inner)
    see_prints (i);
}

/* A filter prints either by `print' of the IR or by functions, since the interpreter does not
 * order the two. */
void
Body::see_all_prints ()
{
  if (actor.node->stream)
    for (const Function *f : actor.node->stream->functions)
      if (f->kind != Function::Init && f->body)
        see_prints (f->body);
}

void
Body::print (const Expr *e)
{
  bool end_of_line = e->text == "println";
  std::vector<const Expr *> list;
  if (!e->args.empty ())
    pieces_of (e->args[0], list);
  if (whole_lines)
    {
      std::string line_text;
      for (const Expr *p : list)
        {
          std::string piece;
          if (p->kind != Expr::Text)
            piece = value (p).text;
          else
            {
              piece = "\"";
              for (unsigned char c : p->text)
                piece += c == '\n'                 ? std::string ("\\n")
                         : c == '"' || c == '\\'   ? std::string ("\\") + char (c)
                         : c < ' ' || c >= 127     ? format ("\\x%02X", c)
                                                   : std::string (1, char (c));
              piece += "\"";
            }
          line_text += (line_text.empty () ? " " : ", ") + piece;
        }
      line ("print" + line_text + ";");
      return;
    }
  for (const Expr *p : list)
    print_piece (value (p), p);
  if (!end_of_line)
    return;
  Operand newline = known (of_text ("\n"));
  Expr text_piece;
  text_piece.kind = Expr::Text;
  print_piece (newline, &text_piece);
}

} // namespace er::streamit
