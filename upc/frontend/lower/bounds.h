// SPDX-License-Identifier: BSD-3-Clause
// -fcheck-bounds: where an element of a shared array is accessed, its subscripts are compared with the extents of the
// array's type.
#ifndef UPC_FRONTEND_BOUNDS_H
#define UPC_FRONTEND_BOUNDS_H

#include "lower/context.h"

// The number of elements that a subscript counts in; none where the type does not tell, as behind a pointer.
std::optional<c::Expression> extentOf(const clang::ArraySubscriptExpr *e, const Context &in);

// The subscript's value, a long. It ends the program if it is outside, and the element is accessed.
c::Expression checkedSubscript(const clang::ArraySubscriptExpr *e, const Context &in);
// The same for a subscript of a multi-blocked array, in dimension k.
c::Expression checkedSubscript(const clang::VarDecl *array, unsigned k, const clang::Expr *subscript,
                               const Context &in);

// An address &A[i][j] as the argument of a call of the library: marked (urt_taken) if a subscript is outside, so that
// the library can refuse it. The call may be one that does nothing. Any other argument stays as it is.
c::Expression takenAddress(const clang::Expr *argument, const c::Expression &address, const Context &in);

#endif
