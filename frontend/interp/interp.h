/* SPDX-License-Identifier: MIT */
/* interp.h - the reference interpreter, which executes the rules of ir-spec/ directly.
 *
 *   machine.h       configurations and steps
 *   schedule.h      which process takes the next step, or the exploration of every possible choice;
 *                   how a program can end
 *   native_calls.h  functions of C, through libffi
 */
#ifndef ERBIUM_INTERP_H
#define ERBIUM_INTERP_H

#include "interp/machine.h"
#include "interp/native_calls.h"
#include "interp/schedule.h"

#endif
