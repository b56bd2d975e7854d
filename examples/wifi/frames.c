/* SPDX-License-Identifier: MIT */
/* frames.c - frames to send: from a pcap file, or as octets in hexadecimal.
 *
 * Text is taken as it is, the frame check sequence included; an empty line ends a frame,
 * # begins a comment.  To frames of a pcap file that were captured without it, it is added.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "wifi.h"

enum { LINK_80211 = 105, LINK_RADIOTAP = 127, SNAPLEN = 1 << 18, LINE = 1 << 15 };

struct frame_file
{
  FILE *f;
  const char *name;
  bool pcap, swapped;
  int link, line;
  bool link_has_fcs;
  uint8_t data[SNAPLEN];
};

static uint32_t
get (const uint8_t *from, int octets, bool swapped)
{
  uint32_t x = 0;
  for (int k = 0; k < octets; k++)
    x |= (uint32_t) from[k] << 8 * (swapped ? octets - 1 - k : k);
  return x;
}

static void
read_pcap_head (struct frame_file *f, const uint8_t magic[4])
{
  uint8_t rest[20];
  if (fread (rest, 1, sizeof rest, f->f) != sizeof rest)
    fail ("%s: the pcap header is cut off: expected 24 octets", f->name);
  f->pcap = true;
  f->swapped = magic[0] == 0xa1;
  uint32_t link = get (rest + 16, 4, f->swapped);
  f->link = (int) (link & 0xffff);
  f->link_has_fcs = link >> 26 & 1;
  if (f->link != LINK_80211 && f->link != LINK_RADIOTAP)
    fail ("%s: link type %d: expected 105 (IEEE 802.11) or 127 (with radiotap)", f->name, f->link);
}

static bool
is_pcap (const uint8_t m[4])
{
  static const uint8_t magic[4][4] = { { 0xd4, 0xc3, 0xb2, 0xa1 }, { 0xa1, 0xb2, 0xc3, 0xd4 },
                                       { 0x4d, 0x3c, 0xb2, 0xa1 }, { 0xa1, 0xb2, 0x3c, 0x4d } };
  for (int k = 0; k < 4; k++)
    if (!memcmp (m, magic[k], 4))
      return true;
  return false;
}

struct frame_file *
open_frames (const char *name)
{
  static const uint8_t pcapng[4] = { 0x0a, 0x0d, 0x0d, 0x0a };
  struct frame_file *f = memory (sizeof *f);
  uint8_t magic[4] = { 0 };
  *f = (struct frame_file) { .f = strcmp (name, "-") ? fopen (name, "rb") : stdin, .name = name };
  if (!f->f)
    fail ("cannot open %s: %s", name, strerror (errno));
  size_t got = fread (magic, 1, sizeof magic, f->f);
  if (got == 4 && is_pcap (magic))
    read_pcap_head (f, magic);
  else if (got == 4 && !memcmp (magic, pcapng, 4))
    fail ("%s is a pcapng file: convert it, editcap -F pcap %s frames.pcap", name, name);
  else if (fseek (f->f, 0, SEEK_SET))
    fail ("%s: octets in hexadecimal are read from a file, not from a pipe", name);
  return f;
}

void
close_frames (struct frame_file *f)
{
  if (f->f != stdin)
    fclose (f->f);
  free (f);
}

/* ---- pcap ---------------------------------------------------------------------- */

/* What radiotap says of the frame; returns its length.  The first three fields are
 * looked at: time (8 octets, aligned), flags, rate in units of 500 kbit/s. */
static uint32_t
read_radiotap (const struct frame_file *f, const uint8_t *data, uint32_t octets, bool *has_fcs, int *rate)
{
  uint32_t length = octets >= 8 ? get (data + 2, 2, false) : 0, at = 4, present;
  if (length < 8 || length > octets)
    fail ("%s: a radiotap header of %u octets in a packet of %u", f->name, length, octets);
  present = get (data + 4, 4, false);
  do
    at += 4;
  while (at + 4 <= length && get (data + at - 4, 4, false) >> 31);
  if (present & 1)
    at = (at + 7) / 8 * 8 + 8;
  if (present & 2 && at < length)
    *has_fcs = data[at++] & 0x10;
  if (present & 4 && at < length)
    *rate = rate_of_mbit (data[at] / 2);
  return length;
}

static void
add_fcs (struct frame *to)
{
  uint32_t fcs = fcs_of (to->psdu, to->octets);
  for (int k = 0; k < FCS_OCTETS; k++)
    to->psdu[to->octets++] = (uint8_t) (fcs >> 8 * k);
}

static bool
read_pcap (struct frame_file *f, struct frame *to)
{
  uint8_t head[16];
  uint32_t skip = 0, octets;
  bool has_fcs = f->link_has_fcs;
  size_t got = fread (head, 1, sizeof head, f->f);
  if (!got)
    return false;
  octets = got == sizeof head ? get (head + 8, 4, f->swapped) : 0;
  if (got != sizeof head || octets > SNAPLEN || fread (f->data, 1, octets, f->f) != octets)
    fail ("%s is cut off, or no pcap file, behind its last whole packet", f->name);
  if (f->link == LINK_RADIOTAP)
    skip = read_radiotap (f, f->data, octets, &has_fcs, &to->rate);
  octets -= skip;
  if (octets == 0 || octets + (has_fcs ? 0 : FCS_OCTETS) > MOST_OCTETS)
    fail ("%s: a frame of %u octets: expected 1 to %d with the frame check sequence", f->name, octets,
          MOST_OCTETS);
  memcpy (to->psdu, f->data + skip, octets);
  to->octets = (int) octets;
  if (!has_fcs)
    add_fcs (to);
  return true;
}

/* ---- Hexadecimal --------------------------------------------------------------- */

static int
digit (int c)
{
  return isdigit (c) ? c - '0' : isxdigit (c) ? tolower (c) - 'a' + 10 : -1;
}

/* The octets of a line; false if there are none, and no comment. */
static bool
read_line (struct frame_file *f, struct frame *to, const char *c)
{
  bool empty = true;
  for (; *c && *c != '#'; c++)
    {
      if (isspace ((unsigned char) *c))
        continue;
      int high = digit ((unsigned char) c[0]), low = high < 0 ? -1 : digit ((unsigned char) c[1]);
      if (low < 0)
        fail ("%s:%d: expected octets of two hexadecimal digits, not '%.2s'", f->name, f->line, c);
      if (to->octets == MOST_OCTETS)
        fail ("%s:%d: a frame of more than %d octets", f->name, f->line, MOST_OCTETS);
      to->psdu[to->octets++] = (uint8_t) (high << 4 | low);
      empty = false;
      c++;
    }
  return !empty || *c == '#';
}

static bool
read_hex (struct frame_file *f, struct frame *to)
{
  char line[LINE];
  while (fgets (line, sizeof line, f->f))
    {
      f->line++;
      if (strlen (line) == LINE - 1)
        fail ("%s:%d: a line of more than %d characters", f->name, f->line, LINE - 2);
      if (!read_line (f, to, line) && to->octets)
        return true;
    }
  return to->octets > 0;
}

bool
read_frame (struct frame_file *f, struct frame *to)
{
  to->octets = 0;
  to->rate = -1;
  return f->pcap ? read_pcap (f, to) : read_hex (f, to);
}
