/* SPDX-License-Identifier: MIT */
/* parse_items.cc - words, items and types (parser.h). */
#include "syntax/parser.h"

namespace er {

/* ---- Words --------------------------------------------------------------- */

void
Parser::unexpected (const std::string &expected)
{
  diagnostics.error (token ().at, "1.7", "expected " + expected + ", found " + token ().said ());
}

std::string
Parser::name (const char *of_what)
{
  if (token ().kind == Token::Name)
    return take ().text;
  if (token ().kind == Token::Word)
    {
      diagnostics.error (token ().at, "1.2",
                         "'" + token ().text + "' is a word of the language, not " + of_what);
      throw Lost ();
    }
  lost (of_what);
}

void
Parser::too_deep ()
{
  diagnostics.error (token ().at, "1.9",
                     format ("more than %d brackets or blocks within each other", most_nesting));
}

/* Skips to the next word at top level that begins an item. */
void
Parser::skip_item ()
{
  static const char *const beginnings[] = { "struct", "const", "extern", "func", "process" };
  while (!at_end ())
    {
      for (const char *word : beginnings)
        if (token ().is (word))
          return;
      take ();
    }
}

/* ---- Items --------------------------------------------------------------- */

/* [1] module = { item } */
void
Parser::read_module ()
{
  while (!at_end () && !diagnostics.full ())
    try
      {
        item ();
      }
    catch (Lost)
      {
        skip_item ();
      }
  if (module.too_deep ())
    diagnostics.error (
      module.too_deep ()->at, "1.9",
      format ("an expression has more than %d operators within each other", Module::most_depth));
}

/* [2] item = structure | constant | external | definition | process */
void
Parser::item ()
{
  if (token ().is ("struct"))
    structure ();
  else if (token ().is ("const"))
    constant ();
  else if (token ().is ("extern"))
    external ();
  else if (token ().is ("func"))
    definition ();
  else if (token ().is ("process"))
    process ();
  else
    {
      diagnostics.error (token ().at, "1.7",
                         "expected 'struct', 'const', 'extern', 'func' or 'process', found "
                           + token ().said ());
      take ();
      throw Lost ();
    }
}

/* [3] structure = "struct" name "{" field { "," field } "}" */
void
Parser::structure ()
{
  expect ("struct");
  Structure *s = module.structure ();
  s->at = token ().at;
  s->name = name ("the name of a structure");
  expect ("{");
  do
    s->fields.push_back (field ());
  while (take_if (","));
  expect ("}");
  Item item;
  item.structure = s;
  module.items.push_back (item);
}

/* [4] field = name ":" type */
Field
Parser::field ()
{
  Field f;
  f.at = token ().at;
  f.name = name ("a name");
  expect (":");
  f.type = type ();
  return f;
}

/* [5] constant = "const" name ":" type "=" expression ";" */
void
Parser::constant ()
{
  expect ("const");
  Field f = field ();
  expect ("=");
  Variable *v = module.variable (Variable::Constant, f.name, f.at, f.type);
  v->value = expression ();
  expect (";");
  Item item;
  item.constant = v;
  module.items.push_back (item);
}

/* [6] external = "extern" ( function | prototype ) ";" */
void
Parser::external ()
{
  expect ("extern");
  if (token ().is ("process"))
    {
      Process *p = prototype ();
      p->external = true;
      Item item;
      item.process = p;
      module.items.push_back (item);
    }
  else if (token ().is ("pure") || token ().is ("func"))
    function ();
  else
    lost ("'func', 'pure' or 'process'");
  expect (";");
}

/* [7] function = [ "pure" ] "func" name "(" [ type { "," type } ] ")" [ "->" type ] [ "touches"
 * name ] */
void
Parser::function ()
{
  Function *f = module.function ();
  f->pure = take_if ("pure");
  expect ("func");
  f->at = token ().at;
  f->name = name ("the name of a function");
  expect ("(");
  if (!token ().is (")"))
    do
      f->parameters.push_back (type ());
    while (take_if (","));
  expect (")");
  f->result = take_if ("->") ? type () : module.scalar (Type::None);
  if (take_if ("touches"))
    f->touches = name ("the name of a thing");
  Item item;
  item.function = f;
  module.items.push_back (item);
}

/* [8] prototype = "process" name "(" [ field { "," field } ] ")" */
Process *
Parser::prototype ()
{
  expect ("process");
  Process *p = module.process ();
  p->at = token ().at;
  p->name = name ("the name of a process");
  p->parameters = parameters ();
  return p;
}

std::vector<Variable *>
Parser::parameters ()
{
  std::vector<Variable *> list;
  expect ("(");
  if (!token ().is (")"))
    do
      {
        Field f = field ();
        list.push_back (module.variable (Variable::Parameter, f.name, f.at, f.type));
      }
    while (take_if (","));
  expect (")");
  return list;
}

/* [9] process = prototype block */
void
Parser::process ()
{
  Process *p = prototype ();
  Item item;
  item.process = p;
  module.items.push_back (item);
  p->body = block ();
}

/* [37] definition = "func" name "(" [ field { "," field } ] ")" "->" type block */
void
Parser::definition ()
{
  expect ("func");
  Function *f = module.function ();
  Process *code = f->code = module.process ();
  f->pure = true;
  f->at = code->at = token ().at;
  f->name = code->name = name ("the name of a function");
  code->parameters = parameters ();
  expect ("->");
  f->result = type ();
  Item item;
  item.function = f;
  module.items.push_back (item);
  code->body = block ();
}

/* ---- Types --------------------------------------------------------------- */

/* [10] type = scalar | name | "handle" | "[" integer "]" type | "record" type
               | ( "read" | "write" ) "view" type
   [11] scalar = "bool" | "index" | ... | "f64", which the lexer knows */
const Type *
Parser::type ()
{
  if (token ().is_type)
    return module.scalar (take ().type);
  if (token ().kind == Token::Name)
    return module.named (take ().text);
  if (token ().is ("["))
    return array_type ();
  if (take_if ("handle"))
    return module.scalar (Type::Handle);
  if (take_if ("record"))
    return module.record (nested_type ());
  if (token ().is ("read") || token ().is ("write"))
    {
      bool write = take ().text == "write";
      expect ("view");
      return module.view (nested_type (), write);
    }
  lost ("a type");
}

const Type *
Parser::nested_type ()
{
  Nested nested (*this);
  return type ();
}

const Type *
Parser::array_type ()
{
  expect ("[");
  if (token ().kind != Token::Integer)
    lost ("the number of elements");
  Token count = take ();
  if (count.type != Type::Index || count.integer < 1 || count.integer > 1 << 20)
    diagnostics.error (count.at, "2.2", "an array has 1 to 2^20 elements, an index without a type");
  expect ("]");
  return module.array (nested_type (), count.integer ? count.integer : 1);
}

void
parse (const Source &source, Module &module, Diagnostics &diagnostics)
{
  Parser (words_of (source, diagnostics), module, diagnostics).read_module ();
}

} // namespace er
