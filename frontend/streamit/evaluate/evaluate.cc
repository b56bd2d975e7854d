/* SPDX-License-Identifier: MIT */
/* evaluate.cc - expressions at compile time (evaluate.h). */
#include "streamit/evaluate/evaluate.h"

namespace er::streamit {

int64_t Evaluator::most_steps = 200000000;

void
Evaluator::step (Place at)
{
  if (++steps > most_steps)
    report.stop (at, format ("the code that runs at compile time takes more than %lld steps",
                             (long long) most_steps));
}

int64_t
Evaluator::length (const Type *array, Env &env)
{
  const int64_t most = int64_t (1) << 20;
  int64_t n = integer (array->length, env);
  if (n < 1 || n > most)
    report.stop (array->length->at,
                 format ("an array has from 1 to %lld elements, not %lld", (long long) most,
                         (long long) n));
  return n;
}

Value
Evaluator::zero (const Type *t, Env &env)
{
  Value v;
  v.kind = t->kind;
  switch (t->kind)
    {
    case Type::Array:
      {
        int64_t n = length (t, env);
        Value element = zero (t->element, env);
        int64_t all = n * int64_t (element.scalars ());
        made += all;
        if (all > most_scalars || made > 64 * most_scalars)
          report.stop (t->length->at, "this array is too large for the compiler");
        v.parts.assign (size_t (n), element);
        break;
      }
    case Type::Struct:
      v.structure = t->structure;
      for (const Variable *f : t->structure->fields)
        v.parts.push_back (zero (f->type, env));
      break;
    case Type::Float2:
    case Type::Float3:
    case Type::Float4:
      v.parts.assign (size_t (t->parts ()), of_real (0));
      break;
    case Type::Portal:
      v.integer = portals++; /* its number, which all streams that it is passed to share */
      break;
    case Type::String:
      return of_text ("");
    default:
      break;
    }
  return v;
}

Value
Evaluator::fit (const Value &v, const Type *t, Env &env, Place at)
{
  if (t->kind != Type::Array)
    return t->kind == v.kind || t->kind > Type::Float4 ? v : convert (v, t->kind);
  int64_t n = length (t, env);
  if (v.kind != Type::Array || int64_t (v.parts.size ()) != n)
    report.stop (at, format ("an array of %zu elements is none of %lld", v.parts.size (),
                             (long long) n));
  if (t->element->kind == Type::Array)
    for (const Value &p : v.parts)
      fit (p, t->element, env, at);
  return v;
}

Value
Evaluator::list (const Type *t, const Expr *e, Env &env)
{
  Value v = zero (t, env);
  bool complex = t->kind == Type::Complex;
  if (e->args.size () > (complex ? 2 : v.parts.size ()))
    report.stop (e->at, format ("%zu values are given for %zu", e->args.size (),
                                complex ? 2 : v.parts.size ()));
  for (size_t k = 0; k < e->args.size (); k++)
    if (complex)
      (k ? v.imaginary : v.real) = convert (value (e->args[k], env), Type::Float).real;
    else if (t->kind == Type::Array)
      v.parts[k] = initial (t->element, e->args[k], env);
    else if (t->kind == Type::Struct)
      v.parts[k] = initial (t->structure->fields[k]->type, e->args[k], env);
    else
      v.parts[k] = convert (value (e->args[k], env), Type::Float);
  return v;
}

Value
Evaluator::initial (const Type *t, const Expr *e, Env &env)
{
  if (!e)
    return zero (t, env);
  if (e->kind == Expr::List)
    return list (t, e, env);
  return fit (value (e, env), t, env, e->at);
}

void
Evaluator::declare (const Variable *v, Env &env)
{
  Value first = initial (v->type, v->value, env);
  env.own[v] = std::move (first);
}

int64_t
Evaluator::integer (const Expr *e, Env &env)
{
  Value v = value (e, env);
  if (!v.scalar () || v.number () != double (int64_t (v.number ())))
    report.stop (e->at, "an int is needed here");
  return int64_t (v.number ());
}

bool
Evaluator::truth (const Expr *e, Env &env)
{
  return convert (value (e, env), Type::Boolean).integer != 0;
}

Value
Evaluator::name (const Expr *e, Env &env)
{
  Value *v = e->variable ? env.find (e->variable) : nullptr;
  if (!v)
    report.stop (e->at, "'" + e->text + "' has no value at compile time");
  return *v;
}

/* A field or an element. */
Value
Evaluator::part (const Expr *e, Env &env)
{
  const Expr *root = e;
  while (root->kind == Expr::Index || root->kind == Expr::Field)
    root = root->args[0];
  if (root->kind == Expr::Name && e->args[0]->type->kind != Type::Complex)
    return *place (e, env);
  Value of = value (e->args[0], env);
  if (of.kind == Type::Complex)
    return of_real (e->text == "real" ? of.real : of.imaginary);
  int64_t k = e->kind == Expr::Index ? integer (e->args[1], env)
              : of.kind == Type::Struct ? of.structure->index (e->text)
                                        : int64_t (std::string ("xyzw").find (e->text));
  if (k < 0 || k >= int64_t (of.parts.size ()))
    report.stop (e->at, format ("element %lld of an array of %zu", (long long) k,
                                of.parts.size ()));
  return of.parts[size_t (k)];
}

Value
Evaluator::value (const Expr *e, Env &env)
{
  step (e->at);
  Value result;
  switch (e->kind)
    {
    case Expr::Integer:
      return of_integer (int32_t (uint32_t (int64_t (e->number))));
    case Expr::Real:
      return of_real (e->number);
    case Expr::Imaginary:
      return of_complex (0, e->number);
    case Expr::Bool:
      return of_bool (e->number != 0);
    case Expr::Text:
      return of_text (e->text);
    case Expr::Name:
      return name (e, env);
    case Expr::Field:
    case Expr::Index:
      return part (e, env);
    case Expr::Unary:
      if (unary (e->text, value (e->args[0], env), result))
        return result;
      break;
    case Expr::Binary:
      {
        Value a = value (e->args[0], env);
        bool left = convert (a, Type::Boolean).integer != 0;
        if ((e->text == "&&" && !left) || (e->text == "||" && left))
          return of_bool (left);
        if (binary (e->text, a, value (e->args[1], env), result))
          return result;
        break;
      }
    case Expr::Conditional:
      {
        Value v = value (e->args[truth (e->args[0], env) ? 1 : 2], env);
        return convert (v, e->type->kind);
      }
    case Expr::Increment:
      return increment (e, env);
    case Expr::Call:
      return call (e, env);
    case Expr::Cast:
      return convert (value (e->args[0], env), e->type->kind);
    case Expr::Make:
      result.kind = e->type->kind;
      for (const Expr *a : e->args)
        result.parts.push_back (convert (value (a, env), Type::Float));
      return result;
    default:
      report.stop (e->at, "'" + text_of (e) + "' has no value at compile time");
    }
  report.stop (e->at, "the result of '" + e->text + "' is undefined");
}

Value *
Evaluator::place (const Expr *e, Env &env)
{
  if (e->kind == Expr::Name)
    {
      Value *v = e->variable ? env.find (e->variable) : nullptr;
      if (!v)
        report.stop (e->at, "'" + e->text + "' has no value at compile time");
      return v;
    }
  if (e->kind != Expr::Index && e->kind != Expr::Field)
    report.stop (e->at, "this is no variable that can be assigned to");
  Value *of = place (e->args[0], env);
  int64_t k = e->kind == Expr::Index ? integer (e->args[1], env)
              : of->kind == Type::Struct ? of->structure->index (e->text)
                                         : int64_t (std::string ("xyzw").find (e->text));
  if (k < 0 || k >= int64_t (of->parts.size ()))
    report.stop (e->at, format ("element %lld of an array of %zu", (long long) k,
                                of->parts.size ()));
  return &of->parts[size_t (k)];
}

/* The numbers of the elements and fields that lead from the variable of a place to it. */
std::vector<int64_t>
Evaluator::path (const Expr *e, Env &env)
{
  if (e->kind == Expr::Name)
    return {};
  std::vector<int64_t> all = path (e->args[0], env);
  const Value *of = follow (e->args[0], all, env);
  all.push_back (e->kind == Expr::Index ? integer (e->args[1], env)
                 : of->kind == Type::Struct ? of->structure->index (e->text)
                                            : -1);
  return all;
}

Value *
Evaluator::follow (const Expr *e, const std::vector<int64_t> &path, Env &env)
{
  const Expr *root = e;
  while (root->kind != Expr::Name)
    root = root->args[0];
  Value *v = place (root, env);
  for (int64_t k : path)
    {
      if (k < 0 || k >= int64_t (v->parts.size ()))
        report.stop (e->at, format ("element %lld of an array of %zu", (long long) k,
                                    v->parts.size ()));
      v = &v->parts[size_t (k)];
    }
  return v;
}

Value
Evaluator::increment (const Expr *e, Env &env)
{
  Value *v = place (e->args[0], env), before = *v, after;
  if (!binary (e->text.substr (0, 1), before, of_integer (1), after))
    report.stop (e->at, "the result of '" + e->text + "' is undefined");
  *v = convert (after, before.kind);
  return e->prefix ? *v : before;
}

Value
Evaluator::call (const Expr *e, Env &env)
{
  if (e->function)
    return called (e, e->function, env);
  const Builtin *b = builtin_named (e->text);
  if (b && b->kind == Builtin::Random)
    return e->text == "random" ? of_real (random.real ()) : of_integer (random.integer ());
  std::vector<Value> args;
  for (const Expr *a : e->args)
    args.push_back (value (a, env));
  Value result;
  if (b && b->kind == Builtin::Print)
    return result;
  if (!streamit::call (e->text, args, result))
    report.stop (e->at, "'" + e->text + "' has no value at compile time");
  return result;
}

Value
Evaluator::called (const Expr *e, const Function *f, Env &env)
{
  if (f->kind == Function::Native)
    report.stop (e->at, "the native function '" + f->name + "' is not known at compile time");
  if (++calls > most_calls)
    report.stop (e->at, format ("calls are nested more than %d deep", most_calls));
  Env inner;
  inner.around = &env;
  std::map<size_t, std::vector<int64_t>> paths; /* of shared arrays, by their parameters */
  for (size_t k = 0; k < f->parameters.size (); k++)
    {
      const Variable *p = f->parameters[k];
      const Expr *a = e->args[k];
      Value v;
      if (!shared_array (p, a))
        v = initial (p->type, a, env);
      else
        {
          paths[k] = path (a, env);
          v = fit (*follow (a, paths[k], env), p->type, env, a->at);
          if (paths[k].empty ())
            {
              inner.shared[p] = place (a, env);
              continue;
            }
        }
      inner.own[p] = std::move (v);
    }
  returned = Value ();
  execute (f->body, inner);
  calls--;
  for (const auto &[k, path] : paths)
    if (!path.empty ())
      *follow (e->args[k], path, env) = inner.own[f->parameters[k]];
  return fit (returned, f->result, inner, e->at);
}

} // namespace er::streamit
