/* SPDX-License-Identifier: MIT */
/* streamit_runtime.c - what compiled StreamIt programs call: print, files, the command line.
 *
 * The emitted program declares these functions (emit/statements.cc, emit/files.cc).  Each function
 * of a file exists once for each number, because in the textual IR a function touches one thing of
 * the outer world.  One process calls the functions of a thing, so nothing is locked here.
 *
 * A program ends with status 1 if a file cannot be opened or written.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- print ----------------------------------------------------------------------------- */

/* Prints up to eight characters, the first in the lowest byte; a byte 0 ends them. */
void
erbium_streamit_text (uint64_t packed)
{
  for (; packed; packed >>= 8)
    putchar ((int) (packed & 255));
}

void
erbium_streamit_integer (int64_t n)
{
  printf ("%lld", (long long) n);
}

/* Prints a float as the textual IR does. */
void
erbium_streamit_real (double x)
{
  if (x != x)
    fputs ("nan", stdout);
  else
    printf ("%.9g", x);
}

/* ---- Rates ----------------------------------------------------------------------------- */

/* Prints that a filter does not keep to its rates, and ends the program.  `where' begins the
 * message; kind is 0 for pops, 1 for pushes, 2 for peeks. */
int64_t
erbium_streamit_misfit (const uint8_t *where, int32_t kind, int64_t found, int64_t declared)
{
  static const char *const said[] = {
    "pops %lld elements, but declares a pop rate of %lld",
    "pushes %lld elements, but declares a push rate of %lld",
    "peeks at element %lld, counted from 0, but declares a peek rate of %lld",
  };
  fflush (stdout);
  fprintf (stderr, "%s ", (const char *) where);
  fprintf (stderr, said[kind], (long long) found, (long long) declared);
  fputc ('\n', stderr);
  exit (1);
  return found;
}

/* ---- The command line ------------------------------------------------------------------ */

static int word_count;
static char **words;

__attribute__ ((constructor)) static void
remember_words (int argc, char **argv)
{
  word_count = argc;
  words = argv;
}

/* Returns the number of steady states: N of `-i N', at most `most', which is also the default. */
int64_t
erbium_streamit_iterations (int64_t most)
{
  for (int k = 1; k < word_count; k++)
    {
      if (strncmp (words[k], "-i", 2) != 0)
        continue;
      const char *digits = words[k][2] ? words[k] + 2 : k + 1 < word_count ? words[k + 1] : "";
      char *end;
      errno = 0;
      long long n = strtoll (digits, &end, 10);
      if (end == digits || *end || errno || n < 0)
        {
          fprintf (stderr, "%s: error: -i %s: expected a number of iterations\n", words[0], digits);
          exit (2);
        }
      return n < most ? n : most;
    }
  return most;
}

/* ---- Files ----------------------------------------------------------------------------- */

struct file
{
  FILE *stream;
  char name[257];
  int bits;          /* read, or not yet written, in `byte' */
  unsigned char byte;
  int writing;
};

static struct file files[32];

static void
give_up (const struct file *f, const char *what)
{
  fflush (stdout);
  fprintf (stderr, "error: cannot %s '%s': %s\n", what, f->name, strerror (errno));
  exit (1);
}

/* Writes the last bits, padded with zeros, and closes. */
static void
close_files (void)
{
  for (int k = 0; k < 32; k++)
    if (files[k].writing && files[k].stream)
      {
        if (files[k].bits)
          fputc (files[k].byte, files[k].stream);
        if (fclose (files[k].stream) != 0)
          fprintf (stderr, "error: cannot write '%s': %s\n", files[k].name, strerror (errno));
        files[k].stream = NULL;
      }
}

static void
open_file (int k, const uint8_t *path, int writing)
{
  struct file *f = &files[k];
  memcpy (f->name, path, 256);
  f->writing = writing;
  f->stream = fopen (f->name, writing ? "wb" : "rb");
  if (!f->stream)
    give_up (f, "open");
  if (writing)
    atexit (close_files);
}

/* Returns whether a further element can be read. */
static int32_t
more (int k)
{
  struct file *f = &files[k];
  if (f->bits)
    return 1;
  int c = getc (f->stream);
  if (c != EOF)
    ungetc (c, f->stream);
  return c != EOF;
}

/* Reads 32 bits; bytes that are missing at the end of the file are 0. */
static uint32_t
word (int k)
{
  unsigned char bytes[4] = { 0 };
  size_t n = fread (bytes, 1, 4, files[k].stream);
  (void) n;
  return bytes[0] | (uint32_t) bytes[1] << 8 | (uint32_t) bytes[2] << 16
         | (uint32_t) bytes[3] << 24;
}

static float
real (int k)
{
  uint32_t bits = word (k);
  float x;
  memcpy (&x, &bits, 4);
  return x;
}

static int32_t
bit (int k)
{
  struct file *f = &files[k];
  if (!f->bits)
    {
      f->byte = (unsigned char) getc (f->stream);
      f->bits = 8;
    }
  return f->byte >> --f->bits & 1;
}

static void
put_word (int k, uint32_t x)
{
  unsigned char bytes[4] = { (unsigned char) x, (unsigned char) (x >> 8),
                             (unsigned char) (x >> 16), (unsigned char) (x >> 24) };
  if (fwrite (bytes, 1, 4, files[k].stream) != 4)
    give_up (&files[k], "write");
}

static void
put_real (int k, float x)
{
  uint32_t bits;
  memcpy (&bits, &x, 4);
  put_word (k, bits);
}

static void
put_bit (int k, int32_t b)
{
  struct file *f = &files[k];
  f->byte |= (unsigned char) ((b & 1) << (7 - f->bits));
  if (++f->bits < 8)
    return;
  if (fputc (f->byte, f->stream) == EOF)
    give_up (f, "write");
  f->byte = 0;
  f->bits = 0;
}

#define FILE_FUNCTIONS(k)                                                                          \
  void erbium_streamit_open_##k (const uint8_t *path) { open_file (k, path, 0); }                  \
  void erbium_streamit_create_##k (const uint8_t *path) { open_file (k, path, 1); }                \
  int32_t erbium_streamit_more_##k (void) { return more (k); }                                     \
  int32_t erbium_streamit_integer_##k (void) { return (int32_t) word (k); }                        \
  float erbium_streamit_real_##k (void) { return real (k); }                                       \
  int32_t erbium_streamit_bit_##k (void) { return bit (k); }                                       \
  void erbium_streamit_put_integer_##k (int32_t x) { put_word (k, (uint32_t) x); }                 \
  void erbium_streamit_put_real_##k (float x) { put_real (k, x); }                                 \
  void erbium_streamit_put_bit_##k (int32_t b) { put_bit (k, b); }
#define FOUR(a, b, c, d) FILE_FUNCTIONS (a) FILE_FUNCTIONS (b) FILE_FUNCTIONS (c) FILE_FUNCTIONS (d)
FOUR (0, 1, 2, 3)
FOUR (4, 5, 6, 7)
FOUR (8, 9, 10, 11)
FOUR (12, 13, 14, 15)
FOUR (16, 17, 18, 19)
FOUR (20, 21, 22, 23)
FOUR (24, 25, 26, 27)
FOUR (28, 29, 30, 31)
