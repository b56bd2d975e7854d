/* SPDX-License-Identifier: MIT */
/* gather.c - the statistics of all ranks, printed by rank 0.
 *
 * At the end of the program the engine of each other rank writes the tables of its rank to memory
 * and sends them, with what it has found about the bottleneck.  Messages of one rank arrive in
 * order, and MPI ends after the last, so rank 0 has all tables when it prints.
 */
#include "figures/figures.h"
#include "rank/ranks.h"

#include <stdio.h>

struct told
{
  struct erb_findings findings;
  char text[];
};

static struct told **told_by; /* by rank, on rank 0 */

static bool
as_json (const erbium_program *program)
{
  return program->set.stats == ERB_JSON;
}

void
erb_statistics_send (void)
{
  erbium_program *program = erb_rank_owner[erb_rank]->program;
  struct erb_findings findings = { 0 };
  char *text = NULL;
  size_t size = 0;
  FILE *to = program->set.stats && erb_rank > 0 ? open_memstream (&text, &size) : NULL;
  if (!to)
    return;
  struct erb_sheet sheet = erb_sheet_of (to, as_json (program));
  erb_event_statistics_wanted (program, &sheet, &findings);
  fclose (to);
  struct erb_message *m = erb_message_new (ERB_TO_STATISTICS, sizeof findings + size + 1);
  memcpy (m->more, &findings, sizeof findings);
  memcpy (m->more + sizeof findings, text, size + 1);
  free (text);
  erb_post (0, m);
}

void
erb_see_statistics (const struct erb_message *m)
{
  struct told *told = malloc (m->bytes);
  if (!told_by)
    told_by = calloc ((size_t) erb_ranks, sizeof *told_by);
  if (told)
    memcpy (told, m->more, m->bytes);
  if (told_by)
    told_by[m->from] = told;
}

/* Adds what rank q has found to all. */
static void
print_rank (erbium_program *program, int q, struct erb_sheet *sheet, struct erb_findings *all)
{
  const struct told *told = told_by ? told_by[q] : NULL;
  struct erb_findings own = { 0 };
  if (!sheet->json)
    fprintf (sheet->to, "rank %d:\n", q);
  if (q == 0)
    erb_event_statistics_wanted (program, sheet, &own);
  else if (told)
    erb_json_piece (sheet, told->text);
  else if (sheet->json)
    erb_json_piece (sheet, "null");
  else
    fputs ("erbium: no statistics of this rank\n", sheet->to);
  erb_findings_add (all, told ? &told->findings : &own, q);
}

static void
print_all (erbium_program *program)
{
  struct erb_sheet sheet = erb_sheet_of (erb_figures_stream (), as_json (program));
  struct erb_findings all;
  erb_findings_begin (&all, 0, 0);
  if (sheet.json)
    {
      erb_json_open (&sheet, NULL, '{');
      erb_json_open (&sheet, "ranks", '[');
    }
  for (int q = 0; q < erb_ranks; q++)
    print_rank (program, q, &sheet, &all);
  if (sheet.json)
    erb_json_close (&sheet, ']');
  erb_findings_print (&sheet, &all);
  if (sheet.json)
    {
      erb_json_close (&sheet, '}');
      fputc ('\n', sheet.to);
    }
  erb_figures_flush (sheet.to);
}

/* Rank 0 prints for all; the others have sent theirs. */
bool
erb_rank_statistics_due (erbium_program *program)
{
  if (!erb_is_spread (program))
    return false;
  if (erb_rank == 0)
    print_all (program);
  return true;
}
