// SPDX-License-Identifier: BSD-3-Clause
// Looks for accesses that have no C pointer in the loop, in a short body without calls or loops. Those to arrays of
// the file, and through pointers that stay the same, get places from tables, in other versions of the loop.
// _Pragma("clang loop unroll_count(..)") stands in front of these versions, and in front of a loop without branches
// that reads floating-point elements by products.
#include "lower/loops/gathers.h"
#include "lower/accesses.h"
#include "lower/loops/effects.h"
#include "lower/pointers.h"

using namespace clang;

namespace {

// Nodes of the syntax tree: copies of a longer body are no gain, and a longer nest stands once.
const int longest = 100, longestNest = 250;
// More copies of a row of a few elements would leave most of it to the loop for the rest.
const int copies = 4, copiesWithTable = 8, copiesOfRows = 2;

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
    if (!in.unit.allNear || in.unit.checkBounds || in.hasPlace(e) || !in.tables || in.loop->awkward) return false;
    if (in.gathers && in.gathers->tables == GatherVersion::Without) return false;
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

// Does the loop around it change the value that its condition compares with, as for the rows of a sparse matrix?
static bool endsElsewhere(const Stmt *loop, const Context &around) {
  const auto *s = dyn_cast<ForStmt>(loop);
  const auto *w = dyn_cast<WhileStmt>(loop);
  const auto *compared = dyn_cast_or_null<BinaryOperator>(s ? s->getCond() : w ? w->getCond() : nullptr);
  return around.loop && compared && !invariant(compared->getRHS(), *around.loop, around.facts(), /*sure=*/true);
}

// Before a loop with a pragma, or one that a jump enters, nothing is declared for those inside; nor before one that
// declares types, which the elements of those inside may have.
LoopTables::LoopTables(const Stmt *loop, const LoopBody &body, const Context &around)
    : depth(around.tables ? around.tables->depth + 1 : 0), rows(endsElsewhere(loop, around)), body(body),
      around(around),
      apart(body.awkward || around.unit.followsPragma(around.unit.index(loop->getBeginLoc()))),
      pragmas(around.unit.holdsPragma(loop)) {}

bool LoopTables::keeps(const Subscripted &s) const {
  return !apart && baseStays(s, body, around.facts(), /*sure=*/false);
}

// A function that the loop calls may come back to it by longjmp, which leaves a changed variable of ours undefined.
bool LoopTables::keepsWindow(const Subscripted &s) const { return keeps(s) && !body.opaque && !pragmas; }

bool LoopTables::declareWindow(const std::string &id, size_t bases, const Subscripted &s) {
  if (!keepsWindow(s) || !around.tables || !around.tables->keepsWindow(s)) return false;
  if (around.tables->declareWindow(id, bases, s)) return true;
  std::vector<c::Declarator> starts;
  for (size_t i = 0; i < bases; i++) starts.push_back({"*upc_a" + id + "_" + std::to_string(i), Code("0")});
  around.tables->setup.add(c::declare("long upc_w" + id, c::name("URT_NO_WINDOW")));
  around.tables->setup.add(c::declareAll("char", starts));
  return true;
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

std::pair<std::string, int> LoopTables::tableOf(const Subscripted &s, QualType element) {
  if (!apart && around.tables && around.tables->keeps(s)) return around.tables->tableOf(s, element);
  std::string of = around.unit.onOneLine(startOf(s, around).code) + around.unit.types.spell(element) + " " +
                   std::to_string(around.unit.types.sharing(element).block);
  auto [at, fresh] = names.try_emplace(of, "");
  if (fresh) declareTable(at->second = around.unit.fresh(), s, element);
  return {"upc_t" + at->second, depth};
}

// ---- Loops

// Adds a condition to those that must hold.
static void require(std::optional<c::Expression> &all, const c::Expression &one) {
  all = all ? c::binary(*all, "&&", one) : one;
}

namespace {

// The places that the tables of a loop give, and whether there are all these tables.
struct TablePlaces {
  explicit TablePlaces(const Context &in)
      : in(in), version(in.gathers && in.gathers->tables == GatherVersion::WithTables ? in.gathers : nullptr) {
    if (in.places) places = *in.places;
  }
  void add(const ArraySubscriptExpr *e);
  std::optional<c::Expression> allFit;
  Places places;

private:
  const Context &in;
  GatherVersion *const version; // whose condition says that there are the tables declared before its nest
  std::set<std::string> used;
};

} // namespace

// In the version with tables each table begins with the first element of its object.
void TablePlaces::add(const ArraySubscriptExpr *e) {
  Subscripted s = *subscriptsOf(e, in.facts());
  QualType element = in.unit.types.of(e);
  auto [id, depth] = in.tables->tableOf(s, element);
  c::Expression table = c::name(id), entries = c::member(table, "places");
  long blockSize = in.unit.types.sharing(element).block;
  bool counts = !s.array && blockSize % 2 == 0;
  bool sure = version && depth <= version->depth;
  if (used.insert(id).second) {
    require(sure ? version->fits : allFit, entries);
    if (sure && counts) require(version->fits, c::prefix("!", c::member(table, "first")));
    if (sure) version->mayCount |= counts;
  }
  c::Expression number = asLong(elementNumber(s, in.withPlaces(places)));
  if (!sure && counts) number = c::binary(c::member(table, "first"), "+", number);
  c::Expression block = c::number(blockSize);
  c::Expression place = c::call("urt_gather_place", {number, sizeOf(element, in), block, entries});
  places.insert_or_assign(e, c::dereference(c::cast("__typeof__(" + in.unit.types.spell(element) + ") *", place)));
}

static c::Statement unrolled(const c::Statement &loop, int times) {
  return c::Statement(Code("_Pragma(\"clang loop unroll_count(" + std::to_string(times) + ")\") ") + loop.code);
}

static c::Expression likely(const c::Expression &condition) {
  return c::call("__builtin_expect", {condition, c::number(1)});
}

c::Statement gatheringLoop(const Stmt *body, const Context &in,
                           llvm::function_ref<c::Statement(const Context &)> loop) {
  Body parts(body, in);
  auto general = [&] { return parts.gathersByProducts() ? unrolled(loop(in), copies) : loop(in); };
  if (!parts.isShort() || parts.inTables.empty() || LoopBody(body, in.facts()).awkward) return general();
  TablePlaces tables(in);
  // Inner ones come last, and outer ones, such as x[col[k]] where col is shared, take their values from them.
  for (const ArraySubscriptExpr *e : llvm::reverse(parts.inTables)) tables.add(e);
  c::Statement fast = unrolled(loop(in.withPlaces(tables.places)), in.tables->rows ? copiesOfRows : copiesWithTable);
  if (!tables.allFit) return fast;
  return c::ifElse(likely(*tables.allFit), c::Block{fast}.braced(), c::Block{general()}.braced());
}

static int nodesOf(const Stmt *s) {
  int nodes = 1;
  for (const Stmt *child : s->children()) nodes += child ? nodesOf(child) : 0;
  return nodes;
}

c::Statement gatheringNest(const Stmt *nest, const LoopBody &body, const Context &in,
                           llvm::function_ref<c::Statement(const Context &)> loop) {
  bool twice = in.unit.allNear && in.tables && !in.gathers && !in.general && !body.awkward &&
               !in.unit.followsPragma(in.unit.index(nest->getBeginLoc())) && nodesOf(nest) <= longestNest;
  if (!twice) return loop(in);
  GatherVersion first{GatherVersion::WithTables, in.tables->depth};
  GatherVersion choosing{GatherVersion::Choosing}, without{GatherVersion::Without};
  c::Statement fast = loop(in.inVersion(&first));
  if (!first.fits) return fast;
  c::Statement other = loop(in.inVersion(first.mayCount ? &choosing : &without));
  return c::ifElse(likely(*first.fits), c::Block{fast}.braced(), c::Block{other}.braced());
}
