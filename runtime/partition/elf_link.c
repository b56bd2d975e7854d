/* SPDX-License-Identifier: MIT */
/* elf_link.c - which words of an image hold addresses.
 *
 * The dynamic linker has done this for the program itself, but it does so once.  Here the result is
 * kept as a list of words, so that another image costs an addition for each word, and no search
 * for symbols.  There are two lists:
 *
 *   word   words that the program may change: pointers in its variables.  An image that is copied
 *          from a running one changes only those that still have their first value.
 *   link   words that only the linker sets: addresses of functions and variables of libraries.
 *          They have the same value in each image, except those of the image itself.  The words of
 *          the running program may not have it yet, if it resolves functions at their first call.
 */
#define _GNU_SOURCE
#include "partition/elf_file.h"

#include <dlfcn.h>
#include <sys/mman.h>

#include "partition/interpose.h"

#if defined __x86_64__
enum { RELATIVE = R_X86_64_RELATIVE, GLOBAL = R_X86_64_GLOB_DAT, JUMP = R_X86_64_JUMP_SLOT,
       ADDRESS = R_X86_64_64, COPY = R_X86_64_COPY, RESOLVER = R_X86_64_IRELATIVE,
       TLS_OFFSET = R_X86_64_TPOFF64, TLS_MODULE = R_X86_64_DTPMOD64,
       TLS_IN_MODULE = R_X86_64_DTPOFF64 };
#elif defined __aarch64__
enum { RELATIVE = R_AARCH64_RELATIVE, GLOBAL = R_AARCH64_GLOB_DAT, JUMP = R_AARCH64_JUMP_SLOT,
       ADDRESS = R_AARCH64_ABS64, COPY = R_AARCH64_COPY, RESOLVER = R_AARCH64_IRELATIVE,
       TLS_OFFSET = R_AARCH64_TLS_TPREL, TLS_MODULE = R_AARCH64_TLS_DTPMOD,
       TLS_IN_MODULE = R_AARCH64_TLS_DTPREL };
#else
# error "name the relocations of this architecture"
#endif

/* ---- Lists ---------------------------------------------------------------- */

struct list { struct erb_elf_word *word; size_t count, room; };

struct linking
{
  struct erb_elf *elf;
  uintptr_t self_base;  /* of the calling program */
  struct list words, links, resolvers;
  const char *why;      /* it failed */
  bool guest;
  void **library;       /* handles of those that a guest needs */
  int libraries;
};

static void
put (struct linking *l, struct list *list, size_t at, bool own, uint64_t value)
{
  const struct erb_elf *e = l->elf;
  if (at < e->data || at + sizeof value > e->data_end)
    {
      l->why = "it has a relocation outside its variables";
      return;
    }
  if (list->count == list->room)
    {
      list->room = list->room ? 2 * list->room : 256;
      void *more = realloc (list->word, list->room * sizeof *list->word);
      if (!more)
        {
          l->why = "no memory";
          return;
        }
      list->word = more;
    }
  list->word[list->count++] = (struct erb_elf_word){ (uint32_t) (at - e->data), own, value };
}

/* ---- Symbols ------------------------------------------------------------------ */

/* Returns the name of the version of a symbol that a library defines, or NULL. */
static const char *
version_of (const struct erb_elf *e, size_t symbol)
{
  const char *at = e->needed_versions;
  unsigned number = e->version ? e->version[symbol] & 0x7fff : 0;
  for (int n = 0; at && number > 1 && n < e->needed_version_count; n++)
    {
      const ElfW (Verneed) *file = (const void *) at;
      const char *one = at + file->vn_aux;
      for (int k = 0; k < file->vn_cnt; k++)
        {
          const ElfW (Vernaux) *version = (const void *) one;
          if (version->vna_other == number)
            return e->string + version->vna_name;
          one += version->vna_next;
        }
      at += file->vn_next;
    }
  return NULL;
}

static uintptr_t
find_in (void *library, const char *name, const char *version)
{
  uintptr_t at = version ? (uintptr_t) dlvsym (library, name, version) : 0;
  return at ? at : (uintptr_t) dlsym (library, name);
}

/* Returns the address of a symbol that a library defines, or 0.  The copy of the calling program
 * finds what the program finds, in the order of all libraries. */
static uintptr_t
find_in_libraries (const struct linking *l, size_t symbol)
{
  const struct erb_elf *e = l->elf;
  const char *name = e->string + e->symbol[symbol].st_name;
  const char *version = version_of (e, symbol);
  uintptr_t at = (uintptr_t) erb_interposed (name, l->guest);
  if (!at && !l->guest)
    at = find_in (RTLD_DEFAULT, name, version);
  for (int n = 0; !at && n < l->libraries; n++)
    at = find_in (l->library[n], name, version);
  return at;
}

