/* SPDX-License-Identifier: MIT */
/* body.cc - the process around a work function: views, fields, turns (body.h). */
#include "streamit/emit/body.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace er::streamit {

Body::Body (Module_text &module, Actor &actor, const std::string &printer,
            const std::string &server)
  : module (module), report (module.report), evaluator (module.evaluator), actor (actor),
    env (actor.node->env), printer (printer), server (server)
{
}

/* ---- Lines --------------------------------------------------------------------------- */

void
Body::line (const std::string &s)
{
  if (jumped)
    return;
  text += std::string (size_t (4 * indent), ' ') + s + "\n";
}

void
Body::begin (const std::string &s)
{
  line (s);
  indent++;
}

void
Body::end (const std::string &s)
{
  jumped = false;
  indent--;
  line (s);
}

std::string
Body::fresh (const std::string &like)
{
  return like + "_" + std::to_string (++next);
}

std::string
Body::save (const std::string &type, const std::string &value, const std::string &like)
{
  std::string name = fresh (like);
  line ("let " + name + " : " + type + " = " + value + ";");
  return name;
}

/* Returns an operand with the same value that later statements do not change. */
Operand
Body::saved (const Operand &o, const Type *t)
{
  if (o.known || o.sum)
    return o;
  Operand copy = o;
  copy.text = save (module.type (t, env), o.text, "x");
  return copy;
}

/* Returns whether the value of e is known at compile time. */
bool
Body::constant (const Expr *e, Value *v)
{
  switch (e->kind)
    {
    case Expr::Name:
      {
        auto found = bound.find (e->variable);
        if (found != bound.end ())
          {
            if (v && found->second.known)
              *v = found->second.value;
            return found->second.known;
          }
        if (variables.count (e->variable) || e->variable->changes)
          return false;
        Value *known = env.find (e->variable);
        if (known && v)
          *v = *known;
        return known;
      }
    case Expr::Integer:
    case Expr::Real:
    case Expr::Imaginary:
    case Expr::Bool:
    case Expr::Text:
      if (v)
        *v = evaluator.value (e, env);
      return true;
    case Expr::Unary:
    case Expr::Cast:
      {
        Value a, r;
        if (!constant (e->args[0], &a))
          return false;
        if (e->kind == Expr::Cast)
          r = streamit::convert (a, e->type->kind);
        else if (!streamit::unary (e->text, a, r))
          return false;
        if (v)
          *v = r;
        return true;
      }
    case Expr::Binary:
      {
        Value a, b, r;
        if (!constant (e->args[0], &a) || !constant (e->args[1], &b)
            || !streamit::binary (e->text, a, b, r))
          return false;
        if (v)
          *v = r;
        return true;
      }
    case Expr::Field:
    case Expr::Index:
      {
        Value of, at;
        if (e->kind == Expr::Index && !constant (e->args[1], &at))
          return false;
        /* only of a whole array that is known, which is not copied unless it is needed */
        const Expr *root = e;
        while (root->kind == Expr::Index || root->kind == Expr::Field)
          root = root->args[0];
        if (root->kind != Expr::Name || !constant (root) || !constant (e->args[0], &of))
          return false;
        int64_t k = e->kind == Expr::Index     ? int64_t (at.number ())
                    : of.kind == Type::Struct  ? of.structure->index (e->text)
                    : of.kind == Type::Complex ? -1
                                               : int64_t (std::string ("xyzw").find (e->text));
        if (k < 0 || k >= int64_t (of.parts.size ()))
          return false;
        if (v)
          *v = of.parts[size_t (k)];
        return true;
      }
    case Expr::Call:
      {
        std::vector<Value> args;
        Value r;
        if (e->function || !builtin_named (e->text))
          return false;
        for (const Expr *a : e->args)
          {
            args.emplace_back ();
            if (!constant (a, &args.back ()))
              return false;
          }
        if (!streamit::call (e->text, args, r))
          return false;
        if (v)
          *v = r;
        return true;
      }
    default:
      return false;
    }
}

