// SPDX-License-Identifier: BSD-3-Clause
// Calls that only start a transfer or a collective, and whose handle is dropped: nobody can wait for them. A cast to
// void says that this is meant.
#include "check/checker.h"
#include "tokens/extension.h"
#include "types/syntax_visitor.h"

using namespace clang;

namespace {

class Handles : public SyntaxVisitor {
public:
  explicit Handles(DiagnosticsEngine &diagnostics) : diagnostics(diagnostics) {}

private:
  DiagnosticsEngine &diagnostics;
  const CompoundStmt *valued = nullptr; // of GNU C's ({ .. }), whose last statement is its value

  // Which call waits for a handle of this type? "" if it is no handle.
  static StringRef waitFor(QualType type) {
    const auto *typeName = type->getAs<TypedefType>();
    StringRef name = typeName ? typeName->getDecl()->getName() : "";
    if (name == "upc_stride_handle_t") return "upc_stride_wait";
    if (name == "upc_handle_t") return "upc_sync";
    const AddedFunctions *added = functionsOf(name);
    return added && name == added->handle ? added->waitFor : "";
  }

  void statement(const Stmt *s) {
    const auto *call = dyn_cast_or_null<CallExpr>(s);
    const FunctionDecl *f = call ? call->getDirectCallee() : nullptr;
    StringRef wait = f ? waitFor(f->getReturnType()) : "";
    if (!wait.empty())
      report(diagnostics, call->getBeginLoc(), "the handle that '" + f->getNameAsString() +
             "' returns is dropped; keep it for " + wait.str() + ", before which the call is not complete",
             /*warning=*/true);
  }

  void statements(const CompoundStmt *block) {
    for (const Stmt *part : block->body())
      if (block != valued || part != block->body_back()) statement(part);
  }

  bool enter(Stmt *s) override {
    if (const auto *value = dyn_cast<StmtExpr>(s)) valued = value->getSubStmt();
    else if (const auto *block = dyn_cast<CompoundStmt>(s)) statements(block);
    else if (const auto *branch = dyn_cast<IfStmt>(s)) statement(branch->getThen()), statement(branch->getElse());
    else if (const auto *loop = dyn_cast<ForStmt>(s)) statement(loop->getBody());
    else if (const auto *loop = dyn_cast<WhileStmt>(s)) statement(loop->getBody());
    return true;
  }
};

} // namespace

void checkHandles(const FunctionDecl *f, DiagnosticsEngine &diagnostics) {
  if (f->doesThisDeclarationHaveABody()) Handles(diagnostics).walk(f->getBody());
}
