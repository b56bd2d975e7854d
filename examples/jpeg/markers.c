/* SPDX-License-Identifier: MIT */
/* markers.c - headers: what is said between the coded segments (T.81, B.2).
 *
 * A header is checked against what it may say before anything rests on it; what is
 * wrong with one ends the decoder, as in libjpeg.
 */
#include <string.h>

#include "jpeg.h"

enum
{
  SOF0 = 0xc0, SOF1, SOF2, DHT = 0xc4, SOF5, JPG = 0xc8, SOF9, DAC = 0xcc, SOF15 = 0xcf, RST0, RST7 = 0xd7, SOI, EOI,
  SOS, DQT, DNL, DRI, APP0 = 0xe0, APP14 = 0xee, APP15, COM = 0xfe, TEM = 0x01
};

static int
word (const uint8_t *p)
{
  return p[0] << 8 | p[1];
}

/* The file's end stands for EOI: the sentinel says so. */
int
next_marker (struct decoder *d)
{
  size_t from = d->at;
  for (;;)
    {
      const uint8_t *p = memchr (d->bytes + d->at, 0xff, d->size + SENTINEL - d->at);
      size_t found = (size_t) (p - d->bytes);
      while (*p == 0xff)
        p++;
      d->at = (size_t) (p - d->bytes) + 1;
      if (*p == 0)
        continue;
      if (found != from)
        warn (&d->scan, STRAY_BYTES);
      return *p;
    }
}

/* ---- Tables ------------------------------------------------------------ */

static void
read_quantisers (struct decoder *d, const uint8_t *p, size_t n)
{
  while (n)
    {
      int number = p[0] & 15, bytes = p[0] >> 4 ? 2 : 1;
      if (number > 3)
        fail (d, "quantisation table %d: there are 0 to 3", number);
      if (n < 1 + (size_t) bytes * BLOCK)
        fail (d, "quantisation table %d is cut short: its DQT segment has %zu bytes left for it", number, n);
      for (int k = 0; k < BLOCK; k++)
        d->quantiser[number].q[natural[k]]
          = (uint16_t) (bytes == 2 ? word (p + 1 + 2 * k) : p[1 + k]);
      d->quantiser[number].defined = true;
      p += 1 + bytes * BLOCK;
      n -= 1 + (size_t) bytes * BLOCK;
    }
}

static void
read_codes (struct decoder *d, const uint8_t *p, size_t n)
{
  while (n)
    {
      size_t count = 0;
      int number = p[0] & 15, kind = p[0] >> 4;
      if (n < 17)
        fail (d, "a Huffman table is cut short: its DHT segment has %zu bytes left for it, at least 17 are needed", n);
      if (number > 3 || kind > 1)
        fail (d, "Huffman table %d of class %d: there are 0 to 3 of the classes 0 and 1", number, kind);
      for (int k = 1; k <= 16; k++)
        count += p[k];
      if (count > 256 || n < 17 + count)
        fail (d, "Huffman table %d (%s) has %zu codes: at most 256, and %zu stand in its segment", number,
              kind ? "AC" : "DC", count, n - 17);
      struct code_lengths *to = &d->codes[kind][number];
      memset (to, 0, sizeof *to);
      memcpy (to->count + 1, p + 1, 16);
      memcpy (to->symbol, p + 17, count);
      to->defined = true;
      p += 17 + count;
      n -= 17 + count;
    }
}

static void
read_interval (struct decoder *d, const uint8_t *p, size_t n)
{
  if (n != 2)
    fail (d, "a DRI segment of %zu bytes: it has 2", n);
  d->interval = word (p);
}

/* Of the markers of applications two say something about colours; the others, EXIF's
 * among them, are passed over. */
static void
read_application (struct decoder *d, int marker, const uint8_t *p, size_t n)
{
  if (marker == APP0 && n >= 14 && !memcmp (p, "JFIF", 5))
    d->jfif = true;
  if (marker == APP14 && n >= 12 && !memcmp (p, "Adobe", 5))
    {
      d->adobe = true;
      d->transform = p[11];
    }
}

