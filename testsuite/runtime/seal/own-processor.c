/* SPDX-License-Identifier: MIT */
/* A sealed space asks for no other processor than that of its partner: the call is not allowed. */
// RUN: %cc -D_GNU_SOURCE -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: env ERBIUM_TASK=space ERBIUM_SEAL=1 %timed %t stays 0
#include "../units/own-processor.c"
