/* SPDX-License-Identifier: MIT */
/* elf_file.c - reads the file of a program, and refuses one of which there can be no image. */
#define _GNU_SOURCE
#include "partition/elf/elf_file.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined __x86_64__
enum { MACHINE = EM_X86_64 };
#elif defined __aarch64__
enum { MACHINE = EM_AARCH64 };
#endif

/* ---- The calling program ------------------------------------------------------- */

size_t
erb_elf_tls_size (const ElfW (Phdr) *tls)
{
  size_t align = tls->p_align ? tls->p_align : 1;
  return (tls->p_memsz + align - 1) & ~(align - 1);
}

struct self { uintptr_t base, end; bool interpreted; size_t tls; };

static int
see_first (struct dl_phdr_info *info, size_t size, void *found)
{
  struct self *self = found;
  (void) size;
  self->base = info->dlpi_addr;
  for (int n = 0; n < info->dlpi_phnum; n++)
    {
      const ElfW (Phdr) *h = &info->dlpi_phdr[n];
      self->interpreted = self->interpreted || h->p_type == PT_INTERP;
      if (h->p_type == PT_TLS)
        self->tls = erb_elf_tls_size (h);
      if (h->p_type == PT_LOAD && self->base + h->p_vaddr + h->p_memsz > self->end)
        self->end = self->base + h->p_vaddr + h->p_memsz;
    }
  return 1; /* the program comes first in the list */
}

uintptr_t
erb_elf_self_base (void)
{
  struct self self = { 0, 0, false, 0 };
  dl_iterate_phdr (see_first, &self);
  return self.base;
}

size_t
erb_elf_self_tls (void)
{
  struct self self = { 0, 0, false, 0 };
  dl_iterate_phdr (see_first, &self);
  return self.tls;
}

/* A sanitizer keeps what it knows of each address in a shadow.  It knows nothing of variables that
 * are copied, and of those that follow in memory. */
#define SHADOW_TEXT(program, sanitizer)                                                   \
  program " was compiled with -fsanitize=" sanitizer ", which keeps the state of each"    \
  " variable at an address of its own"
#define SHADOW(sanitizer, function)                                                       \
  { function, SHADOW_TEXT ("the program", sanitizer), SHADOW_TEXT ("it", sanitizer) }

static const struct { const char *function, *why_self, *why_guest; } shadow[] = {
  SHADOW ("address", "__asan_init"), SHADOW ("thread", "__tsan_init"),
  SHADOW ("memory", "__msan_init")
};

enum { SHADOWS = sizeof shadow / sizeof shadow[0] };

/* Returns why the calling program cannot have another image, as far as that is known without its
 * file, or NULL. */
static const char *
refusal_of_self (void)
{
  struct self self = { 0, 0, false, 0 };
  dl_iterate_phdr (see_first, &self);
  uintptr_t here = (uintptr_t) &refusal_of_self;
  if (!self.interpreted)
    return "the program is linked statically, so each image would have a C library of its own";
  if (here >= self.base && here < self.end)
    return "the program is linked with liberbium.a, so each image would have a runtime of its own;"
           " link with liberbium.so";
  if (self.base == 0)
    return "the program is not position-independent; compile and link it with -pie";
  for (size_t n = 0; n < SHADOWS; n++)
    if (dlsym (RTLD_DEFAULT, shadow[n].function))
      return shadow[n].why_self;
  return NULL;
}

/* ---- Segments ---------------------------------------------------------------- */

static size_t
page_down (size_t at)
{
  return at & ~(erb_page_size () - 1);
}

static size_t
page_up (size_t at)
{
  return page_down (at + erb_page_size () - 1);
}

/* Returns where address, or offset `at' of an image, is in the view of the file. */
static const void *
in_view (const struct erb_elf *e, size_t at)
{
  for (int n = 0; n < e->headers; n++)
    {
      const ElfW (Phdr) *h = &e->header[n];
      if (h->p_type == PT_LOAD && at >= h->p_vaddr && at < h->p_vaddr + h->p_filesz)
        return e->view + h->p_offset + (at - h->p_vaddr);
    }
  return NULL;
}

