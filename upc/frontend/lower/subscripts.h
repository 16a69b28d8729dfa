// SPDX-License-Identifier: BSD-3-Clause
// Elements of shared arrays as subscripts that count from a start, and sizes in which THREADS is a factor.
#ifndef UPC_FRONTEND_SUBSCRIPTS_H
#define UPC_FRONTEND_SUBSCRIPTS_H

#include "types/types.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>

// A constant that products of a few of can be worked out with.
inline bool isShort(const llvm::APSInt &value) {
  return value.isRepresentableByInt64() && value.getExtValue() > -(1L << 31) && value.getExtValue() < (1L << 31);
}

using Variables = llvm::SmallPtrSet<const clang::VarDecl *, 16>;

// What recognising needs to know of the file.
struct LoopFacts {
  Types &types;
  const TokenStream &stream;
  clang::ASTContext &context;
};

const clang::VarDecl *variableOf(const clang::Expr *e);

// c * THREADS^threads
struct Term {
  long c = 1;
  int threads = 0;
};

// A[i][j]..: a scalar or struct (or a row) of a shared array, or of what a pointer-to-shared points to.
struct Subscripted {
  const clang::VarDecl *array = nullptr;  // one of these two
  const clang::Expr *pointer = nullptr;
  std::vector<const clang::ArraySubscriptExpr *> places; // outermost first
  std::vector<const clang::Expr *> subscripts;           // of each place
  std::vector<Term> counts;                    // of elements that each skips
};
std::optional<Subscripted> subscriptsOf(const clang::Expr *access, const LoopFacts &facts, bool orRow = false);

bool isThreads(const clang::Expr *e, const LoopFacts &facts); // THREADS, alone
// The value of a constant, if it is the same for every number of threads, and Clang knows it.
std::optional<llvm::APSInt> knownValue(const clang::Expr *e, const LoopFacts &facts);
bool multipleOfThreads(const clang::Expr *e, const LoopFacts &facts, Term &t); // c * THREADS, THREADS * c

// The scalars, or structs, in a row or an array: c * THREADS^threads. c is 0 if they are not known here.
Term elementsOf(clang::QualType type, const LoopFacts &facts);
// No thread has more than one block of this array.
bool oneBlockEach(clang::QualType array, const LoopFacts &facts);

#endif
