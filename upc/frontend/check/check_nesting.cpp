// SPDX-License-Identifier: BSD-3-Clause
// upc_forall in the body of another one. The outermost one that has an affinity divides the iterations. One inside of
// it runs whole on each thread that comes to it, as if its affinity were `continue` (6.6.2). Who has written an
// affinity there mostly means something else.
#include "check/checker.h"
#include "types/syntax_visitor.h"

using namespace clang;

namespace {

class Nesting : public SyntaxVisitor {
public:
  Nesting(DiagnosticsEngine &diagnostics, const TokenStream &stream) : diagnostics(diagnostics), stream(stream) {}

private:
  DiagnosticsEngine &diagnostics;
  const TokenStream &stream;
  int depth = 0; // of loops with an affinity

  bool hasAffinity(const Stmt *s) const {
    const auto *loop = dyn_cast<ForStmt>(s);
    return loop && stream.hasAffinity(loop->getForLoc());
  }

  bool enter(Stmt *s) override {
    if (hasAffinity(s) && depth++ > 0)
      report(diagnostics, s->getBeginLoc(),
             "this upc_forall is not divided: each thread runs it whole in its iterations of the upc_forall around it; "
             "write 'continue' as the affinity of the one that is not to be divided", /*warning=*/true);
    return true;
  }

  void leave(Stmt *s) override { depth -= hasAffinity(s); }
};

} // namespace

void checkNesting(const FunctionDecl *f, DiagnosticsEngine &diagnostics, const TokenStream &stream) {
  if (f->isThisDeclarationADefinition() && f->getBody()) Nesting(diagnostics, stream).walk(f->getBody());
}
