/* SPDX-License-Identifier: MIT */
/* unpack.c - an archive becomes the input again.
 *
 * Nothing in an archive is believed.  A length is compared with the format's bounds before a
 * buffer is filled, so memory is the same few buffers for each archive.  A chunk is repeated out
 * of what has been written, so it cannot refer to itself, nor forwards.  What a chunk becomes
 * must have its digest; the digests of all, in order, must have that of the end.
 *
 * What has been written is read again from the output, where that is a file that this program has
 * opened; else from a file without a name that has the same contents.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dedup.h"

enum { BUFFER = 4 * MAX_ENTRY };

struct unpacker
{
  const struct job *job;
  z_stream z;
  struct tally tally;
  int written;                  /* the file that what was written can be read from */
  size_t at, have;              /* of the buffer: where the entry begins; bytes */
  uint64_t offset;              /* of that entry in the archive */
  uint8_t buffer[BUFFER], chunk[MAX_CHUNK];
};

static void __attribute__ ((noreturn, format (printf, 2, 3)))
damaged (const struct unpacker *u, const char *format, ...)
{
  char what[256];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (what, sizeof what, format, arguments);
  va_end (arguments);
  fail (u->job, u->job->in_name, "byte %llu, chunk %llu: %s: the archive is damaged",
        (unsigned long long) u->offset, (unsigned long long) u->tally.chunks, what);
}

/* ---- The archive --------------------------------------------------------- */

/* The next n <= MAX_ENTRY bytes of the entry, which stay where they are, or NULL. */
static const uint8_t *
look (struct unpacker *u, size_t n)
{
  if (u->have - u->at < n)
    {
      memmove (u->buffer, u->buffer + u->at, u->have - u->at);
      u->have -= u->at;
      u->at = 0;
      u->have += read_input (u->job, u->buffer + u->have, BUFFER - u->have);
    }
  return u->have < n ? NULL : u->buffer + u->at;
}

static const uint8_t *
need (struct unpacker *u, size_t n)
{
  const uint8_t *entry = look (u, n);
  if (!entry)
    damaged (u, "the file ends after %zu of the %zu bytes that belong here", u->have - u->at, n);
  return entry;
}

static void
pass (struct unpacker *u, size_t n)
{
  u->at += n;
  u->offset += n;
}

/* ---- What was written ---------------------------------------------------- */

/* A file without a name. */
static int
spool (const struct job *j)
{
  const char *folder = getenv ("TMPDIR") ? getenv ("TMPDIR") : "/tmp";
  char name[4096];
  int file = -1;
  if (snprintf (name, sizeof name, "%s/dedup-XXXXXX", folder) < (int) sizeof name)
    file = mkstemp (name);
  if (file < 0)
    fail (j, folder, "a file for what is repeated cannot be made there (%s): set TMPDIR to another folder,"
          " or name a file for the output", strerror (errno));
  unlink (name);
  return file;
}

static int
readable_output (const struct job *j)
{
  return j->remove && (fcntl (j->out, F_GETFL) & O_ACCMODE) == O_RDWR ? j->out : spool (j);
}

static void
write_chunk (struct unpacker *u, const uint8_t *bytes, const struct cut *c)
{
  const struct job *j = u->job;
  if (c->length > j->limit - u->tally.bytes)
    fail (j, j->in_name, "unpacks to more than %llu bytes: raise the limit (-l) if that is right",
          (unsigned long long) j->limit);
  write_output (j, bytes, c->length);
  if (u->written != j->out)
    for (size_t done = 0; done < c->length;)
      {
        ssize_t n = pwrite (u->written, bytes + done, c->length - done, (off_t) (u->tally.bytes + done));
        if (n < 0 && errno != EINTR)
          fail (j, NULL, "what may be repeated cannot be kept (%s): set TMPDIR to a folder with more room",
                strerror (errno));
        done += n > 0 ? (size_t) n : 0;
      }
  tally_chunk (&u->tally, c);
}

static void
read_chunk (struct unpacker *u, uint64_t at, size_t n)
{
  for (size_t done = 0; done < n;)
    {
      ssize_t got = pread (u->written, u->chunk + done, n - done, (off_t) (at + done));
      if (got == 0 || (got < 0 && errno != EINTR))
        fail (u->job, u->job->out_name, "what has been written cannot be read (%s)",
              got ? strerror (errno) : "somebody has shortened the file");
      done += got > 0 ? (size_t) got : 0;
    }
}

/* ---- Entries ------------------------------------------------------------- */

static uint32_t
length_of (const struct unpacker *u, const uint8_t *entry)
{
  uint64_t n = get_number (entry + 1, 4);
  if (n < 1 || n > MAX_CHUNK)
    damaged (u, "%llu bytes are no length of a chunk: 1 to %d", (unsigned long long) n, (int) MAX_CHUNK);
  return (uint32_t) n;
}

static void
compare_digests (const struct unpacker *u, const uint8_t *have, const uint8_t *want, const char *what)
{
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION /* or nothing behind it would be reached */
  if (memcmp (have, want, DIGEST))
    damaged (u, "%s not the digest (SHA-256) that stands there", what);
#else
  (void) u, (void) have, (void) want, (void) what;
#endif
}

