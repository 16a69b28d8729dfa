// SPDX-License-Identifier: BSD-3-Clause
// Loops that gather, such as `for (k ..) s += v[k] * x[col[k]];`. If x is an array of the file, or a pointer-to-shared
// that the loop does not change, and the loop is short, without a loop or a call inside, the address of an element is
// taken from a table (urt_gathers.h):
//
//   { urt_gather_t t = x's table;
//     if (t.places) for (k ..) s += v[k] * *(double *)urt_gather_place(t.first + col[k], .., t.places);
//     else for (k ..) s += v[k] * the element by products; }
//
// There is none if the cache has no room for it. Then the address takes three multiplications and some more
// instructions.
//
// Clang unrolls short loops by itself, but not these, and processors of AMD then take up to twice as long as for the
// same loop unrolled. So upcc asks for it.
#ifndef UPC_FRONTEND_GATHERS_H
#define UPC_FRONTEND_GATHERS_H

#include "lower/context.h"

// The loop of C that `loop` makes, in one version or in two. `loop` is called with the context in which it finds its
// accesses.
c::Statement gatheringLoop(const clang::Stmt *body, const Context &in,
                           llvm::function_ref<c::Statement(const Context &)> loop);

#endif
