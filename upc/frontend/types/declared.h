// SPDX-License-Identifier: BSD-3-Clause
// Shared objects for people: the type as it is declared, with its dimensions, for debuggers and editors.
#ifndef UPC_FRONTEND_DECLARED_H
#define UPC_FRONTEND_DECLARED_H

#include "types/types.h"
#include <vector>

// A dimension for each pair of brackets, as C: "8", "(16L * urt_threads)"; and the type of an element.
std::vector<std::string> dimensionsOf(const Types &types, const clang::ASTContext &context, clang::QualType type,
                                      clang::QualType *element);

// A declaration of `name`, which may be "": "shared [4] int P[16*THREADS]", "shared [2] double *", "struct pair".
std::string describeDeclared(Types &types, const clang::ASTContext &context, clang::QualType type,
                             const std::string &name = "");

// The sizes of its blocks: one for each dimension of a multi-blocked array, else one; 0: indefinite, or known at
// start-up.
std::vector<long> blocksOf(const Sharing &sharing, const clang::ASTContext &context, clang::QualType type);

#endif
