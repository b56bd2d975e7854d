/* SPDX-License-Identifier: MIT */
/* layout.h - how large elements are in the C of the textual IR (8.1). */
#ifndef ERBIUM_LAYOUT_H
#define ERBIUM_LAYOUT_H

#include "ir.h"

namespace er {

/* Of an element: sizeof.  Too large for the type: the largest number. */
int64_t bytes_of (const Type *t);

/* How many elements a horizon may have: 1 GiB (5.1 of the semantics), and at least one. */
int64_t largest_horizon (const Type *element);

} // namespace er
#endif
