// SPDX-License-Identifier: BSD-3-Clause
// Sizes of arrays that depend on THREADS in the dynamic environment. For Clang a size is one number. A number times
// THREADS is a multiple of threadsMark. All other sizes get a number of their own (ThreadsSizes in tokens.h), which
// stands for the whole expression: no value for one number of threads tells the values for others. Two sizes get one
// number if they are equal for every number of threads, so an array may be declared twice, with other spellings.
#ifndef UPC_FRONTEND_THREADS_SIZES_H
#define UPC_FRONTEND_THREADS_SIZES_H

#include "types/types.h"
#include "clang/AST/DeclGroup.h"

// Does the value depend on THREADS, by its name or by the size of an array? UPC's operators are constants (6.4.1).
bool needsThreads(const clang::Stmt *s, const TokenStream &stream, Types &types);

// Gives numbers to the sizes of the file that have none. Then the file must be parsed again. A size that cannot be
// computed while the program runs is refused.
bool findThreadsSizes(const std::vector<clang::DeclGroupRef> &groups, clang::ASTContext &context,
                      const TokenStream &stream, Types &types);

// The expression of a size as the user wrote it. `size` is what was parsed, perhaps (__typeof__(E))0 + N, see
// Annotator::threadsSize.
const clang::Expr *writtenSize(const clang::Expr *size);

#endif
