/* SPDX-License-Identifier: MIT */
/* erbium-graph - draws the process network of programs, or the streams of a StreamIt program,
 * through Graphviz. */
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/command_line.h"
#include "files/files.h"
#include "graph/draw.h"
#include "place/place.h"
#include "streamit/draw/draw_streams.h"
#include "streamit/parse/parse.h"
#include "streamit/sema/analyser.h"

using namespace er;

static const char help[] =
  "usage: erbium-graph [OPTION]... FILE...      (- is stdin)\n"
  "draws the process network of programs of the textual IR, and of files that gcc has written\n"
  "with -fplugin-arg-erbium-network=FILE; all files are parts of one program\n"
  "draws the streams of a StreamIt program if the names of all files end in .str\n"
  "  -o FILE          writes to FILE (stdout)\n"
  "  --format=NAME    svg (the default), dot, or any other format of Graphviz\n"
  "  --fold           draws one box for all processes of one definition, or for equal streams\n"
  "                   that follow each other\n"
  "  --most=N         folds networks of more than N processes, and draws at most N (500)\n"
  "  --placement=FILE shows the ranks that this file for ERBIUM_PLACEMENT says\n"
  "  --no-legend      omits the legend\n"
  "status: 0; 1 a file is wrong or cannot be written, or Graphviz is missing or fails; 2 the "
  "command line is wrong\n";

static std::string
format_of (Arguments &arguments)
{
  std::string name = arguments.text ("format", "svg");
  for (char c : name)
    if (!isalnum (static_cast<unsigned char> (c)) && !strchr (":_-", c))
      name.clear ();
  if (name.empty ())
    give_up ("--format=NAME: it is svg, dot, pdf, png or another name that Graphviz has");
  return name;
}

static bool
is_streamit (const std::string &path)
{
  return path.size () > 4 && path.compare (path.size () - 4, 4, ".str") == 0;
}

/* The streams of the program in these files, up to the graph; reports errors. */
static std::unique_ptr<streamit::Program>
read_streamit (const std::vector<std::string> &paths)
{
  streamit::Report report;
  for (const std::string &path : paths)
    if (std::string wrong = report.read (path); !wrong.empty ())
      give_up (wrong);
  auto program = std::make_unique<streamit::Program> ();
  try
    {
      streamit::parse (report, program->unit);
      if (report.errors ())
        return nullptr;
      analyse (program->unit, report);
      if (report.errors ())
        return nullptr;
      elaborate (*program, report);
      flatten (*program, report);
      schedule (*program, report);
      connect_messages (*program, report);
    }
  catch (streamit::Stop)
    {
      return nullptr;
    }
  return program;
}

/* ---- Graphviz ------------------------------------------------------------ */

/* Returns an anonymous file with this text, positioned at its beginning. */
static FILE *
unnamed (const std::string &text)
{
  FILE *f = tmpfile ();
  if (!f || fwrite (text.data (), 1, text.size (), f) != text.size () || fflush (f) != 0)
    give_up (std::string ("cannot write a temporary file: ") + strerror (errno));
  rewind (f);
  return f;
}

/* Runs dot to convert the text to a picture; reports an error and returns false if this fails. dot
 * does not report errors when it writes to its standard output, so that is redirected to a file,
 * which is then copied. */
