/* SPDX-License-Identifier: MIT */
/* message.h - what the messages of the benchmarks are filled with.
 *
 * A message begins and ends with its number, so that one that is torn, lost or out of order is
 * seen at the price of two words.  All bytes of a message are checked once, before the clock.
 */
#ifndef BENCH_MESSAGE_H
#define BENCH_MESSAGE_H
#include "../common.h"

/* A few bytes that are not the same in two pages, nor in two words. */
BENCH_API unsigned char
message_byte (size_t at)
{
  return (unsigned char) (at * 7 + at / 251);
}

BENCH_API void
message_fill (char *at, size_t size)
{
  for (size_t i = 0; i < size; i++)
    at[i] = (char) message_byte (i);
}

BENCH_API void
message_check (const struct bench_options *o, const char *at, size_t size)
{
  for (size_t i = 0; i < size; i++)
    if ((unsigned char) at[i] != message_byte (i))
      bench_die (o, "byte %zu of a message of %zu is %d, must be %d", i, size,
                 (unsigned char) at[i], message_byte (i));
}

/* size >= 8. */
BENCH_API inline void
message_stamp (char *at, size_t size, uint32_t number)
{
  memcpy (at, &number, sizeof number);
  memcpy (at + size - sizeof number, &number, sizeof number);
}

/* The number of a message, which must be that one; returns it, to be added up. */
BENCH_API inline uint32_t
message_number (const struct bench_options *o, const char *at, size_t size, uint32_t want)
{
  uint32_t first, last;
  memcpy (&first, at, sizeof first);
  memcpy (&last, at + size - sizeof last, sizeof last);
  if (first != want || last != want)
    bench_die (o, "message %u begins as %u and ends as %u", (unsigned) want, (unsigned) first,
               (unsigned) last);
  return first;
}

/* All words of a message are others than those of the last one. */
BENCH_API void
message_write (char *at, size_t size, uint32_t number)
{
  for (size_t i = 0; i + sizeof (uint64_t) <= size; i += sizeof (uint64_t))
    {
      uint64_t word = number + i;
      memcpy (at + i, &word, sizeof word);
    }
}

/* Adds up all words but those that message_stamp has changed. */
BENCH_API void
message_read (const struct bench_options *o, const char *at, size_t size, uint32_t number)
{
  uint64_t sum = 0, word, words = (size - sizeof number) / sizeof word - 1;
  for (size_t i = 1; i <= words; i++)
    {
      memcpy (&word, at + i * sizeof word, sizeof word);
      sum += word;
    }
  if (sum != words * number + sizeof word * (words * (words + 1) / 2))
    bench_die (o, "the words of message %u are not those that were written", (unsigned) number);
}

#endif
