/* SPDX-License-Identifier: MIT */
/* module_text.cc - types, constants and declarations of the emitted program (module_text.h). */
#include "streamit/emit/module_text.h"

#include <cmath>

namespace er::streamit {

std::string
Module_text::name (const std::string &like)
{
  std::string base = like.empty () || like == "main" ? "stream" : like;
  if (base[0] == '_') /* such names belong to C (ir-spec 8.4) */
    base = "stream" + base;
  return base + "_m" + std::to_string (++next);
}

std::string
real_type ()
{
  return wide_floats ? "f64" : "f32";
}

std::string
Module_text::structure (const std::string &name, const std::vector<std::string> &fields)
{
  if (structures.count (name))
    return structures[name];
  structures[name] = name;
  std::string text = "struct " + name + " { ";
  for (size_t k = 0; k < fields.size (); k++)
    text += (k ? ", " : "") + fields[k];
  structure_text += text + " }\n";
  return name;
}

std::string
Module_text::type (Type::Kind kind)
{
  switch (kind)
    {
    case Type::Boolean:
      return "bool";
    case Type::Bit:
      return "u8";
    case Type::Int:
      return "i32";
    case Type::Float:
      return real_type ();
    case Type::Double:
      return "f64";
    case Type::Complex:
      return structure ("t_complex", { "f_real : " + real_type (), "f_imag : " + real_type () });
    default:
      {
        std::vector<std::string> fields;
        for (int k = 0; k < kind - Type::Float2 + 2; k++)
          fields.push_back (std::string ("f_") + "xyzw"[k] + " : " + real_type ());
        return structure ("t_float" + std::to_string (kind - Type::Float2 + 2), fields);
      }
    }
}

std::string
Module_text::type (const Type *t, Env &env)
{
  if (t->kind == Type::Array)
    {
      int64_t n = evaluator.length (t, env);
      return "[" + std::to_string (n) + "]" + type (t->element, env);
    }
  if (t->kind == Type::Struct)
    {
      std::string name = "s_" + t->name;
      if (structures.count (name))
        return name;
      std::vector<std::string> fields;
      for (const Variable *f : t->structure->fields)
        fields.push_back ("f_" + f->name + " : " + type (f->type, env));
      return structure (name, fields);
    }
  if (t->kind > Type::Float4 || t->kind == Type::Void)
    report.stop (t->at, "a value of type " + text_of (t) + " cannot be used here");
  return type (t->kind);
}

std::string
float_text (double x, bool single)
{
  const char *type = single ? "f32" : "f64";
  if (std::isnan (x))
    return format ("(0.0%s / 0.0%s)", type, type);
  if (std::isinf (x))
    return format ("(%s1.0%s / 0.0%s)", x < 0 ? "-" : "", type, type);
  std::string text = format (single ? "%.9g" : "%.17g", x);
  size_t e = text.find ('e');
  std::string digits = text.substr (0, e), exponent = e == std::string::npos ? "" : text.substr (e);
  if (digits.find ('.') == std::string::npos)
    digits += ".0";
  return digits + exponent + type;
}

std::string
Module_text::type_of (const Value &v)
{
  if (v.kind == Type::Array)
    return "[" + std::to_string (v.parts.size ()) + "]" + type_of (v.parts[0]);
  if (v.kind == Type::Struct)
    {
      std::string name = "s_" + v.structure->name;
      std::vector<std::string> fields;
      if (!structures.count (name))
        for (size_t k = 0; k < v.parts.size (); k++)
          fields.push_back ("f_" + v.structure->fields[k]->name + " : " + type_of (v.parts[k]));
      return structure (name, fields);
    }
  return type (v.kind);
}

std::string
Module_text::literal (const Value &v)
{
  switch (v.kind)
    {
    case Type::Boolean:
      return v.integer ? "true" : "false";
    case Type::Bit:
      return v.integer ? "1u8" : "0u8";
    case Type::Int:
      return std::to_string (v.integer) + "i32";
    case Type::Float:
      return float_text (v.real, !wide_floats);
    case Type::Double:
      return float_text (v.real, false);
    case Type::Complex:
      return type (v.kind) + "(" + float_text (v.real, !wide_floats) + ", "
             + float_text (v.imaginary, !wide_floats) + ")";
    default:
      break;
    }
  std::string text = type_of (v) + "(";
  if (!v.zero ())
    for (size_t k = 0; k < v.parts.size (); k++)
      text += (k ? ", " : "") + literal (v.parts[k]);
  return text + ")";
}

std::string
Module_text::constant_of (const std::string &type, const std::string &text)
{
  auto found = constants.find (text);
  if (found != constants.end ())
    return found->second;
  std::string called = name ("c");
  constant_text += "const " + called + " : " + type + " = " + text + ";\n";
  return constants[text] = called;
}

std::string
Module_text::constant (const Value &v)
{
  std::string text = literal (v);
  return constant_of (type_of (v), text);
}

std::string
Module_text::constant (const std::string &type, const std::string &elements)
{
  return constant_of (type, type + "(" + elements + ")");
}

std::string
Module_text::table (const std::vector<int64_t> &values)
{
  std::string elements;
  for (size_t k = 0; k < values.size (); k++)
    elements += (k ? ", " : "") + std::to_string (values[k]);
  return constant (format ("[%zu]index", values.size ()), elements);
}

/* f_kind is 0 at the end of a firing, else the number of the handler, from 1; the parameters of
 * all handlers follow. */
std::string
Module_text::message (const Channel &c)
{
  std::vector<std::string> fields { "f_kind : i32" };
  std::string all;
  for (size_t h = 0; h < c.handlers.size (); h++)
    for (size_t p = 0; p < c.handlers[h]->parameters.size (); p++)
      {
        fields.push_back (format ("f_%zu_%zu : ", h + 1, p)
                          + type (c.handlers[h]->parameters[p]->type, c.receiver->node->env));
        all += fields.back () + ", ";
      }
  auto found = messages.emplace (all, format ("t_message_%zu", messages.size () + 1)).first;
  return structure (found->second, fields);
}

void
Module_text::external (const std::string &name, const std::string &declaration)
{
  externals[name] = declaration;
}

size_t
Module_text::native (const Native &n)
{
  for (size_t k = 0; k < natives.size (); k++)
    if (natives[k].name == n.name)
      return k + 1;
  natives.push_back (n);
  return natives.size ();
}

std::string
Module_text::process (const std::string &like, const std::string &text)
{
  auto found = processes.find (text);
  if (found != processes.end ())
    return found->second;
  std::string called = name (like);
  process_text += "process " + called + text + "\n";
  return processes[text] = called;
}

std::string
Module_text::function (const std::string &like, const std::string &text)
{
  auto found = functions.find (text);
  if (found != functions.end ())
    return found->second;
  std::string called = name (like);
  function_text += "func " + called + text + "\n";
  return functions[text] = called;
}

size_t
Module_text::file ()
{
  if (files == most_files)
    report.stop (program.top->at, format ("the program uses more than %zu files", most_files));
  return files++;
}

std::string
Module_text::text (const std::string &main) const
{
  std::string all;
  for (const auto &entry : externals)
    all += "extern " + entry.second + ";\n";
  return all + structure_text + constant_text + function_text + process_text + main;
}

} // namespace er::streamit
