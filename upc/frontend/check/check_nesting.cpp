// SPDX-License-Identifier: BSD-3-Clause
// upc_forall in the body of another one. The outermost one that has an affinity divides the iterations. One inside of
// it runs whole on each thread that comes to it, as if its affinity were `continue` (6.6.2). Who has written an
// affinity there mostly means something else. The same holds for one in a function that is called there.
#include "check/checker.h"
#include "types/syntax_visitor.h"

using namespace clang;

namespace {

bool hasAffinity(const Stmt *s, const TokenStream &stream) {
  const auto *loop = dyn_cast<ForStmt>(s);
  return loop && stream.hasAffinity(loop->getForLoc());
}

// The body of the function that a call names, if it is in this file.
const Stmt *calledBody(const Stmt *s) {
  const auto *call = dyn_cast<CallExpr>(s);
  const FunctionDecl *f = call ? call->getDirectCallee() : nullptr;
  return f ? f->getBody() : nullptr;
}

// Does a body come to an upc_forall with an affinity, also by calls?
class Divides : public SyntaxVisitor {
public:
  Divides(Dividing &known, const TokenStream &stream) : known(known), stream(stream) {}

  bool ask(const Stmt *body) {
    auto [place, isNew] = known.try_emplace(body, false);
    if (!isNew) return place->second; // of a recursion: the answer is given further out
    Divides inside(known, stream);
    inside.walk(body);
    return known[body] = inside.found;
  }

private:
  Dividing &known;
  const TokenStream &stream;
  bool found = false;

  bool enter(Stmt *s) override {
    const Stmt *body = calledBody(s);
    found = found || hasAffinity(s, stream) || (body && ask(body));
    return !found;
  }
};

class Nesting : public SyntaxVisitor {
public:
  Nesting(DiagnosticsEngine &diagnostics, const TokenStream &stream, Dividing &known)
      : diagnostics(diagnostics), stream(stream), known(known) {}

private:
  DiagnosticsEngine &diagnostics;
  const TokenStream &stream;
  Dividing &known;
  int depth = 0; // of loops with an affinity

  void warn(const Stmt *s, const std::string &what) {
    report(diagnostics, s->getBeginLoc(),
           what + " is not divided: each thread runs it whole in its iterations of the upc_forall around it; "
                  "write 'continue' as the affinity of the one that is not to be divided", /*warning=*/true);
  }

  bool enter(Stmt *s) override {
    if (hasAffinity(s, stream) && depth++ > 0) warn(s, "this upc_forall");
    const Stmt *body = depth > 0 ? calledBody(s) : nullptr;
    if (body && Divides(known, stream).ask(body))
      warn(s, "an upc_forall in '" + cast<CallExpr>(s)->getDirectCallee()->getNameAsString() + "'");
    return true;
  }

  void leave(Stmt *s) override { depth -= hasAffinity(s, stream); }
};

} // namespace

void checkNesting(const FunctionDecl *f, DiagnosticsEngine &diagnostics, const TokenStream &stream, Dividing &known) {
  if (f->isThisDeclarationADefinition() && f->getBody()) Nesting(diagnostics, stream, known).walk(f->getBody());
}
