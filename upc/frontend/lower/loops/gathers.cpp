// SPDX-License-Identifier: BSD-3-Clause
// Looks for accesses that have no C pointer in the loop, in a short body without calls or loops. Those to arrays of
// the file get places from tables, in a second version of the loop. _Pragma("clang loop unroll_count(4)") stands in
// front of this version, and of a loop without branches that reads floating-point elements by products.
#include "lower/loops/gathers.h"
#include "lower/accesses.h"
#include "lower/loops/effects.h"
#include "lower/pointers.h"

using namespace clang;

namespace {

const int longest = 100;  // nodes of the syntax tree: copies of a longer body are no gain
const int copies = 4;

// What the body of a loop is made of.
class Body : SyntaxVisitor {
public:
  Body(const Stmt *body, const Context &in) : in(in) { walk(const_cast<Stmt *>(body)); }
  // Real numbers, in blocks of 2^k elements, whose addresses take products. Where blocks have another size, a fourth
  // multiplication takes the time, and whole numbers are added up so fast that copies of the loop gain little.
  bool gathersByProducts() const { return byProducts && straight && !branches && nodes <= longest; }
  bool isShort() const { return straight && nodes <= longest; }
  std::vector<const ArraySubscriptExpr *> inTables; // accesses whose addresses a table may give

private:
  const Context &in;
  bool byProducts = false, branches = false;
  bool straight = true; // a list of expressions, declarations and branches, without loops and calls
  int nodes = 0;
  const Expr *addressed = nullptr;

  bool enter(Stmt *s) override {
    if (isa<UnaryExprOrTypeTraitExpr>(s)) return false;
    nodes++;
    branches |= isa<IfStmt>(s);
    straight &= isa<Expr, CompoundStmt, DeclStmt, NullStmt, IfStmt>(s) && !isa<CallExpr, StmtExpr, BlockExpr>(s);
    if (const auto *e = dyn_cast<UnaryOperator>(s); e && e->getOpcode() == UO_AddrOf)
      addressed = e->getSubExpr()->IgnoreParens();
    if (const auto *read = dyn_cast<ImplicitCastExpr>(s); read && read->getCastKind() == CK_LValueToRValue &&
        read->getType()->isRealFloatingType())
      if (const auto *e = dyn_cast<ArraySubscriptExpr>(read->getSubExpr()->IgnoreParens()))
        byProducts |= !in.hasPlace(e) && isReached(e, in) && isPowerOfTwo(blockOf(e));
    if (const auto *e = dyn_cast<ArraySubscriptExpr>(s); e && e != addressed && mayUseTable(e)) inTables.push_back(e);
    return true;
  }

  static bool isPowerOfTwo(long n) { return (n & (n - 1)) == 0; }
  long blockOf(const Expr *e) const { return in.unit.types.sharing(in.unit.types.of(e)).block; }

  // A relaxed access to an array of which the size and the place are known.
  bool mayUseTable(const ArraySubscriptExpr *e) const {
    if (!in.unit.allNear || in.unit.checkBounds || in.hasPlace(e)) return false;
    auto s = subscriptsOf(e, in.facts());
    if (!s || !s->array || !blockOf(e) || !elementsOf(s->array->getType(), in.facts()).c) return false;
    Sharing sharing = in.unit.types.sharing(in.unit.types.of(e));
    bool strict = sharing.strict || (!sharing.relaxed && in.unit.stream.strictAt(in.unit.index(e->getBeginLoc())));
    return !strict && llvm::none_of(s->subscripts, [&](const Expr *x) { return x->HasSideEffects(in.unit.context); });
  }
};

// The tables of a loop, and the places that they give.
class Tables {
public:
  explicit Tables(const Context &in) : in(in) {
    if (in.places) places = *in.places;
  }
  void add(const ArraySubscriptExpr *e);
  c::Block setup; // declares them
  std::optional<c::Expression> allFit;
  Places places;

private:
  const Context &in;
  std::map<const VarDecl *, std::string> known; // the array -> what the names of its variables end with
};

} // namespace

void Tables::add(const ArraySubscriptExpr *e) {
  Subscripted s = *subscriptsOf(e, in.facts());
  QualType element = in.unit.types.of(e);
  c::Expression size = sizeOf(element, in), block = c::number(in.unit.types.sharing(element).block);
  auto [at, fresh] = known.try_emplace(s.array, "");
  if (fresh) {
    at->second = in.unit.fresh();
    Term count = elementsOf(s.array->getType(), in.facts());
    c::Expression elements = c::number(count.c, "L");
    if (count.threads) elements = c::binary(elements, "*", c::name("urt_threads"));
    setup.add(c::declare("char *upc_a" + at->second, c::call("urt_near", {startOf(s, in)})));
    setup.add(c::declare("const long *upc_t" + at->second, c::call("urt_gather_table", {elements, size, block})));
    c::Expression table = c::name("upc_t" + at->second);
    allFit = allFit ? c::binary(*allFit, "&&", table) : table;
  }
  c::Expression place = c::call("urt_gathered", {c::name("upc_a" + at->second), elementNumber(s, in.withPlaces(places)),
                                                 size, block, c::name("upc_t" + at->second)});
  std::string type = "__typeof__(" + in.unit.types.spell(element) + ") *";
  places.insert_or_assign(e, c::dereference(c::cast(type, place)));
}

static c::Statement unrolled(const c::Statement &loop) {
  return c::Statement(Code("_Pragma(\"clang loop unroll_count(" + std::to_string(copies) + ")\") ") + loop.code);
}

c::Statement gatheringLoop(const Stmt *body, const Context &in,
                           llvm::function_ref<c::Statement(const Context &)> loop) {
  Body parts(body, in);
  c::Statement general = loop(in);
  if (parts.gathersByProducts()) general = unrolled(general);
  if (!parts.isShort() || parts.inTables.empty() || LoopBody(body, in.facts()).awkward) return general;
  Tables tables(in);
  // Inner ones come last, and outer ones, such as x[col[k]] where col is shared, take their values from them.
  for (const ArraySubscriptExpr *e : llvm::reverse(parts.inTables)) tables.add(e);
  c::Statement fast = unrolled(loop(in.withPlaces(tables.places)));
  c::Block block = tables.setup;
  block.add(c::ifElse(*tables.allFit, c::Block{fast}.braced(), c::Block{general}.braced()));
  return block.braced();
}
