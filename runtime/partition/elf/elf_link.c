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
#include "partition/elf/elf_file.h"
#include "partition/elf/elf_scope.h"

#include <dlfcn.h>
#include <sys/mman.h>

#if defined __x86_64__
enum { RELATIVE = R_X86_64_RELATIVE, GLOBAL = R_X86_64_GLOB_DAT, JUMP = R_X86_64_JUMP_SLOT,
       ADDRESS = R_X86_64_64, COPY = R_X86_64_COPY, RESOLVER = R_X86_64_IRELATIVE,
       TLS_OFFSET = R_X86_64_TPOFF64, TLS_MODULE = R_X86_64_DTPMOD64,
       TLS_IN_MODULE = R_X86_64_DTPOFF64, TLS_DESCRIPTOR = R_X86_64_TLSDESC };
#elif defined __aarch64__
enum { RELATIVE = R_AARCH64_RELATIVE, GLOBAL = R_AARCH64_GLOB_DAT, JUMP = R_AARCH64_JUMP_SLOT,
       ADDRESS = R_AARCH64_ABS64, COPY = R_AARCH64_COPY, RESOLVER = R_AARCH64_IRELATIVE,
       TLS_OFFSET = R_AARCH64_TLS_TPREL, TLS_MODULE = R_AARCH64_TLS_DTPMOD,
       TLS_IN_MODULE = R_AARCH64_TLS_DTPREL, TLS_DESCRIPTOR = R_AARCH64_TLSDESC };
#else
# error "name the relocations of this architecture"
#endif

/* ---- Lists ---------------------------------------------------------------- */

struct list { struct erb_elf_word *word; size_t count, room; };

struct linking
{
  struct erb_elf *elf;
  struct erb_elf *program;     /* elf itself, or the guest of whose libraries it is one */
  uintptr_t self_base;         /* of the calling program */
  struct list words, links, resolvers;
  const char *why;             /* it failed */
  bool guest;
  struct erb_scope scope;      /* of a guest */
};

/* What a symbol stands for: an address, or an offset in an image (erb_elf_word). */
struct target { uint8_t base; uint64_t value; };

static uint8_t
own_base (const struct erb_elf *e)
{
  return (uint8_t) (1 + e->place);
}

static void
put (struct linking *l, struct list *list, size_t at, uint8_t base, uint64_t value)
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
  list->word[list->count++] = (struct erb_elf_word){ (uint32_t) (at - e->data), base, value };
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

/* Variables of the C library of which each guest has its own (guest_start.c sets them). */
static const struct { const char *name, *other_name; size_t bytes; } variable[] = {
  { "stdin", "stdin", sizeof (void *) }, { "stdout", "stdout", sizeof (void *) },
  { "stderr", "stderr", sizeof (void *) }, { "environ", "__environ", sizeof (void *) },
  { "optarg", "optarg", sizeof (void *) }, { "optind", "optind", sizeof (int) },
  { "opterr", "opterr", sizeof (int) }, { "optopt", "optopt", sizeof (int) },
  { "program_invocation_name", "__progname_full", sizeof (void *) },
  { "program_invocation_short_name", "__progname", sizeof (void *) }
};

static void
add_copy (struct linking *l, const struct erb_elf_copy *copy)
{
  struct erb_elf *e = l->program;
  struct erb_elf_copy *more = realloc (e->copy, (e->copies + 1) * sizeof *more);
  if (!more)
    {
      l->why = "no memory";
      return;
    }
  e->copy = more;
  e->copy[e->copies++] = *copy;
}

/* A library that is copied may use such a variable although the program does not, and a program may
 * use it by its address, without a copy of its own, as newer compilers have it.  Then it is put
 * behind the program's variables.  Returns false if name is none. */
static bool
find_variable (struct linking *l, const char *name, uintptr_t of_library, struct target *t)
{
  struct erb_elf *e = l->program;
  size_t count = sizeof variable / sizeof variable[0], k = 0;
  while (k < count && strcmp (variable[k].name, name) != 0
         && strcmp (variable[k].other_name, name) != 0)
    k++;
  if (k == count)
    return false;
  size_t n = 0;
  while (n < e->copies && strcmp (e->copy[n].name, variable[k].name) != 0
         && strcmp (e->copy[n].name, variable[k].other_name) != 0)
    n++;
  if (n == e->copies)
    add_copy (l, &(struct erb_elf_copy){ .name = variable[k].name, .bytes = variable[k].bytes,
                                         .at = erb_elf_extend (e, variable[k].bytes),
                                         .from = of_library });
  if (!l->why)
    *t = (struct target){ own_base (e), e->copy[n].at };
  return true;
}

