/* SPDX-License-Identifier: MIT */
/* erbium-gen - writes a random program, well-formed and with one outcome. */
#include <cstdio>

#include "fuzz/fuzz.h"
#include "cli/command_line.h"

using namespace er;

static const char help[] =
  "usage: erbium-gen [OPTION]...      prints a program that is well-formed and runs to its end\n"
  "  --seed=N        which program (0)\n"
  "  --processes=N   about so many (6)\n"
  "  --elements=N    at most so many in most records (40)\n"
  "  --depth=N       of expressions (3)\n";

static int
bounded (Arguments &arguments, const char *name, uint64_t otherwise, uint64_t least, uint64_t most)
{
  uint64_t n = arguments.number (name, otherwise);
  if (n < least || n > most)
    give_up (format ("--%s=%llu: it is %llu to %llu", name, (unsigned long long)n,
                     (unsigned long long)least, (unsigned long long)most));
  return int (n);
}

int
main (int argc, char **argv)
{
  Arguments arguments (argc, argv, help);
  Size size;
  size.processes = bounded (arguments, "processes", 6, 1, 10000);
  size.elements = bounded (arguments, "elements", 40, 4, 1000000);
  size.depth = bounded (arguments, "depth", 3, 0, 12);
  uint64_t seed = arguments.number ("seed", 0);
  arguments.operands (0, 0);
  fputs (generate (seed, size).c_str (), stdout);
}
