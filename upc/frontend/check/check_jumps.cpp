// SPDX-License-Identifier: BSD-3-Clause
// Jumps into the body of upc_forall. UPC 1.3 leaves them undefined (6.6.2). They are refused here: the loop counts how
// deep it is nested as it is entered and left.
#include "check/checker.h"
#include "types/syntax_visitor.h"

using namespace clang;

namespace {

class Jumps : public SyntaxVisitor {
public:
  Jumps(DiagnosticsEngine &diagnostics, const TokenStream &stream) : diagnostics(diagnostics), stream(stream) {}

  void judge() const {
    for (const Jump &j : jumps)
      for (const LabelDecl *to : j.to ? std::vector<const LabelDecl *>{j.to} : targets)
        if (const ForStmt *loop = loopOf.lookup(to);
            loop && std::find(j.inside.begin(), j.inside.end(), loop) == j.inside.end())
          report(diagnostics, j.at, "this jumps to '" + to->getName().str() + "', into the body of upc_forall");
  }

private:
  struct Loop { const ForStmt *loop; int switches; };
  struct Jump {
    SourceLocation at;
    const LabelDecl *to; // null: to each label whose address is taken
    std::vector<const ForStmt *> inside;
  };
  DiagnosticsEngine &diagnostics;
  const TokenStream &stream;
  std::vector<Loop> loops; // around the node being visited, outermost first
  llvm::DenseMap<const LabelDecl *, const ForStmt *> loopOf;
  std::vector<const LabelDecl *> targets;
  std::vector<Jump> jumps;

  bool distributes(const Stmt *s) const {
    const auto *loop = dyn_cast<ForStmt>(s);
    return loop && stream.forallAffinity.count(loop->getForLoc().getRawEncoding());
  }

  bool enter(Stmt *s) override {
    if (distributes(s)) loops.push_back({cast<ForStmt>(s), 0});
    if (const auto *x = dyn_cast<GotoStmt>(s)) jump(x->getGotoLoc(), x->getLabel());
    if (const auto *x = dyn_cast<IndirectGotoStmt>(s)) jump(x->getGotoLoc(), nullptr);
    if (const auto *x = dyn_cast<AddrLabelExpr>(s)) targets.push_back(x->getLabel());
    if (loops.empty()) return true;
    if (isa<SwitchStmt>(s)) loops.back().switches++;
    if (isa<SwitchCase>(s) && !loops.back().switches)
      report(diagnostics, s->getBeginLoc(),
             "this label is a jump into the body of upc_forall: its switch stands outside");
    if (const auto *x = dyn_cast<LabelStmt>(s)) loopOf[x->getDecl()] = loops.back().loop;
    return true;
  }

  void leave(Stmt *s) override {
    if (!loops.empty() && isa<SwitchStmt>(s)) loops.back().switches--;
    if (distributes(s)) loops.pop_back();
  }

  void jump(SourceLocation at, const LabelDecl *to) {
    std::vector<const ForStmt *> inside;
    for (const Loop &l : loops) inside.push_back(l.loop);
    jumps.push_back({at, to, std::move(inside)});
  }
};

} // namespace

void checkJumps(const FunctionDecl *f, DiagnosticsEngine &diagnostics, const TokenStream &stream) {
  if (!f->isThisDeclarationADefinition() || !f->getBody()) return;
  Jumps jumps(diagnostics, stream);
  jumps.walk(f->getBody());
  jumps.judge();
}
