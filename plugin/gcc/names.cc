/* SPDX-License-Identifier: GPL-3.0-or-later */
/* names.cc - functions and formats with a different name or text in some releases of GCC. */
#include "gcc/releases.h"

#include "backend.h"
#include "gimple.h"

namespace erbium {

const char *const poisoned_format = POISONED;
const char *const unused_header_format = UNUSED_HEADER;

bool
read_source_line (const char *file, int line, std::string *text)
{
  auto span = line_of_file (file, line);
  if (!span)
    return false;
  text->assign (span.get_buffer (), span.length ());
  return true;
}

void
write_c (FILE *file, tree t)
{
  print_as_c (file, t);
}

gimple *
last_statement (basic_block block)
{
  return last_statement_of (block);
}

bool
automatic_init_p (const gcall *call)
{
  return gimple_call_internal_p (call, AUTOMATIC_INIT);
}

bool
stores_move_p ()
{
  return STORES_MOVE;
}

} // namespace erbium
