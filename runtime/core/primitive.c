/* SPDX-License-Identifier: MIT */
/* primitive.c - the names of the primitives, from the table in ir-spec/primitives.def. */
#include "core/core.h"

const char *
erb_primitive_name (enum erb_primitive p)
{
  static const char *const names[] = {
    [ERB_NO_PRIMITIVE] = "", [ERB_give] = "erbium_give",
#define PRIMITIVE(name, signature, side, wait, effect, prose) [ERB_##name] = #name,
#include "primitives.def"
  };
  return names[p];
}
