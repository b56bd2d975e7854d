/* SPDX-License-Identifier: MIT */
/* jpeg.h - the parts of the decoder, in the order in which a picture meets them.
 *
 *   file.c         the file in memory; errors and warnings; the PPM that is written
 *   markers.c      headers: what is said between the coded segments
 *   frame.c        where each component's blocks and samples lie; colour spaces
 *   huffman.c      tables that decode a code and its value in one look
 *   segment.c      coded bytes between two markers; restarts, also after damage
 *   scan.c         blocks of a sequential scan
 *   progressive.c  blocks of the scans of a progressive picture
 *   smooth.c       estimates of what the scans of a progressive picture left open
 *   rows.c         a picture's blocks row by row, whatever kind it is of
 *   intervals.c    restart intervals that can be decoded each by itself
 *   idct.c         from coefficients to samples
 *   upsample.c     as many samples as pixels
 *   colour.c       pixels
 *   lines.c        a line of pixels from the samples of a row and its neighbours
 *
 * and the ways to have all that done: sequential.c, tasks.c (with horizons.c), shared.c,
 * omp.c, tbb.cc.
 *
 * "Row" always means a row of MCUs: all that is coded of a strip as high as the
 * highest component's blocks (ITU-T T.81, A.2).  A line is one of pixels or samples.
 */
#ifndef JPEG_H
#define JPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#define restrict __restrict
#endif

enum
{
  BLOCK = 64,          /* coefficients, samples */
  EDGE = 8,            /* of a block */
  MAX_COMPONENTS = 4,
  MAX_MCU = 10,        /* blocks (B.2.3) */
  MAX_SCANS = 500,
  ESTIMATED = 10,      /* coefficients, the mean value included (smooth.c) */
  LONGEST = 65500      /* edge of a picture: libjpeg's limit */
};

struct block
{
  int16_t c[BLOCK];
} __attribute__ ((aligned (16)));

/* ---- frame.c ----------------------------------------------------------- */

/* How a component's samples become as many as there are pixels. */
enum upsampling { AS_IS, FANCY_H2V1, FANCY_H1V2, FANCY_H2V2, REPEAT };

struct component
{
  int id, h, v, table;        /* of the frame header */
  int coded_v;                /* v; but of a lone component v is 1, and this what the header says */
  int width, height;          /* samples that count */
  int columns;                /* blocks of a line of blocks, those that fill the last MCU up included */
  int repeat_h, repeat_v;     /* samples of a line of pixels to one of ours, lines likewise */
  enum upsampling upsampling;
  bool has_quantiser;
  uint16_t quantiser[BLOCK];  /* in natural order; as it was at the component's first scan */
  size_t stride, samples_at;  /* of a line; of the first line among a row's samples */
  long blocks_at;             /* of the first block among a row's blocks */
};

enum colour { GREY, RGB, YCC, CMYK, YCCK };

struct frame
{
  int width, height, components, h, v;  /* h, v: the largest of any component */
  int mcus, rows;                       /* MCUs of a row; rows */
  int lines;                            /* of pixels, of a row */
  bool progressive;
  enum colour colour;
  int channels;                         /* of the output: 1 or 3 */
  size_t row_samples;                   /* bytes */
  long row_blocks;
  struct component component[MAX_COMPONENTS];
};

/* ---- huffman.c --------------------------------------------------------- */

enum { LOOK = 10 };  /* bits that are looked at at once */

struct huffman
{
  int32_t entry[1 << LOOK];   /* see huffman.c */
  int32_t last[18], offset[18];
  uint8_t symbol[256];
};

struct code_lengths { bool defined; uint8_t count[17], symbol[256]; };

/* ---- decoder ----------------------------------------------------------- */

struct bits { uint64_t buffer; int count; const uint8_t *next, *start; };

struct part { struct component *component; int index, dc_table, ac_table; const struct huffman *dc, *ac; };

enum warning
{
  EARLY_END, NO_MORE_DATA, BAD_CODE, WRONG_RESTART, STRAY_BYTES, ODD_PROGRESSION, ODD_SCAN,
  ODD_ADOBE, NO_END, WARNINGS
};

struct scan
{
  int parts, start, end, high, low;   /* components; spectral selection, approximation (B.2.3) */
  struct part part[MAX_COMPONENTS];
  int dc[MAX_COMPONENTS];             /* predictions */
  unsigned end_of_band;               /* blocks that are still to be skipped */
  int interval, until_restart, restart;
  bool over;                          /* blocks go over what was there: nothing, or an earlier scan's */
  bool starved;                       /* the segment has ended early: no more blocks until a restart */
  long warned[WARNINGS];
  struct bits bits;
  long long available;                /* bits */
};

