/* SPDX-License-Identifier: MIT */
/* pass.h - the passes of erbium-opt; there is one file for each pass.
 *
 * A pass changes the module in place and preserves its meaning (ir-spec, chapter 4).  It may leave
 * types and names unbound: the manager verifies after each pass, which binds them.  It need not
 * observe the limits of a text (1.9): if a pass makes a process too deep or too long, the manager
 * restores the previous version (text_limits.h).  To add a pass, write a file and a test, declare
 * the pass here, and add a row in passes.cc.
 */
#ifndef ERBIUM_PASS_H
#define ERBIUM_PASS_H

#include "ir/ir.h"

namespace er {

struct Pass
{
  const char *name;
  const char *takes; /* the form of the argument that it may have; "" if it has none */
  const char *what;
  /* The argument is "" where none was given. */
  void (*run) (Module &module, const std::string &argument);
  bool together = false; /* it changes several processes together */
};

void fold (Module &module, const std::string &);         /* fold.cc */
void canonicalise (Module &module, const std::string &); /* canonicalise.cc */
void inline_calls (Module &module, const std::string &nodes); /* inline.cc */
void coarsen (Module &module, const std::string &); /* coarsen.cc */
void prefetch (Module &module, const std::string &); /* prefetch.cc */
void strip_mine (Module &module, const std::string &); /* strip_mine.cc */

void fuse (Module &module, const std::string &names);    /* fuse.cc */
void localise (Module &module, const std::string &);     /* localise.cc */
void join_loops (Module &module, const std::string &);   /* join_loops.cc */
void unroll (Module &module, const std::string &turns);  /* unroll.cc */
void size_windows (Module &module, const std::string &burst); /* size_windows.cc */

void schedule (Module &module, const std::string &cores); /* cores.cc */
void fission (Module &module, const std::string &parts); /* fission.cc */

/* Binds names and types, for a pass that analyses the code that it has generated. */
void rebind (Module &module);

extern const Pass passes[];
extern const size_t pass_count;
const Pass *pass_named (const std::string &name);

/* A request for a pass: NAME, or NAME=ARGUMENT. */
struct Order
{
  const Pass *pass;
  std::string argument;
};

/* Thrown by orders (), or by a pass that cannot use its argument; describes the error. */
struct Bad_order
{
  std::string what;
};

/* Parses NAME[=ARGUMENT],... A word that is not the name of a pass belongs to the argument that
 * precedes it: fuse=p,q,fold is fuse with the argument "p,q", and fold.  Throws Bad_order. */
std::vector<Order> orders (const std::string &text);
/* Reads an argument that must be a number from `least' to `most'; returns `otherwise' if there is
 * no argument.  Throws Bad_order. */
int64_t number_argument (const std::string &argument, int64_t least, int64_t most,
                         int64_t otherwise);

struct Wishes
{
  std::vector<std::string> print_after; /* names of passes, or "all"; to stderr */
  bool verify_each = false;             /* also print, read again and compare */
  bool time = false;
  /* reports on stderr which processes a pass does not change because of the limits of a text */
  bool notes = true;
};

/* Reads the argument of schedule, N or N:why. */
struct Cores
{
  int64_t number;
  bool why;
};
Cores cores_of (const std::string &argument);

/* Returns the passes that compilers run at -O0 to -O3, in the form that orders () reads.  `cores'
 * is the argument of schedule, which only -O3 runs, or "". */
std::string passes_of_level (int level, const std::string &cores = "");

/* The optimisation that a compiler is asked for: a level, or --passes=LIST, which replaces the
 * passes of the level. */
struct Optimisation
{
  int level = 2;
  bool listed = false; /* LIST was given */
  std::string list;
  std::string cores;    /* of --cores=N */
  bool checked = false; /* a checked build runs none, unless they are listed */

  std::string passes () const;
  /* Handles -O0 to -O3, --cores=N, --passes (which sets show, to print the passes) and
   * --passes=LIST.  Returns false if word is another option.  Throws Bad_order. */
  bool takes (const std::string &word);
  bool show = false;
  /* Runs them.  Returns false if a pass has broken the module, which is a defect of the tool. */
  bool run (Module &module) const;
};

/* Runs them in this order.  If a pass breaks the module, which is a defect of the tool, reports
 * this together with the module, and returns false.  Throws Bad_order. */
bool run_passes (Module &module, const std::vector<Order> &chosen, const Wishes &wishes);

} // namespace er
#endif
