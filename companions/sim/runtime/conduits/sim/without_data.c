/* SPDX-License-Identifier: BSD-3-Clause
 * sim: the call that asks for memory without data (dataless.c). Only programs that have it need addresses for it
 * (segment.c). */
#include "conduits/sim/control.h"

void urtc_without_data(int on) { urtc_dataless = on; }
