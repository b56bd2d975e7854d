/* SPDX-License-Identifier: MIT */
/* file.c - the file in memory; errors and warnings; the PPM that is written. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jpeg.h"

void (*failure_handler) (void);

static const char *const warnings[WARNINGS] = {
  [EARLY_END] = "the file ends before its picture does",
  [NO_MORE_DATA] = "coded data end too early: what is missing is grey",
  [BAD_CODE] = "bits that are no Huffman code: taken for 0",
  [WRONG_RESTART] = "a restart marker is not the one that is due: goes on where it fits",
  [STRAY_BYTES] = "bytes before a marker that belong to nothing: left out",
  [ODD_PROGRESSION] = "scans in an order that makes no sense: decoded as they come",
  [ODD_SCAN] = "a sequential scan's header with numbers of a progressive one: taken for 0 to 63",
  [ODD_ADOBE] = "Adobe's marker names a colour transform that does not exist: taken for YCbCr",
  [NO_END] = "what follows the picture is not its end (EOI): left out"
};

void
warn (struct scan *s, enum warning what)
{
  s->warned[what]++;
}

void
fail (const struct decoder *d, const char *format, ...)
{
  va_list arguments;
  if (failure_handler)
    failure_handler ();
  va_start (arguments, format);
  fprintf (stderr, "jpegdec: %s: error: ", d->name);
  vfprintf (stderr, format, arguments);
  fputc ('\n', stderr);
  va_end (arguments);
  exit (1);
}

void *
allocate (const struct decoder *d, size_t n)
{
  void *p = calloc (n ? n : 1, 1);
  if (!p)
    fail (d, "no memory for %zu bytes: a smaller limit (-l) would have refused the picture", n);
  return p;
}

/* ---- The file ------------------------------------------------------------ */

/* All that can be read, and room behind it. */
static void
load (struct decoder *d, int file)
{
  struct stat status;
  size_t room = fstat (file, &status) == 0 && status.st_size > 0 ? (size_t) status.st_size + 1 : 1 << 16;
  uint8_t *bytes = malloc (room + SENTINEL);
  for (ssize_t n = 1; n > 0 && bytes; d->size += (size_t) n)
    {
      n = read (file, bytes + d->size, room - d->size);
      if (n < 0 && errno != EINTR)
        fail (d, "cannot be read (%s)", strerror (errno));
      if (n < 0)
        n = 0;
      if (d->size + (size_t) n == room)
        {
          uint8_t *more = realloc (bytes, (room *= 2) + SENTINEL);
          if (!more)
            free (bytes);
          bytes = more;
        }
    }
  if (!bytes)
    fail (d, "no memory for the file");
  d->bytes = bytes;
}

static void
begin (struct decoder *d, long long pixels)
{
  for (size_t k = 0; k < SENTINEL; k += 2)
    memcpy (d->bytes + d->size + k, "\xff\xd9", 2);
  if (d->size < 2 || d->bytes[0] != 0xff || d->bytes[1] != 0xd8)
    fail (d, "is no JPEG file: such a file begins with the bytes FF D8");
  d->at = 2;
  if (!read_headers (d, pixels))
    fail (d, "has no picture: it ends before the first scan");
  choose_colour (d);
  d->clean = allocate (d, d->size + SENTINEL + PADDING);
  start_scan (d);
}

void
open_file (struct decoder *d, const char *name, long long pixels)
{
  int file = strcmp (name, "-") ? open (name, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
  memset (d, 0, sizeof *d);
  d->name = name;
  if (file < 0)
    fail (d, "cannot be opened (%s)", strerror (errno));
  load (d, file);
  if (file != STDIN_FILENO)
    close (file);
  begin (d, pixels);
}

void
open_bytes (struct decoder *d, const uint8_t *bytes, size_t size, long long pixels)
{
  memset (d, 0, sizeof *d);
  d->name = "memory";
  d->bytes = allocate (d, size + SENTINEL);
  d->size = size;
  memcpy (d->bytes, bytes, size);
  begin (d, pixels);
}

bool
finish (struct decoder *d)
{
  bool good = true;
  for (int k = 0; k < WARNINGS; k++)
    if (d->scan.warned[k])
      {
        fprintf (stderr, "jpegdec: %s: warning: %s (%ld times)\n", d->name, warnings[k], d->scan.warned[k]);
        good = false;
      }
  return good;
}

void
close_decoder (struct decoder *d)
{
  for (int c = 0; c < MAX_COMPONENTS; c++)
    free (d->whole[c]);
  free (d->clean);
  free (d->bytes);
}

/* ---- The picture ----------------------------------------------------------- */

static void
cannot_write (const struct output *o)
{
  fprintf (stderr, "jpegdec: %s: error: cannot be written (%s)\n", o->name, strerror (errno));
  exit (1);
}

void
write_output (struct output *o, const uint8_t *bytes, size_t n)
{
  while (n)
    {
      ssize_t done = write (o->file, bytes, n);
      if (done < 0 && errno != EINTR)
        cannot_write (o);
      if (done > 0)
        {
          bytes += done;
          n -= (size_t) done;
        }
    }
}

void
open_output (struct output *o, const char *name, const struct frame *f)
{
  char header[64];
  *o = (struct output) { name, STDOUT_FILENO };
  if (strcmp (name, "-"))
    o->file = open (name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (o->file < 0)
    cannot_write (o);
  int n = snprintf (header, sizeof header, "P%d\n%d %d\n255\n", f->channels == 1 ? 5 : 6, f->width, f->height);
  write_output (o, (const uint8_t *) header, (size_t) n);
}

void
close_output (struct output *o)
{
  if (o->file != STDOUT_FILENO && close (o->file) != 0)
    cannot_write (o);
}