static void
take_digest (const struct unpacker *u, struct cut *c, const uint8_t *bytes, const uint8_t *want)
{
  chunk_digest (bytes, c->length, c->digest);
  compare_digests (u, c->digest, want, "the chunk has");
}

static size_t
raw (struct unpacker *u)
{
  struct cut c = { .length = length_of (u, need (u, RAW_HEAD)) };
  const uint8_t *entry = need (u, RAW_HEAD + c.length);
  take_digest (u, &c, entry + RAW_HEAD, entry + 5);
  write_chunk (u, entry + RAW_HEAD, &c);
  return RAW_HEAD + c.length;
}

static size_t
deflated (struct unpacker *u)
{
  struct cut c = { .length = length_of (u, need (u, DEFLATED_HEAD)) };
  uint64_t n = get_number (need (u, DEFLATED_HEAD) + 5, 4);
  if (n < 1 || n >= c.length)
    damaged (u, "%llu deflated bytes for a chunk of %u: 1 to %u", (unsigned long long) n, c.length, c.length - 1);
  const uint8_t *entry = need (u, DEFLATED_HEAD + n);
  inflateReset (&u->z);
  u->z.next_in = (uint8_t *) (uintptr_t) entry + DEFLATED_HEAD;
  u->z.avail_in = (uInt) n;
  u->z.next_out = u->chunk;
  u->z.avail_out = c.length;
  if (inflate (&u->z, Z_FINISH) != Z_STREAM_END || u->z.avail_in || u->z.avail_out)
    damaged (u, "the %llu bytes do not inflate to a chunk of %u", (unsigned long long) n, c.length);
  take_digest (u, &c, u->chunk, entry + 9);
  write_chunk (u, u->chunk, &c);
  return DEFLATED_HEAD + n;
}

static size_t
repeated (struct unpacker *u)
{
  const uint8_t *entry = need (u, REPEATED_HEAD);
  struct cut c = { .length = length_of (u, entry) };
  uint64_t at = get_number (entry + 5, 8), there = u->tally.bytes;
  if (at > there || c.length > there - at)
    damaged (u, "it repeats %u bytes from byte %llu on, and there are %llu yet", c.length,
             (unsigned long long) at, (unsigned long long) there);
  read_chunk (u, at, c.length);
  chunk_digest (u->chunk, c.length, c.digest);
  write_chunk (u, u->chunk, &c);
  return REPEATED_HEAD;
}

static void
end (struct unpacker *u)
{
  const uint8_t *entry = need (u, END_LENGTH);
  uint8_t want[END_LENGTH];
  uint64_t bytes = get_number (entry + 1, 8), chunks = get_number (entry + 9, 8);
  if (bytes != u->tally.bytes || chunks != u->tally.chunks)
    damaged (u, "it ends with %llu bytes in %llu chunks, and says that it has %llu in %llu",
             (unsigned long long) u->tally.bytes, (unsigned long long) u->tally.chunks,
             (unsigned long long) bytes, (unsigned long long) chunks);
  put_end (&u->tally, want);
  compare_digests (u, want + 17, entry + 17, "all chunks together have");
  pass (u, END_LENGTH);
  if (look (u, 1))
    damaged (u, "there are bytes behind the end");
}

/* ---- All of it ----------------------------------------------------------- */

static void
head (struct unpacker *u)
{
  const uint8_t *h = look (u, sizeof archive_head);
  if (!h || memcmp (h, archive_head, 10))
    fail (u->job, u->job->in_name, "is no archive of dedup: such a file begins with ERBDEDUP");
  if (memcmp (h, archive_head, sizeof archive_head))
    fail (u->job, u->job->in_name, "is of version %llu of the format: this program knows 1",
          (unsigned long long) get_number (h + 10, 6));
  pass (u, sizeof archive_head);
}

/* False at the end. */
static bool
one_entry (struct unpacker *u)
{
  enum kind kind = *need (u, 1);
  if (kind == END)
    end (u);
  else if (kind == DEFLATED)
    pass (u, deflated (u));
  else if (kind == RAW)
    pass (u, raw (u));
  else if (kind == REPEATED)
    pass (u, repeated (u));
  else
    damaged (u, "%d is no kind of entry", (int) kind);
  return kind != END;
}

struct unpacker *
unpacker_open (const struct job *j)
{
  struct unpacker *u = allocate (j, sizeof *u);
  memset (u, 0, offsetof (struct unpacker, buffer));
  u->job = j;
  u->written = -1;
  if (inflateInit2 (&u->z, -MAX_WBITS) != Z_OK)
    fail (j, NULL, "no memory to inflate");
  tally_open (&u->tally);
  return u;
}

void
unpack (struct unpacker *u)
{
  head (u);
  u->written = readable_output (u->job);
  while (one_entry (u))
    ;
}

void
unpacker_close (struct unpacker *u)
{
  if (u->written >= 0 && u->written != u->job->out)
    close (u->written);
  inflateEnd (&u->z);
  free (u);
}
