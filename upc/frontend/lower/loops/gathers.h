// SPDX-License-Identifier: BSD-3-Clause
// Loops that gather, such as `for (k ..) s += v[k] * x[col[k]];`. If x is an array of the file, and the loop is short,
// without a loop or a call inside, the address of an element is taken from a table (urt_gathers.h):
//
//   { char *a = the array on thread 0; const long *t = its table;
//     if (t) for (k ..) s += v[k] * *(double *)urt_gathered(a, col[k], .., t);
//     else for (k ..) s += v[k] * the element by products; }
//
// The table is null if the cache has no room for it. Then, and where a pointer-to-shared is followed, the address takes
// three multiplications and some more instructions.
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
