/* SPDX-License-Identifier: GPL-3.0-or-later */
/* erbiumc - compiles a program of the textual IR. */
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sstream>
#include <unistd.h>

#include "codegen/jit/jit.h"
#include "files/files.h"
#include "foreign/foreign.h"
#include "cli/command_line.h"
#include "passes/pass.h"

using namespace er;

static const char help[] =
  "usage: erbiumc [OPTION]... FILE.er [OBJECT]...      (- is stdin)\n"
  "  -o FILE          writes to FILE (a.out; with -S, -c, -shared: the name of the input with\n"
  "                   .s, .o, .so, in the current folder)\n"
  "  -S               makes assembly code\n"
  "  -c               makes an object\n"
  "  -shared          makes a shared library\n"
  "  -O0 ... -O3      sets the level of optimisation (-O2)\n"
  "  --cores=N        at -O3, makes N processes of all whose rates are known; N:why says how\n"
  "  --passes=NAME,...  runs these passes, in place of those of the level\n"
  "  --passes         prints the passes that would run, and ends\n"
  "  -g               adds debugging information, with the lines of FILE.er\n"
  "  --check          makes a checked build, which checks each access\n"
  "  -m... -f...      are passed to GCC, for the machine and the optimiser\n"
  "  -l... -L... -Wl,... OBJECT   are passed to the linker\n"
  "status: 0; 1 the text is wrong, or it cannot be compiled or linked; 2 the command line is "
  "wrong;\n"
  "  4 a defect of this tool\n";

struct Wish
{
  Machine_code how;
  Optimisation passes;
  gcc_jit_output_kind kind = GCC_JIT_OUTPUT_KIND_EXECUTABLE;
  std::string ending, input, output;
  std::vector<std::string> compiler, linker;
};

static void
produce (Wish &wish, gcc_jit_output_kind kind, const char *ending)
{
  if (!wish.ending.empty () && wish.kind != kind)
    give_up ("-S, -c and -shared: choose one");
  wish.kind = kind;
  wish.ending = ending;
}

static void
operand (Wish &wish, const Compiler_word &word)
{
  if (word.text != "-" && !word.ends (".er"))
    wish.linker.push_back (word.text);
  else if (wish.input.empty ())
    wish.input = word.text;
  else
    give_up ("two programs, " + wish.input + " and " + word.text
             + ": compile each by itself with -c, then give the objects");
}

static void
option (Wish &wish, const Compiler_word &word)
{
  if (word.text == "-o")
    wish.output = word.value;
  else if (word.text == "-S")
    produce (wish, GCC_JIT_OUTPUT_KIND_ASSEMBLER, ".s");
  else if (word.text == "-c")
    produce (wish, GCC_JIT_OUTPUT_KIND_OBJECT_FILE, ".o");
  else if (word.text == "-shared")
    produce (wish, GCC_JIT_OUTPUT_KIND_DYNAMIC_LIBRARY, ".so");
  else if (word.text == "-g")
    wish.how.debug = true;
  else if (word.text == "--check")
    wish.how.check = wish.passes.checked = true;
  else if (wish.passes.takes (word.text))
    wish.how.level = wish.passes.level;
  else if (word.for_linker ())
    wish.linker.push_back (word.text);
  else if (word.for_compiler ())
    wish.compiler.push_back (word.text);
  else
    give_up ("unknown option " + word.text + "; --help lists those that are known");
}

static Wish
wish_of (int argc, char **argv)
{
  Wish wish;
  for (const Compiler_word &word : compiler_words (argc, argv, help, { "-o" }))
    word.option ? option (wish, word) : operand (wish, word);
  if (wish.passes.show)
    {
      printf ("%s\n", wish.passes.passes ().c_str ());
      exit (0);
    }
  if (wish.input.empty ())
    give_up ("no FILE.er is given; --help says how");
  return wish;
}

static std::string
output_of (const Wish &wish)
{
  if (!wish.output.empty () || wish.ending.empty ())
    return wish.output.empty () ? "a.out" : wish.output;
  if (wish.input == "-")
    give_up ("expected -o FILE for a program that is read from stdin");
  std::string name = wish.input.substr (wish.input.find_last_of ('/') + 1);
  return name.substr (0, name.size () - 3) + wish.ending;
}

/* Expands -march=native and -mtune=native as GCC's driver does, since libgccjit has no driver. */
static std::vector<std::string>
of_this_machine (const std::string &word)
{
  std::vector<std::string> found;
  std::string command = GCCJIT_DRIVER " " + word + " '-###' -E -xc /dev/null 2>&1";
  FILE *driver = popen (command.c_str (), "r");
  std::string text;
  char part[4096];
  for (size_t n; driver && (n = fread (part, 1, sizeof part, driver)) > 0;)
    text.append (part, n);
  if (!driver || pclose (driver))
    give_up (word + ": cannot run " GCCJIT_DRIVER ", which determines the processor");
  std::istringstream words (text);
  for (std::string one; words >> one;)
    {
      one.erase (std::remove (one.begin (), one.end (), '"'), one.end ());
      if (one.compare (0, 2, "-m") == 0)
        found.push_back (one);
    }
  return found;
}

