/* SPDX-License-Identifier: MIT */
/* image.c - images of a program's file.
 *
 * An image is one range of addresses, in three or four mappings: the file's segments that are only
 * read, and memory for its variables.  Code finds its variables by their distance, so it is mapped
 * beside each copy of them; the pages of all mappings of code are those of the file.
 *
 * An image that nobody uses keeps its place.  Its code stays mapped, so texts such as "file:line",
 * which outlive the process that passed them to the runtime, remain valid; and the next partition
 * needs no mapping, and takes no lock of the address space in the kernel.
 */
#define _GNU_SOURCE
#include "partition/image.h"
#include "partition/shared_ranges.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

enum
{
  SMALL = 256 << 10,  /* bytes of variables that are copied as a whole */
  WARM = 64           /* idle images that keep the pages of their variables */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct erb_image *idle;  /* under the lock */
static int idle_count;
static erbium_atomic all;       /* struct erb_image *; new ones are put in front */

/* ---- Mapping ----------------------------------------------------------------- */

static int
rights_of (const ElfW (Phdr) *h)
{
  return (h->p_flags & PF_R ? PROT_READ : 0) | (h->p_flags & PF_X ? PROT_EXEC : 0);
}

static size_t
down (size_t at)
{
  return at & ~(erb_page_size () - 1);
}

/* Maps the segments that are only read.  The range was mapped with the first one, so that those
 * that follow it in the same way in the file need only their rights. */
static bool
map_read_only (const struct erb_elf *e, char *base)
{
  size_t distance = e->read_only[0].p_vaddr - e->read_only[0].p_offset;
  for (int n = 0; n < e->read_onlys; n++)
    {
      const ElfW (Phdr) *h = &e->read_only[n];
      char *at = base + down (h->p_vaddr);
      size_t bytes = h->p_vaddr + h->p_memsz - down (h->p_vaddr);
      int rights = rights_of (h);
      if (h->p_vaddr - h->p_offset == distance
          ? rights != PROT_READ && mprotect (at, bytes, rights) != 0
          : mmap (at, bytes, rights, MAP_PRIVATE | MAP_FIXED, e->file, (off_t) down (h->p_offset))
            == MAP_FAILED)
        return false;
    }
  return true;
}

/* Maps all of an image; returns its base, or NULL with errno set. */
static char *
map (const struct erb_elf *e)
{
  off_t offset = (off_t) down (e->read_onlys ? e->read_only[0].p_offset : 0);
  char *range = mmap (NULL, e->span, PROT_READ, MAP_PRIVATE | MAP_NORESERVE, e->file, offset);
  if (range == MAP_FAILED)
    return NULL;
  char *base = range - e->low, *data = base + down (e->data);
  int populate = e->data_end - e->data <= SMALL ? MAP_POPULATE : 0;
  if (map_read_only (e, base)
      && mmap (data, (size_t) (range + e->span - data), PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | populate, -1, 0) != MAP_FAILED
      && (!e->is_self || erb_shared_ranges_map (base)))
    return base;
  int error = errno;
  munmap (range, e->span);
  errno = error;
  return NULL;
}

/* C++ and pthread_exit find the frames of functions in a table that a file brings along.  The
 * unwinder looks into those that are registered with it, if it is there: pthread_exit loads it. */
static void
register_frames (const struct erb_elf *e, char *base)
{
  static void (*add) (void *);
  static bool sought;
  if (!sought)
    {
      void *unwinder = dlopen ("libgcc_s.so.1", RTLD_LAZY);
      *(void **) &add = unwinder ? dlsym (unwinder, "__register_frame") : NULL;
      sought = true;
    }
  if (add && e->frames)
    add (base + e->frames);
}

static struct erb_image *new_image (struct erb_elf *e, struct erb_image *program,
                                   const char **why);

/* Makes the images of the libraries of a guest that are copied.  On failure they stay, unused. */
static bool
add_libraries (struct erb_image *image, const char **why)
{
  const struct erb_elf *e = image->elf;
  if (!e->libraries)
    return true;
  image->library = calloc ((size_t) e->libraries, sizeof *image->library);
  if (!image->library)
    *why = "no memory";
  for (int n = 0; image->library && n < e->libraries; n++)
    if (!(image->library[n] = new_image (e->library[n], image, why)))
      return false;
  return image->library;
}

static struct erb_image *
new_image (struct erb_elf *e, struct erb_image *program, const char **why)
{
  struct erb_image *image = calloc (1, sizeof *image);
  if (!image || !(image->base = map (e)))
    {
      free (image);
      *why = strerror (errno);
      return NULL;
    }
  image->elf = e;
  image->program = program ? program : image;
  if (!add_libraries (image, why))
    return NULL;
  register_frames (e, image->base);
  image->next = (struct erb_image *) (intptr_t) erbium_load_relaxed (&all);
  erbium_store_release (&all, (intptr_t) image); /* acquired by erb_image_at */
  return image;
}

struct erb_image *
erb_image_at (const void *address)
{
  const char *at = address;
  struct erb_image *i = (struct erb_image *) (intptr_t) erbium_load_acquire (&all);
  while (i && (size_t) (at - i->base - i->elf->low) >= i->elf->span)
    i = i->next;
  return i;
}

/* ---- Variables ----------------------------------------------------------------- */

/* Copies the pages from `from' on that are in memory or swapped out; the others are zero in both,
 * since they have no initial values.  The system keeps a word about each page in a file. */
static bool
copy_pages (char *to, const char *from, size_t bytes)
{
  enum { AT_A_TIME = 512 };
  const uint64_t used = UINT64_C (3) << 62;
  uint64_t about[AT_A_TIME];
  size_t page = erb_page_size (), pages = bytes / page;
  int file = open ("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  bool good = file >= 0;
  for (size_t n = 0; good && n < pages; n += AT_A_TIME)
    {
      size_t some = pages - n < AT_A_TIME ? pages - n : AT_A_TIME;
      off_t offset = (off_t) (((uintptr_t) from / page + n) * sizeof *about);
      good = pread (file, about, some * sizeof *about, offset) == (ssize_t) (some * sizeof *about);
      for (size_t k = 0; good && k < some; k++)
        if (about[k] & used)
          memcpy (to + (n + k) * page, from + (n + k) * page, page);
    }
  if (file >= 0)
    close (file);
  return good;
}

struct copying { char *to; const char *from; size_t zeros; };

/* Copies a part of the data.  From offset `zeros' on, the pages of the copy are zero before, and so
 * are those of the program that are not in memory.  A page before it may not be in memory because
 * it is still in the program's file. */
static void
copy_part (size_t from, size_t to, void *argument)
{
  const struct copying *c = argument;
  size_t page = erb_page_size (), zeros = from > c->zeros ? from : c->zeros;
  size_t first = down (zeros + page - 1), last = down (to);
  if (first < last && copy_pages (c->to + first, c->from + first, last - first))
    {
      memcpy (c->to + from, c->from + from, first - from);
      from = last;
    }
  memcpy (c->to + from, c->from + from, to - from);
}

struct erb_image *
erb_image_part (const struct erb_image *image, int place)
{
  return place ? image->program->library[place - 1] : image->program;
}

/* Returns the address that is added to a value with that base (erb_elf_word). */
static uintptr_t
base_of (const struct erb_image *image, uint8_t base)
{
  return base ? (uintptr_t) erb_image_part (image, base - 1)->base : 0;
}

/* Sets words of the image to what the linker would write there. */
static void
set (const struct erb_image *image, const struct erb_elf_word *word, size_t count)
{
  for (size_t n = 0; n < count; n++)
    {
      uint64_t value = word[n].value + base_of (image, word[n].base);
      memcpy (image->base + image->elf->data + word[n].at, &value, sizeof value);
    }
}

/* Changes the words that hold addresses of the image at `from'.  One that the program has changed
 * keeps its value, which is an address in another image or none at all. */
static void
rebase (const struct erb_image *image, uintptr_t from)
{
  const struct erb_elf *e = image->elf;
  for (size_t n = 0; n < e->words; n++)
    {
      const struct erb_elf_word *word = &e->word[n];
      uint64_t now;
      memcpy (&now, image->base + e->data + word->at, sizeof now);
      if (now == word->value + from && !erb_shared_ranges_have (e->data + word->at))
        set (image, word, 1);
    }
}

/* ---- Idle images ----------------------------------------------------------------- */

static struct erb_image *
take_idle (const struct erb_elf *e)
{
  struct erb_image **at = &idle;
  while (*at && (*at)->elf != e)
    at = &(*at)->next_idle;
  struct erb_image *image = *at;
  if (image)
    {
      *at = image->next_idle;
      idle_count--;
    }
  return image;
}

/* Returns the memory of the variables to the system, if they are large or many images are idle. */
static void
cool (const struct erb_image *image)
{
  const struct erb_elf *e = image->elf;
  for (int n = 0; n < e->libraries; n++)
    cool (image->library[n]);
  if (e->data_end - e->data > SMALL || idle_count > WARM)
    madvise (image->base + down (e->data), e->low + e->span - down (e->data), MADV_DONTNEED);
}

/* An image that is kept until the end of the program keeps those that it was copied from, too. */
void
erb_image_drop (struct erb_image *image)
{
  while (image && erbium_add (&image->uses, -1) == 0 && !erbium_load_relaxed (&image->kept))
    {
      struct erb_image *parent = image->parent;
      pthread_mutex_lock (&lock);
      cool (image);
      image->next_idle = idle;
      idle = image;
      idle_count++;
      pthread_mutex_unlock (&lock);
      image = parent;
    }
}

/* Returns an image of e, used before or new. */
static struct erb_image *
obtain (struct erb_elf *e, const char **why)
{
  pthread_mutex_lock (&lock);
  struct erb_image *image = take_idle (e);
  if (!image)
    image = new_image (e, NULL, why);
  pthread_mutex_unlock (&lock);
  if (image)
    {
      image->parent = NULL;
      erbium_store_relaxed (&image->uses, 1);
    }
  return image;
}

struct erb_image *
erb_image_copy (struct erb_image *from, const char **why)
{
  struct erb_elf *e = erb_elf_of_self (why);
  struct erb_image *image = e ? obtain (e, why) : NULL;
  if (!image)
    return NULL;
  uintptr_t base = from ? (uintptr_t) from->base : erb_elf_self_base ();
  image->parent = from;
  if (from)
    erbium_add (&from->uses, 1);
  bool sparse = e->data_end - e->data > SMALL;
  struct copying copying = {
    image->base, (const char *) base, sparse ? e->data_in_file : e->data_end
  };
  erb_shared_ranges_skip (e->data, e->data_end, copy_part, &copying);
  rebase (image, base);
  set (image, e->link, e->links);
  return image;
}

/* Calls the functions of the image that choose others for this machine. */
static void
resolve (const struct erb_image *image)
{
  const struct erb_elf *e = image->elf;
  char *base = image->base;
  for (size_t n = 0; n < e->resolvers; n++)
    {
      uintptr_t (*choose) (void) = (uintptr_t (*) (void)) (uintptr_t) (base + e->resolver[n].value);
      uint64_t value = choose ();
      memcpy (base + e->data + e->resolver[n].at, &value, sizeof value);
    }
}

/* Sets the variables to their initial values.  The pages of a large image are zero, since it has
 * just been mapped, or cooled.  A variable of a library that the program has itself may be one of a
 * copied library, whose variables are set before. */
static void
refresh (const struct erb_image *image)
{
  const struct erb_elf *e = image->elf;
  char *data = image->base + e->data;
  size_t in_file = e->data_in_file - e->data, bytes = e->data_end - e->data;
  memcpy (data, e->pristine, in_file);
  if (bytes <= SMALL)
    memset (data + in_file, 0, bytes - in_file);
  set (image, e->word, e->words);
  set (image, e->link, e->links);
  for (size_t n = 0; n < e->copies; n++)
    {
      const struct erb_elf_copy *copy = &e->copy[n];
      const void *from = (const void *) (base_of (image, copy->base) + copy->from);
      memcpy (image->base + copy->at, from, copy->bytes);
    }
  resolve (image);
}

struct erb_image *
erb_image_fresh (struct erb_elf *e, const char **why)
{
  struct erb_image *image = obtain (e, why);
  for (int n = 0; image && n < e->libraries; n++)
    refresh (image->library[n]);
  if (image)
    refresh (image);
  return image;
}

void *
erb_image_translate (const struct erb_image *image, const struct erb_image *from, void *address)
{
  const struct erb_elf *e = image->elf;
  uintptr_t base = from ? (uintptr_t) from->base : erb_elf_self_base ();
  size_t at = (uintptr_t) address - base;
  return at - e->low < e->span ? image->base + at : address;
}
