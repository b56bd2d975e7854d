/* SPDX-License-Identifier: MIT */
/* erbium-report - a trace as a page of HTML. */
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include "cli/command_line.h"
#include "files/files.h"
#include "report/report.h"

using namespace er;

static const char help[] =
  "usage: erbium-report [OPTION]... TRACE      (- is stdin)\n"
  "writes a page of HTML about a trace, which a program writes that runs with ERBIUM_TRACE=TRACE\n"
  "  -o FILE          writes to FILE (TRACE.html; stdout for stdin, or if it is -)\n"
  "  --most=N         shows processes by name if there are more than N (40)\n"
  "status: 0; 1 TRACE is no trace, or a file cannot be read or written; 2 the command line is "
  "wrong\n";

static bool
read_trace (const std::string &path, std::string &bytes)
{
  int file = path == "-" ? STDIN_FILENO : open (path.c_str (), O_RDONLY);
  std::string wrong = file < 0 ? strerror (errno) : read_all (file, bytes);
  if (!wrong.empty ())
    fprintf (stderr, "erbium-report: error: cannot read '%s': %s\n", path.c_str (), wrong.c_str ());
  return wrong.empty ();
}

int
main (int argc, char **argv)
{
  std::string file = take_output (argc, argv);
  Arguments arguments (argc, argv, help);
  report::Options options;
  options.most = arguments.number ("most", options.most);
  if (options.most < 2 || options.most > 1000)
    give_up ("--most=N: it is from 2 to 1000");
  std::vector<std::string> paths = arguments.operands (1, 1);
  const std::string &path = paths[0];
  if (file.empty () && path != "-")
    file = path + ".html";
  if (file == "-") /* stdout */
    file.clear ();
  see_output (file, paths);
  std::string bytes, page;
  if (!read_trace (path, bytes))
    return 1;
  try
    {
      page = report::page_of (bytes, path, options);
    }
  catch (const report::Wrong &w)
    {
      fprintf (stderr, "erbium-report: error: '%s': %s\n", path.c_str (), w.what.c_str ());
      fprintf (stderr, "erbium-report: note: %s\n", w.hint.c_str ());
      return 1;
    }
  std::string wrong = write_output (file, page);
  if (!wrong.empty ())
    fprintf (stderr, "erbium-report: error: %s\n", wrong.c_str ());
  else if (!file.empty ())
    printf ("wrote %s\n", file.c_str ());
  return wrong.empty () ? 0 : 1;
}
