/* SPDX-License-Identifier: MIT */
/* openmp.c - the receiver with OpenMP tasks: read in order, work in any, write in order. */
#include <omp.h>
#include <stdlib.h>

#include "token.h"

const char receiver_name[] = "OpenMP";

enum { TOKENS_A_WORKER = 3 };

/* Reading tells whether there is more, so it is done here, once the token's last sound
 * has been written. */
static void
deal_out (struct dealer *d, struct token *token, int tokens, struct sound *out)
{
  for (int k = 0;; k = (k + 1) % tokens)
    {
      struct token *t = &token[k];
#pragma omp taskwait depend (inout : *t)
      if (!token_read (t, d))
        break;
#pragma omp task depend (inout : *t) firstprivate (t)
      token_work (t, d);
#pragma omp task depend (inout : *t, *out) firstprivate (t)
      sound_write (out, t->sound, t->count);
    }
#pragma omp taskwait
}

void
receive (const struct radio *r, struct capture *in, struct sound *out, int workers)
{
  const int tokens = TOKENS_A_WORKER * workers;
  struct token *token = calloc ((size_t) tokens, sizeof *token);
  struct dealer d;
  dealer_begin (&d, r, in);
  for (int k = 0; k < tokens; k++)
    token_begin (&token[k], &d);
#pragma omp parallel num_threads (workers)
#pragma omp single
  deal_out (&d, token, tokens, out);
  for (int k = 0; k < tokens; k++)
    token_end (&token[k]);
  dealer_end (&d);
  free (token);
}
