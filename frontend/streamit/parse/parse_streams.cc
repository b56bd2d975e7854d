/* SPDX-License-Identifier: MIT */
/* parse_streams.cc - the productions of streams (parse.h). */
#include "streamit/parse/parse.h"

namespace er::streamit {

static const struct
{
  const char *word;
  Stream::Kind kind;
} kinds[] = { { "filter", Stream::Filter },
              { "pipeline", Stream::Pipeline },
              { "splitjoin", Stream::SplitJoin },
              { "feedbackloop", Stream::FeedbackLoop } };

/* stream = [ type "->" type ] [ "stateful" ] kind name [ parameters ] ( filter-body | block ) . */
Stream *
Parser::stream ()
{
  Stream *s = unit.make<Stream> ();
  s->at = token ().at;
  if (!is ("stateful") && !is ("filter"))
    {
      s->in = type ();
      expect ("->");
      s->out = type ();
    }
  s->stateful = take_if ("stateful");
  bool found = false;
  for (auto &k : kinds)
    if (!found && take_if (k.word))
      {
        s->kind = k.kind;
        found = true;
      }
  if (!found)
    lost ("'filter', 'pipeline', 'splitjoin' or 'feedbackloop'");
  s->at = token ().at;
  s->name = name ("a stream");
  if (is ("("))
    s->parameters = parameters ();
  if (s->kind == Stream::Filter)
    return filter_body (s);
  s->body = block ();
  return s;
}

/* filter-body = "{" { member } "}" . */
Stream *
Parser::filter_body (Stream *s)
{
  Nested nested (*this);
  expect ("{");
  while (!take_if ("}"))
    try
      {
        if (at_end ())
          lost ("'}'");
        member (*s);
      }
    catch (Lost)
      {
        if (at_end () || report.full ())
          throw;
        skip_statement ();
      }
  return s;
}

/* member = init | work | handler | function | variables ";" . */
void
Parser::member (Stream &s)
{
  if (take_if (";"))
    return;
  if (is ("init"))
    s.functions.push_back (init ());
  else if (is ("work") || is ("prework"))
    s.functions.push_back (work ());
  else if (is ("handler"))
    s.functions.push_back (handler ());
  else if (begins_type ())
    {
      size_t k = 1;
      for (int depth = 0; is ("[", k) || depth > 0; k++)
        {
          depth += is ("[", k) - is ("]", k);
          if (token (k).kind == Token::End)
            break;
        }
      if (is ("(", k + 1))
        s.functions.push_back (function (false));
      else
        {
          for (Variable *v : variables (Variable::Field))
            s.fields.push_back (v);
          expect (";");
        }
    }
  else
    lost ("a declaration of the filter");
}

/* work = ( "work" | "prework" ) rates block . */
Function *
Parser::work ()
{
  Function *f = unit.make<Function> ();
  f->at = token ().at;
  f->name = take ().text;
  f->kind = f->name == "work" ? Function::Work : Function::Prework;
  f->result = unit.type (Type::Void);
  rates (*f);
  f->body = block ();
  return f;
}

/* init = "init" block . */
Function *
Parser::init ()
{
  Function *f = unit.make<Function> ();
  f->at = token ().at;
  f->name = take ().text;
  f->kind = Function::Init;
  f->result = unit.type (Type::Void);
  f->body = block ();
  return f;
}

/* handler = "handler" name parameters block . */
Function *
Parser::handler ()
{
  Function *f = unit.make<Function> ();
  expect ("handler");
  f->kind = Function::Handler;
  f->result = unit.type (Type::Void);
  f->at = token ().at;
  f->name = name ("a handler");
  f->parameters = parameters ();
  f->body = block ();
  return f;
}

/* creation = anonymous [ portals ] [ ";" ]
 *          | name [ "<" type ">" ] [ arguments ] [ portals ] ";" . */
Creation
Parser::creation ()
{
  Creation c;
  c.at = token ().at;
  bool named = token ().kind == Token::Name && !is ("->", 1) && !is ("[", 1);
  if (!named)
    {
      c.anonymous = anonymous ();
      portals (c);
      take_if (";");
      return c;
    }
  c.name = take ().text;
  if (take_if ("<"))
    {
      c.of = type ();
      expect (">");
    }
  if (is ("("))
    c.args = arguments ();
  portals (c);
  expect (";");
  return c;
}

/* anonymous = [ type "->" type ] [ "stateful" ] ( "filter" filter-body | kind block ) . */
Stream *
Parser::anonymous ()
{
  Nested nested (*this);
  Stream *s = unit.make<Stream> ();
  s->at = token ().at;
  if (begins_type ())
    {
      s->in = type ();
      expect ("->");
      s->out = type ();
    }
  s->stateful = take_if ("stateful");
  if (take_if ("filter"))
    return filter_body (s);
  for (auto &k : kinds)
    if (take_if (k.word))
      {
        s->kind = k.kind;
        s->body = block ();
        return s;
      }
  lost ("a stream");
}

/* portals = "to" name { "," name } . */
void
Parser::portals (Creation &c)
{
  if (!take_if ("to"))
    return;
  do
    {
      Expr *e = make (Expr::Name);
      e->text = name ("a portal");
      c.portals.push_back (e);
    }
  while (take_if (","));
}

/* distribution = "duplicate" [ "(" ")" ] | "roundrobin" [ arguments ] . */
Distribution
Parser::distribution ()
{
  Distribution d;
  d.at = token ().at;
  if (take_if ("duplicate"))
    {
      d.duplicate = true;
      if (take_if ("("))
        expect (")");
      return d;
    }
  expect ("roundrobin");
  if (is ("("))
    d.weights = arguments ();
  d.uniform = d.weights.size () < 2;
  return d;
}

} // namespace er::streamit
