/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compiled.cc - a batch of programs by libgccjit, and as C by GCC (many.h). */
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>

#include "codegen/jit/jit.h"
#include "codegen/c/emit_c.h"
#include "many.h"

using namespace er;

namespace many {

/* A way to compile. */
struct Way
{
  enum By { Jit, Plugin, Plain } by;
  const char *level;
  bool check = false;   /* looks at each access */
  bool changed = false; /* the programs after passes */
  std::string name () const
  {
    static const char *const names[] = { "erbium-run ", "--emit-c=plugin, gcc ", "--emit-c=plain, gcc " };
    return names[by] + std::string (level) + (check ? " --check" : "");
  }
};

static const Way jit[] = { { Way::Jit, "-O0" }, { Way::Jit, "-O3" }, { Way::Jit, "-O1", true } };
static const Way c[] = { { Way::Plugin, "-O0" }, { Way::Plugin, "-O3" }, { Way::Plain, "-O2", true } };

/* All, for the programs as they were and after passes; or one by libgccjit, and in each second batch one as C: so
   twelve batches have all. */
static std::vector<Way>
ways (uint64_t batch, bool full)
{
  std::vector<Way> all;
  for (uint64_t k = 0; k < 6; k++)
    for (const Way *table : { jit, c })
      if (full || (table == jit ? k == batch % 6 : batch % 2 && k == batch / 2 % 6))
        {
          all.push_back (table[k % 3]);
          all.back ().changed = k >= 3;
        }
  return all;
}

/* ---- Code ---------------------------------------------------------------- */

/* The processes main of the batch, in this process; stays loaded. */
class Code
{
public:
  void *find (const std::string &name) const
  {
    return memory ? gcc_jit_result_get_code (memory, name.c_str ()) : library ? dlsym (library, name.c_str ()) : nullptr;
  }
  gcc_jit_result *memory = nullptr;
  void *library = nullptr;
  Result made; /* by GCC */
};

static Code
by_jit (const Program &merged, const Way &way)
{
  Code code;
  Machine_code how;
  how.level = way.level[2] - '0';
  how.check = way.check;
  Backend backend (merged.module, merged.source.name, how);
  if (backend.build ().empty ())
    code.memory = gcc_jit_context_compile (backend.context ());
  return code;
}

static std::string
temporary_folder ()
{
  std::string name = std::string (getenv ("TMPDIR") ? getenv ("TMPDIR") : "/tmp") + "/erbium-many-XXXXXX";
  if (!mkdtemp (&name[0]))
    give_up ("cannot make the folder " + name);
  return name;
}

static Code
by_gcc (const Program &merged, const Way &way, const Settings &settings)
{
  Code code;
  std::string folder = temporary_folder (), source = folder + "/many.c", object = folder + "/many.so";
  std::string text = emit_c (merged.module, way.by == Way::Plain ? Dialect::Plain : Dialect::Plugin, "");
  FILE *file = fopen (source.c_str (), "w");
  if (!file || fwrite (text.data (), 1, text.size (), file) != text.size () || fclose (file))
    give_up ("cannot write " + source);
  std::string front = way.by == Way::Plain ? "-I" + settings.include : "-fplugin=" + settings.plugin;
  code.made = run_command ({ settings.gcc, front, "-std=gnu11", "-ffp-contract=off", way.level, "-shared", "-fPIC", source, "-o", object });
  if (code.made.status == 0)
    code.library = dlopen (object.c_str (), RTLD_NOW);
  unlink (source.c_str ());
  unlink (object.c_str ());
  rmdir (folder.c_str ());
  return code;
}

/* ---- Runs ---------------------------------------------------------------- */

/* As the process main of a program of its own. */
static Result
run (void *main_process, const Way &way, const char *model)
{
  return in_child ([&] {
    setenv ("ERBIUM_TASK", model, 1);
    setenv ("ERBIUM_CHECK", way.check ? "1" : "0", 1);
    reinterpret_cast<void (*) ()> (main_process) ();
  });
}

static int
run_all (const std::vector<Sample> &samples, const Code &code, const Way &way, const Settings &settings)
{
  int wrong = 0;
  for (size_t k = 0; k < samples.size (); k++)
    for (const char *model : { "thread", "fiber" })
      {
        bool chosen = (samples[k].seed % 2 == 0) == (model[0] == 't');
        if (!settings.full && !chosen)
          continue;
        void *start = code.find (main_name (k));
        Result found = start ? run (start, way, model) : Result { 1, "", "it is not compiled:\n" + code.made.complaint };
        if (found.status == samples[k].expected.status && found.output == samples[k].expected.output)
          continue;
        differs (settings, samples[k], way.changed, "ERBIUM_TASK=" + std::string (model) + " " + way.name (), found);
        wrong++;
      }
  return wrong;
}

/* In a process of its own: libgccjit 12 has something left of the contexts before, and dies of the sixth now and then, where
   none dies that is the first of its process, as it is in erbiumc and erbium-run. */
static int
one_way (const std::vector<Sample> &samples, const Program &merged, const Way &way, const Settings &settings)
{
  Result r = in_child ([&] {
    Code code = way.by == Way::Jit ? by_jit (merged, way) : by_gcc (merged, way, settings);
    exit (std::min (run_all (samples, code, way, settings), 1));
  }, 3600);
  fputs (r.output.c_str (), stdout);
  if (r.status > 1)
    differs (settings, samples[0], way.changed, "the compiler, of this one or the next: " + way.name (), r);
  return r.status != 0;
}

int
compile (const std::vector<Sample> &samples, uint64_t batch, const Settings &settings)
{
  int wrong = 0;
  for (bool changed : { false, true })
    {
      std::vector<std::string> texts;
      for (const Sample &s : samples)
        texts.push_back (changed ? s.changed : s.text);
      std::unique_ptr<Program> merged = merge (texts);
      if (!merged->good)
        give_up ("the programs of a batch cannot be merged");
      for (const Way &way : ways (batch, settings.full))
        if (way.changed == changed)
          wrong += one_way (samples, *merged, way, settings);
    }
  return wrong;
}

} // namespace many