/* ---- The process --------------------------------------------------------------------- */

/* Returns how many elements of the record a run of elements of a tape spans at most. */
int64_t
Body::span (const Tape *tape, int64_t elements)
{
  int64_t n = std::max<int64_t> (elements, 1);
  for (; tape->of; tape = tape->of)
    n = ((n + tape->step.weight - 1) / tape->step.weight + 1) * tape->step.sum;
  return n;
}

void
Body::parameter (const std::string &name, const std::string &type, const std::string &value)
{
  formal.push_back (name + " : " + type);
  actual.push_back (value);
}

void
Body::views ()
{
  const Type *read = actor.node->in, *written = actor.node->out;
  const int64_t dynamic = 1024;
  if (actor.in)
    {
      std::string type = module.type (read, env);
      const Tape *record = actor.in->record ();
      parameter ("source", "record " + type, "r_" + std::to_string (record->number));
      parameter ("source_id", "index", std::to_string (actor.in_id));
      line ("let v_in : read view " + type + " = new_read_view(source);");
      line ("register(v_in, source_id);");
      int64_t more = actor.work.pop * (firings_together - 1),
              most = std::max ({ actor.work.peek + more, actor.first.peek, int64_t (1) });
      int64_t window = span (actor.in, actor.work.dynamic_pop ? dynamic : most);
      line ("alloc(v_in, " + std::to_string (window) + ");");
      if (int64_t first = actor.in->position (0))
        line ("release(v_in, " + std::to_string (first) + ");");
    }
  if (actor.out)
    {
      std::string type = module.type (written, env);
      const Tape *record = actor.out->record ();
      parameter ("target", "record " + type, "r_" + std::to_string (record->number));
      parameter ("target_id", "index", std::to_string (actor.out_id));
      line ("let v_out : write view " + type + " = new_write_view(target);");
      line ("register(v_out, target_id);");
      int64_t most = std::max ({ actor.work.push * firings_together, actor.first.push,
                                 int64_t (1) });
      int64_t window = std::max (record->window, span (actor.out, actor.work.dynamic_push ? dynamic
                                                                                          : most));
      window = std::max (window, actor.out->position (0) + 1);
      line ("alloc(v_out, " + std::to_string (window) + ");");
    }
  message_views ();
  if (!printer.empty ())
    {
      parameter ("report", "record t_print", printer);
      line ("let v_print : write view t_print = new_write_view(report);");
      line ("register(v_print, 1);");
      line ("alloc(v_print, 256);");
      line ("var print_at : index;");
    }
  if (!server.empty ())
    {
      parameter ("asked", "record t_call", "q_" + server);
      parameter ("answers", "record t_answer", "a_" + server);
      line ("let v_ask : write view t_call = new_write_view(asked);");
      line ("register(v_ask, 1);");
      line ("alloc(v_ask, 64);");
      line ("var ask_at : index;");
      line ("let v_answer : read view t_answer = new_read_view(answers);");
      line ("register(v_answer, 1);");
      line ("alloc(v_answer, 1);");
      line ("var answer_at : index;");
    }
}

/* The elements that are enqueued in a feedbackloop come first on its tape. */
void
Body::enqueued ()
{
  if (!actor.out)
    return;
  if (actor.writes_enqueued)
    for (const Tape *t = actor.out; t; t = t->of)
      for (size_t k = 0; k < t->enqueued.size (); k++)
        {
          int64_t j = int64_t (k), w = t->step.weight;
          int64_t at = t->of->position (j / w * t->step.sum + t->step.offset + j % w);
          Value v = streamit::convert (t->enqueued[k], actor.node->out->kind);
          line ("stall(v_out, " + std::to_string (at + 1) + ");");
          line ("v_out[[" + std::to_string (at) + "]] = " + module.literal (v) + ";");
        }
  if (int64_t first = actor.out->position (0))
    line ("commit(v_out, " + std::to_string (first) + ");");
}

