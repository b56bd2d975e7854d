/* SPDX-License-Identifier: MIT */
/* program.cc - the whole emitted program: processes, records, main (emit.h). */
#include "streamit/emit/emit.h"

#include <algorithm>

#include "streamit/emit/body.h"

namespace er::streamit {

namespace {

class Emitter
{
public:
  /* served: actors for which another process calls native functions */
  Emitter (Program &program, int64_t iterations, Report &report,
           const std::vector<Actor *> &served)
    : graph (program.graph), module (program, report), iterations (iterations), served (served) {}
  std::string all ();
  /* The actors that call native functions, after all (). */
  const std::vector<Actor *> &calling () const { return callers; }

private:
  Graph &graph;
  Module_text module;
  int64_t iterations;
  std::vector<Actor *> served, callers;

  int64_t most_iterations () const;
  /* The process of an actor, and what it is run with. */
  struct Run
  {
    std::string like, arguments;
    Process_text text;
    std::string key () const;
  };
  std::string turns (const Actor &a, int64_t together) const;
  Run run_of (Actor &a, const std::string &report);
  std::string runs_of (std::vector<Run> &all);
  /* What a process does that reads from several actors; the rest is for each of them. */
  struct In_order
  {
    const std::vector<Actor *> &actors;
    std::string type; /* of elements */
    std::vector<std::string> parameters, before, handle;
    void add (const std::string &parameter, const std::string &text, const std::string &handled)
    {
      parameters.push_back (parameter);
      before.push_back (text);
      handle.push_back (handled);
    }
  };
  std::string in_order (const In_order &how);
  std::string turns_of_all () const;
  void printer (const std::vector<Actor *> &printing, std::string &runs);
  std::string serve (size_t k) const;
  std::string server (const std::vector<Actor *> &calling, std::string &runs);
};

/* So many that no position exceeds the range of index. */
int64_t
Emitter::most_iterations () const
{
  int64_t most = 1;
  for (auto &t : graph.tapes)
    most = std::max (most, t->advance);
  for (auto &a : graph.actors)
    {
      most = std::max (most, a->steady);
      if (a->in && !a->work.dynamic_pop)
        most = std::max (most, a->popped (a->steady + 1));
      if (a->out && !a->work.dynamic_push)
        most = std::max (most, a->pushed (a->steady + 1));
    }
  return (int64_t (1) << 59) / most;
}

/* How often the loop of the actor turns, whose turns are of so many firings: a prework comes before
 * it. */
std::string
Emitter::turns (const Actor &a, int64_t together) const
{
  if (a.driven)
    return std::to_string (int64_t (1) << 60);
  int64_t before = (a.begin - (a.prework ? 1 : 0)) / together, steady = a.steady / together;
  if (iterations >= 0)
    return std::to_string (before + steady * iterations);
  std::string text = steady == 1 ? "n" : "n * " + std::to_string (steady);
  return before ? text + " + " + std::to_string (before) : text;
}

/* Emits a process that reads what each of the actors writes to a record of its own.  Its order is
 * that of a schedule that fires each actor as often as in a steady state, one after the other: each
 * firing ends with an element of kind 0.  `handle' is for the elements of actor k, in `x_k'. */
std::string
Emitter::in_order (const In_order &how)
{
  std::string head = "(turns : index", body, loop;
  bool driven = false;
  for (Actor *a : how.actors)
    driven |= a->driven;
  for (size_t k = 0; k < how.actors.size (); k++)
    {
      const Actor &a = *how.actors[k];
      std::string number = std::to_string (k), v = "v_" + number, at = "at_" + number;
      head += ", source_" + number + " : record " + how.type + how.parameters[k];
      body += "    let " + v + " : read view " + how.type + " = new_read_view(source_" + number
              + ");\n    register(" + v + ", 1);\n    alloc(" + v + ", 1);\n    var " + at
              + " : index;\n" + how.before[k];
      std::string ended = driven ? "{ break; }" : "{ return; }";
      std::string begin = std::to_string (a.begin), steady = std::to_string (a.steady);
      loop += "        for f_" + number;
      loop += " in 0 .. (turn < 0 ? " + begin + " : " + steady + ") {\n            while true {\n"
              + "                let got_" + number + " : index = update(" + v + ", " + at
              + " + 1);\n                if got_" + number + " <= " + at + " " + ended + "\n"
              + "                let x_" + number + " : " + how.type + " = " + v + "[[" + at
              + "]];\n                " + at + " = " + at + " + 1;\n                release(" + v
              + ", " + at + ");\n                if x_" + number + ".f_kind == 0i32 { break; }\n"
              + how.handle[k] + "            }\n        }\n";
      if (driven)
        loop += "        let done_" + number + " : bool = done(" + v + ");\n        if done_"
                + number + " { over = over + 1; }\n";
    }
  std::string all = driven ? "        if over == " + std::to_string (how.actors.size ())
                               + " { break; }\n"
                           : "";
  return head + ") {\n" + body + "    for turn in -1 .. turns {\n"
         + (driven ? "        var over : index;\n" : "") + loop + all + "    }\n}\n";
}

std::string
Emitter::turns_of_all () const
{
  return iterations >= 0 ? std::to_string (iterations) : "n";
}

/* Several filters print: each sends what it prints to one process. */
void
Emitter::printer (const std::vector<Actor *> &printing, std::string &runs)
{
  module.external ("erbium_streamit_text", "func erbium_streamit_text(u64) touches stdout");
  module.external ("erbium_streamit_real", "func erbium_streamit_real(f64) touches stdout");
  module.external ("erbium_streamit_integer", "func erbium_streamit_integer(i64) touches stdout");
  In_order how { printing, "t_print" };
  std::string arguments;
  for (size_t k = 0; k < printing.size (); k++)
    {
      std::string x = "x_" + std::to_string (k);
      arguments += ", p_" + std::to_string (printing[k]->number);
      how.add ("", "",
               "                if " + x + ".f_kind == 1i32 { erbium_streamit_integer(" + x
                 + ".f_integer); }\n                if " + x
                 + ".f_kind == 2i32 { erbium_streamit_real(" + x
                 + ".f_real); }\n                if " + x
                 + ".f_kind == 3i32 { erbium_streamit_text(u64(" + x + ".f_integer)); }\n");
    }
  runs += "    run " + module.process ("printer", in_order (how)) + "(" + turns_of_all ()
          + arguments + ");\n";
}

/* What the server does with a call of actor k. */
std::string
Emitter::serve (size_t k) const
{
  const std::string of = std::to_string (k), x = "x_" + of, blank (16, ' ');
  std::string text;
  for (size_t n = 0; n < module.all_natives ().size (); n++)
    {
      const Native &native = module.all_natives ()[n];
      const std::string number = std::to_string (n + 1);
      std::string args, copies;
      for (size_t p = 0; p < native.parameters.size (); p++)
        {
          std::string arg = x + ".f_" + number + "_" + std::to_string (p);
          if (native.parameters[p][0] == '[') /* C may change it */
            {
              std::string copy = "copy_" + of + "_" + number + "_" + std::to_string (p);
              copies += blank + "    var " + copy + " : " + native.parameters[p] + " = " + arg
                        + ";\n";
              arg = copy;
            }
          args += (p ? ", " : "") + arg;
        }
      text += blank + "if " + x + ".f_kind == " + number + "i32 {\n" + copies;
      std::string call = native.name + "(" + args + ");\n", answer = "answer_" + of + "_" + number;
      if (native.result.empty ())
        text += blank + "    " + call;
      else
        text += blank + "    var " + answer + " : t_answer;\n" + blank + "    " + answer + ".f_"
                + number + " = " + call + blank + "    stall(w_" + of + ", out_" + of + " + 1);\n"
                + blank + "    w_" + of + "[[out_" + of + "]] = " + answer + ";\n" + blank
                + "    out_" + of + " = out_" + of + " + 1;\n" + blank + "    commit(w_" + of
                + ", out_" + of + ");\n";
      text += blank + "}\n";
    }
  return text;
}

/* Several filters call native functions, which may share variables of C: one process calls them for
 * all.  Returns the structures of calls and answers. */
std::string
Emitter::server (const std::vector<Actor *> &calling, std::string &runs)
{
  std::string calls = "struct t_call { f_kind : i32", answers = "struct t_answer { f_kind : i32";
  for (size_t n = 0; n < module.all_natives ().size (); n++)
    {
      const Native &native = module.all_natives ()[n];
      for (size_t p = 0; p < native.parameters.size (); p++)
        calls += format (", f_%zu_%zu : ", n + 1, p) + native.parameters[p];
      if (!native.result.empty ())
        answers += format (", f_%zu : ", n + 1) + native.result;
    }
  In_order how { calling, "t_call" };
  std::string arguments;
  for (size_t k = 0; k < calling.size (); k++)
    {
      std::string of = std::to_string (k), number = std::to_string (calling[k]->number);
      arguments += ", q_" + number + ", a_" + number;
      how.add (", target_" + of + " : record t_answer",
               "    let w_" + of + " : write view t_answer = new_write_view(target_" + of
                 + ");\n    register(w_" + of + ", 1);\n    alloc(w_" + of + ", 4);\n    var out_"
                 + of + " : index;\n",
               serve (k));
    }
  runs += "    run " + module.process ("natives", in_order (how)) + "(" + turns_of_all ()
          + arguments + ");\n";
  return calls + " }\n" + answers + " }\n";
}

Emitter::Run
Emitter::run_of (Actor &a, const std::string &report)
{
  const bool is_served = std::find (served.begin (), served.end (), &a) != served.end ();
  Body body (module, a, report, is_served ? std::to_string (a.number) : "");
  Run run;
  run.like = a.node->name;
  run.text = body.process ();
  if (body.calls_natives ())
    callers.push_back (&a);
  for (const std::string &argument : body.arguments ())
    run.arguments += argument + ", ";
  run.arguments += turns (a, body.together ());
  return run;
}

/* Actors with the same key differ in their constants at most. */
std::string
Emitter::Run::key () const
{
  std::string all = text.parameters + text.body;
  for (const Table &t : text.tables)
    all += t.type + "\n";
  return all;
}

static void
replace_all (std::string &text, const std::string &what, const std::string &by)
{
  for (size_t at = 0; (at = text.find (what, at)) != std::string::npos; at += by.size ())
    text.replace (at, what.size (), by);
}

/* Adds the processes.  Where a constant is not the same for all that share a process, it becomes a
 * parameter. */
std::string
Emitter::runs_of (std::vector<Run> &all)
{
  std::map<std::string, std::vector<std::set<std::string>>> constants;
  for (const Run &r : all)
    {
      auto &sets = constants[r.key ()];
      sets.resize (r.text.tables.size ());
      for (size_t k = 0; k < sets.size (); k++)
        sets[k].insert (r.text.tables[k].constant);
    }
  std::string runs;
  for (Run &r : all)
    {
      const auto &sets = constants[r.key ()];
      std::string parameters = r.text.parameters, body = r.text.body, arguments;
      for (size_t k = 0; k < sets.size (); k++)
        {
          const Table &t = r.text.tables[k];
          const bool same = sets[k].size () == 1;
          replace_all (body, t.mark (), same ? t.constant : t.name);
          if (same)
            continue;
          parameters += ", " + t.name + " : " + t.type;
          arguments += ", " + t.constant;
        }
      runs += "    run " + module.process (r.like, "(" + parameters + ") " + body) + "("
              + r.arguments + arguments + ");\n";
    }
  return runs;
}

std::string
Emitter::all ()
{
  std::string records;
  std::vector<Run> runs_of_actors;
  std::vector<Actor *> printing;
  for (auto &a : graph.actors)
    if (a->prints)
      printing.push_back (a.get ());
  bool several = printing.size () > 1;
  for (auto &t : graph.tapes)
    if (!t->of && !t->writers.empty ())
      {
        Actor &w = *t->writers[0];
        records += "    let r_" + std::to_string (t->number) + " : record "
                   + module.type (w.node->out, w.node->env) + " = new_record("
                   + std::to_string (t->writers.size ()) + ", "
                   + std::to_string (t->readers.size ()) + ");\n";
      }
  for (auto &c : graph.channels)
    records += "    let m_" + std::to_string (c->number) + " : record " + module.message (*c)
               + " = new_record(1, 1);\n";
  for (auto &a : graph.actors)
    {
      std::string report = several && a->prints ? "p_" + std::to_string (a->number) : "";
      if (!report.empty ())
        records += "    let " + report + " : record t_print = new_record(1, 1);\n";
      runs_of_actors.push_back (run_of (*a, report));
    }
  for (const Actor *a : served)
    {
      std::string number = std::to_string (a->number);
      records += "    let q_" + number + " : record t_call = new_record(1, 1);\n    let a_" + number
                 + " : record t_answer = new_record(1, 1);\n";
    }
  std::string structure, runs = runs_of (runs_of_actors);
  if (!served.empty ())
    structure += server (served, runs);
  if (several)
    {
      structure += "struct t_print { f_kind : i32, f_integer : i64, f_real : f64 }\n";
      printer (printing, runs);
    }
  std::string main = "process main() {\n";
  if (iterations < 0)
    {
      module.external ("erbium_streamit_iterations",
                       "func erbium_streamit_iterations(index) -> index touches arguments");
      /* passes see that it is not negative */
      main += "    let asked : index = erbium_streamit_iterations("
              + std::to_string (most_iterations ())
              + ");\n    let n : index = asked < 0 ? 0 : asked;\n";
    }
  return module.text (structure + main + records + runs + "}\n");
}

} // namespace

std::string
emit (Program &program, int64_t iterations, Report &report)
{
  Emitter alone (program, iterations, report, {});
  std::string text = alone.all ();
  if (alone.calling ().size () < 2)
    return text;
  return Emitter (program, iterations, report, alone.calling ()).all ();
}

} // namespace er::streamit