struct decoder
{
  const char *name;
  uint8_t *bytes;             /* the file, and the SENTINEL behind it */
  size_t size, at;            /* at: the next byte */
  int marker;                 /* that has been read and not been obeyed, or 0 */
  struct frame frame;
  bool has_frame, jfif, adobe;
  int transform;              /* what Adobe's marker says */
  struct { bool defined; uint16_t q[BLOCK]; } quantiser[4];
  struct code_lengths codes[2][4];      /* DC, AC */
  struct huffman table[2][4];
  int interval;               /* restart interval, MCUs */
  struct scan scan;
  int scans;
  size_t scan_at;             /* where the scan's first segment begins */
  uint8_t *clean;             /* a segment without stuffing */
  struct block *whole[MAX_COMPONENTS];  /* all blocks, of a picture of several scans */
  int8_t progress[MAX_COMPONENTS][BLOCK]; /* bit down to which a coefficient is known, -1: not at all */
  int8_t before[MAX_COMPONENTS][ESTIMATED]; /* the same before the component's last scan */
  int reached;                /* the last row that the last scan had data for */
  int row, mcu;               /* how far the blocks have been given out */
};

/* ---- file.c ------------------------------------------------------------ */

/* Behind the file stand so many bytes: FF D9 (EOI) again and again, enough for the longest
 * segment.  A header that the file cuts short goes on with them, as in libjpeg. */
enum { SENTINEL = (1 << 16) + 16 };

/* The file is decoded as well as it can be; finish tells what was counted. */
void warn (struct scan *s, enum warning what);
/* Ends the program, unless failure_handler is set. */
void fail (const struct decoder *d, const char *format, ...)
  __attribute__ ((noreturn, format (printf, 2, 3)));
extern void (*failure_handler) (void);
void *allocate (const struct decoder *d, size_t n);

/* Makes d a decoder of the file of that name, - for stdin, or of bytes.  pixels: the
 * most that a picture may have. */
void open_file (struct decoder *d, const char *name, long long pixels);
void open_bytes (struct decoder *d, const uint8_t *bytes, size_t size, long long pixels);
/* Prints what was warned of.  True if that is nothing. */
bool finish (struct decoder *d);
void close_decoder (struct decoder *d);

struct output { const char *name; int file; };

void open_output (struct output *o, const char *name, const struct frame *f);
void write_output (struct output *o, const uint8_t *bytes, size_t n);
void close_output (struct output *o);

/* ---- markers.c --------------------------------------------------------- */

/* Up to and with the header of the next scan; false at the end of the picture. */
bool read_headers (struct decoder *d, long long pixels);
/* Behind the last scan: warns of what is no end of a picture.  It is the process that decodes
 * who looks there, so that all that others want to know of it are the warnings. */
void end_picture (struct decoder *d);
int next_marker (struct decoder *d);
void read_frame (struct decoder *d, const uint8_t *p, size_t n, bool progressive, long long pixels);
void lay_out (struct decoder *d);
void choose_colour (struct decoder *d);

/* ---- huffman.c, segment.c, scan.c, progressive.c, smooth.c --------------- */

void make_table (struct decoder *d, int kind, int number, struct huffman *to);
void standard_tables (struct decoder *d);

void start_scan (struct decoder *d);
enum { PADDING = 4096 };  /* zeros behind a segment: more than an MCU can want */
/* Copies the segment at an offset without its stuffing, pads it, and gives its bits to s;
 * returns the offset of its marker's second byte. */
size_t read_segment (const struct decoder *d, size_t from, struct scan *s, uint8_t *clean);
/* Behind the last MCU of one: warns of bytes that are left. */
void end_segment (struct scan *s);
/* A new restart interval: what T.81, F.1.1.5.1 resets. */
void reset_predictions (struct scan *s);
void restart (struct decoder *d, struct scan *s);

/* Where the blocks of a component go: MCU m, line v, column h of the block in its
 * MCU: to[m * mcu_step + v * line_step + h]. */
struct place { struct block *to; long mcu_step, line_step; };

/* n MCUs of the scan; to: by component; order: zigzag place to place in the block. */
void decode_mcus (struct decoder *d, struct scan *s, int n, const struct place to[MAX_COMPONENTS],
                  const uint8_t *order);
void decode_progressive (struct decoder *d);
void decode_whole_scan (struct decoder *d);

/* Of a progressive picture, when all scans have been decoded. */
void smooth (struct decoder *d);

