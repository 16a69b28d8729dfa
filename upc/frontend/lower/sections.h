// SPDX-License-Identifier: BSD-3-Clause
// The extensions: multi-blocked arrays, named processor grids, sections.
#ifndef UPC_FRONTEND_SECTIONS_H
#define UPC_FRONTEND_SECTIONS_H

#include "lower/context.h"

// ---- sections.cpp
c::Expression lowerSection(const clang::CallExpr *e, const Context &in);
// The library's handle of an array: a run-time array as it is, a declared one through its record.
c::Expression arrayHandle(const clang::Expr *e, const Context &in);
// The variable that is named, if it is one.
const clang::VarDecl *namedVariable(const clang::Expr *e);
int dimensionsOf(clang::QualType type, clang::ASTContext &context);

// ---- multi_blocked.cpp
// A[i][j] with at most as many subscripts as A has dimensions: A, and its subscripts. Fewer stand in upc_forall's
// affinity, for the first element there.
const clang::VarDecl *multiBlockedElement(const clang::Expr *e, std::vector<const clang::Expr *> &indices, Unit &unit);
c::Expression multiBlockedAddress(const clang::VarDecl *array, const std::vector<const clang::Expr *> &indices,
                                  const Context &in);
// The same, with indices in C.
c::Expression multiBlockedElementAt(const clang::VarDecl *array, c::Expressions indices, const Context &in);
// A private pointer to an element, which must be the calling thread's.
c::Expression ownElement(const clang::VarDecl *array, const std::vector<const clang::Expr *> &indices,
                         clang::SourceLocation at, const Context &in);
// The record of a multi-blocked array, an upc_stride_declared_t; a parameter is a pointer to its argument's.
c::Expression arrayRecord(const clang::VarDecl *v, const Context &in);
c::Expression arrayOffset(const clang::VarDecl *v, const Context &in);
c::Block defineMultiBlocked(const clang::VarDecl *v, const Context &in);
c::Block defineGrid(const clang::FunctionDecl *f, const Context &in);

#endif
