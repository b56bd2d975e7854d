/* SPDX-License-Identifier: MIT */
/* words.h - what the versions of word_count share: words, and lines of the output. */
#ifndef WORDS_H
#define WORDS_H

#include "workload.h"

/* Whether a byte is part of a word: letters and apostrophes are. */
extern const unsigned char word_bytes[256];

static inline const char *
skip_to_word (const char *at, const char *end)
{
  while (at < end && !word_bytes[(unsigned char) *at])
    at++;
  return at;
}

/* The first byte from at on where the input can be cut: a word has ended before it. */
static inline size_t
cut_from (const struct run *r, size_t at)
{
  while (at && at < r->size && word_bytes[(unsigned char) r->data[at]]
         && word_bytes[(unsigned char) r->data[at - 1]])
    at++;
  return at < r->size ? at : r->size;
}

/* Writes "WORD COUNT". */
void print_word (FILE *out, const char *word, size_t length, int64_t count);

void word_count_threads (struct run *r);

#endif
