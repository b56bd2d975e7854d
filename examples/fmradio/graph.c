/* SPDX-License-Identifier: MIT */
/* graph.c - graph [WORKERS]: the network of network.c for Graphviz's dot.
 *
 * A box is a process, or the workers that are one; an arrow is a record.  The test
 * network.test holds this table against what a run says of itself. */
#include <stdio.h>
#include <stdlib.h>

enum { ONE, LIGHT, HEAVY };

static const struct { const char *name; int workers; } processes[] = {
  { "source", ONE }, { "channel", HEAVY }, { "demodulator", ONE }, { "cosine", HEAVY },
  { "sine", HEAVY }, { "side_band", ONE }, { "sum", LIGHT }, { "difference", LIGHT },
  { "matrix", ONE }, { "equaliser", LIGHT }, { "writer", ONE }
};

static const struct { const char *record, *from, *to[4]; } records[] = {
  { "raw", "source", { "channel" } },
  { "iq", "channel", { "demodulator" } },
  { "mpx", "demodulator", { "cosine", "sine", "sum", "side_band" } },
  { "cosine", "cosine", { "side_band" } },
  { "sine", "sine", { "side_band" } },
  { "side", "side_band", { "difference" } },
  { "sum", "sum", { "matrix" } },
  { "difference", "difference", { "matrix" } },
  { "sound", "matrix", { "equaliser" } },
  { "equalised", "equaliser", { "writer" } }
};

enum
{
  PROCESSES = sizeof processes / sizeof *processes,
  RECORDS = sizeof records / sizeof *records
};

int
main (int count, char **word)
{
  int workers = count > 1 ? atoi (word[1]) : 2;
  const int how_many[] = { [ONE] = 1, [LIGHT] = (workers + 1) / 2, [HEAVY] = workers };
  if (count > 2 || workers < 1)
    {
      fprintf (stderr, "graph [WORKERS]: WORKERS must be 1 or more\n");
      return 2;
    }
  printf ("digraph fmradio {\n  rankdir=LR; node [shape=box, fontname=Helvetica];"
          " edge [fontname=Helvetica, fontsize=10];\n");
  for (int p = 0; p < PROCESSES; p++)
    {
      int n = how_many[processes[p].workers];
      printf (n > 1 ? "  %s [label=\"%s x%d\", peripheries=2];\n" : "  %s [label=\"%s\"];\n",
              processes[p].name, processes[p].name, n);
    }
  for (int r = 0; r < RECORDS; r++)
    for (int k = 0; k < 4 && records[r].to[k]; k++)
      printf ("  %s -> %s [label=\"%s\"];\n", records[r].from, records[r].to[k], records[r].record);
  printf ("}\n");
  return 0;
}
