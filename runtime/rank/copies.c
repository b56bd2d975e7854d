/* SPDX-License-Identifier: MIT */
/* copies.c - memory of other ranks that processes of this one have a copy of (erbium_carry).
 *
 * Blocks come with each process that needs them.  A rank keeps what has come, as it was on the
 * other rank.  If the same blocks come again, with the same bytes, there is no second copy: a
 * network of many processes that look at one table has it once on each rank.  Copies stay until the
 * program ends, as on one machine memory stays that is never freed; they are declared here, too,
 * since the process may run others elsewhere.
 */
#include "rank/cargo.h"

/* Blocks that came together, but for the arguments. */
struct copies
{
  struct copies *next;
  int from;
  size_t size;  /* of what came */
  char *came;   /* all of it, as it came */
  int count;
  char **block; /* [0] is not used */
};

static struct copies *all_copies;

ERB_NORETURN ERB_COLD static void
no_memory (void)
{
  erb_fault_of_all (ERBIUM_EXIT_RESOURCE, NULL, NULL, "no memory for what a process carries");
}

static void *
memory (size_t bytes)
{
  void *m = aligned_alloc (ERBIUM_LINE, (bytes + ERBIUM_LINE) / ERBIUM_LINE * ERBIUM_LINE);
  if (!m)
    no_memory ();
  return m;
}

struct erb_cargo
erb_cargo_begin (const struct erb_process *p)
{
  struct erb_cargo c = { .process = p };
  erb_cargo_add (&c, &(struct erb_carried) { p->arguments, p->entry.size, true, p->where });
  return c;
}

int
erb_cargo_add (struct erb_cargo *c, const struct erb_carried *block)
{
  for (int n = 1; n < c->count; n++)
    if (c->block[n].at == block->at)
      return n;
  if (c->count == c->room)
    {
      c->room = 2 * c->room + 4;
      c->block = realloc (c->block, (size_t) c->room * sizeof *c->block);
      if (!c->block)
        no_memory ();
    }
  c->block[c->count] = *block;
  return c->count++;
}

void
erb_put_cargo (struct erb_bytes *b, const struct erb_cargo *c, const struct erb_bytes *arguments,
               const struct erb_bytes *blocks)
{
  erb_put_number (b, (int64_t) c->block[0].bytes);
  erb_put (b, c->block[0].at, c->block[0].bytes);
  erb_put_number (b, (int64_t) arguments->size);
  erb_put (b, arguments->at, arguments->size);
  erb_put_number (b, c->count);
  erb_put_number (b, (int64_t) blocks->size);
  erb_put (b, blocks->at, blocks->size);
  for (int n = 1; n < c->count; n++)
    {
      erb_put_number (b, (int64_t) (intptr_t) c->block[n].at);
      erb_put_number (b, (int64_t) c->block[n].bytes);
      erb_put_number (b, c->block[n].pointers);
      erb_put_text (b, c->block[n].where);
      erb_put (b, c->block[n].at, c->block[n].bytes);
    }
}

/* ---- On the other rank ------------------------------------------------------------------ */

static uintptr_t
address (struct erb_bytes *b, enum erb_word_kind is, char *const *block,
         struct erb_view *const *view)
{
  struct erb_place place;
  if (is == ERB_VIEW)
    {
      int64_t number = erb_take_number (b);
      erb_take_number (b); /* of the process */
      return (uintptr_t) view[number];
    }
  if (is == ERB_RECORD)
    return (uintptr_t) erb_take_key (b)->record;
  erb_take (b, &place, sizeof place);
  return is == ERB_PLACE ? erb_address_of (place)
                         : (uintptr_t) block[place.image] + (uintptr_t) place.offset;
}

/* Takes so many bytes, which are to be read themselves. */
static struct erb_bytes
take_bytes (struct erb_bytes *b, size_t size)
{
  struct erb_bytes part = { .at = b->at + b->next, .size = size };
  b->next += size;
  return part;
}

/* Stores addresses of this rank in the blocks. */
static void
store_words (struct erb_bytes words, char *const *block, struct erb_view *const *view)
{
  while (words.next < words.size)
    {
      int64_t number = erb_take_number (&words), at = erb_take_number (&words);
      enum erb_word_kind is = (enum erb_word_kind) erb_take_number (&words);
      uintptr_t word = address (&words, is, block, view);
      memcpy (block[number] + at, &word, sizeof word);
    }
}

static void
take_blocks (struct erb_bytes *b, struct copies *c)
{
  for (int n = 1; n < c->count; n++)
    {
      erb_take_number (b); /* the address there, which tells blocks apart */
      size_t bytes = (size_t) erb_take_number (b);
      bool pointers = erb_take_number (b) != 0;
      const char *where = erb_take_text (b);
      c->block[n] = memory (bytes);
      erb_take (b, c->block[n], bytes);
      (erbium_carry) (c->block[n], bytes, pointers ? ERBIUM_POINTERS : ERBIUM_PLAIN, where);
    }
}

/* Returns the copies of these blocks, if they have come before. */
static struct copies *
find_copies (int from, const char *came, size_t size)
{
  struct copies *c = all_copies;
  while (c && (c->from != from || c->size != size || memcmp (c->came, came, size) != 0))
    c = c->next;
  return c;
}

/* The words of the blocks are part of what came: an address in them may mean another record than it
 * did before. */
static struct copies *
new_copies (struct erb_bytes *b, int from, struct erb_view *const *view)
{
  size_t size = b->size - b->next;
  struct copies *c = memory (sizeof *c);
  *c = (struct copies) { all_copies, from, size, memory (size), 0, NULL };
  memcpy (c->came, b->at + b->next, size);
  c->count = (int) erb_take_number (b);
  c->block = memory ((size_t) c->count * sizeof *c->block);
  struct erb_bytes words = take_bytes (b, (size_t) erb_take_number (b));
  take_blocks (b, c);
  store_words (words, c->block, view);
  all_copies = c;
  return c;
}

char *
erb_take_cargo (struct erb_bytes *b, int from, struct erb_view *const *view, size_t *size)
{
  *size = (size_t) erb_take_number (b);
  char *arguments = memory (*size);
  erb_take (b, arguments, *size);
  struct erb_bytes words = take_bytes (b, (size_t) erb_take_number (b));
  struct copies *c = find_copies (from, b->at + b->next, b->size - b->next);
  if (!c)
    c = new_copies (b, from, view);
  c->block[0] = arguments;
  store_words (words, c->block, view);
  return arguments;
}
