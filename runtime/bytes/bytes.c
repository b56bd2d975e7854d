/* SPDX-License-Identifier: MIT */
/* bytes.c - what messages contain, written and read in order.
 *
 * Numbers and structures are copied as they are.  Texts are places
 * of calls and names of processes, which others keep for ever: each is kept once.
 */
#include "bytes/bytes.h"
#include "fault/fault.h"

static void
no_memory (void)
{
  erb_fault_of_all (ERBIUM_EXIT_RESOURCE, NULL, NULL, "no memory for a message to another rank");
}

void
erb_put (struct erb_bytes *b, const void *from, size_t size)
{
  if (b->size + size > b->room)
    {
      b->room = 2 * (b->size + size) + 256;
      b->at = realloc (b->at, b->room);
      if (!b->at)
        no_memory ();
    }
  if (size > 0)
    memcpy (b->at + b->size, from, size);
  b->size += size;
}

void
erb_put_number (struct erb_bytes *b, int64_t n)
{
  erb_put (b, &n, sizeof n);
}

void
erb_put_text (struct erb_bytes *b, const char *text)
{
  erb_put_number (b, text ? (int64_t) strlen (text) : -1);
  if (text)
    erb_put (b, text, strlen (text));
}

void
erb_take (struct erb_bytes *b, void *to, size_t size)
{
  if (size > b->size - b->next)
    erb_fault_of_all (ERBIUM_EXIT_RESOURCE, NULL, NULL, "a message of another rank is too short");
  memcpy (to, b->at + b->next, size);
  b->next += size;
}

int64_t
erb_take_number (struct erb_bytes *b)
{
  int64_t n;
  erb_take (b, &n, sizeof n);
  return n;
}

/* ---- Texts ------------------------------------------------------------------------- */

struct kept
{
  struct kept *next;
  char text[];
};

enum { CHAINS = 1024 };
static struct kept *kept[CHAINS]; /* under the engine's lock */

static unsigned
chain_of (const char *text)
{
  unsigned h = 5381;
  for (; *text; text++)
    h = h * 33 + (unsigned char) *text;
  return h % CHAINS;
}

static const char *
keep (const char *text)
{
  struct kept **chain = &kept[chain_of (text)], *k;
  for (k = *chain; k; k = k->next)
    if (strcmp (k->text, text) == 0)
      return k->text;
  k = malloc (sizeof *k + strlen (text) + 1);
  if (!k)
    no_memory ();
  strcpy (k->text, text);
  k->next = *chain;
  *chain = k;
  return k->text;
}

const char *
erb_take_text (struct erb_bytes *b)
{
  int64_t size = erb_take_number (b);
  if (size < 0)
    return NULL;
  char *text = malloc ((size_t) size + 1);
  if (!text)
    no_memory ();
  erb_take (b, text, (size_t) size);
  text[size] = 0;
  const char *same = keep (text);
  free (text);
  return same;
}
