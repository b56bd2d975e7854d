/* SPDX-License-Identifier: MIT */
/* network_files.cc - the files that describe one program: of the plugin, or of the IR (draw.h). */
#include "graph/draw.h"

#include <cstdio>
#include <cstdlib>
#include <jansson.h>

#include "cli/command_line.h"
#include "files/files.h"

namespace er {
namespace graph {
namespace {

/* Paths may contain any bytes; a picture contains UTF-8. */
std::string
printable (std::string path)
{
  json_t *good = json_string (path.c_str ());
  if (!good)
    for (char &c : path)
      if (c & 0x80)
        c = '?';
  json_decref (good);
  return path;
}

/* A file of the plugin begins with a brace; a program of the IR never does. */
bool
is_network (const std::string &text)
{
  size_t first = text.find_first_not_of (" \t\r\n");
  return first != std::string::npos && text[first] == '{';
}

bool
read_file (const std::string &path, std::vector<Unit> &units)
{
  er::Source source;
  std::string wrong = source.read (path);
  if (!wrong.empty ())
    give_up (wrong);
  if (is_network (source.text))
    try
      {
        units.push_back (read_unit (source.text));
        return true;
      }
    catch (const Wrong &w)
      {
        fprintf (stderr, "%s: error: %s\n", path.c_str (), w.what.c_str ());
        fprintf (stderr,
                 "%s: note: files that gcc writes with -fplugin-arg-erbium-network=FILE describe "
                 "networks\n",
                 path.c_str ());
        return false;
      }
  auto program = load_text (source.name, source.text);
  if (program->good)
    units.push_back (unit_of (program->module, printable (source.name)));
  return program->good;
}

} // namespace

bool
read_units (const std::vector<std::string> &paths, std::vector<Unit> &units)
{
  bool good = true;
  for (const std::string &path : paths)
    good = read_file (path, units) && good;
  return good;
}

} // namespace graph
} // namespace er
