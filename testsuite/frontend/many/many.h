/* SPDX-License-Identifier: MIT */
/* many.h - do many random programs mean the same everywhere?
 *
 * What testsuite/frontend/agree does with a process for each tool and program is done here in one
 * process for a batch of programs: interpreter and passes are called, the programs of a batch are
 * merged into one module, which is compiled once for each way to compile, and each runs in a child.
 *
 *   child.cc        what a child prints, and how it ends
 *   interpreted.cc  one program: schedules, printing, passes
 *   merge.cc        the programs of a batch as one module
 *   compiled.cc     that module by libgccjit, and as C of both kinds by GCC
 *   many.cc         command line, batches, what is told of a program that differs
 */
#ifndef ERBIUM_MANY_H
#define ERBIUM_MANY_H

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fuzz/fuzz.h"
#include "cli/command_line.h"

namespace many {

/* How a program ended, and what it printed. */
struct Result
{
  int status = 0; /* that of the process; 128 + n by signal n; hangs: it took longer than it may */
  std::string output, complaint;
};

struct Sample
{
  uint64_t seed;
  er::Size size;
  std::string text;    /* as erbium-gen prints it */
  std::string passes;  /* NAME,... */
  std::string changed; /* the text after these */
  Result expected;     /* by the first schedule of the interpreter */
};

struct Settings
{
  bool full = false;          /* all ways for each program; else a sample that the seed chooses */
  std::string gcc, plugin, include; /* the compiler, and its plugin; the folder of erbium.h */
  std::string keep;           /* where programs that differ are written */
};

/* Tells that a program differs, with commands that show it again and make it smaller. */
void differs (const Settings &settings, const Sample &s, bool changed, const std::string &how, const Result &found);

/* In a child process: what it does to stdout, stderr and its status.  Is killed after so many seconds. */
const int hangs = 999;
Result in_child (const std::function<void ()> &body, int seconds = 120);
Result run_command (std::vector<std::string> words);

/* Fills in all but seed and size.  How many ways differ. */
int interpret (Sample &s, const Settings &settings);

/* The items of all, renamed: the process main of the k-th is main_name (k). */
std::string main_name (size_t k);
std::unique_ptr<er::Program> merge (const std::vector<std::string> &texts);

/* Compiles the batch, and runs each program.  batch chooses ways.  How many programs differ. */
int compile (const std::vector<Sample> &samples, uint64_t batch, const Settings &settings);

} // namespace many
#endif
