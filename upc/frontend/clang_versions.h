// SPDX-License-Identifier: BSD-3-Clause
// clang_versions.h: what the versions of Clang, 16 to 20, call differently.
#ifndef UPCC_CLANG_VERSIONS_H
#define UPCC_CLANG_VERSIONS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Type.h"
#include "clang/Basic/Version.h"

inline bool isUnnamedBitField(const clang::FieldDecl *f) { return f->isBitField() && !f->getDeclName(); }

#if CLANG_VERSION_MAJOR < 18
constexpr auto internalLinkage = clang::InternalLinkage;
constexpr auto normalArraySize = clang::ArrayType::Normal;
#else
constexpr auto internalLinkage = clang::Linkage::Internal;
constexpr auto normalArraySize = clang::ArraySizeModifier::Normal;
#endif

#endif
