/* SPDX-License-Identifier: MIT */
/* top.h - what another process of the system finds in the memory of a running program.
 *
 * erbium-top reads the descriptors of programs, processes and records with process_vm_readv, which
 * stops no thread and needs no help of the program: so it works for each program, with no setting,
 * and no primitive has to count or store anything for it.  It sees lists while they change, and
 * checks what it finds (tool/snapshot.c).
 *
 * An ELF note leads to the descriptor below.  It is in the program or in the shared library, also
 * if that was stripped, and is found in memory without a file or a symbol.  The descriptor tells
 * whether the structures of the program are those that the tool knows.
 */
#ifndef ERB_TOP_H
#define ERB_TOP_H

#include "record/record.h"

/* The note has this name and type; its content is the distance from itself to the descriptor, in 32
 * bits.  Type 1 is that of files whose accesses are not checked (erbium/unchecked.h). */
#define ERB_TOP_NAME "Erbium"
enum { ERB_TOP_TYPE = 2 };

#define ERB_TOP_MAGIC "erb top"

/* Sizes and offsets of what the tool reads. */
#define ERB_TOP_LAYOUT                                                                            \
  { sizeof (erbium_program), offsetof (erbium_program, processes),                                \
    offsetof (erbium_program, records), offsetof (erbium_program, next),                          \
    sizeof (struct erb_process), offsetof (struct erb_process, id),                               \
    offsetof (struct erb_process, wait), offsetof (struct erb_process, parked),                   \
    offsetof (struct erb_process, counts), offsetof (struct erb_process, next),                   \
    sizeof (struct erbium_record), offsetof (struct erbium_record, slot),                         \
    offsetof (struct erbium_record, horizon), offsetof (struct erbium_record, waits),             \
    offsetof (struct erbium_record, next), sizeof (struct erb_wait),                              \
    offsetof (struct erb_wait, need), offsetof (struct erb_wait, next),                           \
    sizeof (struct erbium_slot), offsetof (struct erbium_slot, owner),                            \
    sizeof (struct erb_id_state), offsetof (struct erb_window, bytes),                            \
    offsetof (struct erb_task_model, stands_in), ERB_PRIMITIVES }

enum { ERB_TOP_FIGURES = 24 };

struct erb_top_descriptor
{
  char magic[8];
  uint32_t layout[ERB_TOP_FIGURES];
  erbium_program *const *const *programs; /* erb_programs_list */
};

extern const struct erb_top_descriptor erb_top_descriptor;

#endif
