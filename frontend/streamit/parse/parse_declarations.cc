/* SPDX-License-Identifier: MIT */
/* parse_declarations.cc - the productions of declarations and types (parse.h). */
#include "streamit/parse/parse.h"

namespace er::streamit {

/* program = { declaration } . */
void
Parser::program ()
{
  while (!at_end () && !report.full ())
    try
      {
        declaration ();
      }
    catch (Lost)
      {
        skip_declaration ();
      }
}

/* declaration = structure | space | statics | stream . */
void
Parser::declaration ()
{
  if (take_if (";"))
    return;
  if (is ("struct"))
    structure ();
  else if (is ("native") || is ("helper"))
    space ();
  else if (is ("static"))
    statics ();
  else if (begins_type () || is ("stateful") || is ("filter"))
    unit.streams.push_back (stream ());
  else
    lost ("the type of a stream, 'struct', 'static', 'helper' or 'native'");
}

/* structure = "struct" name "{" { parameter ";" } "}" . */
void
Parser::structure ()
{
  Structure *s = unit.make<Structure> ();
  expect ("struct");
  s->at = token ().at;
  s->name = name ("a structure");
  expect ("{");
  while (!take_if ("}"))
    {
      for (Variable *field : variables (Variable::Field))
        s->fields.push_back (field);
      expect (";");
    }
  unit.structures.push_back (s);
}

/* space = ( "native" | "helper" ) name "{" { function } "}" . */
void
Parser::space ()
{
  Space *s = unit.make<Space> ();
  s->native = take ().text == "native";
  s->at = token ().at;
  s->name = name (s->native ? "a native block" : "a helper block");
  expect ("{");
  while (!take_if ("}"))
    s->functions.push_back (function (s->native));
  unit.spaces.push_back (s);
}

/* statics = "static" "{" { variables ";" } [ init ] "}" . */
void
Parser::statics ()
{
  expect ("static");
  expect ("{");
  while (!take_if ("}"))
    if (is ("init"))
      unit.static_inits.push_back (init ());
    else
      {
        for (Variable *v : variables (Variable::Static))
          unit.statics.push_back (v);
        expect (";");
      }
}

/* parameter = type name . */
Variable *
Parser::parameter (Variable::Kind kind)
{
  Variable *v = unit.make<Variable> ();
  v->kind = kind;
  v->type = type ();
  v->at = token ().at;
  v->name = name ("a parameter");
  return v;
}

/* parameters = "(" [ parameter { "," parameter } ] ")" . */
std::vector<Variable *>
Parser::parameters ()
{
  std::vector<Variable *> list;
  expect ("(");
  if (take_if (")"))
    return list;
  do
    list.push_back (parameter (Variable::Parameter));
  while (take_if (","));
  expect (")");
  return list;
}

/* variables = type name [ "=" initializer ] { "," name [ "=" initializer ] } . */
std::vector<Variable *>
Parser::variables (Variable::Kind kind)
{
  std::vector<Variable *> list;
  const Type *t = type ();
  do
    {
      Variable *v = unit.make<Variable> ();
      v->kind = kind;
      v->type = t;
      v->at = token ().at;
      v->name = name ("a variable");
      if (take_if ("="))
        v->value = initializer ();
      list.push_back (v);
    }
  while (take_if (","));
  return list;
}

/* function = type name parameters ( rates block | ";" ) . */
Function *
Parser::function (bool native)
{
  Function *f = unit.make<Function> ();
  f->kind = native ? Function::Native : Function::Helper;
  f->result = type ();
  f->at = token ().at;
  f->name = name ("a function");
  f->parameters = parameters ();
  if (native)
    {
      expect (";");
      return f;
    }
  rates (*f);
  f->body = block ();
  return f;
}

/* rates = { ( "push" | "pop" | "peek" ) rate } . */
void
Parser::rates (Function &f)
{
  while (is ("push") || is ("pop") || is ("peek"))
    {
      Token word = take ();
      Expr *&where = word.is ("push") ? f.push : word.is ("pop") ? f.pop : f.peek;
      if (where)
        {
          report.error (word.at, "the " + word.text + " rate is declared twice");
          throw Lost ();
        }
      where = rate ();
    }
}

/* rate = "*" | "[" rate-part "," rate-part [ "," rate-part ] "]" | expression . */
Expr *
Parser::rate ()
{
  if (is ("*"))
    {
      Expr *e = make (Expr::Range);
      e->args = { rate_part () };
      e->args.push_back (e->args[0]);
      return e;
    }
  if (!is ("["))
    return expression ();
  Expr *e = make (Expr::Range);
  take ();
  do
    e->args.push_back (rate_part ());
  while (take_if (",") && e->args.size () < 3);
  expect ("]");
  return e;
}

/* rate-part = "*" | expression . */
Expr *
Parser::rate_part ()
{
  if (!is ("*"))
    return expression ();
  Expr *e = make (Expr::Any);
  e->text = take ().text;
  return e;
}

bool
Parser::begins_type () const
{
  static const char *const words[] = { "boolean", "bit", "int", "float", "double", "complex",
                                       "float2", "float3", "float4", "void", "portal" };
  for (const char *word : words)
    if (is (word))
      return true;
  return token ().kind == Token::Name;
}

/* Returns whether a type and a name follow.  Brackets after a name may also be those of a
 * subscript, so this looks at what follows them. */
bool
Parser::begins_declaration () const
{
  if (!begins_type ())
    return false;
  if (is ("portal"))
    return true;
  size_t k = 1;
  while (is ("[", k))
    {
      int depth = 0;
      do
        depth += is ("[", k) - is ("]", k);
      while (token (k++).kind != Token::End && depth > 0);
    }
  if (token ().kind == Token::Word && !is ("(", k))
    return true;
  return token (k).kind == Token::Name;
}

/* scalar-type = "boolean" | "bit" | "int" | "float" | "double" | "complex" | "float2" | "float3"
 *             | "float4" . */
const Type *
Parser::scalar_type ()
{
  for (int k = Type::Boolean; k <= Type::Float4; k++)
    if (token ().text == text_of (unit.type (Type::Kind (k))))
      {
        take ();
        return unit.type (Type::Kind (k));
      }
  return nullptr;
}

/* type = "void" | "portal" "<" name ">" | ( scalar-type | name ) { "[" expression "]" } . */
const Type *
Parser::type ()
{
  Place at = token ().at;
  if (take_if ("void"))
    return unit.type (Type::Void);
  Type *named = unit.make<Type> ();
  named->at = at;
  if (take_if ("portal"))
    {
      expect ("<");
      named->kind = Type::Portal;
      named->name = name ("a filter");
      expect (">");
      return named;
    }
  const Type *t = scalar_type ();
  if (!t)
    {
      named->kind = Type::Struct;
      named->name = name ("a type");
      t = named;
    }
  std::vector<Expr *> lengths;
  while (take_if ("["))
    {
      Nested nested (*this);
      if (is ("]"))
        lost ("the length of the array");
      lengths.push_back (expression ());
      expect ("]");
    }
  for (size_t k = lengths.size (); k-- > 0;)
    t = unit.array (t, lengths[k]);
  return t;
}

} // namespace er::streamit