/* What the first instructions of a program call.  A library that has it too, such as DetMPI, does
 * not start the guest. */
static const char FIRST[] = "__libc_start_main";

/* Finds what a symbol stands for that the program, or another library, defines.  The copy of the
 * calling program finds what the program finds, in the order of all libraries.  Returns false if
 * there is none. */
static bool
find_outside (struct linking *l, size_t symbol, struct target *t)
{
  const struct erb_elf *e = l->elf;
  const char *name = e->string + e->symbol[symbol].st_name, *version = version_of (e, symbol);
  const ElfW (Sym) *s = e != l->program ? erb_elf_export (l->program, name) : NULL;
  if (s)
    {
      *t = (struct target){ own_base (l->program), s->st_value };
      return true;
    }
  if (strcmp (name, FIRST) != 0 && erb_scope_find_copied (&l->scope, name, &t->base, &t->value))
    return true;
  uintptr_t at = (uintptr_t) erb_interposed (name, l->guest);
  if (!at && !l->guest)
    at = find_in (RTLD_DEFAULT, name, version);
  for (int n = 0; !at && n < l->scope.count; n++)
    at = find_in (l->scope.library[n].handle, name, version);
  bool has_copy = e->symbol[symbol].st_shndx != SHN_UNDEF;
  if (at && (e != l->program || (l->guest && !has_copy)) && find_variable (l, name, at, t))
    return true;
  *t = (struct target){ 0, at };
  return at;
}

/* Returns what a symbol stands for, with an addend.  A library finds its own one last, as the
 * dynamic linker does: the program comes before it. */
static struct target
target_of (struct linking *l, const ElfW (Rela) *r)
{
  struct erb_elf *e = l->elf;
  size_t number = ELF64_R_SYM (r->r_info);
  const ElfW (Sym) *s = &e->symbol[number];
  bool here = number && s->st_shndx != SHN_UNDEF;
  bool fixed = e == l->program || ELF64_ST_BIND (s->st_info) == STB_LOCAL
               || ELF64_ST_VISIBILITY (s->st_other) != STV_DEFAULT;
  struct target t = { 0, 0 };
  if (here && s->st_shndx == SHN_ABS)
    t.value = s->st_value;
  else if (here && (fixed || !find_outside (l, number, &t)))
    t = (struct target){ own_base (e), s->st_value };
  else if (!here && number && !find_outside (l, number, &t))
    {
      if (l->guest && ELF64_ST_BIND (s->st_info) != STB_WEAK)
        {
          snprintf (e->reason, sizeof e->reason, "it needs '%s', which no library has",
                    e->string + s->st_name);
          l->why = e->reason;
        }
      return t;
    }
  t.value += (uint64_t) r->r_addend;
  return t;
}

/* ---- Relocations --------------------------------------------------------------- */

static uint64_t
word_at (uintptr_t address)
{
  uint64_t value;
  memcpy (&value, (const void *) address, sizeof value);
  return value;
}

/* A resolver, a function of the program at `function', chooses another one for this machine.  A
 * copy of the calling program has the choice of that; in a guest the resolver is called. */
static void
link_resolved (struct linking *l, size_t at, size_t function)
{
  if (l->guest)
    {
      put (l, &l->resolvers, at, own_base (l->elf), function);
      return;
    }
  uint64_t value = word_at (l->self_base + at) - l->self_base;
  if (value >= l->elf->low + l->elf->span)
    l->why = "a function that it chooses for the machine is not in it";
  else
    put (l, &l->links, at, own_base (l->elf), value);
}

/* Notes a variable of a library that the program has itself. */
static void
link_copy (struct linking *l, const ElfW (Rela) *r)
{
  struct erb_elf *e = l->elf;
  size_t number = ELF64_R_SYM (r->r_info);
  const ElfW (Sym) *s = &e->symbol[number];
  struct target from;
  if (find_outside (l, number, &from))
    add_copy (l, &(struct erb_elf_copy){ e->string + s->st_name, r->r_offset, s->st_size,
                                         from.base, from.value });
  else
    l->why = "a variable of a library that it needs is not there";
}

