/* SPDX-License-Identifier: MIT */
/* erbium-streamit - compiles a program of StreamIt 2.1, through the textual IR. */
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/command_line.h"
#include "streamit/elaborate/elaborate.h"
#include "streamit/emit/emit.h"
#include "streamit/parse/parse.h"
#include "streamit/sema/analyser.h"
#include "syntax/syntax.h"

using namespace er;

static const char help[] =
  "usage: erbium-streamit [OPTION]... FILE.str... [OBJECT]...      (- is stdin)\n"
  "  -o FILE          writes the program to FILE (a.out)\n"
  "  -i N             N steady states (without it the program has an option -i, or is endless)\n"
  "  --float=64       a float has 64 bits, not 32\n"
  "  --emit=er        prints the program of the textual IR, or writes it to the file of -o\n"
  "  --parse-only     parses, and ends\n"
  "  --check-only     parses and checks names and types, and ends\n"
  "  --dump=STAGE     prints a stage, and ends: words, ast, tree (instances of streams), graph\n"
  "                   (flat), er (the textual IR)\n"
  "  -O0 ... -O3 --cores=N --passes=... --check -g -m... -f... -l... -L... -Wl,... OBJECT\n"
  "                   are passed to erbiumc; the level is -O3 unless given\n"
  "status: 0; 1 the program is wrong, or it cannot be compiled; 2 the command line is wrong;\n"
  "  4 a defect of this tool\n";

struct Wish
{
  std::vector<std::string> inputs, further; /* what erbiumc receives */
  std::string output, emit, dump;
  int64_t iterations = -1;
  bool parse_only = false, check_only = false, level = false;
  bool why = false; /* reports on stderr what was decided */
};

static int64_t
iterations_of (const std::string &digits)
{
  char *end;
  errno = 0;
  long long n = strtoll (digits.c_str (), &end, 10);
  if (digits.empty () || *end || errno || n < 0 || n > 1LL << 40)
    give_up ("-i " + digits + ": expected a number of steady states, at most 2^40");
  return n;
}

static void
option (Wish &wish, const Compiler_word &word)
{
  if (word.text == "-o")
    wish.output = word.value;
  else if (word.text == "-i")
    wish.iterations = iterations_of (word.value);
  else if (word.text == "--parse-only")
    wish.parse_only = true;
  else if (word.text == "--check-only")
    wish.check_only = true;
  else if (word.text == "--float=32" || word.text == "--float=64")
    streamit::wide_floats = word.text == "--float=64";
  else if (word.begins ("--emit="))
    wish.emit = word.text.substr (7);
  else if (word.begins ("--dump="))
    wish.dump = word.text.substr (7);
  else if (word.begins ("-O") || word.begins ("--passes=")
           || word.begins ("--cores=") || word.text == "--check"
           || word.text == "-g" || word.for_compiler () || word.for_linker ())
    {
      wish.further.push_back (word.text);
      wish.level |= word.begins ("-O");
      wish.why |= word.begins ("--cores=") && word.ends (":why");
    }
  else
    give_up ("unknown option " + word.text + "; --help lists those that are known");
}

static Wish
wish_of (int argc, char **argv)
{
  Wish wish;
  for (const Compiler_word &word : compiler_words (argc, argv, help, { "-o", "-i" }))
    if (word.option)
      option (wish, word);
    else if (word.text == "-" || word.ends (".str"))
      wish.inputs.push_back (word.text);
    else
      wish.further.push_back (word.text);
  if (wish.inputs.empty ())
    give_up ("no FILE.str is given; --help says how");
  if (!wish.emit.empty () && wish.emit != "er")
    give_up ("--emit=" + wish.emit + ": it is er");
  static const char *const stages[] = { "", "words", "ast", "tree", "graph", "er" };
  if (std::find (std::begin (stages), std::end (stages), wish.dump) == std::end (stages))
    give_up ("--dump=" + wish.dump + ": it is words, ast, tree, graph or er");
  return wish;
}

/* Returns the folder of this tool, with the `/'. */
static std::string
own_folder ()
{
  char self[PATH_MAX];
  ssize_t length = readlink ("/proc/self/exe", self, sizeof self);
  std::string path (self, length > 0 ? size_t (length) : 0);
  return path.substr (0, path.rfind ('/') + 1);
}