static const char *
read_segment (struct erb_elf *e, const ElfW (Phdr) *h)
{
  bool writable = h->p_flags & PF_W;
  if (h->p_offset > e->bytes || h->p_filesz > e->bytes - h->p_offset)
    return "its file is cut off";
  if (!e->span)
    e->low = page_down (h->p_vaddr);
  e->span = page_up (h->p_vaddr + h->p_memsz) - e->low;
  if (!writable && e->data)
    return "it has segments that are not writable behind its variables";
  if (!writable && e->read_onlys == ERB_ELF_SEGMENTS)
    return "it has more segments than expected";
  if (!writable)
    e->read_only[e->read_onlys++] = *h;
  else if (!e->data)
    e->data = h->p_vaddr;
  if (writable)
    {
      e->data_in_file = h->p_vaddr + h->p_filesz;
      e->data_end = h->p_vaddr + h->p_memsz;
    }
  return NULL;
}

/* The table for debuggers and C++ begins with the version, the forms of the numbers in it, and the
 * distance to the frames themselves, mostly of four bytes. */
static void
read_frame_header (struct erb_elf *e, const ElfW (Phdr) *h)
{
  enum { HERE_4_BYTES = 0x1b };
  const unsigned char *text = in_view (e, h->p_vaddr);
  int32_t distance;
  if (!text || text[0] != 1 || text[1] != HERE_4_BYTES)
    return;
  memcpy (&distance, text + 4, sizeof distance);
  e->frames = h->p_vaddr + 4 + (size_t) (ptrdiff_t) distance;
}

static void
find_dynamic (struct erb_elf *e, const ElfW (Phdr) *h)
{
  e->dynamic = in_view (e, h->p_vaddr);
  e->dynamic_at = h->p_vaddr;
  e->dynamic_end = h->p_vaddr + h->p_memsz;
}

static const char *
read_segments (struct erb_elf *e)
{
  const char *why = NULL;
  for (int n = 0; n < e->headers && !why; n++)
    {
      const ElfW (Phdr) *h = &e->header[n];
      if (h->p_type == PT_LOAD)
        why = read_segment (e, h);
      else if (h->p_type == PT_TLS)
        e->tls = h;
    }
  for (int n = 0; n < e->headers && !why; n++)
    if (e->header[n].p_type == PT_GNU_EH_FRAME)
      read_frame_header (e, &e->header[n]);
    else if (e->header[n].p_type == PT_DYNAMIC)
      find_dynamic (e, &e->header[n]);
  return why ? why : !e->dynamic || !e->data ? "it has no dynamic section" : NULL;
}

/* ---- The dynamic section -------------------------------------------------------- */

static const char *
read_entry (struct erb_elf *e, const ElfW (Dyn) *d)
{
  size_t value = d->d_un.d_val, word = sizeof (void *);
  switch (d->d_tag)
    {
    case DT_SYMTAB: e->symbol = in_view (e, value); break;
    case DT_STRTAB: e->string = in_view (e, value); break;
    case DT_GNU_HASH: e->hash = in_view (e, value); break;
    case DT_VERSYM: e->version = in_view (e, value); break;
    case DT_VERNEED: e->needed_versions = in_view (e, value); break;
    case DT_VERNEEDNUM: e->needed_version_count = (int) value; break;
    case DT_RELA: e->relocation = in_view (e, value); break;
    case DT_RELASZ: e->relocations = value / sizeof (ElfW (Rela)); break;
    case DT_JMPREL: e->linkage = in_view (e, value); break;
    case DT_PLTRELSZ: e->linkages = value / sizeof (ElfW (Rela)); break;
    case DT_RELR: e->relative = in_view (e, value); break;
    case DT_RELRSZ: e->relatives = value / sizeof (ElfW (Relr)); break;
    case DT_INIT: e->init = value; break;
    case DT_FINI: e->fini = value; break;
    case DT_INIT_ARRAY: e->init_array = value; break;
    case DT_INIT_ARRAYSZ: e->init_count = value / word; break;
    case DT_FINI_ARRAY: e->fini_array = value; break;
    case DT_FINI_ARRAYSZ: e->fini_count = value / word; break;
    case DT_PREINIT_ARRAY: e->preinit_array = value; break;
    case DT_PREINIT_ARRAYSZ: e->preinit_count = value / word; break;
    case DT_TEXTREL: return "it has relocations in its code";
    case DT_REL: return "it has relocations of a form that is not known here";
    }
  return NULL;
}