/* ---- The scan's header --------------------------------------------------- */

static struct component *
component_of (struct decoder *d, int id)
{
  for (int c = 0; c < d->frame.components; c++)
    if (d->frame.component[c].id == id)
      return &d->frame.component[c];
  fail (d, "a scan is of component %d, which the frame does not have", id);
}

static void
read_parts (struct decoder *d, const uint8_t *p)
{
  struct scan *s = &d->scan;
  int blocks = 0;
  for (int n = 0; n < s->parts; n++, p += 2)
    {
      struct component *c = component_of (d, p[0]);
      for (int m = 0; m < n; m++)
        if (s->part[m].component == c)
          fail (d, "a scan names component %d twice", c->id);
      if (p[1] >> 4 > 3 || (p[1] & 15) > 3)
        fail (d, "a scan uses the Huffman tables %d and %d: there are 0 to 3", p[1] >> 4, p[1] & 15);
      s->part[n] = (struct part) { c, (int) (c - d->frame.component), p[1] >> 4, p[1] & 15, NULL, NULL };
      blocks += c->h * c->v;
    }
  if (s->parts > 1 && blocks > MAX_MCU)
    fail (d, "a scan has %d blocks to an MCU: at most %d", blocks, MAX_MCU);
}

/* The quantisers are those that stand there at a component's first scan (B.2.4.1). */
static void
latch_quantisers (struct decoder *d)
{
  for (int n = 0; n < d->scan.parts; n++)
    {
      struct component *c = d->scan.part[n].component;
      if (c->has_quantiser)
        continue;
      if (c->table > 3 || !d->quantiser[c->table].defined)
        fail (d, "component %d has quantisation table %d, which no DQT segment has defined", c->id, c->table);
      memcpy (c->quantiser, d->quantiser[c->table].q, sizeof c->quantiser);
      c->has_quantiser = true;
    }
}

static void
choose_tables (struct decoder *d)
{
  struct scan *s = &d->scan;
  bool progressive = d->frame.progressive;
  if (!progressive)
    standard_tables (d);
  for (int n = 0; n < s->parts; n++)
    {
      struct part *p = &s->part[n];
      p->dc = &d->table[0][p->dc_table];
      p->ac = &d->table[1][p->ac_table];
      if (!progressive || (s->start == 0 && s->high == 0))
        make_table (d, 0, p->dc_table, &d->table[0][p->dc_table]);
      if (!progressive || s->start > 0)
        make_table (d, 1, p->ac_table, &d->table[1][p->ac_table]);
    }
}

/* Scans that come in an order that cannot be meant are decoded as they come. */
static void
check_progress (struct decoder *d)
{
  struct scan *s = &d->scan;
  if (s->start == 0 ? s->end != 0 : s->start > s->end || s->end >= BLOCK || s->parts != 1)
    fail (d, "a progressive scan of the coefficients %d to %d of %d components", s->start, s->end, s->parts);
  if (s->low > 13 || (s->high && s->low != s->high - 1))
    fail (d, "a progressive scan goes from bit %d to bit %d: one at a time, at most 13", s->high, s->low);
  for (int n = 0; n < s->parts; n++)
    {
      int8_t *known = d->progress[s->part[n].index], *before = d->before[s->part[n].index];
      for (int k = 0; k < ESTIMATED; k++)
        before[k] = d->scans ? known[k] : 0;
      if (s->start > 0 && known[0] < 0)
        warn (s, ODD_PROGRESSION);
      for (int k = s->start; k <= s->end; k++)
        {
          if (s->high != (known[k] < 0 ? 0 : known[k]))
            warn (s, ODD_PROGRESSION);
          known[k] = (int8_t) s->low;
        }
    }
}