static bool
run_dot (std::string &text, const std::string &name)
{
  FILE *in = unnamed (text), *out = unnamed ("");
  std::string type = "-T" + name;
  char dot[] = "dot", *words[] = { dot, &type[0], nullptr };
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_adddup2 (&actions, fileno (in), 0);
  posix_spawn_file_actions_adddup2 (&actions, fileno (out), 1);
  pid_t child;
  int wrong = posix_spawnp (&child, dot, &actions, nullptr, words, environ), status = 0;
  posix_spawn_file_actions_destroy (&actions);
  if (wrong)
    {
      fprintf (stderr, "erbium-graph: error: cannot run Graphviz's program 'dot': %s\n",
               strerror (wrong));
      fprintf (stderr, "erbium-graph: note: install Graphviz (the package graphviz), or take "
                       "--format=dot, which needs none\n");
      return false;
    }
  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    continue;
  text.clear ();
  if (status != 0)
    fprintf (stderr, "erbium-graph: error: Graphviz's program 'dot' has failed; --format=dot shows "
                     "what it was given\n");
  else
    {
      lseek (fileno (out), 0, SEEK_SET);
      std::string wrong = read_all (fileno (out), text);
      if (!wrong.empty ())
        give_up ("cannot read a temporary file: " + wrong);
    }
  fclose (in);
  fclose (out);
  return status == 0;
}

static int
write_picture (std::string text, const std::string &name, const std::string &file)
{
  if (name != "dot" && !run_dot (text, name))
    return 1;
  std::string wrong = write_output (file, text);
  if (!wrong.empty ())
    fprintf (stderr, "erbium-graph: error: %s\n", wrong.c_str ());
  return wrong.empty () ? 0 : 1;
}

/* Gives the processes of the network the ranks of the file.  main runs on rank 0. */
static bool
show_placement (graph::Network &network, const std::string &path)
{
  place::Placement placement;
  if (!place::read_placement (path, placement))
    return false;
  place::show (network, placement);
  return true;
}

/* Reports more boxes than a picture shows, unless Graphviz need not draw them. */
static bool
can_show (size_t boxes, uint64_t most, const char *what, const std::string &format)
{
  if (boxes <= most || format == "dot")
    return true;
  fprintf (stderr, "erbium-graph: error: %zu %s are more than a picture shows\n", boxes, what);
  fprintf (stderr, "erbium-graph: note: --most=N draws up to N, for which Graphviz takes long; "
                   "--format=dot writes all\n");
  return false;
}

struct Wish
{
  std::string format, file, placement;
  bool fold, legend;
  uint64_t most;
  std::vector<std::string> paths;
};

static int
draw_streams (const Wish &wish)
{
  auto program = read_streamit (wish.paths);
  if (!program)
    return 1;
  streamit::Picture picture = drawn (*program, wish.legend, wish.fold, wish.most);
  return can_show (picture.filters, wish.most, "filters", wish.format)
           ? write_picture (picture.text, wish.format, wish.file)
           : 1;
}

static int
draw_processes (const Wish &wish)
{
  std::vector<graph::Unit> units;
  if (!graph::read_units (wish.paths, units))
    return 1;
  graph::Network network = graph::link (units, wish.fold, wish.most);
  if (!can_show (network.processes.size (), wish.most, "definitions of processes", wish.format)
      || (!wish.placement.empty () && !show_placement (network, wish.placement)))
    return 1;
  return write_picture (graph::drawn (network, wish.legend), wish.format, wish.file);
}

int
main (int argc, char **argv)
{
  Wish wish;
  wish.file = take_output (argc, argv);
  Arguments arguments (argc, argv, help);
  wish.format = format_of (arguments);
  wish.fold = arguments.flag ("fold");
  wish.legend = !arguments.flag ("no-legend");
  wish.most = arguments.number ("most", 500);
  if (wish.most < 1 || wish.most > 1000000)
    give_up ("--most=N: it is from 1 to 1000000");
  wish.placement = arguments.text ("placement", "");
  wish.paths = arguments.operands (1, 100000);
  see_output (wish.file, wish.paths);
  size_t streams = size_t (std::count_if (wish.paths.begin (), wish.paths.end (), is_streamit));
  if (streams && streams < wish.paths.size ())
    give_up ("files of StreamIt (.str) and others are no parts of one program");
  if (streams && !wish.placement.empty ())
    give_up ("--placement shows where processes run; a program of StreamIt has none yet");
  return streams ? draw_streams (wish) : draw_processes (wish);
}