/* The thread-local variables of a guest take the place of the program's, which end at the thread's
 * own block.  Those of a copied library take the places of the library's own, as nobody else uses
 * these in the threads of a guest: the words are those of the library. */
static void
link_tls (struct linking *l, const ElfW (Rela) *r)
{
  const struct erb_elf *e = l->elf;
  const ElfW (Sym) *s = &e->symbol[ELF64_R_SYM (r->r_info)];
  bool own = ELF64_R_SYM (r->r_info) == 0 || s->st_shndx != SHN_UNDEF;
  if (!l->guest)
    put (l, &l->links, r->r_offset, 0, word_at (l->self_base + r->r_offset));
  else if (e != l->program)
    {
      put (l, &l->links, r->r_offset, 0, word_at (e->original + r->r_offset));
      if (ELF64_R_TYPE (r->r_info) == TLS_DESCRIPTOR)
        put (l, &l->links, r->r_offset + 8, 0, word_at (e->original + r->r_offset + 8));
    }
  else if (ELF64_R_TYPE (r->r_info) != TLS_OFFSET || !own || !e->tls)
    l->why = "it uses thread-local variables of a library";
  else
    put (l, &l->links, r->r_offset, 0,
         (ELF64_R_SYM (r->r_info) ? s->st_value : 0) + (uint64_t) r->r_addend
         - erb_elf_tls_size (e->tls));
}

static void
link_one (struct linking *l, const ElfW (Rela) *r)
{
  const struct erb_elf *e = l->elf;
  const ElfW (Sym) *s = &e->symbol[ELF64_R_SYM (r->r_info)];
  bool chosen = ELF64_ST_TYPE (s->st_info) == STT_GNU_IFUNC && s->st_shndx != SHN_UNDEF;
  struct target t;
  switch (ELF64_R_TYPE (r->r_info))
    {
    case 0:
      return;
    case COPY: /* the copy of a program copies it with the other variables */
      if (l->guest)
        link_copy (l, r);
      return;
    case RELATIVE:
      put (l, &l->words, r->r_offset, own_base (e), (uint64_t) r->r_addend);
      return;
    case RESOLVER:
      link_resolved (l, r->r_offset, (size_t) r->r_addend);
      return;
    case TLS_OFFSET:
    case TLS_MODULE:
    case TLS_IN_MODULE:
    case TLS_DESCRIPTOR:
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
      t = target_of (l, r);
      if (ELF64_R_TYPE (r->r_info) != ADDRESS || l->guest)
        put (l, t.base && l->guest ? &l->words : &l->links, r->r_offset, t.base, t.value);
      else if (t.base)
        put (l, &l->words, r->r_offset, t.base, t.value);
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
                put (l, &l->words, word, own_base (e), value);
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

/* Makes the lists of l->elf, as far as it can be linked. */
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
  qsort (l->words.word, l->words.count, sizeof *l->words.word, by_place);
  e->word = l->words.word;
  e->words = l->words.count;
  e->link = l->links.word;
  e->links = l->links.count;
  e->resolver = l->resolvers.word;
  e->resolvers = l->resolvers.count;
  e->is_linked = !l->why;
  l->words = l->links = l->resolvers = (struct list){ NULL, 0, 0 };
  return l->why;
}

const char *
erb_elf_link_self (struct erb_elf *e)
{
  struct linking l = { .elf = e, .program = e, .self_base = erb_elf_self_base () };
  return make_lists (&l);
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

/* Links the copies of the libraries of a guest, whose variables may be the program's. */
static void
link_libraries (struct linking *l)
{
  struct erb_elf *program = l->program;
  for (int n = 0; n < program->libraries && !l->why; n++)
    {
      const struct erb_elf *e = l->elf = program->library[n];
      make_lists (l);
      if (!l->why)
        continue;
      snprintf (program->reason, sizeof program->reason, "its library %s cannot be copied: %s",
                e->name, l->why);
      l->why = program->reason;
    }
  l->elf = program;
}

const char *
erb_elf_link_guest (struct erb_elf *e, erb_elf_names copied)
{
  struct linking l = { .elf = e, .program = e, .guest = true };
  check_tls (&l);
  if (!l.why)
    l.why = erb_scope_open (&l.scope, e, copied);
  if (!l.why)
    {
      make_lists (&l);
      link_libraries (&l);
    }
  erb_scope_close (&l.scope);
  return l.why;
}
