// SPDX-License-Identifier: BSD-3-Clause
// Jumps into the body of upc_forall. UPC 1.3 leaves them undefined (6.6.2). They are refused here: the loop counts how
// deep it is nested as it is entered and left.
#include "check/checker.h"

using namespace clang;

namespace {

class Jumps : public RecursiveASTVisitor<Jumps> {
public:
  Jumps(DiagnosticsEngine &diagnostics, const TokenStream &stream) : diagnostics(diagnostics), stream(stream) {}

  bool TraverseForStmt(ForStmt *s) {
    bool distributes = stream.forallAffinity.count(s->getForLoc().getRawEncoding());
    if (distributes) loops.push_back({s, 0});
    bool ok = RecursiveASTVisitor::TraverseForStmt(s);
    if (distributes) loops.pop_back();
    return ok;
  }
  bool TraverseSwitchStmt(SwitchStmt *s) {
    if (!loops.empty()) loops.back().switches++;
    bool ok = RecursiveASTVisitor::TraverseSwitchStmt(s);
    if (!loops.empty()) loops.back().switches--;
    return ok;
  }
  bool VisitSwitchCase(SwitchCase *s) {
    if (!loops.empty() && !loops.back().switches)
      report(diagnostics, s->getBeginLoc(),
             "this label is a jump into the body of upc_forall: its switch stands outside");
    return true;
  }
  bool VisitLabelStmt(LabelStmt *s) {
    if (!loops.empty()) loopOf[s->getDecl()] = loops.back().loop;
    return true;
  }
  bool VisitGotoStmt(GotoStmt *s) { return jump(s->getGotoLoc(), s->getLabel()), true; }
  bool VisitAddrLabelExpr(AddrLabelExpr *e) { return targets.push_back(e->getLabel()), true; }
  bool VisitIndirectGotoStmt(IndirectGotoStmt *s) { return jump(s->getGotoLoc(), nullptr), true; }

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
  jumps.TraverseStmt(f->getBody());
  jumps.judge();
}