extern const uint8_t natural[BLOCK + 16];  /* zigzag place to natural place; beyond the last: the last */
extern const uint8_t zigzag[BLOCK + 16];   /* to itself */

/* ---- rows.c, intervals.c ------------------------------------------------ */

/* Reads all scans, where there are several. */
void prepare (struct decoder *d);
/* The next n MCUs, none beyond the row. */
void next_mcus (struct decoder *d, int n, const struct place to[MAX_COMPONENTS], const uint8_t *order);
void next_row (struct decoder *d, struct block *to);
/* Places of a row's blocks: those of a component line by line. */
void places_of_row (const struct frame *f, struct block *row, struct place to[MAX_COMPONENTS]);

struct intervals { size_t *at; int rows, of_row; };  /* where each begins; those of `rows` rows */

/* False where blocks cannot be decoded interval by interval, or an interval has more than
 * `rows` rows, or does not end with one. */
bool find_intervals (struct decoder *d, struct intervals *i, int rows);
/* A worker's own state, beside the decoder that all share. */
struct interval_decoder { struct scan scan; uint8_t *clean; };
void decode_intervals (struct decoder *d, const struct intervals *i, struct interval_decoder *own,
                       int row, struct block *to);

/* ---- idct.c ------------------------------------------------------------ */

/* n blocks side by side, to samples side by side. */
void idct (uint8_t *restrict to, size_t stride, const struct block *from, int n, const uint16_t *quantiser);
/* The same in steps, a block's samples to 64 bytes; sum: the DC coefficients up to there. */
void predict_blocks (int16_t *restrict to, const int16_t *restrict from, int n, int16_t *sum);
void order_blocks (int16_t *restrict to, const int16_t *restrict from, int n);
void scale_blocks (int16_t *restrict to, const int16_t *restrict from, int n, const uint16_t *quantiser);
void column_blocks (int16_t *restrict to, const int16_t *restrict from, int n);
void row_blocks (uint8_t *restrict to, const int16_t *restrict from, int n);

/* All of a row. */
void idct_row (const struct frame *f, uint8_t *restrict samples, const struct block *blocks);

/* ---- upsample.c, colour.c, lines.c -------------------------------------- */

/* A part of a line of samples, at its edges or not. */
struct piece { int n; bool first, last; };

/* near and far: the lines that are nearer, and less near, to the one that is made; lower:
 * it is the second of two. */
void fancy_h2v1 (uint8_t *restrict to, const uint8_t *restrict from, struct piece p);
void fancy_h1v2 (uint8_t *restrict to, const uint8_t *restrict near, const uint8_t *restrict far, struct piece p,
                 int lower);
void fancy_h2v2 (uint8_t *restrict to, const uint8_t *restrict near, const uint8_t *restrict far, struct piece p);
void repeat_samples (uint8_t *restrict to, const uint8_t *restrict from, struct piece p, int times);

/* n pixels of the channels that the frame has. */
void to_pixels (const struct frame *f, uint8_t *restrict to, const uint8_t *const from[MAX_COMPONENTS], int n);

/* A component's line of pixels y, counted in the picture, from the two of its lines that
 * are near to it. */
struct near_lines { int near, far, lower; };
struct near_lines lines_near (const struct component *c, int y);
/* A piece of a line becomes repeat_h times as many samples. */
void upsample (const struct component *c, uint8_t *restrict to, const uint8_t *near, const uint8_t *far, int lower,
               struct piece p);

/* A block's samples to eight lines. */
void to_lines (uint8_t *restrict to, size_t stride, const uint8_t *restrict block);

/* Room that lines_of_row wants, bytes. */
size_t scratch_size (const struct frame *f);
/* All lines of pixels of a row, from its samples and those above and below it. */
void lines_of_row (const struct frame *f, int row, const uint8_t *above, const uint8_t *samples,
                   const uint8_t *below, uint8_t *to, uint8_t *scratch);
int lines_in (const struct frame *f, int row);

/* ---- The ways ---------------------------------------------------------- */

struct how { int burst, workers; };

struct method { const char *name; void (*run) (struct decoder *d, struct output *o, const struct how *h); };

extern const struct method methods[]; /* the first is the default; NULL ends the list */

void run_sequential (struct decoder *d, struct output *o, const struct how *h);
void run_tasks (struct decoder *d, struct output *o, const struct how *h);
void run_shared (struct decoder *d, struct output *o, const struct how *h);
void run_omp (struct decoder *d, struct output *o, const struct how *h);
void run_tbb (struct decoder *d, struct output *o, const struct how *h);

#ifdef __cplusplus
}
#endif
#endif
