/* SPDX-License-Identifier: MIT */
/* json.c - JSON (RFC 8259), written piece by piece. */
#include "figures/figures.h"

#include <inttypes.h>

/* Returns how many bytes the character of UTF-8 has that begins at s; 0: there is none. */
static int
utf8_length (const unsigned char *s)
{
  int more = *s >= 0xf0 && *s < 0xf5 ? 3 : *s >= 0xe0 && *s < 0xf0 ? 2
             : *s >= 0xc2 && *s < 0xe0 ? 1 : 0;
  for (int k = 1; k <= more; k++)
    if ((s[k] & 0xc0) != 0x80)
      return 0;
  bool overlong = (*s == 0xe0 && s[1] < 0xa0) || (*s == 0xf0 && s[1] < 0x90);
  bool outside = (*s == 0xed && s[1] >= 0xa0) || (*s == 0xf4 && s[1] >= 0x90);
  return more && !overlong && !outside ? more + 1 : 0;
}

/* Prints the character at s and returns how many bytes it has. */
static int
print_character (FILE *to, const unsigned char *s)
{
  int length = *s < 0x80 ? 1 : utf8_length (s);
  if (*s == '"' || *s == '\\')
    fprintf (to, "\\%c", *s);
  else if (*s < ' ' || *s == 0x7f)
    fprintf (to, "\\u%04x", *s);
  else if (length == 0)
    fputs ("\\ufffd", to);
  else
    fwrite (s, 1, (size_t) length, to);
  return length ? length : 1;
}

static void
print_string (FILE *to, const char *text)
{
  fputc ('"', to);
  for (const unsigned char *s = (const unsigned char *) text; *s;)
    s += print_character (to, s);
  fputc ('"', to);
}

static void
begin_member (struct erb_sheet *s, const char *key)
{
  if (s->comma)
    fputs (", ", s->to);
  s->comma = true;
  if (!key)
    return;
  print_string (s->to, key);
  fputs (": ", s->to);
}

void
erb_json_open (struct erb_sheet *s, const char *key, char bracket)
{
  begin_member (s, key);
  fputc (bracket, s->to);
  s->comma = false;
}

void
erb_json_close (struct erb_sheet *s, char bracket)
{
  fputc (bracket, s->to);
  s->comma = true;
}

void
erb_json_piece (struct erb_sheet *s, const char *text)
{
  if (s->json)
    begin_member (s, NULL);
  fputs (text, s->to);
}

void
erb_json_text (struct erb_sheet *s, const char *key, const char *text)
{
  begin_member (s, key);
  if (text)
    print_string (s->to, text);
  else
    fputs ("null", s->to);
}

void
erb_json_number (struct erb_sheet *s, const char *key, int64_t number)
{
  begin_member (s, key);
  if (number == ERB_NO_FIGURE)
    fputs ("null", s->to);
  else
    fprintf (s->to, "%" PRId64, number);
}

void
erb_json_ms (struct erb_sheet *s, const char *key, int64_t ns)
{
  begin_member (s, key);
  if (ns == ERB_NO_FIGURE)
    fputs ("null", s->to);
  else
    erb_print_ms (s->to, 0, ns);
}
