/* SPDX-License-Identifier: MIT */
/* erbium-graph - draws the process network of programs, through Graphviz. */
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

using namespace er;

static const char help[] =
  "usage: erbium-graph [OPTION]... FILE...      (- is stdin)\n"
  "draws the process network of programs of the textual IR, and of files that gcc has written\n"
  "with -fplugin-arg-erbium-network=FILE; all files are parts of one program\n"
  "  -o FILE          writes to FILE (stdout)\n"
  "  --format=NAME    svg (the default), dot, or any other format of Graphviz\n"
  "  --fold           draws one box for all processes of one definition\n"
  "  --most=N         folds networks of more than N processes, and draws at most N (500)\n"
  "  --placement=FILE shows the ranks that this file for ERBIUM_PLACEMENT says\n"
  "  --no-legend      omits the legend\n"
  "status: 0; 1 a file is wrong or cannot be written, or Graphviz is missing or fails; 2 the "
  "command line is wrong\n";

/* Removes "-o FILE" from the command line, since other options have long names. */
static std::string
output_of (int &argc, char **argv)
{
  std::string file;
  int kept = 1;
  for (int k = 1; k < argc; k++)
    if (strcmp (argv[k], "-o") != 0)
      argv[kept++] = argv[k];
    else if (k + 1 == argc)
      give_up ("-o: the name of a file follows it");
    else if (file = argv[++k]; file.empty ())
      give_up ("-o '': the name of a file is expected");
  argc = kept;
  return file;
}

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

int
main (int argc, char **argv)
{
  std::string file = output_of (argc, argv);
  Arguments arguments (argc, argv, help);
  std::string name = format_of (arguments);
  bool fold = arguments.flag ("fold"), legend = !arguments.flag ("no-legend");
  uint64_t most = arguments.number ("most", 500);
  if (most < 1 || most > 1000000)
    give_up ("--most=N: it is from 1 to 1000000");
  std::string placement = arguments.text ("placement", "");
  std::vector<std::string> paths = arguments.operands (1, 100000);
  see_output (file, paths);
  std::vector<graph::Unit> units;
  if (!graph::read_units (paths, units))
    return 1;
  graph::Network network = graph::link (units, fold, most);
  if (network.processes.size () > most && name != "dot")
    {
      fprintf (stderr,
               "erbium-graph: error: %zu definitions of processes are more than a picture shows\n",
               network.processes.size ());
      fprintf (stderr, "erbium-graph: note: --most=N draws up to N, for which Graphviz takes long; "
                       "--format=dot writes all\n");
      return 1;
    }
  if (!placement.empty () && !show_placement (network, placement))
    return 1;
  return write_picture (graph::drawn (network, legend), name, file);
}