void
Body::fields ()
{
  if (!actor.node->stream)
    return;
  for (const Variable *f : actor.node->stream->fields)
    {
      if (!f->changes)
        continue;
      Value v = *env.find (f);
      std::string name = fresh (f->name), type = module.type (f->type, env);
      bool large = v.scalars () > 4;
      line ("var " + name + " : " + type
            + (v.zero () ? "" : " = " + (large ? table (v) : module.literal (v))) + ";");
      variables[f] = name;
    }
}

/* Begins a firing that pops and pushes as declared. */
void
Body::turn_of (const Function *f, const Rates &rates, const Linear &popped, const Linear &pushed)
{
  std::optional<int64_t> pops, pushes;
  if (f)
    {
      pops = count (f, In);
      pushes = count (f, Out);
    }
  in.fixed = !rates.dynamic_pop && (!f || pops);
  out.fixed = !rates.dynamic_push && (!f || pushes);
  if (actor.in && !rates.dynamic_pop && pops && *pops != rates.pop)
    report.stop (f->at, format ("'%s' pops %lld elements, but declares a pop rate of %lld",
                                actor.node->name.c_str (), (long long) *pops,
                                (long long) rates.pop));
  if (actor.out && !rates.dynamic_push && pushes && *pushes != rates.push)
    report.stop (f->at, format ("'%s' pushes %lld elements, but declares a push rate of %lld",
                                actor.node->name.c_str (), (long long) *pushes,
                                (long long) rates.push));
  in.at = popped_before = popped;
  out.at = pushed;
  declared = &rates;
}

/* Returns how many firings make positions on the tape repeat: then the rate is a multiple of each
 * weight between the tape and its record. */
static int64_t
whole_firings (const Tape *tape, int64_t rate)
{
  int64_t firings = 1;
  for (; tape && tape->of; tape = tape->of)
    {
      const int64_t w = tape->step.weight, sum = tape->step.sum;
      if (w == sum)
        continue;
      int64_t more = w / std::gcd (w, rate);
      if (__builtin_mul_overflow (firings, more, &firings)
          || __builtin_mul_overflow (rate, more, &rate)
          || __builtin_mul_overflow (rate / w, sum, &rate))
        return INT64_MAX;
    }
  return firings;
}

/* Returns whether elements that the actor writes come back to it.  Then it may have to wait for
 * them before each firing. */
static bool
leads_back (const Actor &a)
{
  std::vector<const Actor *> next { &a };
  std::set<const Actor *> met;
  while (!next.empty ())
    {
      const Actor *at = next.back ();
      next.pop_back ();
      for (const Actor *r : at->out ? at->out->record ()->readers : std::vector<Actor *> ())
        if (r == &a)
          return true;
        else if (met.insert (r).second)
          next.push_back (r);
    }
  return false;
}

/* Sets how many firings are one turn of the loop: more than one if positions would not be fixed
 * within a turn otherwise. */
void
Body::find_together ()
{
  const int64_t most = 64;
  const Stream *s = actor.node->stream;
  const Function *work = s ? s->function (Function::Work) : nullptr;
  bool builtin = !s && !actor.node->moves ();
  if (builtin || actor.driven || actor.dynamic () || actor.prework || !printer.empty ()
      || !server.empty () || module.has_messages () || leads_back (actor))
    return;
  int64_t in_needs = actor.work.pop ? whole_firings (actor.in, actor.work.pop) : 1,
          out_needs = actor.work.push ? whole_firings (actor.out, actor.work.push) : 1;
  if (in_needs > most || out_needs > most || (work && (!count (work, In) || !count (work, Out))))
    return;
  int64_t all = std::lcm (in_needs, out_needs);
  if (all <= most && actor.begin % all == 0 && actor.steady % all == 0)
    firings_together = all;
}

/* Firings: asks for what they peek at and for room, runs the function, and gives back.  `popped'
 * and `pushed' are those before the first of them. */
