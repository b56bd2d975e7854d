/* SPDX-License-Identifier: MIT */
/* calls.cc - calls of helper, native and built-in functions (body.h). */
#include "streamit/emit/body.h"

namespace er::streamit {

Operand
Body::call (const Expr *e)
{
  if (!e->function)
    return built_in (e);
  if (e->function->kind == Function::Native)
    return native (e);
  std::optional<Operand> result = defined_call (e, e->function);
  return result ? *result : expand (e, e->function);
}

/* The type of a parameter or result of a native function: in C, a float has 32 bits. */
std::string
Body::c_type (const Type *t, Place at)
{
  if (!wide_floats || t->kind != Type::Float)
    {
      const Type *element = t;
      while (element->kind == Type::Array)
        element = element->element;
      if (wide_floats && element->kind >= Type::Float && element->kind != Type::Double)
        report.stop (at, "with --float=64, a native function cannot take or return a value of type "
                           + text_of (t));
      return module.type (t, env);
    }
  return "f32";
}

/* Asks the process that calls native functions to call one, or tells it that a firing ends. */
void
Body::ask (size_t number, const std::vector<std::string> &args)
{
  std::string call = fresh ("call");
  line ("var " + call + " : t_call;");
  line (call + ".f_kind = " + std::to_string (number) + "i32;");
  for (size_t k = 0; k < args.size (); k++)
    line (call + format (".f_%zu_%zu = ", number, k) + args[k] + ";");
  line ("stall(v_ask, ask_at + 1);");
  line ("v_ask[[ask_at]] = " + call + ";");
  line ("ask_at = ask_at + 1;");
  line ("commit(v_ask, ask_at);");
}

/* Returns the name of the result, or "". */
std::string
Body::call_native (const Native &n, const std::vector<std::string> &args)
{
  if (server.empty ())
    {
      std::string text;
      for (size_t k = 0; k < args.size (); k++)
        {
          std::string a = args[k];
          if (n.parameters[k][0] == '[') /* C may change it */
            {
              a = fresh ("copy");
              line ("var " + a + " : " + n.parameters[k] + " = " + args[k] + ";");
            }
          text += (k ? ", " : "") + a;
        }
      text = n.name + "(" + text + ")";
      if (!n.result.empty ())
        return save (n.result, text, "x");
      line (text + ";");
      return "";
    }
  size_t number = module.native (n);
  ask (number, args);
  if (n.result.empty ())
    return "";
  line ("update(v_answer, answer_at + 1);");
  std::string result = save (n.result, format ("v_answer[[answer_at]].f_%zu", number), "x");
  line ("answer_at = answer_at + 1;");
  line ("release(v_answer, answer_at);");
  return result;
}

/* A native function is one of C that the user links. */
Operand
Body::native (const Expr *e)
{
  const Function *f = e->function;
  has_natives = true;
  Native n { f->name, "", {} };
  std::vector<std::string> args;
  std::string types;
  for (size_t k = 0; k < e->args.size (); k++)
    {
      const Type *t = f->parameters[k]->type;
      Operand a = fitted (e->args[k], t);
      n.parameters.push_back (c_type (t, e->args[k]->at));
      types += (k ? ", " : "") + n.parameters[k];
      if (t->kind == Type::Float && n.parameters[k] != real_type ())
        a.text = n.parameters[k] + "(" + a.text + ")";
      args.push_back (a.text);
    }
  if (f->result->kind != Type::Void)
    n.result = c_type (f->result, e->at);
  module.external (f->name, "func " + f->name + "(" + types + ")"
                              + (n.result.empty () ? "" : " -> " + n.result) + " touches natives");
  std::string result = call_native (n, args);
  if (n.result.empty ())
    return operand ("", f->result);
  std::string type = module.type (f->result, env);
  return operand (n.result == type ? result : save (type, type + "(" + result + ")", "x"),
                  f->result);
}

/* Gives parameters their values. */
void
Body::bind (const std::vector<std::pair<const Variable *, Operand>> &args)
{
  for (const auto &[p, a] : args)
    {
      bound.erase (p);
      variables.erase (p);
      if (a.known || a.sum)
        bound[p] = a;
      else
        variables[p] = a.text;
    }
}

Operand
Body::expand (const Expr *e, const Function *f)
{
  if (!open.insert (f).second)
    report.stop (e->at, "'" + f->name + "' calls itself; recursive functions are supported only "
                          "in code that runs at compile time");
  /* all arguments first, since their parameters may be in use */
  std::vector<std::pair<const Variable *, Operand>> args;
  for (size_t k = 0; k < f->parameters.size (); k++)
    {
      const Variable *p = f->parameters[k];
      if (shared_array (p, e->args[k]))
        {
          expect_array (e->args[k], module.type (p->type, env));
          args.push_back ({ p, operand (place_text (e->args[k], true), p->type) });
          continue;
        }
      Operand a = fitted (e->args[k], p->type);
      if (!p->assigned && (a.known || a.sum))
        args.push_back ({ p, a });
      else
        {
          std::string name = fresh (p->name);
          line ((p->assigned ? "var " : "let ") + name + " : " + module.type (p->type, env) + " = "
                + a.text + ";");
          Operand variable = operand (name, p->type);
          args.push_back ({ p, variable });
        }
    }
  bind (args);
  std::string result;
  if (f->result->kind != Type::Void)
    {
      result = fresh (f->name);
      line ("var " + result + " : " + module.type (f->result, env) + ";");
    }
  expanded (f, result);
  open.erase (f);
  return operand (result, f->result);
}

/* Computes in f64 and rounds to float, unless the function is exact. */
Operand
Body::real (const std::string &name, std::vector<Operand> args, Type::Kind kind)
{
  static const std::set<std::string> exact { "sqrt", "floor", "ceil", "round", "rint", "fabs" };
  bool single = kind == Type::Float && !wide_floats && exact.count (name);
  std::string type = single ? "f32" : "f64", function = single ? name + "f" : name, types, values;
  for (Operand &a : args)
    {
      Operand x = convert (a, single ? Type::Float : Type::Double, {});
      types += (types.empty () ? "" : ", ") + type;
      values += (values.empty () ? "" : ", ") + x.text;
    }
  module.external (function, "pure func " + function + "(" + types + ") -> " + type);
  Operand r;
  r.kind = kind;
  r.text = function + "(" + values + ")";
  if (!single && kind == Type::Float)
    r.text = real_type () + "(" + r.text + ")";
  return r;
}

Operand
Body::of_complex (const std::string &name, const Operand &z, Place at)
{
  Type complex;
  complex.kind = Type::Complex;
  Operand a = saved (convert (z, Type::Complex, at), &complex);
  Type precise;
  precise.kind = Type::Double;
  Operand x = operand (save ("f64", "f64(" + a.text + ".f_real)", "x"), &precise),
          y = operand (save ("f64", "f64(" + a.text + ".f_imag)", "y"), &precise);
  auto of = [&] (const char *f, std::vector<Operand> args) {
    return operand (save ("f64", real (f, args, Type::Double).text, "x"), &precise);
  };
  std::string narrow = real_type () + "(";
  auto make = [&] (const std::string &re, const std::string &im) {
    return operand ("t_complex(" + narrow + re + "), " + narrow + im + "))", &complex);
  };
  Type single;
  single.kind = Type::Float;
  if (name == "arg")
    return operand (narrow + of ("atan2", { y, x }).text + ")", &single);
  if (name == "exp")
    {
      std::string size = of ("exp", { x }).text;
      return make (size + " * " + of ("cos", { y }).text, size + " * " + of ("sin", { y }).text);
    }
  if (name == "sin" || name == "cos")
    {
      std::string s = of ("sin", { x }).text, c = of ("cos", { x }).text,
                  ch = of ("cosh", { y }).text, sh = of ("sinh", { y }).text;
      return name == "sin" ? make (s + " * " + ch, c + " * " + sh)
                           : make (c + " * " + ch, "-(" + s + " * " + sh + ")");
    }
  Operand squares = operand ("(" + x.text + " * " + x.text + " + " + y.text + " * " + y.text + ")",
                             &precise);
  Operand size = of ("sqrt", { squares });
  if (name == "abs")
    return operand (narrow + size.text + ")", &single);
  if (name == "log")
    return make (of ("log", { size }).text, of ("atan2", { y, x }).text);
  if (name == "sqrt" || name == "csqrt")
    {
      std::string re = of ("sqrt", { operand ("((" + size.text + " + " + x.text + ") / 2.0)",
                                              &precise) }).text,
                  im = of ("sqrt", { operand ("((" + size.text + " - " + x.text + ") / 2.0)",
                                              &precise) }).text;
      return make (re, y.text + " < 0.0 ? -" + im + " : " + im);
    }
  report.stop (at, "'" + name + "' does not apply to complex");
}

/* The generator of builtins.h, with a state of its own for each process. */
Operand
Body::random (const std::string &name)
{
  draws = true;
  auto bits = [this] (int count) {
    line (format ("random_state = (random_state * %lluu64 + %lluu64) & 281474976710655u64;",
                  (unsigned long long) Random::factor, (unsigned long long) Random::addend));
    return save ("u64", format ("random_state >> %du64", 48 - count), "bits");
  };
  Type t;
  if (name == "randomI")
    {
      t.kind = Type::Int;
      return operand ("i32(" + bits (32) + ")", &t);
    }
  t.kind = Type::Float;
  std::string high = bits (26), low = bits (27);
  return operand (real_type () + "(f64((" + high + " << 27u64) + " + low
                    + ") / 9007199254740992.0)", &t);
}

Operand
Body::built_in (const Expr *e)
{
  const Builtin *b = builtin_named (e->text);
  if (b->kind == Builtin::Print)
    {
      print (e);
      return operand ("", e->type);
    }
  if (b->kind == Builtin::Random)
    {
      Operand r = random (e->text);
      return operand (save (module.type (r.kind), r.text, "x"), e->type);
    }
  std::vector<Operand> args;
  for (const Expr *a : e->args)
    {
      if (!args.empty () && effects (a))
        args.back () = saved (args.back (), e->args[args.size () - 1]->type);
      args.push_back (value (a));
    }
  bool complex = args[0].kind == Type::Complex;
  if (complex || b->kind == Builtin::Root || b->kind == Builtin::Argument)
    return of_complex (e->text, args[0], e->at);
  if (b->kind == Builtin::Real)
    return real (e->text, args, e->type->kind);
  if (b->kind == Builtin::Abs)
    {
      if (args[0].kind >= Type::Float)
        return real ("fabs", args, args[0].kind);
      Operand a = saved (convert (args[0], Type::Int, e->at), e->type);
      return operand ("(" + a.text + " < 0i32 ? -" + a.text + " : " + a.text + ")", e->type);
    }
  Operand x = saved (convert (args[0], e->type->kind, e->at), e->type),
          y = saved (convert (args[1], e->type->kind, e->at), e->type);
  return operand ("(" + x.text + (e->text == "min" ? " < " : " > ") + y.text + " ? " + x.text
                    + " : " + y.text + ")",
                  e->type);
}

} // namespace er::streamit
