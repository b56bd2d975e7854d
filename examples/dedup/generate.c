/* SPDX-License-Identifier: MIT */
/* generate.c - dedup-generate [-r PERCENT] [-n PERCENT] [-s SEED] MEBIBYTES: an input for dedup, on stdout.
 *
 * The output is made of stretches of 16 to 272 KiB.  Each is words by chance, which deflate to
 * some 40 %, or (-n percent of them) noise, which does not.  With a probability of -r percent a
 * stretch is one that was there before, any of all with the same odds: it is made again from its
 * number, so nothing is kept but numbers.  The same options give the same bytes everywhere.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS = 4096, LONGEST_WORD = 11, SHORTEST = 16 << 10, SPREAD = 256 << 10 };

struct word { uint8_t length, letters[LONGEST_WORD + 1]; };

/* splitmix64 */
static uint64_t
chance (uint64_t *state)
{
  uint64_t z = *state += UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return z ^ z >> 31;
}

static void
make_words (struct word words[WORDS])
{
  uint64_t state = 1;
  for (int i = 0; i < WORDS; i++)
    {
      words[i].length = (uint8_t) (2 + chance (&state) % (LONGEST_WORD - 1));
      for (int k = 0; k < words[i].length; k++)
        words[i].letters[k] = (uint8_t) ('a' + chance (&state) % 26);
      words[i].letters[words[i].length] = ' ';
    }
}

/* Small numbers are more likely than great ones. */
static size_t
some_word (uint64_t x)
{
  uint64_t bits = x % 13;
  return (size_t) (x >> 8 & ((UINT64_C (1) << bits) - 1)) % WORDS;
}

static void
make_text (const struct word words[WORDS], uint64_t *state, uint8_t *to, size_t n)
{
  for (size_t at = 0; at < n;)
    {
      const struct word *w = &words[some_word (chance (state))];
      size_t length = w->length + 1u < n - at ? w->length + 1u : n - at;
      memcpy (to + at, w->letters, length);
      at += length;
    }
}

static void
make_noise (uint64_t *state, uint8_t *to, size_t n)
{
  for (size_t at = 0; at < n; at += 8)
    {
      uint64_t x = chance (state);
      memcpy (to + at, &x, n - at < 8 ? n - at : 8);
    }
}

struct options { long percent, noise, seed, bytes; };

/* Stretch `number`; returns its length. */
static size_t
make_stretch (const struct options *o, const struct word words[WORDS], uint64_t number, uint8_t *to)
{
  uint64_t state = (uint64_t) o->seed << 40 ^ (number + 1) * UINT64_C (0xd1342543de82ef95);
  size_t n = SHORTEST + (size_t) (chance (&state) % SPREAD);
  if ((long) (chance (&state) % 100) < o->noise)
    make_noise (&state, to, n);
  else
    make_text (words, &state, to, n);
  return n;
}

static void
generate (const struct options *o)
{
  static struct word words[WORDS];
  static uint8_t bytes[SHORTEST + SPREAD];
  uint64_t state = ~(uint64_t) o->seed, stretches = 0;
  make_words (words);
  for (long left = o->bytes; left > 0;)
    {
      int again = stretches && (long) (chance (&state) % 100) < o->percent;
      size_t n = make_stretch (o, words, again ? chance (&state) % stretches : stretches, bytes);
      stretches += !again;
      if ((long) n > left)
        n = (size_t) left;
      if (fwrite (bytes, 1, n, stdout) != n)
        break;
      left -= (long) n;
    }
}

static long
number (const char *text, const char *what, long least, long most)
{
  char *end;
  long n = strtol (text, &end, 10);
  if (end == text || *end || n < least || n > most)
    {
      fprintf (stderr, "dedup-generate: %s %s: a number from %ld to %ld\n", what, text, least, most);
      exit (1);
    }
  return n;
}

int
main (int count, char **argument)
{
  struct options o = { 50, 0, 1, 0 };
  for (int c; (c = getopt (count, argument, "r:n:s:")) != -1;)
    if (c == 'r')
      o.percent = number (optarg, "-r", 0, 100);
    else if (c == 'n')
      o.noise = number (optarg, "-n", 0, 100);
    else if (c == 's')
      o.seed = number (optarg, "-s", 0, 1 << 20);
    else
      return 1;
  if (count - optind != 1)
    {
      fputs ("usage: dedup-generate [-r PERCENT] [-n PERCENT] [-s SEED] MEBIBYTES\n", stderr);
      return 1;
    }
  o.bytes = number (argument[optind], "MEBIBYTES", 0, 1 << 20) << 20;
  generate (&o);
  if (fflush (stdout) || ferror (stdout))
    {
      perror ("dedup-generate: stdout cannot be written");
      return 1;
    }
  return 0;
}
