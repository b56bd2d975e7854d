/* SPDX-License-Identifier: MIT */
/* elf_names.c - names in a program's file: of its sections, and of its variables. */
#include "partition/elf/elf_file.h"

static bool
lies_in (const struct erb_elf *e, uint64_t offset, uint64_t bytes)
{
  return offset <= e->bytes && bytes <= e->bytes - offset;
}

/* Returns the table of sections with its count, which is 0 if the file has none. */
static const ElfW (Shdr) *
find_sections (const struct erb_elf *e, int *count)
{
  const ElfW (Ehdr) *head = (const void *) e->view;
  bool has = lies_in (e, head->e_shoff, (uint64_t) head->e_shnum * sizeof (ElfW (Shdr)));
  *count = has ? head->e_shnum : 0;
  return has ? (const void *) (e->view + head->e_shoff) : NULL;
}

/* Returns whether a section has texts, all of which end in the file. */
static bool
has_texts (const struct erb_elf *e, const ElfW (Shdr) *s)
{
  return lies_in (e, s->sh_offset, s->sh_size) && s->sh_size
         && !e->view[s->sh_offset + s->sh_size - 1];
}

bool
erb_elf_has_section (const struct erb_elf *e, const char *name)
{
  const ElfW (Ehdr) *head = (const void *) e->view;
  int count;
  const ElfW (Shdr) *section = find_sections (e, &count);
  if (head->e_shstrndx >= count || !has_texts (e, &section[head->e_shstrndx]))
    return false;
  const ElfW (Shdr) *texts = &section[head->e_shstrndx];
  for (int n = 0; n < count; n++)
    if (section[n].sh_name < texts->sh_size
        && strcmp (e->view + texts->sh_offset + section[n].sh_name, name) == 0)
      return true;
  return false;
}

/* Returns the table of symbols with its count and its texts, or NULL if the file has none. */
static const ElfW (Sym) *
find_table (const struct erb_elf *e, size_t *count, const ElfW (Shdr) **texts)
{
  int sections;
  const ElfW (Shdr) *section = find_sections (e, &sections);
  for (int n = 0; n < sections; n++)
    {
      const ElfW (Shdr) *table = &section[n];
      if (table->sh_type != SHT_SYMTAB || (int) table->sh_link >= sections
          || !lies_in (e, table->sh_offset, table->sh_size))
        continue;
      *texts = &section[table->sh_link];
      if (!has_texts (e, *texts))
        continue;
      *count = table->sh_size / sizeof (ElfW (Sym));
      return (const void *) (e->view + table->sh_offset);
    }
  return NULL;
}

/* The names are in buckets by a hash of 32 bits.  The table begins with the number of buckets, the
 * first symbol that is in it, and the words of a filter; the hashes of a bucket end with one that
 * is odd. */
const ElfW (Sym) *
erb_elf_export (const struct erb_elf *e, const char *name)
{
  uint32_t hash = 5381;
  for (const char *c = name; *c; c++)
    hash = hash * 33 + (unsigned char) *c;
  if (!e->hash || e->hash[0] == 0)
    return NULL;
  const uint32_t *bucket = e->hash + 4 + e->hash[2] * (sizeof (ElfW (Addr)) / sizeof *bucket);
  const uint32_t *hashes = bucket + e->hash[0];
  for (uint32_t n = bucket[hash % e->hash[0]]; n && n >= e->hash[1]; n++)
    {
      const ElfW (Sym) *s = &e->symbol[n];
      if ((hashes[n - e->hash[1]] | 1) == (hash | 1) && s->st_shndx != SHN_UNDEF
          && strcmp (e->string + s->st_name, name) == 0)
        return s;
      if (hashes[n - e->hash[1]] & 1)
        break;
    }
  return NULL;
}

const char *
erb_elf_variable_at (const struct erb_elf *e, size_t at)
{
  const ElfW (Shdr) *texts;
  size_t count = 0;
  const ElfW (Sym) *s = find_table (e, &count, &texts);
  for (size_t n = 0; s && n < count; n++)
    if (ELF64_ST_TYPE (s[n].st_info) == STT_OBJECT && s[n].st_shndx != SHN_UNDEF
        && s[n].st_name < texts->sh_size && at >= s[n].st_value
        && at - s[n].st_value < s[n].st_size)
      return e->view + texts->sh_offset + s[n].st_name;
  return NULL;
}