/* Stores the value of a symbol and an addend.  Returns whether it is an address in the image. */
static bool
value_of (struct linking *l, const ElfW (Rela) *r, uint64_t *value)
{
  struct erb_elf *e = l->elf;
  size_t number = ELF64_R_SYM (r->r_info);
  const ElfW (Sym) *s = &e->symbol[number];
  if (number && s->st_shndx != SHN_UNDEF)
    {
      *value = s->st_value + (uint64_t) r->r_addend;
      return s->st_shndx != SHN_ABS;
    }
  uintptr_t at = number ? find_in_libraries (l, number) : 0;
  *value = at ? at + (uint64_t) r->r_addend : 0;
  if (l->guest && number && !at && ELF64_ST_BIND (s->st_info) != STB_WEAK)
    {
      snprintf (e->reason, sizeof e->reason, "it needs '%s', which no library has",
                e->string + s->st_name);
      l->why = e->reason;
    }
  return false;
}

/* ---- Relocations --------------------------------------------------------------- */

static uint64_t
word_of_self (const struct linking *l, size_t at)
{
  uint64_t value;
  memcpy (&value, (const void *) (l->self_base + at), sizeof value);
  return value;
}

/* A resolver, a function of the program at `function', chooses another one for this machine.  A
 * copy of the calling program has the choice of that; in a guest the resolver is called. */
static void
link_resolved (struct linking *l, size_t at, size_t function)
{
  if (l->guest)
    {
      put (l, &l->resolvers, at, true, function);
      return;
    }
  uint64_t value = word_of_self (l, at) - l->self_base;
  if (value >= l->elf->low + l->elf->span)
    l->why = "a function that it chooses for the machine is not in it";
  else
    put (l, &l->links, at, true, value);
}

/* Notes a variable of a library that the program has itself. */
static void
link_copy (struct linking *l, const ElfW (Rela) *r)
{
  struct erb_elf *e = l->elf;
  size_t number = ELF64_R_SYM (r->r_info);
  const ElfW (Sym) *s = &e->symbol[number];
  uintptr_t from = find_in_libraries (l, number);
  struct erb_elf_copy *more = from ? realloc (e->copy, (e->copies + 1) * sizeof *more) : NULL;
  if (!more)
    {
      l->why = "a variable of a library that it needs is not there";
      return;
    }
  e->copy = more;
  e->copy[e->copies++] = (struct erb_elf_copy) { e->string + s->st_name, r->r_offset, s->st_size,
                                                 (const void *) from };
}

/* The thread-local variables of a guest take the place of the program's, which end at the thread's
 * own block. */
static void
link_tls (struct linking *l, const ElfW (Rela) *r)
{
  const struct erb_elf *e = l->elf;
  const ElfW (Sym) *s = &e->symbol[ELF64_R_SYM (r->r_info)];
  bool own = ELF64_R_SYM (r->r_info) == 0 || s->st_shndx != SHN_UNDEF;
  if (!l->guest)
    put (l, &l->links, r->r_offset, false, word_of_self (l, r->r_offset));
  else if (ELF64_R_TYPE (r->r_info) != TLS_OFFSET || !own || !e->tls)
    l->why = "it uses thread-local variables of a library";
  else
    put (l, &l->links, r->r_offset, false,
         (ELF64_R_SYM (r->r_info) ? s->st_value : 0) + (uint64_t) r->r_addend
         - erb_elf_tls_size (e->tls));
}

static void
link_one (struct linking *l, const ElfW (Rela) *r)
{
  const struct erb_elf *e = l->elf;
  const ElfW (Sym) *s = &e->symbol[ELF64_R_SYM (r->r_info)];
  bool chosen = ELF64_ST_TYPE (s->st_info) == STT_GNU_IFUNC && s->st_shndx != SHN_UNDEF, own;
  uint64_t value;
  switch (ELF64_R_TYPE (r->r_info))
    {
    case 0:
      return;
    case COPY: /* the copy of a program copies it with the other variables */
      if (l->guest)
        link_copy (l, r);
      return;
    case RELATIVE:
      put (l, &l->words, r->r_offset, true, (uint64_t) r->r_addend);
      return;
    case RESOLVER:
      link_resolved (l, r->r_offset, (size_t) r->r_addend);
      return;
    case TLS_OFFSET:
    case TLS_MODULE:
    case TLS_IN_MODULE:
      link_tls (l, r);
      return;
    case GLOBAL:
    case JUMP:
    case ADDRESS:
      if (chosen)
        {
          link_resolved (l, r->r_offset, s->st_value);
          return;
        }
      own = value_of (l, r, &value);
      if (ELF64_R_TYPE (r->r_info) != ADDRESS || l->guest)
        put (l, own && l->guest ? &l->words : &l->links, r->r_offset, own, value);
      else if (own)
        put (l, &l->words, r->r_offset, true, value);
      return; /* an address in a library is copied from the runner */
    default:
      l->why = "it has a relocation of a kind that is not known here";
    }
}

