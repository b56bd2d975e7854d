/* SPDX-License-Identifier: MIT */
/* expressions.cc - expressions of work and helper functions (body.h). */
#include "streamit/emit/body.h"

namespace er::streamit {

Operand
Body::known (const Value &v)
{
  Operand o;
  o.kind = v.kind;
  o.known = true;
  o.value = v;
  if (v.kind == Type::String)
    return o;
  o.text = v.parts.size () > 4 ? table (v) : module.literal (v);
  if (v.kind <= Type::Int)
    {
      o.sum = true;
      o.linear = linear (v.integer);
    }
  return o;
}

/* A constant, which becomes a parameter if other instances of the process have another one.  C
 * passes parameters on the stack, so they are not large. */
std::string
Body::table (const Value &v)
{
  const size_t most_scalars = 1024;
  std::string constant = module.constant (v);
  if (v.scalars () > most_scalars || defining)
    return constant;
  for (const Table &t : tables)
    if (t.constant == constant)
      return t.mark ();
  tables.push_back ({ fresh ("table"), module.type_of (v), constant });
  return tables.back ().mark ();
}

Operand
Body::operand (const std::string &text, const Type *t)
{
  Operand o;
  o.text = text;
  o.kind = t->kind;
  return o;
}

/* Returns the value as an index. */
Linear
Body::index (const Operand &o)
{
  if (o.sum)
    return o.linear;
  return term ("index(" + o.text + ")");
}

/* Returns whether the expression does more than compute a value. */
bool
Body::effects (const Expr *e)
{
  bool dynamic_peek = e->kind == Expr::Peek && actor.work.dynamic_pop;
  bool call = e->kind == Expr::Call
              && (e->function || !builtin_named (e->text)
                  || builtin_named (e->text)->kind == Builtin::Random
                  || builtin_named (e->text)->kind == Builtin::Print);
  if (e->kind == Expr::Increment || e->kind == Expr::Pop || call || dynamic_peek)
    return true;
  for (const Expr *a : e->args)
    if (effects (a))
      return true;
  return false;
}

Operand
Body::condition (const Expr *e)
{
  return convert (value (e), Type::Boolean, e->at);
}

Operand
Body::convert (const Operand &o, Type::Kind kind, Place at)
{
  if (o.kind == kind || kind > Type::Float4 || kind == Type::Void)
    return o;
  if (o.known)
    return known (streamit::convert (o.value, kind));
  Operand r;
  r.kind = kind;
  std::string t = module.type (kind);
  if (o.kind > Type::Double || o.kind == Type::Void)
    report.stop (at, "this value cannot be converted");
  if (kind == Type::Bit && o.kind != Type::Boolean)
    r.text = "u8(bool(" + o.text + "))";
  else if (kind == Type::Complex)
    r.text = t + "(" + real_type () + "(" + o.text + "), " + float_text (0, !wide_floats) + ")";
  else if (kind > Type::Complex)
    {
      std::string part = save (real_type (), real_type () + "(" + o.text + ")", "x"), all;
      for (int k = 0; k < kind - Type::Float2 + 2; k++)
        all += (k ? ", " : "") + part;
      r.text = t + "(" + all + ")";
    }
  else
    r.text = t + "(" + o.text + ")";
  if (kind == Type::Int && o.kind == Type::Bit)
    r.sum = false;
  return r;
}

/* Reports an error unless the array e has that type, lengths included. */
void
Body::expect_array (const Expr *e, const std::string &type)
{
  std::string found = module.type (e->type, env);
  if (found != type)
    report.stop (e->at, "cannot convert an array of type " + found + " to " + type);
}

/* The value of e for a variable of type t. */
Operand
Body::fitted (const Expr *e, const Type *t)
{
  if (e->kind == Expr::List)
    return list (e, t);
  Operand v = value (e);
  if (t->kind == Type::Array && e->type->kind == Type::Array)
    expect_array (e, module.type (t, env));
  return convert (v, t->kind, e->at);
}

Operand
Body::list (const Expr *e, const Type *t)
{
  std::string all;
  int64_t n = t->kind == Type::Array      ? evaluator.length (t, env)
              : t->kind == Type::Struct   ? int64_t (t->structure->fields.size ())
              : t->kind == Type::Complex  ? 2
                                          : t->parts ();
  if (int64_t (e->args.size ()) > n)
    report.stop (e->at, format ("%zu values are given for %lld", e->args.size (), (long long) n));
  Type real;
  real.kind = Type::Float;
  for (int64_t k = 0; k < n && !e->args.empty (); k++)
    {
      const Type *part = t->kind == Type::Array    ? t->element
                         : t->kind == Type::Struct ? t->structure->fields[size_t (k)]->type
                                                   : &real;
      std::string one = k < int64_t (e->args.size ())
                          ? fitted (e->args[size_t (k)], part).text
                          : module.literal (evaluator.zero (part, env));
      all += (k ? ", " : "") + one;
    }
  return operand (module.type (t, env) + "(" + all + ")", t);
}

Operand
Body::name (const Expr *e)
{
  const Variable *v = e->variable;
  auto found = bound.find (v);
  if (found != bound.end ())
    return found->second;
  auto variable = variables.find (v);
  if (variable != variables.end ())
    return operand (variable->second, v->type);
  Value *value = env.find (v);
  if (!value)
    report.stop (e->at, "'" + e->text + "' has no value here");
  return known (*value);
}

/* The text of a variable, or of a part of one.  Subscripts are saved if `keep', because what
 * follows might change them. */
std::string
Body::place_text (const Expr *e, bool keep)
{
  if (e->kind == Expr::Name)
    {
      auto found = variables.find (e->variable);
      if (found != variables.end ())
        return found->second;
      return name (e).text;
    }
  if (e->kind == Expr::Field)
    return place_text (e->args[0], keep) + ".f_" + e->text;
  if (e->kind != Expr::Index)
    return value (e).text;
  std::string of = place_text (e->args[0], keep);
  Operand at = convert (value (e->args[1]), Type::Int, e->at);
  if (at.known && e->args[0]->type->kind == Type::Array)
    {
      int64_t n = evaluator.length (e->args[0]->type, env);
      if (at.value.integer < 0 || at.value.integer >= n)
        report.stop (e->at, format ("element %d of an array of %lld", at.value.integer,
                                    (long long) n));
    }
  std::string index_of = index (at).text ();
  if (keep && !at.sum)
    index_of = save ("index", index_of, "at");
  return of + "[" + index_of + "]";
}

Operand
Body::value (const Expr *e)
{
  Value v;
  if (e->kind != Expr::Name && e->kind != Expr::Text && constant (e, &v))
    return known (v);
  switch (e->kind)
    {
    case Expr::Text:
      return known (of_text (e->text));
    case Expr::Name:
      return name (e);
    case Expr::Field:
    case Expr::Index:
      {
        const Expr *root = e;
        while (root->kind == Expr::Index || root->kind == Expr::Field)
          root = root->args[0];
        if (root->kind == Expr::Name)
          return operand (place_text (e, false), e->type);
        Operand of = saved (value (e->args[0]), e->args[0]->type);
        if (e->kind == Expr::Field)
          return operand (of.text + ".f_" + e->text, e->type);
        return operand (of.text + "[" + index (value (e->args[1])).text () + "]", e->type);
      }
    case Expr::Unary:
      return unary (e);
    case Expr::Binary:
      return binary (e);
    case Expr::Conditional:
      return conditional (e);
    case Expr::Increment:
      return increment (e);
    case Expr::Peek:
      return peek (e);
    case Expr::Pop:
      return pop (e);
    case Expr::Iter:
      {
        Operand o = operand ("i32(" + turn + (actor.prework && turn != "0" ? " + 1" : "") + ")",
                             e->type);
        return o;
      }
    case Expr::Cast:
      return convert (value (e->args[0]), e->type->kind, e->at);
    case Expr::Call:
      return call (e);
    case Expr::Make:
      {
        std::string all;
        for (const Expr *a : e->args)
          all += (all.empty () ? "" : ", ") + convert (value (a), Type::Float, a->at).text;
        return operand (module.type (e->type->kind) + "(" + all + ")", e->type);
      }
    default:
      report.stop (e->at, "'" + text_of (e) + "' cannot be used here");
    }
}

Operand
Body::unary (const Expr *e)
{
  Operand a = value (e->args[0]);
  if (e->text == "!")
    return operand ("(!" + convert (a, Type::Boolean, e->at).text + ")", e->type);
  if (e->text == "~" && a.kind == Type::Bit)
    return operand ("(1u8 - " + a.text + ")", e->type);
  if (e->text == "~" && a.kind == Type::Boolean)
    return operand ("(!" + a.text + ")", e->type);
  if (a.kind == Type::Complex || (a.kind >= Type::Float2 && a.kind <= Type::Float4))
    {
      a = saved (a, e->type);
      std::string all;
      for (const char *part : a.kind == Type::Complex
                                ? std::vector<const char *> { "real", "imag" }
                                : std::vector<const char *> { "x", "y", "z", "w" })
        {
          if (a.kind != Type::Complex && part[0] == "xyzw"[a.kind - Type::Float2 + 2])
            break;
          all += (all.empty () ? "-" : ", -") + a.text + ".f_" + part;
        }
      return operand (module.type (a.kind) + "(" + all + ")", e->type);
    }
  a = convert (a, e->type->kind, e->at);
  Operand r = operand ("(" + e->text + a.text + ")", e->type);
  if (a.sum && e->text == "-")
    {
      r.sum = true;
      r.linear = a.linear * -1;
    }
  return r;
}

/* && and ||: the right side is computed only if the left one does not decide. */
Operand
Body::logic (const Expr *e)
{
  Operand a = condition (e->args[0]);
  bool is_and = e->text == "&&";
  if (a.known)
    {
      if ((a.value.integer != 0) != is_and)
        return a;
      return condition (e->args[1]);
    }
  if (!effects (e->args[1]))
    {
      std::string before = text;
      Operand b = condition (e->args[1]);
      if (text == before)
        return operand ("(" + a.text + " " + e->text + " " + b.text + ")", e->type);
      text = before;
    }
  std::string result = fresh ("x");
  line ("var " + result + " : bool = " + a.text + ";");
  begin ("if " + std::string (is_and ? "" : "!") + result + " {");
  Operand b = condition (e->args[1]);
  line (result + " = " + b.text + ";");
  end ();
  return operand (result, e->type);
}

Operand
Body::conditional (const Expr *e)
{
  Operand c = condition (e->args[0]);
  if (c.known)
    return convert (value (e->args[c.value.integer ? 1 : 2]), e->type->kind, e->at);
  if (!effects (e->args[1]) && !effects (e->args[2]))
    {
      std::string before = text;
      Operand a = convert (value (e->args[1]), e->type->kind, e->at),
              b = convert (value (e->args[2]), e->type->kind, e->at);
      if (text == before)
        return operand ("(" + c.text + " ? " + a.text + " : " + b.text + ")", e->type);
      text = before;
    }
  std::string result = fresh ("x");
  line ("var " + result + " : " + module.type (e->type, env) + ";");
  Cursor in_before = in;
  begin ("if " + c.text + " {");
  line (result + " = " + convert (value (e->args[1]), e->type->kind, e->at).text + ";");
  indent--;
  in = in_before;
  begin ("} else {");
  line (result + " = " + convert (value (e->args[2]), e->type->kind, e->at).text + ";");
  end ();
  return operand (result, e->type);
}

Operand
Body::increment (const Expr *e)
{
  std::string where = place_text (e->args[0], true);
  const Type *t = e->args[0]->type;
  Operand old = operand (where, t);
  if (!e->prefix)
    old = operand (save (module.type (t, env), where, "x"), t);
  Type common;
  common.kind = streamit::common (t->kind, Type::Int);
  Operand sum = binary (e->text.substr (0, 1), old, known (of_integer (1)), &common, e->at);
  line (where + " = " + convert (sum, t->kind, e->at).text + ";");
  return e->prefix ? operand (save (module.type (t, env), where, "x"), t) : old;
}

Operand
Body::binary (const Expr *e)
{
  if (e->text == "&&" || e->text == "||")
    return logic (e);
  Operand a = value (e->args[0]);
  if (effects (e->args[1]))
    a = saved (a, e->args[0]->type);
  Operand b = value (e->args[1]);
  Type common;
  common.kind = streamit::common (a.kind, b.kind);
  return binary (e->text, a, b, e->type->kind == Type::Boolean ? &common : e->type, e->at);
}

static bool
is_order (const std::string &op)
{
  return op == "==" || op == "!=" || op == "<" || op == "<=" || op == ">" || op == ">=";
}

/* The operation on two values, both converted to the type t. */
Operand
Body::binary (const std::string &op, Operand a, Operand b, const Type *t, Place at)
{
  Value folded;
  if (a.known && b.known && streamit::binary (op, a.value, b.value, folded))
    return known (folded);
  a = convert (a, t->kind, at);
  b = convert (b, t->kind, at);
  Operand r;
  r.kind = is_order (op) ? Type::Boolean : t->kind;
  bool complex = t->kind == Type::Complex;
  if (complex || (t->kind >= Type::Float2 && t->kind <= Type::Float4))
    {
      a = saved (a, t);
      b = saved (b, t);
      std::string ar = a.text + ".f_real", ai = a.text + ".f_imag", br = b.text + ".f_real",
                  bi = b.text + ".f_imag";
      if (!complex)
        {
          std::string all;
          for (int k = 0; k < t->parts (); k++)
            all += (k ? ", " : "") + a.text + ".f_" + "xyzw"[k] + " " + op + " " + b.text + ".f_"
                   + "xyzw"[k];
          r.text = module.type (t->kind) + "(" + all + ")";
        }
      else if (op == "==" || op == "!=")
        r.text = std::string (op == "!=" ? "(!" : "(") + "(" + ar + " == " + br + " && " + ai
                 + " == " + bi + "))";
      else if (op == "+" || op == "-")
        r.text = "t_complex(" + ar + " " + op + " " + br + ", " + ai + " " + op + " " + bi + ")";
      else if (op == "*")
        r.text = "t_complex(" + ar + " * " + br + " - " + ai + " * " + bi + ", " + ar + " * " + bi
                 + " + " + ai + " * " + br + ")";
      else
        {
          std::string n = save (real_type (), br + " * " + br + " + " + bi + " * " + bi, "x");
          r.text = "t_complex((" + ar + " * " + br + " + " + ai + " * " + bi + ") / " + n + ", ("
                   + ai + " * " + br + " - " + ar + " * " + bi + ") / " + n + ")";
        }
      return r;
    }
  if (t->kind == Type::Boolean && (op == "<" || op == ">" || op == "<=" || op == ">="))
    {
      a.text = "i32(" + a.text + ")";
      b.text = "i32(" + b.text + ")";
    }
  if (op == "%" && t->kind >= Type::Float)
    return real ("fmod", { a, b }, t->kind);
  r.text = "(" + a.text + " " + op + " " + b.text + ")";
  if (t->kind != Type::Int || !a.sum || !b.sum)
    return r;
  if (op == "+" || op == "-")
    {
      r.sum = true;
      r.linear = op == "+" ? a.linear + b.linear : a.linear - b.linear;
    }
  if (op == "*" && (a.linear.number () || b.linear.number ()))
    {
      r.sum = true;
      r.linear = a.linear.number () ? b.linear * a.linear.constant : a.linear * b.linear.constant;
    }
  return r;
}

} // namespace er::streamit
