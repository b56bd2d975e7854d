/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin.h"

namespace erbium {

void check_function (tree) {}
void on_finish_decl (void *, void *) {}

} // namespace erbium