/* The packed form: an even entry is the address of a word, an odd one has a bit for each of the
 * words that follow. */
static void
link_packed (struct linking *l)
{
  const struct erb_elf *e = l->elf;
  enum { BITS = 8 * sizeof (ElfW (Relr)) - 1 };
  size_t at = 0;
  for (size_t n = 0; n < e->relatives && !l->why; n++)
    {
      ElfW (Relr) entry = e->relative[n];
      bool is_address = !(entry & 1);
      if (is_address)
        at = entry;
      for (size_t k = 0; !l->why && (is_address ? k < 1 : k < BITS); k++)
        if (is_address || entry >> (k + 1) & 1)
          {
            size_t word = at + k * sizeof entry;
            uint64_t value = 0;
            if (word < e->data || word + sizeof value > e->data_in_file)
              l->why = "it has a relocation outside its variables";
            else
              {
                memcpy (&value, e->pristine + (word - e->data), sizeof value);
                put (l, &l->words, word, true, value);
              }
          }
      at += (is_address ? 1 : BITS) * sizeof entry;
    }
}

static void
link_all (struct linking *l, const ElfW (Rela) *r, size_t count)
{
  for (size_t n = 0; n < count && !l->why; n++)
    link_one (l, &r[n]);
}

static int
by_place (const void *a, const void *b)
{
  const struct erb_elf_word *x = a, *y = b;
  return (x->at > y->at) - (x->at < y->at);
}

/* Copies the initial values of the data from the file. */
static const char *
copy_data (struct erb_elf *e)
{
  size_t bytes = e->data_in_file - e->data;
  e->pristine = malloc (bytes);
  if (!e->pristine)
    return "no memory";
  memset (e->pristine, 0, bytes);
  for (int n = 0; n < e->headers; n++)
    {
      const ElfW (Phdr) *h = &e->header[n];
      if (h->p_type == PT_LOAD && h->p_flags & PF_W)
        memcpy (e->pristine + (h->p_vaddr - e->data), e->view + h->p_offset, h->p_filesz);
    }
  return NULL;
}

/* Makes the lists of l->elf. */
static const char *
make_lists (struct linking *l)
{
  struct erb_elf *e = l->elf;
  if (!l->why)
    l->why = copy_data (e);
  if (!l->why)
    link_packed (l);
  link_all (l, e->relocation, e->relocations);
  link_all (l, e->linkage, e->linkages);
  if (l->why)
    {
      free (e->pristine);
      free (e->copy);
      free (l->words.word);
      free (l->links.word);
      free (l->resolvers.word);
      return l->why;
    }
  qsort (l->words.word, l->words.count, sizeof *l->words.word, by_place);
  e->word = l->words.word;
  e->words = l->words.count;
  e->link = l->links.word;
  e->links = l->links.count;
  e->resolver = l->resolvers.word;
  e->resolvers = l->resolvers.count;
  e->is_linked = true;
  return NULL;
}

const char *
erb_elf_link_self (struct erb_elf *e)
{
  struct linking l = { .elf = e, .self_base = erb_elf_self_base () };
  return make_lists (&l);
}

/* Loads the libraries that a guest needs, for good; those of the program are there. */
static void
load_libraries (struct linking *l)
{
  struct erb_elf *e = l->elf;
  for (const ElfW (Dyn) *d = e->dynamic; d->d_tag != DT_NULL && !l->why; d++)
    if (d->d_tag == DT_NEEDED)
      {
        void **more = realloc (l->library, (size_t) (l->libraries + 1) * sizeof *more);
        void *handle = more ? dlopen (e->string + d->d_un.d_val, RTLD_LAZY) : NULL;
        l->library = more ? more : l->library;
        if (handle)
          l->library[l->libraries++] = handle;
        else
          {
            const char *why = more ? dlerror () : NULL;
            snprintf (e->reason, sizeof e->reason, "%s", why ? why : "no memory");
            l->why = e->reason;
          }
      }
}

/* The guest's variables lie at the end of the program's, so there must be room for them. */
static void
check_tls (struct linking *l)
{
  struct erb_elf *e = l->elf;
  size_t room = erb_elf_self_tls (), needs = e->tls ? erb_elf_tls_size (e->tls) : 0;
#ifndef __x86_64__
  room = 0;
#endif
  if (needs <= room)
    return;
  snprintf (e->reason, sizeof e->reason,
            "its thread-local variables need %zu bytes, and this program has %zu of its own;"
            " write ERBIUM_PARTITION_TLS (%zu) in it", needs, room, needs);
  l->why = e->reason;
}

const char *
erb_elf_link_guest (struct erb_elf *e)
{
  struct linking l = { .elf = e, .guest = true };
  check_tls (&l);
  load_libraries (&l);
  make_lists (&l);
  free (l.library);
  return l.why;
}
