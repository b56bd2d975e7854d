/* SPDX-License-Identifier: MIT */
/* sema_statements.cc - statements (analyser.h). */
#include "streamit/sema/analyser.h"

#include <algorithm>

namespace er::streamit {

/* The block of a function or stream; its scope is that of the parameters' own. */
void
Analyser::body_of (Stmt *s)
{
  scopes.emplace_back ();
  for (Stmt *inner : s->inner)
    statement (inner);
  scopes.pop_back ();
}

void
Analyser::condition (Expr *e)
{
  const Type *t = value (e);
  if (t->kind != Type::Unknown && t->kind != Type::Boolean && !t->integer ())
    report.error (e->at, "a condition has type boolean, not " + text_of (t));
}

void
Analyser::in_stream (Stmt *s, std::initializer_list<Stream::Kind> kinds, const char *word)
{
  bool right = stream && !function && std::count (kinds.begin (), kinds.end (), stream->kind);
  if (right)
    return;
  static const char *const names[] = { "filter", "pipeline", "splitjoin", "feedbackloop" };
  std::string where;
  for (Stream::Kind kind : kinds)
    where += (where.empty () ? "a " : " or a ") + std::string (names[kind]);
  report.error (s->at, "'" + std::string (word) + "' is allowed only in " + where);
}

void
Analyser::statement (Stmt *s)
{
  if (report.full ())
    return;
  switch (s->kind)
    {
    case Stmt::Block:
      body_of (s);
      break;
    case Stmt::Declare:
      for (Variable *v : s->variables)
        declare (v);
      break;
    case Stmt::Value:
      value (s->args[0]);
      break;
    case Stmt::Assign:
      assign (s);
      break;
    case Stmt::If:
      condition (s->args[0]);
      for (Stmt *inner : s->inner)
        {
          scopes.emplace_back ();
          statement (inner);
          scopes.pop_back ();
        }
      break;
    case Stmt::While:
    case Stmt::DoWhile:
    case Stmt::For:
      scopes.emplace_back ();
      loops++;
      if (s->kind == Stmt::For)
        statement (s->inner[0]);
      condition (s->args[0]);
      if (s->kind == Stmt::For)
        statement (s->inner[1]);
      scopes.emplace_back ();
      statement (s->inner.back ());
      scopes.pop_back ();
      loops--;
      scopes.pop_back ();
      break;
    case Stmt::Break:
    case Stmt::Continue:
      if (!loops)
        report.error (s->at, std::string ("'") + (s->kind == Stmt::Break ? "break" : "continue")
                               + "' is outside of loops");
      break;
    case Stmt::Return:
      if (!function)
        report.error (s->at, "'return' is outside of functions");
      else if (s->args.empty () != (function->result->kind == Type::Void))
        report.error (s->at, "'" + function->name + "' returns " + text_of (function->result));
      if (!s->args.empty ())
        {
          value (s->args[0]);
          if (function)
            convert (s->args[0], function->result, "return");
        }
      break;
    case Stmt::Push:
      value (s->args[0]);
      if (!function || !stream || stream->kind != Stream::Filter)
        report.error (s->at, "'push' is allowed only in a filter");
      else if (function->kind == Function::Init || function->kind == Function::Handler)
        report.error (s->at, "'push' is not allowed in " + function->name
                               + ", which has no access to tapes");
      else if (stream->out && stream->out->kind == Type::Void)
        report.error (s->at, "the output type of this filter is void");
      else if (stream->out)
        convert (s->args[0], stream->out, "push");
      break;
    case Stmt::Add:
      in_stream (s, { Stream::Pipeline, Stream::SplitJoin }, "add");
      create (s->what);
      break;
    case Stmt::Body:
    case Stmt::Loop:
      in_stream (s, { Stream::FeedbackLoop }, s->kind == Stmt::Body ? "body" : "loop");
      create (s->what);
      break;
    case Stmt::Split:
    case Stmt::Join:
      in_stream (s, { Stream::SplitJoin, Stream::FeedbackLoop },
                 s->kind == Stmt::Split ? "split" : "join");
      for (Expr *e : s->how.weights)
        if (!value (e)->real () && e->type->kind != Type::Unknown)
          report.error (e->at, "a weight has type int, not " + text_of (e->type));
      break;
    case Stmt::Enqueue:
      in_stream (s, { Stream::FeedbackLoop }, "enqueue");
      value (s->args[0]);
      break;
    case Stmt::Message:
      message (s);
      break;
    case Stmt::Empty:
      break;
    }
}

/* Notes that the variable of a place is assigned. */
void
Analyser::changed (Expr *place)
{
  while (place->kind == Expr::Index || place->kind == Expr::Field)
    place = place->args[0];
  if (place->kind != Expr::Name)
    {
      report.error (place->at, "this is no variable that can be assigned to");
      return;
    }
  Variable *v = place->variable;
  if (!v)
    return;
  v->assigned = true;
  v->changes |= !in_init ();
  if (v->kind == Variable::Static && !(in_init () && !stream))
    report.error (place->at, "'" + v->name + "' is static, so it is constant here");
  if (v->kind == Variable::Parameter && stream
      && std::count (stream->parameters.begin (), stream->parameters.end (), v))
    report.error (place->at, "'" + v->name + "' is a parameter of the stream, which is constant");
}

void
Analyser::assign (Stmt *s)
{
  const Type *to = value (s->args[0]);
  if (s->text.empty ())
    initialize (to, s->args[1]);
  else
    {
      const Type *from = value (s->args[1]);
      bool bits = s->text == "<<" || s->text == ">>" || s->text == "&" || s->text == "|"
                  || s->text == "^" || s->text == "%";
      bool known = to->kind != Type::Unknown && from->kind != Type::Unknown;
      bool fits = bits ? (to->integer () || to->kind == Type::Boolean)
                           && (from->integer () || from->kind == Type::Boolean)
                       : (to->number () && from->number ()) || (to->vector () && same (to, from));
      if (known && !fits)
        report.error (s->at, "'" + s->text + "=' does not apply to " + text_of (to) + " and "
                               + text_of (from));
    }
  changed (s->args[0]);
}

void
Analyser::create (Creation &c)
{
  for (Expr *p : c.portals)
    if (value (p)->kind != Type::Portal && p->type->kind != Type::Unknown)
      report.error (p->at, "'" + p->text + "' is no portal");
  if (c.anonymous)
    {
      c.stream = c.anonymous;
      check_stream (c.anonymous);
      return;
    }
  if (c.of)
    type (c.of);
  for (Expr *e : c.args)
    if (e->kind != Expr::List)
      value (e);
  auto found = streams.find (c.name);
  if (found != streams.end ())
    {
      c.stream = found->second;
      arguments (nullptr, c.stream->parameters, c.name, c.args, c.at);
      return;
    }
  std::vector<std::string> all { "Identity", "FileReader", "FileWriter" };
  for (const auto &entry : streams)
    all.push_back (entry.first);
  if (!built_in_stream (c.name))
    report.error (c.at, "there is no stream '" + c.name + "'" + hint (c.name, all));
  else if (c.args.size () != size_t (c.name != "Identity"))
    report.error (c.at, "'" + c.name + "' takes "
                          + (c.name == "Identity" ? "no arguments" : "the name of a file"));
}

void
Analyser::message (Stmt *s)
{
  for (size_t k = 1; k < s->args.size (); k++)
    value (s->args[k]);
  for (Expr *e : { s->least, s->most })
    if (e && !value (e)->integer () && e->type->kind != Type::Unknown)
      report.error (e->at, "a latency has type int, not " + text_of (e->type));
  Expr *to = s->args[0];
  std::vector<Expr *> args (s->args.begin () + 1, s->args.end ());
  auto block = spaces.find (to->text);
  if (!find (to->text) && block != spaces.end ())
    {
      /* a function of another block, called for its effects */
      Expr *call = unit.make<Expr> ();
      call->kind = Expr::Call;
      call->at = s->at;
      call->space = to->text;
      call->text = s->text;
      call->args = args;
      s->kind = Stmt::Value;
      s->args = { call };
      value (call);
      return;
    }
  if (value (to)->kind == Type::Unknown)
    return;
  if (to->type->kind != Type::Portal)
    {
      report.error (to->at, "'" + to->text + "' is no portal");
      return;
    }
  auto receiver = streams.find (to->type->name);
  if (receiver == streams.end ())
    return;
  Function *handler = receiver->second->named (s->text, Function::Handler);
  std::vector<std::string> handlers;
  for (Function *f : receiver->second->functions)
    if (f->kind == Function::Handler)
      handlers.push_back (f->name);
  if (!handler)
    report.error (s->at, "'" + to->type->name + "' has no handler '" + s->text + "'"
                           + hint (s->text, handlers));
  else
    arguments (nullptr, handler->parameters, s->text, args, s->at);
}

} // namespace er::streamit
