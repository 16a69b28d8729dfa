// SPDX-License-Identifier: BSD-3-Clause
// Which objects in memory a piece of code reads and writes, and which of these accesses may be to the same object. For
// accesses of a loop that are made in another order than the program has them (far_updates.h, read_ahead.h).
#ifndef UPC_FRONTEND_CONFLICTS_H
#define UPC_FRONTEND_CONFLICTS_H

#include "lower/loops/effects.h"

struct MemoryAccess {
  const clang::Expr *lvalue;
  clang::QualType type;                    // null: it may be read as any type
  bool writes;
  bool isPrivate;                          // a private variable, which no shared object overlaps
  bool called = false;                     // in a function that the code calls
  const clang::VarDecl *object = nullptr;  // the shared array it is part of, or the restrict pointer that leads to it
};

// The accesses of a statement and of the functions of this file that it calls.
class Accesses : SyntaxVisitor {
public:
  Accesses(const LoopFacts &facts) : facts(facts) {}
  void add(const clang::Stmt *s) { walk(s); }

  std::vector<MemoryAccess> all;
  bool unknown = false; // it may read or write what is not in `all`, or wait for other threads

  bool overlap(const MemoryAccess &a, const MemoryAccess &b) const;
  MemoryAccess accessOf(const clang::Expr *lvalue, bool writes) const;

private:
  const LoopFacts facts;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 8> called;
  int calls = 0; // around what is visited
  bool enter(clang::Stmt *s) override;
  void access(const clang::Expr *lvalue, bool writes);
  void call(const clang::CallExpr *e);
  bool waits(const clang::Expr *condition) const;
};

// Is this access ordered with others: strict, volatile or atomic?
bool isOrdered(const clang::Expr *lvalue, const LoopFacts &facts);

#endif
