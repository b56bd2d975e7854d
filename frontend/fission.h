/* SPDX-License-Identifier: MIT */
/* fission.h - a process that does some of the turns of another (for fission.cc). */
#ifndef ERBIUM_FISSION_H
#define ERBIUM_FISSION_H

#include "rates.h"

namespace er {

struct Sharing
{
  int64_t parts; /* processes */
  int64_t block; /* turns that one does together: part p does the blocks p, p + parts, ... */
};

/* Where the stream of a process ends that is given n elements: what a view of it commits then, factor * n + more. */
struct Whole_end
{
  int64_t factor, more;
};
/* Of a write view of a process whose loop is a while, where the last turn may be given less than it asks for; nothing if
   that is no such sum. */
std::optional<Whole_end> end_of (const Process_rates &rates, const View_rates &view);

/* Makes p, a copy of the process, such a part: with parameters part, and an id for each of its views, behind its
   own.  rates are those of p; input the view whose end is that of the process, where its loop is a while. */
void make_part (Module &module, Process &p, const Process_rates &rates, const View_rates *input, const Sharing &sharing);

} // namespace er
#endif
