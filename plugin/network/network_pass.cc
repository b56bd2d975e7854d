/* SPDX-License-Identifier: GPL-3.0-or-later */
/* network_pass.cc - the option `network=FILE': the process network that a unit of C shows.
 *
 * A pass describes each function, and at the end of the unit the file is written, in the order of
 * the text.  FILE may be a folder: then the file in it is named after the source, so that one
 * option serves many units.
 */
#include "network/network_pass.h"

#include "base/base.h"
#include "gcc/gcc.h"
#include "network/network_parts.h"

#include "context.h"
#include "dominance.h"
#include "plugin-version.h"

#include <sys/stat.h>

namespace erbium {

/* The descriptions, by place, since GCC compiles functions in another order. */
struct place_order
{
  std::string file;
  int line, column;
  bool operator< (const place_order &o) const
  {
    return std::tie (file, line, column) < std::tie (o.file, o.line, o.column);
  }
};
static std::multimap<place_order, std::string> bodies;

/* ---- The file ---------------------------------------------------------- */

/* Returns the name of the file; in a folder, that of the source with '#' instead of '/'. */
static std::string
file_name ()
{
  struct stat s;
  if (stat (option.network, &s) != 0 || !S_ISDIR (s.st_mode))
    return option.network;
  std::string source = main_input_filename ? main_input_filename : "-";
  for (char &c : source)
    if (c == '/')
      c = '#';
  std::string folder = option.network;
  return folder + (folder.back () == '/' ? "" : "/") + source + ".json";
}

static void
write_bodies (FILE *f)
{
  fprintf (f, "{\n  \"erbium-network\": 1,\n  \"source\": %s,\n  \"compiler\": %s,\n"
           "  \"bodies\": [",
           json_string (main_input_filename ? main_input_filename : "").c_str (),
           json_string (std::string ("GCC ") + gcc_version.basever).c_str ());
  const char *before = "\n";
  for (const auto &b : bodies)
    {
      fprintf (f, "%s%s", before, b.second.c_str ());
      before = ",\n";
    }
  fprintf (f, "%s]\n}\n", bodies.empty () ? "" : "\n  ");
}

static bool
same_file (const struct stat &a, const char *other)
{
  struct stat b;
  return other && stat (other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* Whether the file is neither the source, nor a file that the source includes, nor an output of
 * GCC; reports an error if it is one. */
static bool
may_be_written (const std::string &name)
{
  struct stat s;
  if (stat (name.c_str (), &s) != 0 || !S_ISREG (s.st_mode))
    return true;
  const char *same = same_file (s, main_input_filename) ? main_input_filename
                     : same_file (s, asm_file_name) ? asm_file_name : NULL;
  for (unsigned k = 0; k < LINEMAPS_ORDINARY_USED (line_table) && !same; k++)
    if (const char *file = LINEMAP_FILE (LINEMAPS_ORDINARY_MAP_AT (line_table, k));
        same_file (s, file))
      same = file;
  if (same)
    error ("cannot write the process network to %qs, which is the file %qs of this compilation;"
           " use another name in %<-fplugin-arg-erbium-network=FILE%>", name.c_str (), same);
  return !same;
}

/* Writes the file.  GCC does not call this after errors. */
static void
on_finish_unit (void *, void *)
{
  std::string name = file_name ();
  if (!may_be_written (name))
    return;
  FILE *f = fopen (name.c_str (), "w");
  if (f)
    write_bodies (f);
  bool bad = f && ferror (f);
  if (!f || fclose (f) != 0 || bad)
    error ("cannot write the process network to %qs: %m; see %<-fplugin-arg-erbium-network%>",
           name.c_str ());
}

/* ---- The pass ---------------------------------------------------------- */

static void
add_body ()
{
  std::string body = json_body ();
  if (body.empty ())
    return;
  expanded_location at = expand_location (DECL_SOURCE_LOCATION (current_function_decl));
  bodies.insert ({ { at.file ? at.file : "", at.line, at.column }, body });
}

static const pass_data network_data
  = { GIMPLE_PASS, "erbium_network", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0 };

class network_pass : public gimple_opt_pass
{
public:
  network_pass () : gimple_opt_pass (network_data, g) {}
  bool gate (function *f) final override { return option.network && !DECL_ARTIFICIAL (f->decl); }
  unsigned execute (function *) final override
  {
    add_body ();
    return 0;
  }
};

void
register_network_pass (const char *plugin)
{
  if (!option.network || !c_compiler_p ())
    return;
  register_pass_info info = { new network_pass, "ssa", 1, PASS_POS_INSERT_AFTER };
  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
  register_callback (plugin, PLUGIN_FINISH_UNIT, on_finish_unit, NULL);
}

} // namespace erbium
