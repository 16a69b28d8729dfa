// SPDX-License-Identifier: BSD-3-Clause
// Arithmetic on pointers-to-shared, and conversions between them.
#ifndef UPC_FRONTEND_POINTERS_H
#define UPC_FRONTEND_POINTERS_H

#include "lower/context.h"

// The pointer, of type `pointerType`, `count` elements further on. The count is a long.
c::Expression advanced(const c::Expression &pointer, const c::Expression &count, clang::QualType pointerType,
                       const Context &in);
// The same by what the user wrote; back: by its negative.
c::Expression advancedBy(const c::Expression &pointer, const clang::Expr *count, bool back, clang::QualType pointerType,
                         const Context &in);
c::Expression difference(const clang::Expr *p, const clang::Expr *q, const Context &in);
// Between types of pointers-to-shared (UPC 1.3, 6.4.3): another block or element size resets the phase.
c::Expression convertPointer(clang::QualType from, clang::QualType to, const c::Expression &value, const Context &in);

// A[i][j]..: the element's address, found in one step of i * row + j elements. None where the access has another form.
std::optional<c::Expression> elementAddress(const clang::ArraySubscriptExpr *e, const Context &in);
c::Expression elementNumber(const Subscripted &s, const Context &in); // from the start, a long
// The pointer-to-shared that the subscripts count from.
c::Expression startOf(const Subscripted &s, const Context &in);

c::Expression sizeOf(clang::QualType type, const Context &in);
c::Expression asLong(const c::Expression &e);

#endif
