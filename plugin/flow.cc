/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin.h"

namespace erbium {

void register_flow_pass (const char *) {}

} // namespace erbium
