// SPDX-License-Identifier: BSD-3-Clause
// Writes to shared memory in a loop that may be far, and that nothing else in the loop reads or writes:
//
//   upc_forall (i = 0; i < n; i++; i) T[r[i] & mask] ^= r[i];
//
// Relaxed writes may be made in any order before the next fence, but a thread sees its own. So they are collected for
// each owner, which makes them, and they are complete when the loop ends (urt_aggregate.h).
#ifndef UPC_FRONTEND_FAR_UPDATES_H
#define UPC_FRONTEND_FAR_UPDATES_H

#include "lower/context.h"
#include "clang/AST/Stmt.h"

// The assignments of this loop, or of its body, that can be collected: expressions whose values are not used. `apart`:
// a write and another access that are known to be of different objects.
FarUpdates farUpdates(const clang::Stmt *loop, const Context &in,
                      llvm::function_ref<bool(const clang::Expr *write, const clang::Expr *other)> apart);

// C for such an assignment; none where a loop around has a C pointer to the object.
std::optional<c::Expression> lowerFarUpdate(const clang::Expr *assignment, const Context &in);

#endif
