/* SPDX-License-Identifier: MIT */
/* elf_names.c - the names of variables, from the table of symbols in a program's file. */
#include "partition/elf_file.h"

static bool
lies_in (const struct erb_elf *e, uint64_t offset, uint64_t bytes)
{
  return offset <= e->bytes && bytes <= e->bytes - offset;
}

/* Returns the table of symbols with its count and its texts, or NULL if the file has none. */
static const ElfW (Sym) *
find_table (const struct erb_elf *e, size_t *count, const ElfW (Shdr) **texts)
{
  const ElfW (Ehdr) *head = (const void *) e->view;
  if (!lies_in (e, head->e_shoff, (uint64_t) head->e_shnum * sizeof (ElfW (Shdr))))
    return NULL;
  const ElfW (Shdr) *section = (const void *) (e->view + head->e_shoff);
  for (int n = 0; n < head->e_shnum; n++)
    {
      const ElfW (Shdr) *table = &section[n];
      if (table->sh_type != SHT_SYMTAB || table->sh_link >= head->e_shnum
          || !lies_in (e, table->sh_offset, table->sh_size))
        continue;
      *texts = &section[table->sh_link];
      if (!lies_in (e, (*texts)->sh_offset, (*texts)->sh_size) || !(*texts)->sh_size
          || e->view[(*texts)->sh_offset + (*texts)->sh_size - 1])
        continue;
      *count = table->sh_size / sizeof (ElfW (Sym));
      return (const void *) (e->view + table->sh_offset);
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