/* Returns the options with which the linker, and then the program, find the library that is
 * installed with this tool (PREFIX/bin, PREFIX/lib); none if there is no such library. */
static std::vector<std::string>
installed_library ()
{
  char self[PATH_MAX];
  ssize_t length = readlink ("/proc/self/exe", self, sizeof self);
  std::string path (self, length > 0 && size_t (length) < sizeof self ? size_t (length) : 0);
  for (int up = 0; up < 2 && !path.empty (); up++)
    path.erase (std::min (path.rfind ('/'), path.size ()));
  std::string folder = path + "/lib";
  if (access ((folder + "/liberbium.so").c_str (), R_OK) != 0)
    return {};
  return { "-L" + folder, "-Wl,-rpath," + folder };
}

static void
options_of (const Wish &wish, gcc_jit_context *c)
{
  for (const std::string &word : wish.compiler)
    if (word == "-march=native" || word == "-mtune=native")
      for (const std::string &one : of_this_machine (word))
        gcc_jit_context_add_command_line_option (c, one.c_str ());
    else
      gcc_jit_context_add_command_line_option (c, word.c_str ());
  for (const std::string &word : wish.linker)
    gcc_jit_context_add_driver_option (c, word.c_str ());
  for (const std::string &word : installed_library ())
    gcc_jit_context_add_driver_option (c, word.c_str ());
  std::istringstream libraries ("-lerbium " RUNTIME_LIBS " -pthread -lm");
  for (std::string word; libraries >> word;)
    gcc_jit_context_add_driver_option (c, word.c_str ());
}

static bool
links (const Wish &wish)
{
  return wish.kind != GCC_JIT_OUTPUT_KIND_ASSEMBLER && wish.kind != GCC_JIT_OUTPUT_KIND_OBJECT_FILE;
}

/* Checks that the input files are usable and that the output is not one of them. */
static void
see_files (const Wish &wish)
{
  std::vector<std::string> inputs { wish.input };
  for (const std::string &word : wish.linker)
    if (word[0] != '-')
      {
        inputs.push_back (word);
        if (!links (wish))
          give_up (
            word
            + ": with -c or -S nothing is linked, and a program of the textual IR ends with .er");
      }
  see_output (output_of (wish), inputs);
}

/* libgccjit does not report errors when it copies assembly or objects to their destination.  It
 * therefore writes to a temporary file, which is copied here. */
static bool
compile (const Wish &wish, gcc_jit_context *c)
{
  std::string output = output_of (wish);
  if (links (wish))
    {
      gcc_jit_context_compile_to_file (c, wish.kind, output.c_str ());
      return !gcc_jit_context_get_first_error (c);
    }
  const char *folder = getenv ("TMPDIR");
  std::string text, wrong,
    name = std::string (folder && *folder ? folder : "/tmp") + "/erbiumc-XXXXXX" + wish.ending;
  int file = mkstemps (&name[0], int (wish.ending.size ()));
  if (file < 0)
    give_up ("cannot make " + name + ": " + strerror (errno));
  close (file);
  gcc_jit_context_compile_to_file (c, wish.kind, name.c_str ());
  bool good = !gcc_jit_context_get_first_error (c);
  file = open (name.c_str (), O_RDONLY | O_CLOEXEC);
  if (good && file < 0)
    wrong = "cannot open " + name + ": " + strerror (errno);
  else if (good)
    wrong = read_all (file, text);
  unlink (name.c_str ());
  if (good && wrong.empty ())
    wrong = write_output (output, text);
  if (!wrong.empty ())
    fprintf (stderr, "erbiumc: error: %s\n", wrong.c_str ());
  return good && wrong.empty ();
}

static int
work (int argc, char **argv)
{
  Wish wish = wish_of (argc, argv);
  see_files (wish);
  auto program = load (wish.input);
  if (!program->good)
    return 1;
  if (wish.kind == GCC_JIT_OUTPUT_KIND_EXECUTABLE && wish.linker.empty ()
      && !program->module.main ())
    {
      Diagnostics d (program->source);
      d.error ({}, "3.3",
               "there is no process 'main' to begin with; -c makes an object, -shared a library");
      return 1;
    }
  try
    {
      see_symbols (program->module);
    }
  catch (const Undefined &u)
    {
      Diagnostics d (program->source);
      d.error (u.at, "8.4", u.what);
      d.note (u.at, u.hint);
      return 1;
    }
  if (!wish.passes.run (program->module))
    return 4;
  Backend backend (program->module, program->source.name, wish.how);
  options_of (wish, backend.context ());
  std::string wrong = backend.build ();
  return wrong.empty () && compile (wish, backend.context ()) ? 0 : 1;
}

int
main (int argc, char **argv)
{
  try
    {
      return work (argc, argv);
    }
  catch (const Bad_order &bad)
    {
      give_up (bad.what);
    }
}
