/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin.h"

namespace erbium {

void register_expand_passes (const char *) {}

} // namespace erbium
