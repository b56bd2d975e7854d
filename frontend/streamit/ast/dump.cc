/* SPDX-License-Identifier: MIT */
/* dump.cc - the tree as text, for --dump=ast (ast.h). */
#include "streamit/ast/ast.h"

namespace er::streamit {

namespace {

class Dump
{
public:
  std::string text;
  void line (int depth, const std::string &s)
  {
    text += std::string (size_t (2 * depth), ' ') + s + "\n";
  }
  void variable (const char *kind, const Variable *v, int depth)
  {
    line (depth, std::string (kind) + " " + text_of (v->type) + " " + v->name
                   + (v->value ? " = " + text_of (v->value) : ""));
  }
  void function (const Function *f, int depth);
  void stream (const Stream *s, int depth);
  void statement (const Stmt *s, int depth);

private:
  std::string words (const Stmt *s);
  std::string distribution (const Distribution &d);
};

std::string
Dump::distribution (const Distribution &d)
{
  if (d.duplicate)
    return "duplicate";
  std::string weights;
  for (const Expr *e : d.weights)
    weights += (weights.empty () ? "" : ", ") + text_of (e);
  return "roundrobin(" + weights + ")";
}

/* The first line of a statement. */
std::string
Dump::words (const Stmt *s)
{
  static const char *const names[]
    = { "block", "declare", "value", "assign", "if", "while", "do", "for", "break", "continue",
        "return", "push", "add", "body", "loop", "split", "join", "enqueue", "message", "empty" };
  std::string line = names[s->kind];
  if (s->kind == Stmt::Assign)
    return text_of (s->args[0]) + " " + s->text + "= " + text_of (s->args[1]);
  if (s->kind == Stmt::Split || s->kind == Stmt::Join)
    return line + " " + distribution (s->how);
  if (s->kind == Stmt::Message)
    line += " " + s->text;
  for (const Expr *e : s->args)
    line += " " + text_of (e);
  if (!s->what.name.empty ())
    {
      line += " " + s->what.name;
      if (s->what.of)
        line += "<" + text_of (s->what.of) + ">";
    }
  for (const Expr *e : s->what.args)
    line += " " + text_of (e);
  for (const Expr *e : s->what.portals)
    line += " to " + text_of (e);
  return line;
}

void
Dump::statement (const Stmt *s, int depth)
{
  line (depth, words (s));
  for (const Variable *v : s->variables)
    variable ("variable", v, depth + 1);
  for (const Stmt *inner : s->inner)
    statement (inner, depth + 1);
  if (s->what.anonymous)
    stream (s->what.anonymous, depth + 1);
}

void
Dump::function (const Function *f, int depth)
{
  std::string head = "function " + text_of (f->result) + " " + f->name;
  for (auto [word, rate] : { std::pair<const char *, const Expr *> { " push ", f->push },
                             { " pop ", f->pop },
                             { " peek ", f->peek } })
    if (rate)
      head += word + text_of (rate);
  line (depth, head);
  for (const Variable *p : f->parameters)
    variable ("parameter", p, depth + 1);
  if (f->body)
    statement (f->body, depth + 1);
}

void
Dump::stream (const Stream *s, int depth)
{
  static const char *const kinds[] = { "filter", "pipeline", "splitjoin", "feedbackloop" };
  line (depth, std::string (kinds[s->kind]) + " " + (s->name.empty () ? "anonymous" : s->name) + " "
                 + text_of (s->in) + "->" + text_of (s->out));
  for (const Variable *p : s->parameters)
    variable ("parameter", p, depth + 1);
  for (const Variable *f : s->fields)
    variable ("field", f, depth + 1);
  for (const Function *f : s->functions)
    function (f, depth + 1);
  if (s->body)
    statement (s->body, depth + 1);
}

} // namespace

std::string
dump (const Unit &unit)
{
  Dump d;
  for (const Structure *s : unit.structures)
    {
      d.line (0, "struct " + s->name);
      for (const Variable *f : s->fields)
        d.variable ("field", f, 1);
    }
  for (const Space *s : unit.spaces)
    {
      d.line (0, std::string (s->native ? "native " : "helper ") + s->name);
      for (const Function *f : s->functions)
        d.function (f, 1);
    }
  for (const Variable *v : unit.statics)
    d.variable ("static", v, 0);
  for (const Function *f : unit.static_inits)
    d.function (f, 0);
  for (const Stream *s : unit.streams)
    d.stream (s, 0);
  return d.text;
}

} // namespace er::streamit