static const char *
read_dynamic (struct erb_elf *e)
{
  for (const ElfW (Dyn) *d = e->dynamic; d->d_tag != DT_NULL; d++)
    {
      const char *why = read_entry (e, d);
      if (why)
        return why;
    }
  return !e->symbol || !e->string ? "it has no symbols" : NULL;
}

/* ---- Files ----------------------------------------------------------------- */

static const char *
read_file (struct erb_elf *e)
{
  const ElfW (Ehdr) *head = (const void *) e->view;
  if (e->bytes < sizeof *head || memcmp (head->e_ident, ELFMAG, SELFMAG) != 0
      || head->e_ident[EI_CLASS] != (sizeof (void *) == 8 ? ELFCLASS64 : ELFCLASS32)
      || head->e_machine != MACHINE)
    return "it is no program for this machine";
  if (head->e_type != ET_DYN)
    return "it is not position-independent; compile and link it with -pie";
  if (head->e_phoff > e->bytes
      || (e->bytes - head->e_phoff) / sizeof (ElfW (Phdr)) < head->e_phnum)
    return "its file is cut off";
  e->header = (const void *) (e->view + head->e_phoff);
  e->headers = head->e_phnum;
  e->entry = head->e_entry;
  const char *why = read_segments (e);
  return why ? why : read_dynamic (e);
}

static const char *
map_file (struct erb_elf *e, const char *path)
{
  struct stat about;
  int file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* it may be a pipe */
  if (file >= 0)
    file = erb_own_file (file);
  e->file = file;
  if (file < 0 || fstat (file, &about) != 0)
    return strerror (errno);
  if (!S_ISREG (about.st_mode))
    return "it is no file of a program";
  e->device = about.st_dev;
  e->inode = about.st_ino;
  e->changed = about.st_mtim;
  e->bytes = (size_t) about.st_size;
  void *view = mmap (NULL, e->bytes ? e->bytes : 1, PROT_READ, MAP_PRIVATE, file, 0);
  e->view = view == MAP_FAILED ? NULL : view;
  return view == MAP_FAILED ? strerror (errno) : NULL;
}

static void
forget (struct erb_elf *e)
{
  if (e->view)
    munmap ((void *) e->view, e->bytes);
  if (e->file >= 0)
    close (e->file);
  for (int n = 0; n < e->libraries; n++)
    {
      free ((char *) e->library[n]->name);
      forget (e->library[n]);
    }
  free (e->library);
  free (e->wanted);
  free (e->pristine);
  free (e->word);
  free (e->link);
  free (e->resolver);
  free (e->copy);
  free (e);
}

/* Reads the file at path; returns NULL on failure. */
static struct erb_elf *
open_file (const char *path, const char *name, const char **why)
{
  struct erb_elf *e = calloc (1, sizeof *e);
  if (!e)
    {
      *why = "no memory";
      return NULL;
    }
  e->name = name;
  e->file = -1;
  *why = map_file (e, path);
  if (!*why)
    *why = read_file (e);
  if (!*why)
    return e;
  forget (e);
  return NULL;
}

struct erb_elf *
erb_elf_of_self (const char **why)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static struct erb_elf *self;
  static const char *refusal;
  pthread_mutex_lock (&lock);
  if (!self && !refusal && !(refusal = refusal_of_self ()))
    self = open_file ("/proc/self/exe", program_invocation_name, &refusal);
  if (self)
    self->is_self = true;
  if (self && !self->is_linked && (refusal = erb_elf_link_self (self)))
    {
      forget (self);
      self = NULL;
    }
  *why = refusal;
  pthread_mutex_unlock (&lock);
  return self;
}

/* ---- Other programs -------------------------------------------------------------- */

static struct erb_elf *known; /* under the lock of erb_elf_of_file */

/* Returns the names as one text, or NULL. */
static char *
join (erb_elf_names names)
{
  size_t bytes = 1;
  for (erb_elf_names n = names; n && *n; n++)
    bytes += strlen (*n) + 1;
  char *text = malloc (bytes), *at = text;
  for (erb_elf_names n = names; text && n && *n; n++)
    {
      at = stpcpy (at, *n);
      *at++ = '\n';
    }
  if (text)
    *at = 0;
  return text;
}

/* Returns the file at path with these copies of libraries, if it is known and has not changed
 * since. */