void
Body::firing (const Function *f, const Rates &rates, const Linear &popped, const Linear &pushed)
{
  const int64_t together = firings_together;
  turn_of (f, rates, popped, pushed);
  bool pops = actor.in && !rates.dynamic_pop && rates.peek > 0;
  bool pushes = actor.out && !rates.dynamic_push && rates.push > 0;
  if (pops)
    {
      std::string need = index_text (place (actor.in, popped + (rates.pop * (together - 1)
                                                               + rates.peek - 1)) + 1);
      if (actor.driven)
        {
          std::string wanted = save ("index", need, "need"),
                      got = save ("index", "update(v_in, " + wanted + ")", "got");
          begin ("if " + got + " < " + wanted + " {");
          line ("return;");
          end ();
        }
      else
        line ("update(v_in, " + need + ");");
    }
  if (pushes)
    line ("stall(v_out, " + index_text (place (actor.out, pushed + (rates.push * together - 1)) + 1)
          + ");");
  std::string outer = turn;
  if (together > 1)
    {
      std::string one = fresh ("f");
      ranges[one] = { 0, together - 1 };
      begin ("for " + one + " in 0 .. " + std::to_string (together) + " {");
      in.at = popped_before = popped + term (one, rates.pop);
      out.at = pushed + term (one, rates.push);
      turn = "(" + turn + " * " + std::to_string (together) + " + " + one + ")";
    }
  for (Cursor *c : { &in, &out })
    if (!c->fixed && (c == &in ? !rates.dynamic_pop && actor.in : !rates.dynamic_push && actor.out))
      {
        c->variable = fresh (c == &in ? "popped" : "pushed");
        line ("var " + c->variable + " : index = " + c->at.text () + ";");
      }
  handle_messages ();
  if (f)
    expanded (f, "");
  else
    builtin_body ();
  end_messages ();
  see_counts (f, rates, popped, pushed);
  if (together > 1)
    {
      end ();
      turn = outer;
    }
  if (pushes)
    line ("commit(v_out, " + index_text (place (actor.out, pushed + rates.push * together))
          + ");");
  if (pops && rates.pop > 0)
    line ("release(v_in, " + index_text (place (actor.in, popped + rates.pop * together))
          + ");");
  if (actor.in && rates.dynamic_pop)
    line ("release(v_in, " + index_text (place (actor.in, term (in.variable))) + ");");
  if (!printer.empty ())
    print_piece ({}, nullptr);
  if (!server.empty ())
    ask (0, {});
}

void
Body::firings ()
{
  const Stream *s = actor.node->stream;
  const Function *work = s ? s->function (Function::Work) : nullptr;
  formal.push_back ("turns : index");
  bool dynamic_in = actor.in && (actor.work.dynamic_pop || actor.first.dynamic_pop);
  bool dynamic_out = actor.out && (actor.work.dynamic_push || actor.first.dynamic_push);
  if (dynamic_in)
    line ("var " + (in.variable = fresh ("popped")) + " : index;");
  if (dynamic_out)
    line ("var " + (out.variable = fresh ("pushed")) + " : index;");
  std::string pop_variable = in.variable, push_variable = out.variable;
  if (dynamic_in && !actor.work.dynamic_pop)
    report.stop (work->at, "a prework with a dynamic pop rate before a work without one");
  if (dynamic_out && !actor.work.dynamic_push)
    report.stop (work->at, "a prework with a dynamic push rate before a work without one");
  if (actor.prework)
    {
      turn = "0";
      const Function *prework = s->function (Function::Prework);
      Rates first = actor.first;
      first.dynamic_pop = dynamic_in;
      first.dynamic_push = dynamic_out;
      begin ("if true {");
      firing (prework, first, linear (0), linear (0));
      end ();
    }
  in.variable = pop_variable;
  out.variable = push_variable;
  int64_t before = actor.prework ? 1 : 0;
  turn = fresh ("t");
  ranges[turn] = { 0, INT64_MAX };
  begin ("for " + turn + " in 0 .. turns {");
  firing (work, actor.work,
          term (turn, actor.work.pop * firings_together) + (before ? actor.first.pop : 0),
          term (turn, actor.work.push * firings_together) + (before ? actor.first.push : 0));
  end ();
}

