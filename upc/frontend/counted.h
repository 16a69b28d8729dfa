// SPDX-License-Identifier: BSD-3-Clause
// Loops that count, and the shared accesses in them whose address moves by a constant each time round:
//
//   for (j = ..; j < n; j += s) { .. A[i + 1][j] .. B[n * i + j - 1] .. x[j] .. }
//
// such an access stays in a block for some iterations, its *run*: there it is a plain C pointer and an index, worked
// out once for the run. In small blocks, a *walk*: a pointer-to-shared that steps with the loop.
#ifndef UPC_FRONTEND_COUNTED_H
#define UPC_FRONTEND_COUNTED_H

#include "types.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"

using Variables = llvm::SmallPtrSet<const clang::VarDecl *, 16>;

// What recognising needs to know of the file and the function.
struct LoopFacts {
  Types &types;
  const TokenStream &stream;
  clang::ASTContext &context;
  const Variables &addressTaken; // anywhere in the function
};

struct CountedLoop {
  const clang::VarDecl *index = nullptr;
  const clang::Expr *end = nullptr; // index RELATION end
  clang::BinaryOperatorKind relation = clang::BO_LT;
  long step = 1;
};

struct SharedRun {
  const clang::Expr *access; // A[..]
  clang::QualType element;
  long block, stride;        // in elements; the stride of one iteration
  bool walk;
};

// What a loop's body does that matters here.
class LoopBody : public clang::RecursiveASTVisitor<LoopBody> {
public:
  explicit LoopBody(const clang::Stmt *body) { TraverseStmt(const_cast<clang::Stmt *>(body)); }
  Variables changed;    // assigned, stepped, with their address taken, or declared inside
  bool breaks = false;  // leaves the loop by `break`
  bool awkward = false; // cannot stand twice, or is entered or left by a jump

  bool VisitBinaryOperator(clang::BinaryOperator *e);
  bool VisitUnaryOperator(clang::UnaryOperator *e);
  bool VisitVarDecl(clang::VarDecl *v);
  bool VisitLabelStmt(clang::LabelStmt *) { return awkward = true; }
  bool VisitGotoStmt(clang::GotoStmt *) { return awkward = true; }
  bool VisitIndirectGotoStmt(clang::IndirectGotoStmt *) { return awkward = true; }
  bool VisitGCCAsmStmt(clang::GCCAsmStmt *) { return awkward = true; }
  bool VisitSwitchCase(clang::SwitchCase *) { return awkward |= switches == 0, true; }
  bool VisitBreakStmt(clang::BreakStmt *) { return breaks |= depth == 0, true; }
  bool TraverseForStmt(clang::ForStmt *s) { return inner([&] { return RecursiveASTVisitor::TraverseForStmt(s); }); }
  bool TraverseWhileStmt(clang::WhileStmt *s) { return inner([&] { return RecursiveASTVisitor::TraverseWhileStmt(s); }); }
  bool TraverseDoStmt(clang::DoStmt *s) { return inner([&] { return RecursiveASTVisitor::TraverseDoStmt(s); }); }
  bool TraverseSwitchStmt(clang::SwitchStmt *s);

private:
  int depth = 0, switches = 0;
  template <class F> bool inner(F walk) {
    depth++;
    bool ok = walk();
    depth--;
    return ok;
  }
  void change(const clang::Expr *e);
};

// Every variable of a function whose address is taken.
Variables addressesTaken(const clang::Stmt *function);

const clang::VarDecl *variableOf(const clang::Expr *e);

// The same value at every iteration: constants and variables that no iteration changes.
bool invariant(const clang::Expr *e, const LoopBody &body, const LoopFacts &facts);

// index, index + e, e + index, index - e and sums of these, with e invariant.
bool movesWith(const clang::Expr *e, const clang::VarDecl *index, const LoopBody &body, const LoopFacts &facts);

// Fills `loop` in and returns true where condition and increment have the form above.
bool recogniseCounted(const clang::Expr *condition, const clang::Expr *increment, const LoopBody &body, const LoopFacts &facts, CountedLoop &loop);

// The array's variable and the subscripts of A[i][j].., outermost first, where that is a scalar or struct (or a row) of a
// shared array or of what a local pointer-to-shared points to; else null. `counts` has the elements each subscript skips.
const clang::VarDecl *subscriptsOf(const clang::Expr *access, const LoopFacts &facts, std::vector<const clang::Expr *> &subscripts,
                                   std::vector<long> &counts, bool orRow = false);

// The accesses in `s` that move with `index`, which changes by `step` each time; 0: by THREADS, where only blocks of one
// make a run. Runs shorter than `least` iterations are not worth their start.
std::vector<SharedRun> sharedRuns(const clang::Stmt *s, const clang::VarDecl *index, long step, long least, const LoopBody &body, const LoopFacts &facts);

#endif
