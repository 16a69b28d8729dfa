// SPDX-License-Identifier: BSD-3-Clause
// Names that differ between the versions of Clang, 16 to 20.
#ifndef UPCC_CLANG_VERSIONS_H
#define UPCC_CLANG_VERSIONS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Type.h"
#include "clang/Basic/Version.h"

inline bool isUnnamedBitField(const clang::FieldDecl *f) { return f->isBitField() && !f->getDeclName(); }

// The expression whose type _Generic selects by; null if a type is written.
inline const clang::Expr *controlling(const clang::GenericSelectionExpr *e) {
#if CLANG_VERSION_MAJOR >= 18
  if (!e->isExprPredicate()) return nullptr;
#endif
  return e->getControllingExpr();
}

#if CLANG_VERSION_MAJOR < 18
constexpr auto internalLinkage = clang::InternalLinkage;
constexpr auto normalArraySize = clang::ArrayType::Normal;
#else
constexpr auto internalLinkage = clang::Linkage::Internal;
constexpr auto normalArraySize = clang::ArraySizeModifier::Normal;
#endif

#endif
