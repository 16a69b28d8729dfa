// SPDX-License-Identifier: BSD-3-Clause
// What a debugger must know of the file and C cannot say: the UPC types of its shared variables and
// pointers-to-shared. Each has a record in the section urt_debug, which a debugger's script reads: fields with tabs
// between them,
//   name, file, line, kind, C type of an element, block sizes, dimensions, symbol, UPC type
// e.g. `shared [4] int P[16 * THREADS];` on line 8 of a.upc is
//   P  a.upc  8  object  int  4  (16L * urt_threads)  upc_v_P  shared [4] int [16*THREADS]
// The kinds are object, blocked (a multi-blocked array) and pointer.
#ifndef UPC_FRONTEND_DEBUG_H
#define UPC_FRONTEND_DEBUG_H

#include "lower/context.h"

// C that defines the records, and names the debugger's script where the file has main.
std::string debugRecords(Unit &unit, const std::string &script);

#endif