static void
read_scan (struct decoder *d, const uint8_t *p, size_t n)
{
  struct scan *s = &d->scan;
  if (!d->has_frame)
    fail (d, "a scan comes before the frame's header (SOF)");
  s->parts = n ? p[0] : 0;
  if (s->parts < 1 || s->parts > MAX_COMPONENTS || n != 4 + 2 * (size_t) s->parts)
    fail (d, "a scan's header has %zu bytes and %d components: 4 bytes and 2 a component, of 1 to 4", n, s->parts);
  read_parts (d, p + 1);
  p += 1 + 2 * s->parts;
  s->start = p[0], s->end = p[1], s->high = p[2] >> 4, s->low = p[2] & 15;
  if (d->frame.progressive)
    check_progress (d);
  else if (s->start != 0 || s->end != BLOCK - 1 || p[2] != 0)
    warn (s, ODD_SCAN);
  if (++d->scans > MAX_SCANS)
    fail (d, "more than %d scans", MAX_SCANS);
  latch_quantisers (d);
  choose_tables (d);
}

/* ---- Everything in between ------------------------------------------------ */

/* Whether a picture may still come of a file that ends `missing` bytes before the end of a
 * segment: one scan is there, or all of its header but numbers that sequential pictures
 * do not need. */
static bool
goes_on (const struct decoder *d, int marker, size_t missing)
{
  return d->scans || (marker == SOS && missing <= 3);
}

/* A segment's bytes behind its length. */
static const uint8_t *
segment (struct decoder *d, int marker, size_t *n)
{
  const uint8_t *p = d->bytes + d->at;
  size_t left = d->at < d->size ? d->size - d->at : 0;
  size_t length = (size_t) word (p);
  if (length > left && !goes_on (d, marker, length - left))
    fail (d, "the file ends in the segment of marker FF%02X", marker);
  if (length < 2)
    fail (d, "the segment of marker FF%02X is %zu bytes long: at least 2, of its length", marker, length);
  d->at += length;
  *n = length - 2;
  return p + 2;
}

static bool
is_frame (int marker)
{
  return marker >= SOF0 && marker <= SOF15 && marker != DHT && marker != JPG && marker != DAC;
}

static void
obey (struct decoder *d, int marker, const uint8_t *p, size_t n, long long pixels)
{
  if (marker == DQT)
    read_quantisers (d, p, n);
  else if (marker == DHT)
    read_codes (d, p, n);
  else if (marker == DRI)
    read_interval (d, p, n);
  else if (marker == SOS)
    read_scan (d, p, n);
  else if (marker >= APP0 && marker <= APP15)
    read_application (d, marker, p, n);
  else if (is_frame (marker) && marker > SOF2)
    fail (d, "the frame's marker is FF%02X: this decoder knows baseline, extended and progressive pictures"
             " with Huffman codes (FFC0, FFC1, FFC2)", marker);
  else if (is_frame (marker))
    read_frame (d, p, n, marker == SOF2, pixels);
  else if (marker != DNL && marker != DAC && marker != COM)
    fail (d, "marker FF%02X is none of a picture's", marker);
}

bool
read_headers (struct decoder *d, long long pixels)
{
  for (;;)
    {
      int marker = d->marker ? d->marker : next_marker (d);
      size_t n;
      d->marker = 0;
      if (marker == EOI)
        {
          d->marker = EOI;
          return false;
        }
      if (marker == SOI)
        fail (d, "a second picture begins within the first (SOI)");
      if (marker == TEM || (marker >= RST0 && marker <= RST7))
        continue;
      const uint8_t *p = segment (d, marker, &n);
      obey (d, marker, p, n, pixels);
      if (marker == SOS)
        return true;
    }
}

/* Segments that say nothing of what has been decoded. */
static bool
may_follow (const struct decoder *d, int marker)
{
  return (marker == DHT || marker == DAC || (marker >= DQT && marker <= DRI) || marker == COM
          || (marker >= APP0 && marker <= APP15))
         && word (d->bytes + d->at) >= 2;
}

void
end_picture (struct decoder *d)
{
  for (; d->marker != EOI; d->marker = next_marker (d))
    {
      if (d->marker == TEM || (d->marker >= RST0 && d->marker <= RST7))
        continue;
      if (!may_follow (d, d->marker))
        {
          warn (&d->scan, NO_END);
          return;
        }
      d->at += (size_t) word (d->bytes + d->at);
    }
  if (d->at > d->size)
    warn (&d->scan, EARLY_END);
}