/* The functions that the program calls: ../lib/erbium of an installation, or the build folder. */
static std::string
runtime_library ()
{
  std::string folder = own_folder ();
  for (const char *place : { "../lib/erbium/", "../" })
    if (access ((folder + place + "liberbium-streamit.a").c_str (), R_OK) == 0)
      return folder + place + "liberbium-streamit.a";
  give_up ("cannot find liberbium-streamit.a, which belongs to this tool");
}

/* Runs erbiumc on the text; returns its exit status. */
static int
compile (const Wish &wish, const std::string &text)
{
  const char *folder = getenv ("TMPDIR");
  std::string name = folder && *folder ? folder : "/tmp";
  name += "/erbium-streamit-XXXXXX.er";
  int file = mkstemps (&name[0], 3);
  if (file < 0)
    give_up ("cannot make " + name + ": " + strerror (errno));
  close (file);
  std::string wrong = write_output (name, text);
  if (!wrong.empty ())
    give_up (wrong);
  std::string compiler = own_folder () + "erbiumc";
  std::vector<std::string> words { compiler, name, "-o",
                                   wish.output.empty () ? "a.out" : wish.output };
  if (!wish.level)
    words.push_back ("-O3");
  words.push_back (runtime_library ());
  if (access ((own_folder () + "../liberbium.a").c_str (), R_OK) == 0)
    {
      words.push_back ("-L" + own_folder () + "..");
      words.push_back ("-Wl,-rpath," + own_folder () + "..");
    }
  words.insert (words.end (), wish.further.begin (), wish.further.end ());
  std::vector<char *> argv;
  for (std::string &word : words)
    argv.push_back (&word[0]);
  argv.push_back (nullptr);
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    {
      execv (compiler.c_str (), argv.data ());
      fprintf (stderr, "erbium-streamit: error: cannot run %s: %s\n", compiler.c_str (),
               strerror (errno));
      _exit (2);
    }
  int status = 0;
  while (child > 0 && waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  unlink (name.c_str ());
  return child > 0 && WIFEXITED (status) ? WEXITSTATUS (status) : 4;
}

/* Verifies the emitted text, and returns it as erbium-opt prints it. */
static std::string
verified (const std::string &name, const std::string &text)
{
  auto program = load_text (name + ", as the textual IR", text);
  return program->good ? print (program->module) : "";
}

static int
work (int argc, char **argv)
{
  Wish wish = wish_of (argc, argv);
  streamit::Report report;
  for (const std::string &path : wish.inputs)
    {
      std::string wrong = report.read (path);
      if (!wrong.empty ())
        give_up (wrong);
    }
  if (wish.dump == "words")
    {
      fputs (streamit::dump_words (report).c_str (), stdout);
      return report.errors () ? 1 : 0;
    }
  auto program = std::make_unique<streamit::Program> ();
  streamit::parse (report, program->unit);
  if (report.errors () || wish.parse_only)
    return report.errors () ? 1 : 0;
  if (wish.dump == "ast")
    {
      fputs (dump (program->unit).c_str (), stdout);
      return 0;
    }
  analyse (program->unit, report);
  if (report.errors () || wish.check_only)
    return report.errors () ? 1 : 0;
  elaborate (*program, report);
  if (wish.dump == "tree")
    {
      fputs (dump_tree (*program).c_str (), stdout);
      return 0;
    }
  flatten (*program, report);
  schedule (*program, report);
  connect_messages (*program, report);
  if (wish.dump == "graph")
    {
      fputs (dump_graph (*program).c_str (), stdout);
      return 0;
    }
  if (wish.why)
    fputs (show_gathers (*program).c_str (), stderr);
  std::string text = emit (*program, wish.iterations, report);
  std::string good = verified (wish.inputs[0], text);
  if (good.empty ())
    return 4;
  if (wish.dump == "er")
    {
      fputs (good.c_str (), stdout);
      return 0;
    }
  if (wish.emit.empty ())
    return compile (wish, good);
  std::string wrong = write_output (wish.output, good);
  if (!wrong.empty ())
    give_up (wrong);
  return 0;
}

int
main (int argc, char **argv)
{
  try
    {
      return work (argc, argv);
    }
  catch (streamit::Stop)
    {
      return 1;
    }
}
