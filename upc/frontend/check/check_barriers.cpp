// SPDX-License-Identifier: BSD-3-Clause
// Collective calls in the body of upc_forall. All threads must make them equally often (6.6.1, 7.1), but each thread
// has iterations of its own. The counts are equal if THREADS divides the number of iterations: then the condition
// mostly names THREADS, and there is no warning.
#include "check/checker.h"
#include "types/syntax_visitor.h"

using namespace clang;

namespace {

class Barriers : public SyntaxVisitor {
public:
  Barriers(DiagnosticsEngine &diagnostics, const TokenStream &stream) : diagnostics(diagnostics), stream(stream) {}

private:
  DiagnosticsEngine &diagnostics;
  const TokenStream &stream;
  int depth = 0; // of loops that give threads different iterations

  bool distributes(const Stmt *s) const {
    const auto *loop = dyn_cast<ForStmt>(s);
    return loop && stream.hasAffinity(loop->getForLoc()) &&
           !(loop->getCond() && stream.usesThreads(loop->getCond()->getSourceRange()));
  }

  bool enter(Stmt *s) override {
    depth += distributes(s);
    const auto *call = depth ? dyn_cast<CallExpr>(s) : nullptr;
    const FunctionDecl *f = call ? call->getDirectCallee() : nullptr;
    StringRef name = f && f->getIdentifier() ? f->getName() : "";
    if (name == "upc_barrier" || name == "upc_notify" || name.starts_with("upc_all_"))
      report(diagnostics, call->getBeginLoc(),
             "'" + name.str() + "' in upc_forall: each thread has iterations of its own, and threads with fewer of "
             "them would not reach it as often as the others", /*warning=*/true);
    return true;
  }

  void leave(Stmt *s) override { depth -= distributes(s); }
};

} // namespace

void checkBarriers(const FunctionDecl *f, DiagnosticsEngine &diagnostics, const TokenStream &stream) {
  if (f->isThisDeclarationADefinition() && f->getBody()) Barriers(diagnostics, stream).walk(f->getBody());
}
