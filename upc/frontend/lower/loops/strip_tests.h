// SPDX-License-Identifier: BSD-3-Clause
// Loops that may read what they have written, where only the running program can tell:
//
//   upc_forall (i = w; i <= n; i++; &T[i]) T[i + n + 1] = max(T[i], T[i - w] + v);
//
// The subscripts of both are of one array and move with the loop. So their first and last values in a strip bound what
// the strip reads and writes. If the reads lie below or above the writes, they are made ahead, and the writes are
// collected until the strip ends; if not, the strip keeps the program's order (read_ahead.h).
#ifndef UPC_FRONTEND_STRIP_TESTS_H
#define UPC_FRONTEND_STRIP_TESTS_H

#include "lower/loops/counted.h"

// Can such a test tell these accesses apart?
bool testTells(const clang::Expr *write, const clang::Expr *read, const CountedLoop &loop, const LoopBody &body,
               const LoopFacts &facts);

// The subscript of such an access.
const clang::Expr *testedSubscript(const clang::Expr *access);

#endif
