// SPDX-License-Identifier: BSD-3-Clause
// Tasks: what a task captures must have a meaning on the thread that runs it; no statement jumps out of it; it comes to
// no barrier.
#include "check/check_tasks.h"
#include "tokens/diagnostics.h"
#include "types/task_statements.h"
#include "types/syntax_visitor.h"

using namespace clang;

// Does a value of the type hold a private pointer? Other threads do not see what it points to.
static bool holdsPointer(QualType type, Types &types) {
  if (types.isPts(type)) return false;
  if (type->isAnyPointerType() || type->isBlockPointerType()) return true;
  if (const auto *array = type->getAsArrayTypeUnsafe()) return holdsPointer(array->getElementType(), types);
  const auto *record = type->getAs<RecordType>();
  return record && llvm::any_of(record->getDecl()->fields(),
                                [&](const FieldDecl *f) { return holdsPointer(f->getType(), types); });
}

// The first place in the task where the variable is named.
static SourceLocation firstUse(const Stmt *s, const VarDecl *v) {
  if (!s) return {};
  if (const auto *ref = dyn_cast<DeclRefExpr>(s); ref && ref->getDecl() == v) return ref->getLocation();
  if (const auto *block = dyn_cast<BlockExpr>(s)) return firstUse(block->getBody(), v);
  for (const Stmt *child : s->children())
    if (SourceLocation found = firstUse(child, v); found.isValid()) return found;
  return {};
}

namespace {

class Tasks : public SyntaxVisitor {
public:
  Tasks(DiagnosticsEngine &diagnostics, Types &types) : diagnostics(diagnostics), types(types) {}

private:
  DiagnosticsEngine &diagnostics;
  Types &types;
  int around = 0; // tasks

  bool enter(Stmt *s) override {
    if (const auto *block = dyn_cast<BlockExpr>(s)) {
      for (const BlockDecl::Capture &c : block->getBlockDecl()->captures()) capture(c.getVariable(), block);
      around++;
    }
    if (around && isa<ReturnStmt>(s))
      error(s->getBeginLoc(), "this would leave the function around the task; a task ends at its brace");
    if (auto *call = dyn_cast<CallExpr>(s)) {
      place(call);
      if (around) barrier(call);
    }
    return true;
  }
  void leave(Stmt *s) override { around -= isa<BlockExpr>(s); }

  void barrier(CallExpr *e) {
    const FunctionDecl *f = e->getDirectCallee();
    if (!f || !f->getIdentifier()) return;
    StringRef name = f->getName();
    if (name == "upc_barrier" || name == "upc_notify" || name == "upc_wait")
      error(e->getBeginLoc(), "'" + name.str() + "' in a task; only the main program of each thread comes to barriers");
  }

  // upc_on's place.
  void place(CallExpr *e) {
    if (!taskStatement(e) || e->getNumArgs() < 3) return;
    const Expr *where = e->getArg(1)->IgnoreImpCasts();
    QualType type = types.of(where);
    if (!type->isIntegerType() && !types.isPts(type))
      error(where->getBeginLoc(), "upc_on takes a thread's number or a pointer-to-shared, and this is '" +
                                      types.describe(type) + "'");
  }

  void error(SourceLocation at, const std::string &message) { report(diagnostics, at, message); }

  void capture(const VarDecl *v, const BlockExpr *e) {
    if (!holdsPointer(v->getType(), types)) return;
    SourceLocation at = firstUse(e->getBody(), v);
    error(at.isValid() ? at : e->getBeginLoc(),
          "a task cannot capture '" + v->getName().str() + "', " +
              (v->getType()->isPointerType() ? "a private pointer" : "which holds a private pointer") +
              ": the task may run on another thread, which does not see private memory");
  }
};

} // namespace

void checkTasks(FunctionDecl *f, DiagnosticsEngine &diagnostics, Types &types) {
  if (f->isThisDeclarationADefinition() && f->getBody()) Tasks(diagnostics, types).walk(f->getBody());
}
