// SPDX-License-Identifier: BSD-3-Clause
// Looks for reads of floating-point elements that have no C pointer in the loop, in a short body without calls or
// branches, and puts _Pragma("clang loop unroll_count(4)") in front of the loop.
#include "lower/loops/gathers.h"
#include "lower/pointers.h"

using namespace clang;

namespace {

const int longest = 100;  // nodes of the syntax tree: four copies of a longer body are no gain
const int copies = 4;

// What the body of a loop is made of.
class Body {
public:
  Body(const Stmt *body, const Context &in) : in(in) { visit(body); }
  bool gathers() const { return found && plain && nodes <= longest; }

private:
  const Context &in;
  bool found = false, plain = true; // plain: a list of expressions and declarations, without calls
  int nodes = 0;

  void visit(const Stmt *s) {
    if (!s || ++nodes > longest || !plain) return;
    plain = isa<Expr, CompoundStmt, DeclStmt, NullStmt>(s) && !isa<CallExpr, StmtExpr, BlockExpr>(s);
    const auto *read = dyn_cast<ImplicitCastExpr>(s);
    if (read && read->getCastKind() == CK_LValueToRValue && read->getType()->isRealFloatingType())
      found |= isGathered(read->getSubExpr()->IgnoreParens());
    for (const Stmt *child : s->children()) visit(child);
  }

  bool isGathered(const Expr *lvalue) const {
    const auto *e = dyn_cast<ArraySubscriptExpr>(lvalue);
    if (!e || in.hasPlace(e) || !isReached(e, in)) return false;
    long block = in.unit.types.sharing(in.unit.types.of(e)).block;
    return (block & (block - 1)) == 0;
  }
};

} // namespace

c::Statement unrolledIfGathers(const c::Statement &loop, const Stmt *body, const Context &in) {
  if (!Body(body, in).gathers()) return loop;
  return c::Statement(Code("_Pragma(\"clang loop unroll_count(" + std::to_string(copies) + ")\") ") + loop.code);
}
