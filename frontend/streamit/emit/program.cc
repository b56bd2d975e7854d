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
  Emitter (Program &program, int64_t iterations, Report &report)
    : graph (program.graph), module (program, report), iterations (iterations) {}
  std::string all ();

private:
  Graph &graph;
  Module_text module;
  int64_t iterations;

  int64_t most_iterations () const;
  std::string turns (const Actor &a, int64_t together) const;
  void printer (const std::vector<Actor *> &printing, std::string &runs);
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

/* Several filters print: each sends what it prints to one process, which prints it in the order of
 * a schedule that fires each filter as often as in a steady state, one after the other. */
void
Emitter::printer (const std::vector<Actor *> &printing, std::string &runs)
{
  std::string head = "(turns : index", body, loop;
  module.external ("erbium_streamit_text", "func erbium_streamit_text(u64) touches stdout");
  module.external ("erbium_streamit_real", "func erbium_streamit_real(f64) touches stdout");
  module.external ("erbium_streamit_integer", "func erbium_streamit_integer(i64) touches stdout");
  std::string arguments;
  bool driven = false;
  for (Actor *a : printing)
    driven |= a->driven;
  for (size_t k = 0; k < printing.size (); k++)
    {
      const Actor &a = *printing[k];
      std::string number = std::to_string (k), v = "v_" + number, at = "at_" + number;
      head += ", source_" + number + " : record t_print";
      arguments += ", p_" + std::to_string (a.number);
      body += "    let " + v + " : read view t_print = new_read_view(source_" + number + ");\n"
              + "    register(" + v + ", 1);\n    alloc(" + v + ", 1);\n    var " + at
              + " : index;\n";
      std::string ended = driven ? "{ break; }" : "{ return; }";
      std::string begin = std::to_string (a.begin), steady = std::to_string (a.steady);
      loop += "        for f_" + number;
      loop += " in 0 .. (turn < 0 ? " + begin + " : " + steady + ") {\n            while true {\n"
              + "                let got_" + number + " : index = update(" + v + ", " + at
              + " + 1);\n                if got_" + number + " <= " + at + " " + ended + "\n"
              + "                let x_" + number + " : t_print = " + v + "[[" + at + "]];\n"
              + "                " + at + " = " + at + " + 1;\n                release(" + v + ", "
              + at + ");\n                if x_" + number + ".f_kind == 0i32 { break; }\n"
              + "                if x_" + number + ".f_kind == 1i32 { erbium_streamit_integer(x_"
              + number + ".f_integer); }\n                if x_" + number
              + ".f_kind == 2i32 { erbium_streamit_real(x_" + number
              + ".f_real); }\n                if x_" + number
              + ".f_kind == 3i32 { erbium_streamit_text(u64(x_" + number
              + ".f_integer)); }\n            }\n        }\n";
      if (driven)
        loop += "        let done_" + number + " : bool = done(" + v + ");\n        if done_"
                + number + " { over = over + 1; }\n";
    }
  std::string all = driven ? "        if over == " + std::to_string (printing.size ())
                               + " { break; }\n"
                           : "";
  std::string text = head + ") {\n" + body + "    for turn in -1 .. turns {\n"
                     + (driven ? "        var over : index;\n" : "") + loop + all + "    }\n}\n";
  std::string turns = iterations >= 0 ? std::to_string (iterations) : "n";
  runs += "    run " + module.process ("printer", text) + "(" + turns + arguments + ");\n";
}

std::string
Emitter::all ()
{
  std::string records, runs;
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
      Body body (module, *a, report);
      std::string text = body.process (), arguments;
      std::string name = module.process (a->node->name, text);
      for (const std::string &argument : body.arguments ())
        arguments += argument + ", ";
      runs += "    run " + name + "(" + arguments + turns (*a, body.together ()) + ");\n";
    }
  std::string structure;
  if (several)
    {
      structure = "struct t_print { f_kind : i32, f_integer : i64, f_real : f64 }\n";
      printer (printing, runs);
    }
  std::string main = "process main() {\n";
  if (iterations < 0)
    {
      module.external ("erbium_streamit_iterations",
                       "func erbium_streamit_iterations(index) -> index touches arguments");
      main += "    let n : index = erbium_streamit_iterations("
              + std::to_string (most_iterations ()) + ");\n";
    }
  return module.text (structure + main + records + runs + "}\n");
}

} // namespace

std::string
emit (Program &program, int64_t iterations, Report &report)
{
  return Emitter (program, iterations, report).all ();
}

} // namespace er::streamit
