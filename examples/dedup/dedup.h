/* SPDX-License-Identifier: MIT */
/* dedup.h - the parts of the program, in the order in which the input meets them.
 *
 *   file.c         input, output, errors
 *   chunks.c       where segments and chunks end; what they are called
 *   table.c        where a chunk was seen first
 *   pack.c         entries of the archive: deflated, raw or repeated
 *   archive.c      entries in the order of the input; the archive's beginning and end
 *   unpack.c       an archive becomes the input again
 *
 * and the ways to have the compression done: sequential.c, processes.c, spaces.c, pthreads.c,
 * tbb.cc.  They
 * share all of the above, functions of ranges of bytes, and differ only in how these get
 * from one to the other.
 *
 * A segment is a piece of the input that is cut by one worker; a chunk is what is stored
 * once.  Both end where the bytes say so, so what has moved is still found.
 */
#ifndef DEDUP_H
#define DEDUP_H

#include <nettle/sha2.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>
#include <zlib.h>

#ifdef __cplusplus
extern "C" {
#endif

enum
{
  MIN_CHUNK = 2 << 10,
  MAX_CHUNK = 64 << 10,
  SEGMENT = 1 << 20,                          /* the least, but of the last */
  MAX_SEGMENT = SEGMENT + MAX_CHUNK,
  MAX_CUTS = MAX_SEGMENT / MIN_CHUNK + 1,     /* of a segment */
  DIGEST = SHA256_DIGEST_SIZE,
  MAX_RANGES = 64
};

/* ---- file.c -------------------------------------------------------------- */

/* What is being done, to which files.  The one that is written is removed after an error
 * where it is a regular file that this program has opened. */
struct job
{
  const char *in_name, *out_name;   /* "-": stdin, stdout */
  int in, out;
  bool remove;                      /* the output after an error */
  int level, workers;               /* of deflate, 1 to 9; 1 to MAX_RANGES */
  bool lazy;                        /* the channels of spaces */
  uint64_t limit;                   /* bytes that an archive may unpack to */
};

/* The line on stderr, and the end of the program with status 1.  Any thread may call it. */
void give_up (const struct job *j, const char *line) __attribute__ ((noreturn));
/* The same with "dedup: NAME: error: " before it, name: of the file that is at fault, or NULL; but
 * failure_handler, if it is set, gets the line first, and need not return. */
void fail (const struct job *j, const char *name, const char *format, ...)
  __attribute__ ((noreturn, format (printf, 3, 4)));
extern void (*failure_handler) (const char *line);
/* Never NULL. */
void *allocate (const struct job *j, size_t n);

/* Opens both; readable: the output will be read, too, where it can be. */
void open_files (struct job *j, bool readable);
void close_files (struct job *j);
/* Reads until there are n bytes or the input ends; returns how many.  May wait in the kernel. */
size_t read_input (const struct job *j, uint8_t *to, size_t n);
/* Writes all that parts name, and uses them up.  May wait in the kernel. */
void write_parts (const struct job *j, struct iovec *parts, int count);
void write_output (const struct job *j, const void *bytes, size_t n);

/* ---- chunks.c ------------------------------------------------------------ */

struct cut { uint32_t length; uint8_t digest[DIGEST]; };

/* The chunks of a segment, in order. */
struct cuts { int64_t from; int count; struct cut cut[MAX_CUTS]; };

/* How long the segment is that begins with these bytes: n, unless n is MAX_SEGMENT, which it
 * is unless the input ends there. */
size_t segment_length (const uint8_t *bytes, size_t n);
/* Likewise a chunk, of the n bytes that its segment still has. */
size_t chunk_length (const uint8_t *bytes, size_t n);
void chunk_digest (const uint8_t *bytes, size_t n, uint8_t digest[DIGEST]);
/* Cuts the segment of n bytes that stands at `from` in the input. */
void cut_segment (const uint8_t *bytes, size_t n, int64_t from, struct cuts *to);
/* 0 to ranges - 1: whose chunk it is, where the digests are divided into so many ranges. */
int range_of (const uint8_t digest[DIGEST], int ranges);

/* ---- table.c ------------------------------------------------------------- */

struct place { uint8_t digest[DIGEST]; int64_t at; };   /* at: -1 where the slot is free */
struct table { struct place *slot; size_t size, used; };

/* Where in the input the chunk of that digest has begun when it was first asked for, or -1 if
 * that is now: then it begins at `at`. */
int64_t table_place (const struct job *j, struct table *t, const uint8_t digest[DIGEST], int64_t at);
void table_free (struct table *t);

/* ---- pack.c -------------------------------------------------------------- */

enum kind { DEFLATED = 'z', RAW = 'r', REPEATED = '=', END = '.' };

/* Bytes of an entry before those of its chunk. */
enum { DEFLATED_HEAD = 1 + 4 + 4 + DIGEST, RAW_HEAD = 1 + 4 + DIGEST, REPEATED_HEAD = 1 + 4 + 8,
       MAX_ENTRY = RAW_HEAD + MAX_CHUNK,
       MAX_PACKED = MAX_SEGMENT + MAX_CUTS * DEFLATED_HEAD };   /* of a segment */

/* Deflates.  One thread's; it remembers nothing between two chunks. */
struct deflater { z_stream z; };
void deflater_open (const struct job *j, struct deflater *d);
void deflater_close (struct deflater *d);

/* An entry at `to`, which has room for it; returns its length. */
size_t put_chunk (struct deflater *d, uint8_t *to, const struct cut *c, const uint8_t *bytes);
size_t put_repeated (uint8_t *to, const struct cut *c, int64_t at);
/* Of the entry that begins there. */
size_t entry_length (const uint8_t *entry);

/* Of the chunks of one range of the digests, in a segment: place[n] is where the nth of them was seen
 * first (table_place).  Segments come in the order of the input.  Returns how many there are. */
int place_segment (const struct job *j, struct table *seen, const struct cuts *c, int range, int ranges,
                   int64_t place[MAX_CUTS]);
/* Their entries, one after the other; returns how many bytes, at most MAX_PACKED. */
size_t pack_placed (struct deflater *d, const uint8_t *bytes, const struct cuts *c, int range, int ranges,
                    const int64_t place[], uint8_t *to);

/* Does both: packs the chunks of one range of the digests, of all segments in their order. */
struct packer { const struct job *job; struct deflater deflater; struct table seen; int range, ranges; };
void packer_open (const struct job *j, struct packer *p, int range, int ranges);
void packer_close (struct packer *p);
size_t pack_segment (struct packer *p, const uint8_t *bytes, const struct cuts *c, uint8_t *to);

/* ---- archive.c ----------------------------------------------------------- */

void put_number (uint8_t *to, uint64_t value, int bytes);
uint64_t get_number (const uint8_t *from, int bytes);

extern const uint8_t archive_head[16];
enum { END_LENGTH = 1 + 8 + 8 + DIGEST };

/* What the end of an archive says of all chunks. */
struct tally { uint64_t bytes, chunks; struct sha256_ctx digests; };
void tally_open (struct tally *t);
void tally_chunk (struct tally *t, const struct cut *c);
/* The entry of the end; t is used up. */
void put_end (struct tally *t, uint8_t to[END_LENGTH]);

/* The entries of a segment in the order of its chunks.  entries[k]: where those of range k stand.
 * parts has room for MAX_CUTS; returns how many they are, neighbours joined. */
int order_segment (const struct cuts *c, const uint8_t *const entries[], int ranges, struct iovec *parts);
/* Writes a segment, and counts its chunks. */
void write_segment (const struct job *j, struct tally *t, const struct cuts *c, const uint8_t *const entries[],
                    int ranges);
void begin_archive (const struct job *j, struct tally *t);
void end_archive (const struct job *j, struct tally *t);

/* ---- unpack.c ------------------------------------------------------------ */

/* The archive j->in becomes j->out, once.  Memory: a few buffers, whatever the archive says. */
struct unpacker *unpacker_open (const struct job *j);
void unpack (struct unpacker *u);
void unpacker_close (struct unpacker *u);

/* ---- The ways ------------------------------------------------------------ */

struct method { const char *name; void (*compress) (const struct job *j); };
extern const struct method methods[];   /* the first is the default; NULL ends the list */

void compress_sequential (const struct job *j);
void compress_processes (const struct job *j);
void compress_spaces (const struct job *j);
void compress_pthreads (const struct job *j);
void compress_tbb (const struct job *j);

#ifdef __cplusplus
}
#endif

#endif
