/* SPDX-License-Identifier: MIT */
/* function.c - the function with which a space began, from the symbols of its file. */
#define _GNU_SOURCE
#include "replay/tool/recording.h"

#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <string.h>

/* Returns the name of the symbol, or NULL; it lives as long as `files'. */
static const char *
find_symbol (Dwfl *files, const char *file, int64_t at)
{
  Dwfl_Module *m = dwfl_report_offline (files, "", file, -1);
  GElf_Addr bias = 0;
  dwfl_report_end (files, NULL, NULL);
  if (!m || !dwfl_module_getelf (m, &bias))
    return NULL;
  return dwfl_module_addrname (m, bias + (GElf_Addr) at);
}

/* Processes start with functions erbium_start_NAME (erbium.h) or NAME.erbium.N (the plugin). */
static void
name_process (const char *symbol, char *name, size_t room)
{
  static const char begin[] = "erbium_start_";
  if (strncmp (symbol, begin, sizeof begin - 1) == 0)
    symbol += sizeof begin - 1;
  const char *end = strstr (symbol, ".erbium.");
  snprintf (name, room, "%.*s", end ? (int) (end - symbol) : (int) strlen (symbol), symbol);
}

const char *
name_function (const char *file, int64_t at)
{
  static char name[256];
  static const Dwfl_Callbacks calls = {
    .find_elf = dwfl_build_id_find_elf, .find_debuginfo = dwfl_standard_find_debuginfo,
    .section_address = dwfl_offline_section_address
  };
  Dwfl *files = dwfl_begin (&calls);
  const char *symbol = files ? find_symbol (files, file, at) : NULL;
  if (symbol)
    name_process (symbol, name, sizeof name);
  else
    snprintf (name, sizeof name, "%s+0x%llx", basename (file), (unsigned long long) at);
  dwfl_end (files);
  return name;
}
