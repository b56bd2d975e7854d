/* SPDX-License-Identifier: MIT */
/* emit_c.cc - a module as C: types, items, statements (emit_c.h).
 *
 *   process count(r : record i32, n : index) {      process count (record int32_t r, int64_t n)
 *       let v : write view i32 =                    {
 *           new_write_view(r);                        view int32_t v = new_write_view (r);
 *       for i in 0 .. n by 2 {                        for (int64_t i = 0, i_end_ = n; i < i_end_;
 *           v[[i]] = i32(i) + 1i32;                          i += 2)
 *       }                                               {
 *   }                                                     v[[i]]
 *                                                           = (int32_t) ((uint32_t) (int32_t) i
 *                                                                        + (uint32_t) 1);
 *                                                       }
 *                                                   }
 *
 * A function that the module defines becomes a static function, with arrays by value.
 *
 * Integers of the IR wrap and those of C do not, so they are computed as unsigned integers.  An
 * index is computed as it is, since overflow is undefined in both languages.  Arrays are values, so
 * they are members of structures.
 */
#include "codegen/c/emit_c.h"

#include "eval/eval.h"
#include "ir/ir.h"
#include "foreign/foreign.h"
#include "syntax/syntax.h"

namespace er {

/* ---- Types --------------------------------------------------------------- */

std::string
c_scalar (const Type *t)
{
  static const char *const names[] = { "_Bool",   "int64_t", "int8_t",   "int16_t",  "int32_t",
                                       "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
                                       "float",   "double",  "int64_t" };
  return names[t->kind];
}

/* The beginning of the name of an array's structure. */
static std::string
array_name (const Type *t)
{
  if (t->kind != Type::Array)
    {
      std::string name = t->text ();
      for (char &c : name)
        c = c == ' ' || c == '[' || c == ']' ? '_' : c;
      return name;
    }
  return array_name (t->element) + format ("_%llu", (unsigned long long) t->count);
}

std::string
Emitter::type (const Type *t)
{
  switch (t->kind)
    {
    case Type::Record:
      return (plain ? "ERBIUM_RECORD (" : "record ") + type (t->element) + (plain ? ")" : "");
    case Type::ReadView:
    case Type::WriteView:
      return (plain ? "ERBIUM_VIEW (" : "view ") + type (t->element) + (plain ? ")" : "");
    case Type::Struct:
      return c_file_name (t->name);
    case Type::None:
      return "void";
    case Type::Array:
      {
        std::string &name = array_types[t];
        if (name.empty ())
          {
            std::string element = type (t->element);
            name = array_name (t) + "_";
            /* [2][4]f32, and [2] of a structure f32_4 */
            for (int k = 2; !array_names.insert (name).second; k++)
              name = array_name (t) + format ("_%d_", k);
            types += "typedef struct { " + element
                     + format (" at[%llu]; } ", (unsigned long long)t->count) + name + ";\n";
          }
        return name;
      }
    default:
      return c_scalar (t);
    }
}

/* ---- Items --------------------------------------------------------------- */

void
Emitter::structure (const Structure &s)
{
  if (!structures.insert (s.name).second)
    return;
  std::string result = "typedef struct {";
  for (const Field &f : s.fields)
    {
      const Type *t = f.type;
      while (t->kind == Type::Array)
        t = t->element;
      if (t->structure)
        structure (*t->structure); /* C requires the definition first */
      result += " " + type (f.type) + " " + c_name (f.name) + ";";
    }
  types += result + " } " + c_file_name (s.name) + ";\n";
}

std::string
Emitter::initialiser (const Value &value, const Type *t)
{
  if (t->scalar ())
    return c_literal (value, t);
  std::string parts;
  for (size_t k = 0; k < value.parts.size (); k++)
    parts +=
      (k ? ", " : "")
      + initialiser (value.parts[k], t->structure ? t->structure->fields[k].type : t->element);
  return t->kind == Type::Array ? "{{" + parts + "}}" : "{" + parts + "}";
}

void
Emitter::constant (const Variable &c)
{
  Constants known;
  std::string t = type (c.type);
  put ("static const " + t + " " + c_file_name (c.name) + " = "
         + initialiser (known.variable (&c, c.at), c.type) + ";",
       c.at, 0);
}

/* Uses another name for a function that a compiler may know: the compiler would evaluate exp (2.0)
 * itself, and round it differently from the library (4.11). */
std::string
Emitter::name (const Function &f) const
{
  if (f.code)
    return c_file_name (f.name);
  std::string c = is_fixed (f) || !is_known (f.name) ? f.name : c_other_name (f.name);
  while (c != f.name && symbols.count (c))
    c += "_";
  return c;
}

/* Clang also recognises a function by its symbol. */
void
Emitter::function (const Function &f)
{
  if (f.code)
    return put (head (f, false) + ";", f.at, 0);
  std::string list, c = name (f), result = type (f.result);
  for (const Type *t : f.parameters)
    list += (list.empty () ? "" : ", ")
            + (t->kind == Type::Array ? c_scalar (t->element) + " *" : c_scalar (t));
  list = " (" + (list.empty () ? "void" : list) + ")";
  std::string own = "extern " + result + " " + f.name + list + ";",
              other = "extern " + result + " " + c + list + " __asm__ (\"" + f.name + "\");";
  if (c == f.name || !plain)
    return put (c == f.name ? own : other, f.at, 0);
  helpers[c] = "#if defined __GNUC__ && !defined __clang__\n" + other + "\n#else\n" + own
               + "\nstatic " + result + " (*volatile " + c + ")" + list + " = " + f.name
               + ";\n#endif\n";
}

std::string
Emitter::parameters (const Process &p, bool with_names)
{
  std::string list;
  for (const Variable *v : p.parameters)
    list +=
      (list.empty () ? "" : ", ") + type (v->type) + (with_names ? " " + c_name (v->name) : "");
  return list;
}

void
Emitter::declaration (const Process &p)
{
  if (p.name == "main")
    return;
  if (plain && p.parameters.size () > 10)
    throw Undefined{ p.at,
                     "process '" + p.name
                       + "' has more than 10 parameters, which ERBIUM_PROCESS does not take",
                     "put some into a structure, or take --emit-c=plugin" };
  uint64_t size = size_of_parameters (p);
  if (size > stack_room)
    throw Undefined{
      p.at,
      format (
        "process '%s' has parameters of %llu bytes, which C passes on the stack: 65536 at most",
        p.name.c_str (), (unsigned long long)size),
      "send them by a record; erbiumc and erbium-run take them"
    };
  std::string list = parameters (p, false);
  put (plain ? "ERBIUM_PROCESS (" + p.name + (list.empty () ? "" : ", ") + list + ");"
             : "process " + p.name + " (" + (list.empty () ? "void" : list) + ");", p.at, 0);
}

void
Emitter::definition (const Process &p)
{
  process = &p;
  std::string list = parameters (p, true);
  std::string head = p.name == "main" ? "int main" : (plain ? "void " : "process ") + p.name;
  text += "\n";
  line++;
  put (head + " (" + (list.empty () ? "void" : list) + ")", p.at, 0);
  begin_large ();
  put ("{" + take_large (), {}, 0);
  block (p.body, 1);
  if (has_memory && (p.body.empty () || p.body.back ()->kind != Stmt::Return))
    put ("__builtin_free (large_);", {}, 1);
  put ("}", {}, 0);
  end_large ();
}

std::string
Emitter::head (const Function &f, bool with_names)
{
  std::string list = parameters (*f.code, with_names);
  return "static " + type (f.result) + " " + name (f) + " (" + (list.empty () ? "void" : list)
         + ")";
}

/* Its variables fit on the stack (3.17). */
void
Emitter::definition (const Function &f)
{
  process = f.code;
  in_function = true;
  has_memory = false;
  text += "\n";
  line++;
  put (head (f, true), f.at, 0);
  put ("{", {}, 0);
  block (f.code->body, 1);
  put ("}", {}, 0);
  in_function = false;
}

std::string
Emitter::head () const
{
  std::string how = plain ? "cc FILE.c -lerbium -lhwloc -pthread -lm -fstack-clash-protection"
                          : "gcc -fplugin=erbium FILE.c -lerbium -lm";
  return "/* Written by erbium-opt --emit-c=" + std::string (plain ? "plain" : "plugin")
         + ".\n"
           " * Compile with: "
         + how
         + " -ffp-contract=off */\n"
           "#include <stdint.h>\n"
         + (plain ? "#include <erbium.h>\n" : "extern int printf (const char *, ...);\n") + "\n";
}

std::string
Emitter::all ()
{
  for (const Item &i : module.items)
    if (i.structure)
      structure (*i.structure);
    else if (i.process || (i.function && !i.function->code))
      symbols.insert (i.process ? i.process->name : i.function->name);
  for (const Item &i : module.items)
    if (i.constant)
      constant (*i.constant);
    else if (i.function)
      function (*i.function);
    else if (i.process)
      declaration (*i.process);
  for (const Item &i : module.items)
    if (i.process && !i.process->external)
      definition (*i.process);
    else if (i.function && i.function->code)
      definition (*i.function);
  std::string help;
  for (const auto &h : helpers)
    help += h.second;
  return head () + types + help + text;
}

/* ---- Statements ---------------------------------------------------------- */

/* Returns a string literal of C. Escapes have three digits, so that a digit that follows is not
 * part of them. */
std::string
c_quoted (const std::string &text)
{
  std::string result = "\"";
  for (unsigned char c : text)
    result +=
      c == '"' || c == '\\' || (c == '?' && result.back () == '?') /* a trigraph */ ? std::string (
                                                                                        "\\")
                                                                                        + char (c)
      : c == '\n'           ? "\\n"
      : c < ' ' || c == 127 ? format ("\\%03o", c)
                            : std::string (1, char (c));
  return result + "\"";
}

/* Writes one line, after a #line directive if the compiler would assign another source line
 * to it. */
void
Emitter::put (const std::string &what, Place at, int depth)
{
  if (at.line && !file.empty () && at.line != line)
    {
      text += format ("#line %u ", at.line) + c_quoted (file) + "\n";
      line = at.line;
    }
  text += std::string (size_t (depth) * 2, ' ') + what + "\n";
  line++;
}

void
Emitter::block (const Block &b, int depth)
{
  for (const Stmt *s : b)
    statement (s, depth);
}

void
Emitter::tail (const Block &b, int depth, const std::string &end)
{
  block (b, depth + 1);
  put (end, {}, depth);
}

void
Emitter::declare (const Stmt *s, int depth)
{
  const Type *t = s->variable->type;
  std::string c = type (t), start;
  if (in_memory (s->variable))
    return put (place_of (s->variable, s->value ? value (s->value, t) : "") + ";", s->at, depth);
  if (s->value)
    start = value (s->value, t);
  else
    start = t->kind == Type::Array || t->kind == Type::Struct ? "{0}" : "0";
  put (c + " " + c_name (s->variable->name) + " = " + start + ";", s->at, depth);
}

void
Emitter::for_loop (const Stmt *s, int depth)
{
  Constants none;
  int64_t step = s->step ? int64_t (evaluate (s->step, none).bits) : 1;
  std::string i = c_name (s->variable->name), end = s->variable->name + "_end_";
  std::string by = step == 1    ? i + "++"
                   : step == -1 ? i + "--"
                   : step < 0   ? i + format (" -= %llu", -(unsigned long long)step)
                                : i + format (" += %lld", (long long)step);
  put ("for (int64_t " + i + " = " + expression (s->from) + ", " + end + " = " + expression (s->to)
         + "; " + i + (step > 0 ? " < " : " > ") + end + "; " + by + ") {",
       s->at, depth);
  tail (s->body, depth, "}");
}

/* The argument of printf, and its conversion. */
std::string
Emitter::piece (const Expr *e, std::string &pattern)
{
  if (e->kind == Expr::String)
    {
      std::string nuls;
      for (char c : e->name)
        {
          /* a pattern ends at NUL */
          pattern += c == '%' ? "%%" : c == 0 ? "%c" : std::string (1, c);
          nuls += c == 0 ? ", 0" : "";
        }
      return nuls;
    }
  if (e->type->floating ())
    {
      pattern += e->type->kind == Type::F32 ? "%.9g" : "%.17g";
      helpers["shown_"] =
        "static inline double shown_ (double x) { return x == x ? x : __builtin_nan (\"\"); }\n";
      return ", shown_ (" + expression (e) + ")";
    }
  bool boolean = e->type->kind == Type::Bool, is_signed = e->type->is_signed ();
  pattern += boolean ? "%s" : is_signed ? "%lld" : "%llu";
  return boolean
           ? ", " + operand (e) + " ? \"true\" : \"false\""
           : std::string (is_signed ? ", (long long) " : ", (unsigned long long) ") + operand (e);
}

void
Emitter::print (const Stmt *s, int depth)
{
  std::string pattern, args;
  for (const Expr *e : s->pieces)
    args += piece (e, pattern);
  put ("printf (" + c_quoted (pattern + "\n") + args + ");", s->at, depth);
}

void
Emitter::statement (const Stmt *s, int depth)
{
  take_back ();
  if (passes_twice (s->value))
    return copied (s, depth);
  switch (s->kind)
    {
    case Stmt::Declare:
      return declare (s, depth);
    case Stmt::Assign:
      return assign (s, depth);
    case Stmt::Do:
      return put (value (s->value, nullptr) + ";", s->at, depth);
    case Stmt::If:
      put ("if (" + expression (s->value) + ") {", s->at, depth);
      if (s->other.empty ())
        return tail (s->body, depth, "}");
      tail (s->body, depth, "} else {");
      return tail (s->other, depth, "}");
    case Stmt::For:
      return for_loop (s, depth);
    case Stmt::While:
      put ("while (" + expression (s->value) + ") {", s->at, depth);
      return tail (s->body, depth, "}");
    case Stmt::Break:
      return put ("break;", s->at, depth);
    case Stmt::Continue:
      return put ("continue;", s->at, depth);
    case Stmt::Return:
      if (in_function)
        return put ("return " + value (s->value, nullptr) + ";", s->at, depth);
      if (has_memory)
        put ("__builtin_free (large_);", s->at, depth);
      return put (process->name == "main" ? "return 0;" : "return;", s->at, depth);
    case Stmt::Print:
      return print (s, depth);
    }
}

std::string
emit_c (const Module &module, Dialect dialect, const std::string &file)
{
  return Emitter (module, dialect, file).all ();
}

} // namespace er
