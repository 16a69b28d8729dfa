// SPDX-License-Identifier: BSD-3-Clause
// for and upc_forall. Loops keep the user's tokens. What they do with shared memory, and which iterations of an
// upc_forall a thread visits, is left to the passes of optimise/.
#ifndef UPC_FRONTEND_LOOPS_H
#define UPC_FRONTEND_LOOPS_H

#include "lower/waits.h"

c::Statement lowerFor(const clang::ForStmt *s, const Context &in); // an upc_forall too

#endif
