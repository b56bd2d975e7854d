/* SPDX-License-Identifier: MIT */
/* target.cc - any text through the compiler of StreamIt, in one process, up to the textual IR.
 *
 * No text may crash a stage, its dump or the picture, or take long.  What is emitted must be well-formed.
 *
 * libFuzzer calls LLVMFuzzerTestOneInput (fuzz.mk), or the main of ../../fuzz/replay.cc does.
 */
#include <cstdio>
#include <cstdlib>

#include "cli/command_line.h"
#include "streamit/draw/draw_streams.h"
#include "streamit/elaborate/elaborate.h"
#include "streamit/emit/emit.h"
#include "streamit/parse/parse.h"
#include "streamit/sema/analyser.h"

using namespace er;

/* Returns the emitted program, or an empty text if the program is wrong. */
static std::string
emitted (const std::string &text)
{
  streamit::Report report (true);
  report.add ("<fuzz>", text);
  auto program = std::make_unique<streamit::Program> ();
  streamit::parse (report, program->unit);
  if (report.errors ())
    return "";
  dump (program->unit);
  analyse (program->unit, report);
  if (report.errors ())
    return "";
  elaborate (*program, report);
  flatten (*program, report);
  schedule (*program, report);
  connect_messages (*program, report);
  dump_tree (*program);
  dump_graph (*program);
  drawn (*program, true, false, 10);
  return emit (*program, -1, report);
}

extern "C" int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  streamit::Evaluator::most_steps = 100000;
  std::string text (reinterpret_cast<const char *> (data), size), program;
  try
    {
      program = emitted (text);
    }
  catch (streamit::Stop)
    {
      return 0;
    }
  if (program.empty () || load_text ("<emitted>", program)->good)
    return 0;
  fprintf (stderr, "error: this is not well-formed:\n%s", program.c_str ());
  abort ();
}
