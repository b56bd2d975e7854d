/* SPDX-License-Identifier: MIT */
/* verify_world.cc - the verifier: each part of the outer world belongs to one process (3.15). */
#include "verify/checker.h"
#include "ir/ir.h"

namespace er {

namespace {

/* The place where a process is run. */
struct Site
{
  const Process *by;
  Place at;
  bool in_loop;
};

struct Touch
{
  const Process *by;
  Place at;
};

class World
{
public:
  World (Module &module, Diagnostics &diagnostics) : module (module), diagnostics (diagnostics) {}
  void check ();

private:
  Module &module;
  Diagnostics &diagnostics;
  std::map<const Process *, std::vector<Site>> sites;
  std::map<std::string, Touch> touches;

  void touch (const std::string &thing, const Process *by, Place at);
  void block (const Process *p, const Block &b, bool in_loop);
  void once (const std::string &thing, const Process *p, std::set<const Process *> seen);
};

void
World::touch (const std::string &thing, const Process *by, Place at)
{
  auto done = touches.emplace (thing, Touch { by, at });
  const Touch &first = done.first->second;
  if (done.second || first.by == by)
    return;
  diagnostics.error (at, "3.15", "process '" + by->name + "' touches '" + thing + "', and so does '"
                     + first.by->name + "'");
  diagnostics.note (first.at, "here; let one of them send it to the other by a record");
}

void
World::block (const Process *p, const Block &b, bool in_loop)
{
  for (Stmt *s : b)
    {
      if (s->kind == Stmt::Print)
        touch ("stdout", p, s->at);
      each_root (*s, [&] (Expr *&root) {
        if (root->kind == Expr::Run)
          sites[root->process].push_back ({ p, root->at, in_loop });
        if (root->kind == Expr::Call && !root->function->pure)
          touch (root->function->touches.empty () ? "world" : root->function->touches, p, root->at);
      });
      bool loop = in_loop || s->kind == Stmt::For || s->kind == Stmt::While;
      block (p, s->body, loop);
      block (p, s->other, loop);
    }
}

/* A process that no process of the module runs is run by C, which is responsible for this rule. */
void
World::once (const std::string &thing, const Process *p, std::set<const Process *> seen)
{
  std::string why =
    "process '" + p->name + "' touches '" + thing + "' and may run more than once at a time";
  const std::vector<Site> &by = sites[p];
  if (!seen.insert (p).second)
    {
      diagnostics.error (p->at, "3.15", why + ": it runs itself, through other processes");
      return;
    }
  if (by.size () > 1)
    {
      diagnostics.error (by[1].at, "3.15", why);
      diagnostics.note (by[0].at, "it is also run here");
    }
  else if (by.size () == 1 && by[0].in_loop)
    diagnostics.error (by[0].at, "3.15", why + ": it is run in a loop");
  else if (by.size () == 1)
    once (thing, by[0].by, seen);
}

void
World::check ()
{
  each_process (module, [&] (Process &p) { block (&p, p.body, false); });
  for (const auto &t : touches)
    once (t.first, t.second.by, {});
}

} // namespace

void
check_world (Module &module, Diagnostics &diagnostics)
{
  World (module, diagnostics).check ();
}

} // namespace er
