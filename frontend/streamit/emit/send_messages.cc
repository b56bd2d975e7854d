/* SPDX-License-Identifier: MIT */
/* send_messages.cc - sending and handling of messages (body.h).
 *
 * A channel (elaborate.h) is a record of messages.  At the end of each firing the sender adds a
 * message of kind 0.  Before a firing, the receiver waits until the firings of the sender that are
 * due have ended in this way, and handles the messages before their ends.
 */
#include "streamit/emit/body.h"

#include <algorithm>

namespace er::streamit {

void
Body::message_views ()
{
  for (bool sends : { true, false })
    for (const Channel *c : sends ? actor.sends : actor.receives)
      {
        std::string number = std::to_string (ends.size ());
        Ends e { "v_messages_" + number, "at_" + number, "seen_" + number, module.message (*c) };
        parameter ("messages_" + number, "record " + e.type, "m_" + std::to_string (c->number));
        line ("let " + e.view + " : " + (sends ? "write" : "read") + " view " + e.type + " = new_"
              + (sends ? "write" : "read") + "_view(messages_" + number + ");");
        line ("register(" + e.view + ", 1);");
        /* room for the ends of all firings that can be ahead of the receiver, mostly */
        int64_t room = std::min<int64_t> (2 * c->advance + std::abs (c->latency) + 64, 1 << 16);
        line ("alloc(" + e.view + ", " + std::to_string (sends ? room : 1) + ");");
        line ("var " + e.at + " : index;");
        if (!sends)
          line ("var " + e.seen + " : index;");
        ends[c] = e;
      }
}

void
Body::write_message (const Channel &c, const std::string &message)
{
  const Ends &e = ends[&c];
  line ("stall(" + e.view + ", " + e.at + " + 1);");
  line (e.view + "[[" + e.at + "]] = " + message + ";");
  line (e.at + " = " + e.at + " + 1;");
  line ("commit(" + e.view + ", " + e.at + ");");
}

void
Body::send_message (const Stmt *s)
{
  int32_t portal = env.find (s->args[0]->variable)->integer;
  std::optional<int64_t> latency = latency_of (s, actor, evaluator, report);
  std::vector<Operand> args;
  for (size_t k = 1; k < s->args.size (); k++)
    args.push_back (saved (value (s->args[k]), s->args[k]->type));
  for (const Channel *c : actor.sends)
    {
      const std::vector<int32_t> &portals = c->receiver->node->portals;
      if (c->carries (latency) && std::count (portals.begin (), portals.end (), portal))
        write_message (*c, message_text (*c, s, args));
    }
}

/* Returns a message for the handler that the statement names.  The parameters of the other handlers
 * are zero. */
std::string
Body::message_text (const Channel &c, const Stmt *s, const std::vector<Operand> &args)
{
  Node &to = *c.receiver->node;
  const Function *called = to.stream->named (s->text, Function::Handler);
  size_t kind = 0;
  std::string all;
  for (size_t h = 0; h < c.handlers.size (); h++)
    {
      const std::vector<Variable *> &parameters = c.handlers[h]->parameters;
      if (c.handlers[h] == called)
        kind = h + 1;
      for (size_t p = 0; p < parameters.size (); p++)
        {
          const Type *t = parameters[p]->type;
          std::string type = module.type (t, to.env);
          if (c.handlers[h] == called)
            all += ", " + argument (s->args[p + 1], args[p], t, type);
          else
            all += ", " + (t->kind < Type::Complex ? module.literal (evaluator.zero (t, env))
                                                   : type + "()");
        }
    }
  return ends[&c].type + "(" + std::to_string (kind) + "i32" + all + ")";
}

/* Returns an argument as the type of the parameter. */
std::string
Body::argument (const Expr *e, const Operand &value, const Type *t, const std::string &type)
{
  if (t->kind == Type::Array)
    expect_array (e, type);
  return convert (value, t->kind, e->at).text;
}

/* Marks the end of a firing. */
void
Body::end_messages ()
{
  for (const Channel *c : actor.sends)
    write_message (*c, ends[c].type + "()");
}

/* Returns Channel::due for the current firing. */
std::string
Body::due_text (const Channel &c)
{
  int64_t prework = actor.prework && turn != "0" ? 1 : 0, count = int64_t (c.due.size ());
  if (turn == "0")
    return std::to_string (c.due[0]);
  bool even = c.period == 1;
  for (int64_t k = 0; k < count; k++)
    even &= c.due[size_t (k)] == c.due[0] + k * c.advance;
  if (even)
    return (term (turn, c.advance) + (c.due[0] + prework * c.advance)).text ();
  std::string firing = save ("index", (term (turn) + prework).text (), "firing"),
              first = std::to_string (count - c.period), period = std::to_string (c.period),
              table = module.table (c.due), after = "(" + firing + " - " + first + ")";
  return "(" + firing + " < " + first + " ? " + table + "[" + firing + "] : " + table + "[" + first
         + " + " + after + " % " + period + "] + " + after + " / " + period + " * "
         + std::to_string (c.advance) + ")";
}

/* Handles the messages that are due before this firing.  A sender that has ended sends no more. */
void
Body::handle_messages ()
{
  for (const Channel *c : actor.receives)
    {
      const Ends &e = ends[c];
      std::string due = save ("index", due_text (*c), "due");
      begin ("while " + e.seen + " < " + due + " {");
      std::string got = save ("index", "update(" + e.view + ", " + e.at + " + 1)", "got");
      begin ("if " + got + " <= " + e.at + " {");
      line ("break;");
      end ();
      handle (*c);
      end ();
    }
}

void
Body::handle (const Channel &c)
{
  const Ends &e = ends[&c];
  std::string message = save (e.type, e.view + "[[" + e.at + "]]", "message");
  line (e.at + " = " + e.at + " + 1;");
  line ("release(" + e.view + ", " + e.at + ");");
  begin ("if " + message + ".f_kind == 0i32 {");
  line (e.seen + " = " + e.seen + " + 1;");
  end ();
  for (size_t h = 0; h < c.handlers.size (); h++)
    {
      const Function *f = c.handlers[h];
      begin (format ("if %s.f_kind == %zui32 {", message.c_str (), h + 1));
      std::vector<std::pair<const Variable *, Operand>> args;
      for (size_t p = 0; p < f->parameters.size (); p++)
        {
          const Variable *v = f->parameters[p];
          std::string name = fresh (v->name);
          line ((v->assigned ? "var " : "let ") + name + " : " + module.type (v->type, env) + " = "
                + message + format (".f_%zu_%zu;", h + 1, p));
          args.push_back ({ v, operand (name, v->type) });
        }
      bind (args);
      open.insert (f);
      expanded (f, "");
      open.erase (f);
      end ();
    }
}

} // namespace er::streamit
