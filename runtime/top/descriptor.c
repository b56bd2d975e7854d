/* SPDX-License-Identifier: MIT */
/* descriptor.c - the descriptor of top.h, and the note that leads to it. */
#include "top/top.h"

const struct erb_top_descriptor erb_top_descriptor
  = { ERB_TOP_MAGIC, ERB_TOP_LAYOUT, &erb_programs_list };

/* A distance needs no relocation, wherever the program is loaded. */
__asm__ (".pushsection .note.erbium, \"a\", %note\n"
         "  .balign 4\n"
         "  .long 7, 4, 2\n" /* the sizes of name and content, the type */
         "  .asciz \"" ERB_TOP_NAME "\"\n"
         "  .balign 4\n"
         "  .long erb_top_descriptor - .\n"
         ".popsection");