static struct erb_elf *
find_known (const char *path, const char *wanted)
{
  struct stat about;
  if (stat (path, &about) != 0)
    return NULL;
  struct erb_elf *e = known;
  while (e && (e->device != about.st_dev || e->inode != about.st_ino
               || e->changed.tv_sec != about.st_mtim.tv_sec
               || e->changed.tv_nsec != about.st_mtim.tv_nsec || strcmp (e->wanted, wanted) != 0))
    e = e->next;
  return e;
}

/* Returns why a program with these relocations, which name functions of a sanitizer with a shadow,
 * cannot be a guest; NULL if they do not. */
static const char *
refusal_of_shadow (const struct erb_elf *e, const ElfW (Rela) *r, size_t count)
{
  for (size_t n = 0; n < count; n++)
    for (size_t k = 0; k < SHADOWS; k++)
      if (strcmp (e->string + e->symbol[ELF64_R_SYM (r[n].r_info)].st_name, shadow[k].function)
          == 0)
        return shadow[k].why_guest;
  return NULL;
}

/* Returns why a program cannot be a guest, or NULL. */
static const char *
refusal_of_guest (const struct erb_elf *e)
{
  bool interpreted = false;
  for (int n = 0; n < e->headers; n++)
    interpreted = interpreted || e->header[n].p_type == PT_INTERP;
  const char *why = refusal_of_shadow (e, e->relocation, e->relocations);
  why = why ? why : refusal_of_shadow (e, e->linkage, e->linkages);
  if (why)
    return why;
  if (!interpreted)
    return "it is linked statically, so it would have a C library of its own, or is no program";
  if (erb_elf_has_section (e, "erbium_data"))
    return "it is linked with liberbium.a, so it would have a runtime of its own; link with"
           " liberbium.so";
  return NULL;
}

/* The thread-local variables of a copy take the places of those of the library itself, which gives
 * them their initial values.  So these cannot be addresses in the copy. */
static const char *
refusal_of_tls (const struct erb_elf *e)
{
  for (size_t n = 0; e->tls && n < e->relocations; n++)
    if (e->relocation[n].r_offset - e->tls->p_vaddr < e->tls->p_filesz)
      return "an initial value of its thread-local variables is an address";
  return NULL;
}

struct erb_elf *
erb_elf_of_library (const char *path, uintptr_t original, const char **why)
{
  char *name = strdup (path);
  struct erb_elf *e = name ? open_file (path, name, why) : NULL;
  if (!name)
    *why = "no memory";
  if (e)
    {
      e->original = original;
      *why = refusal_of_tls (e);
    }
  if (e && !*why)
    *why = refusal_of_shadow (e, e->relocation, e->relocations);
  if (!*why)
    return e;
  if (e)
    forget (e);
  free (name);
  return NULL;
}

size_t
erb_elf_extend (struct erb_elf *e, size_t bytes)
{
  size_t at = (e->data_end + 7) & ~(size_t) 7;
  e->data_end = at + bytes;
  e->span = page_up (e->data_end) - e->low;
  return at;
}

/* Reads and links a file that is not known.  Returns NULL on failure, with *why in reason. */
static struct erb_elf *
open_guest (const char *path, erb_elf_names copied, const char **why, char *reason, size_t size)
{
  char *name = strdup (path);
  struct erb_elf *e = name ? open_file (path, name, why) : NULL;
  if (e)
    *why = refusal_of_guest (e);
  else if (!name)
    *why = "no memory";
  if (!*why)
    *why = erb_elf_link_guest (e, copied);
  if (!*why)
    return e;
  snprintf (reason, size, "%s", *why); /* it may be a text of e */
  *why = reason;
  if (e)
    forget (e);
  free (name);
  return NULL;
}

struct erb_elf *
erb_elf_of_file (const char *path, erb_elf_names copied, const char **why, char *reason,
                 size_t size)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  const char *of_self = refusal_of_self ();
  if (of_self)
    {
      snprintf (reason, size, "the calling program cannot have partitions: %s", of_self);
      *why = reason;
      return NULL;
    }
  char *wanted = join (copied);
  if (!wanted)
    {
      *why = "no memory";
      return NULL;
    }
  pthread_mutex_lock (&lock);
  struct erb_elf *e = find_known (path, wanted);
  if (e)
    free (wanted);
  else if ((e = open_guest (path, copied, why, reason, size)))
    {
      e->wanted = wanted;
      e->next = known;
      known = e;
    }
  else
    free (wanted);
  pthread_mutex_unlock (&lock);
  return e;
}
