// SPDX-License-Identifier: BSD-3-Clause
// Looks for accesses that have no C pointer in the loop, in a short body without calls or loops. Those to arrays of
// the file, and through pointers that stay the same, get places from tables, in a second version of the loop.
// _Pragma("clang loop unroll_count(4)") stands in front of this version, and of a loop without branches that reads
// floating-point elements by products.
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

  // A relaxed access to an array of which the size and the place are known, or through a pointer that stays.
  bool mayUseTable(const ArraySubscriptExpr *e) const {
    if (!in.unit.allNear || in.unit.checkBounds || in.hasPlace(e) || !in.tables || in.loop->names) return false;
    auto s = subscriptsOf(e, in.facts());
    if (!s || !blockOf(e)) return false;
    if (s->array ? !elementsOf(s->array->getType(), in.facts()).c
                 : !baseStays(*s, *in.loop, in.facts(), /*sure=*/false))
      return false;
    Sharing sharing = in.unit.types.sharing(in.unit.types.of(e));
    bool strict = sharing.strict || (!sharing.relaxed && in.unit.stream.strictAt(in.unit.index(e->getBeginLoc())));
    return !strict && llvm::none_of(s->subscripts, [&](const Expr *x) { return x->HasSideEffects(in.unit.context); });
  }
};

} // namespace

// ---- Tables

// Before a loop with a pragma, or one that a jump enters, nothing is declared for those inside; nor before one that
// declares types, which the elements of those inside may have.
LoopTables::LoopTables(const Stmt *loop, const LoopBody &body, const Context &around)
    : body(body), around(around),
      apart(body.awkward || body.names || around.unit.followsPragma(around.unit.index(loop->getBeginLoc()))) {}

bool LoopTables::keeps(const Subscripted &s) const {
  return !apart && baseStays(s, body, around.facts(), /*sure=*/false);
}

c::Statement LoopTables::before(const c::Statement &loop) const {
  if (setup.empty()) return loop;
  c::Block block = setup;
  block.add(loop);
  return block.braced();
}

// static const urt_size_t *g; urt_gather_t t = {urt_gather_table(&g, ..), 0};, and for a pointer
// static const urt_gathered_t *g; urt_gather_t t = urt_gather_from(&g, ..);
void LoopTables::declareTable(const std::string &id, const Subscripted &s, QualType element) {
  std::string kept = "upc_g" + id, table = "urt_gather_t upc_t" + id;
  c::Expression keeps = c::addressOf(c::name(kept)), size = sizeOf(element, around);
  c::Expression block = c::number(around.unit.types.sharing(element).block);
  if (!s.array) {
    setup.add(c::declare("static const urt_gathered_t *" + kept));
    setup.add(c::declare(table, c::call("urt_gather_from", {keeps, startOf(s, around), size, block})));
    return;
  }
  Term count = elementsOf(s.array->getType(), around.facts());
  c::Expression elements = c::number(count.c, "L");
  if (count.threads) elements = c::binary(elements, "*", c::name("urt_threads"));
  c::Expression offset = c::name(offsetOf(s.array, around.unit));
  c::Expression places = c::call("urt_gather_table", {keeps, offset, elements, size, block});
  setup.add(c::declare("static const urt_size_t *" + kept));
  setup.add(c::declare(table, c::compoundLiteral("urt_gather_t", {places, c::number(0)})));
}

std::string LoopTables::tableOf(const Subscripted &s, QualType element) {
  if (!apart && around.tables && around.tables->keeps(s)) return around.tables->tableOf(s, element);
  std::string of = around.unit.onOneLine(startOf(s, around).code) + around.unit.types.spell(element);
  auto [at, fresh] = names.try_emplace(of, "");
  if (fresh) declareTable(at->second = around.unit.fresh(), s, element);
  return "upc_t" + at->second;
}

// ---- Loops

namespace {

// The places that the tables of a loop give, and whether there are all these tables.
struct TablePlaces {
  explicit TablePlaces(const Context &in) : in(in) {
    if (in.places) places = *in.places;
  }
  void add(const ArraySubscriptExpr *e);
  std::optional<c::Expression> allFit;
  Places places;

private:
  const Context &in;
  std::set<std::string> used;
};

} // namespace

void TablePlaces::add(const ArraySubscriptExpr *e) {
  Subscripted s = *subscriptsOf(e, in.facts());
  QualType element = in.unit.types.of(e);
  c::Expression table = c::name(in.tables->tableOf(s, element)), entries = c::member(table, "places");
  if (used.insert(in.unit.onOneLine(table.code)).second)
    allFit = allFit ? c::binary(*allFit, "&&", entries) : entries;
  c::Expression number = asLong(elementNumber(s, in.withPlaces(places)));
  if (!s.array) number = c::binary(c::member(table, "first"), "+", number);
  c::Expression block = c::number(in.unit.types.sharing(element).block);
  c::Expression place = c::call("urt_gather_place", {number, sizeOf(element, in), block, entries});
  places.insert_or_assign(e, c::dereference(c::cast("__typeof__(" + in.unit.types.spell(element) + ") *", place)));
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
  TablePlaces tables(in);
  // Inner ones come last, and outer ones, such as x[col[k]] where col is shared, take their values from them.
  for (const ArraySubscriptExpr *e : llvm::reverse(parts.inTables)) tables.add(e);
  c::Statement fast = unrolled(loop(in.withPlaces(tables.places)));
  c::Expression mostly = c::call("__builtin_expect", {*tables.allFit, c::number(1)});
  return c::ifElse(mostly, c::Block{fast}.braced(), c::Block{general}.braced());
}