/* Moves the elements of a firing.  If positions repeat with each firing, they are sums of counters
 * of loops, or numbers in tables; else they are computed from the numbers of elements. */
void
Body::move (const Linear &popped, const Linear &pushed)
{
  const size_t few = 16, most_loops = 4;
  const std::vector<int64_t> &from = actor.node->gather.from;
  const size_t count = from.size ();
  const int64_t pops = actor.node->gather.pops;
  auto copy = [&] (const Linear &to, const Linear &of) {
    line ("v_out[[" + index_text (to) + "]] = v_in[[" + index_text (of) + "]];");
  };
  if (count <= few)
    {
      for (size_t k = 0; k < count; k++)
        copy (place (actor.out, pushed + int64_t (k)), place (actor.in, popped + from[k]));
      return;
    }
  bool repeats = whole_firings (actor.in, pops) == 1
                 && whole_firings (actor.out, int64_t (count)) == 1;
  std::vector<int64_t> in_at, out_at;
  int64_t in_first = actor.in->position (0), out_first = actor.out->position (0);
  for (size_t k = 0; repeats && k < count; k++)
    {
      in_at.push_back (actor.in->position (from[k]) - in_first);
      out_at.push_back (actor.out->position (int64_t (k)) - out_first);
    }
  std::optional<std::vector<Nested>> loops;
  if (repeats)
    loops = nested (in_at, out_at, most_loops);
  Linear to = repeats ? place (actor.out, pushed) : pushed,
         of = repeats ? place (actor.in, popped) : popped;
  if (!loops)
    {
      std::string k = fresh ("k");
      ranges[k] = { 0, int64_t (count) - 1 };
      begin ("for " + k + " in 0 .. " + std::to_string (count) + " {");
      std::string in_table = module.table (repeats ? in_at : from);
      to = to + (repeats ? term (module.table (out_at) + "[" + k + "]") : term (k));
      of = of + term (in_table + "[" + k + "]");
      copy (repeats ? to : place (actor.out, to), repeats ? of : place (actor.in, of));
      end ();
      return;
    }
  to = to + out_at[0];
  of = of + in_at[0];
  for (size_t n = loops->size (); n-- > 0;)
    {
      const Nested &l = (*loops)[n];
      std::string k = fresh ("k");
      begin ("for " + k + " in 0 .. " + std::to_string (l.turns) + " {");
      to = to + term (k, l.out_step);
      of = of + term (k, l.in_step);
    }
  copy (to, of);
  for (size_t n = 0; n < loops->size (); n++)
    end ();
}

void
Body::builtin_body ()
{
  const std::string &name = actor.node->name;
  if (name == "FileReader")
    read_file ();
  else if (name == "FileWriter")
    write_file ();
  else if (name == "Gather")
    move (in.at, out.at);
  else
    line ("v_out[[" + index_text (place (actor.out, out.at)) + "]] = v_in[["
          + index_text (place (actor.in, in.at)) + "]];");
}

Process_text
Body::process ()
{
  see_all_prints ();
  find_together ();
  views ();
  enqueued ();
  fields ();
  std::string head = text;
  text.clear ();
  firings ();
  if (draws)
    head += "    var random_state : u64 = " + std::to_string (evaluator.random.state) + "u64;\n";
  if (!actor.node->stream && !actor.node->moves ())
    {
      std::string body = text;
      text.clear ();
      open_file (module.file (), actor.node->name == "FileWriter");
      head += text;
      text = body;
    }
  Process_text result;
  for (const std::string &p : formal)
    result.parameters += (result.parameters.empty () ? "" : ", ") + p;
  result.body = "{\n" + head + text + "}\n";
  for (const Table &t : tables)
    if (result.body.find (t.mark ()) != std::string::npos)
      result.tables.push_back (t);
  return result;
}

} // namespace er::streamit
