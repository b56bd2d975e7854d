/* SPDX-License-Identifier: MIT */
/* files.cc - FileReader and FileWriter, by functions of the runtime (body.h).
 *
 * Each file has functions of its own, since one process touches each thing of the outer world
 * (ir-spec 3.15).  A bit is one bit of the file, the most significant of a byte first; other
 * values are little-endian.
 */
#include "streamit/emit/body.h"

namespace er::streamit {

static std::string
function (const char *what, size_t number)
{
  return format ("erbium_streamit_%s_%zu", what, number);
}

static std::string
touches (size_t number)
{
  return format (" touches file_%zu", number);
}

std::string
Body::open_file (size_t number, bool write)
{
  const size_t most = 256;
  const std::string &path = actor.node->file;
  if (path.size () >= most)
    report.stop (actor.node->at, format ("the name of a file has at most %zu bytes", most - 1));
  Value name;
  name.kind = Type::Array;
  std::string bytes;
  for (size_t k = 0; k < most; k++)
    bytes += (k ? ", " : "") + std::to_string (k < path.size () ? (unsigned char) path[k] : 0)
             + "u8";
  std::string open = function (write ? "create" : "open", number);
  module.external (open, "func " + open + "([256]u8)" + touches (number));
  line ("var path : [256]u8 = [256]u8(" + bytes + ");");
  line (open + "(path);");
  return open;
}

/* Returns the text of a value that is read from the file; emits what reads it. */
std::string
Body::read_value (const Type *t, size_t number)
{
  if (t->kind == Type::Array)
    {
      std::string name = fresh ("x"), k = fresh ("k");
      line ("var " + name + " : " + module.type (t, env) + ";");
      begin ("for " + k + " in 0 .. " + std::to_string (evaluator.length (t, env)) + " {");
      line (name + "[" + k + "] = " + read_value (t->element, number) + ";");
      end ();
      return name;
    }
  if (t->kind == Type::Struct)
    {
      std::string all;
      for (const Variable *f : t->structure->fields)
        all += (all.empty () ? "" : ", ") + read_value (f->type, number);
      return module.type (t, env) + "(" + all + ")";
    }
  bool real = t->kind >= Type::Float;
  if (t->kind > Type::Float && t->kind <= Type::Float4)
    {
      Type single;
      single.kind = Type::Float;
      std::string all;
      for (int k = 0; k < (t->kind == Type::Complex ? 2 : t->parts ()); k++)
        all += (k ? ", " : "") + read_value (&single, number);
      return module.type (t, env) + "(" + all + ")";
    }
  std::string read = function (real ? "real" : t->kind == Type::Bit ? "bit" : "integer", number);
  std::string type = real ? "f32" : "i32";
  module.external (read, "func " + read + "() -> " + type + touches (number));
  std::string name = save (type, read + "()", "x");
  if (real && wide_floats)
    return save ("f64", "f64(" + name + ")", "x");
  return real || t->kind == Type::Int ? name
         : t->kind == Type::Bit       ? "u8(" + name + ")"
                                      : "bool(" + name + ")";
}

void
Body::write_value (const Type *t, const std::string &value, size_t number)
{
  if (t->kind == Type::Array)
    {
      std::string k = fresh ("k");
      begin ("for " + k + " in 0 .. " + std::to_string (evaluator.length (t, env)) + " {");
      write_value (t->element, value + "[" + k + "]", number);
      end ();
      return;
    }
  if (t->kind == Type::Struct)
    {
      for (const Variable *f : t->structure->fields)
        write_value (f->type, value + ".f_" + f->name, number);
      return;
    }
  if (t->kind > Type::Double && t->kind <= Type::Float4)
    {
      Type single;
      single.kind = Type::Float;
      bool complex = t->kind == Type::Complex;
      for (int k = 0; k < (complex ? 2 : t->parts ()); k++)
        write_value (&single, value + ".f_" + (complex ? k ? "imag" : "real"
                                                       : std::string (1, "xyzw"[k])), number);
      return;
    }
  bool real = t->kind >= Type::Float;
  std::string write = function (real ? "put_real" : t->kind == Type::Bit ? "put_bit"
                                                                         : "put_integer", number);
  std::string type = real ? "f32" : "i32";
  module.external (write, "func " + write + "(" + type + ")" + touches (number));
  line (write + "(" + type + "(" + value + "));");
}

/* The end of the file ends the stream. */
void
Body::read_file ()
{
  size_t number = module.next_file ();
  std::string more = function ("more", number);
  module.external (more, "func " + more + "() -> i32" + touches (number));
  std::string got = save ("i32", more + "()", "more");
  begin ("if " + got + " == 0i32 {");
  line ("return;");
  end ();
  std::string v = read_value (actor.node->out, number);
  line ("v_out[[" + index_text (place (actor.out, out.at)) + "]] = " + v + ";");
}

void
Body::write_file ()
{
  write_value (actor.node->in, "v_in[[" + index_text (place (actor.in, in.at)) + "]]",
               module.next_file ());
}

} // namespace er::streamit
