// SPDX-License-Identifier: BSD-3-Clause
// Multi-blocked arrays: their declarations become records of the layout, and A[i][j] becomes the arithmetic that finds
// block, owner and place (runtime/urt_blocks.h).
#include "lower/accesses.h"
#include "lower/bounds.h"
#include "lower/expressions.h"
#include "lower/pointers.h"
#include "lower/sections.h"
#include "lower/variables.h"
#include "tokens/clang_versions.h"
#include "types/operators.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

const VarDecl *multiBlockedElement(const Expr *e, std::vector<const Expr *> &indices, Unit &unit) {
  const Expr *at = e->IgnoreParenImpCasts();
  while (const auto *x = dyn_cast<ArraySubscriptExpr>(at)) {
    indices.insert(indices.begin(), x->getIdx());
    at = x->getBase()->IgnoreParenImpCasts();
  }
  const VarDecl *v = namedVariable(at);
  if (!v || !unit.types.sharing(Types::declaredArray(v)).multiBlocked()) return nullptr;
  return (int)indices.size() <= dimensionsOf(Types::declaredArray(v), unit.context) ? v : nullptr;
}

c::Expression arrayRecord(const VarDecl *v, const Context &in) {
  in.unit.needsLayouts = true;
  std::string name = v->getName().str();
  return isa<ParmVarDecl>(v) ? c::dereference(c::name(name)) : c::name("upc_d_" + name);
}

c::Expression arrayOffset(const VarDecl *v, const Context &in) {
  if (!isa<ParmVarDecl>(v)) return c::name(offsetOf(v, in.unit));
  return c::dereference(c::memberOfPointer(c::name(v->getName().str()), "offset"));
}

// ---- Elements

namespace {

// Where an element is: the names of the variables that hold its thread and its offset in that thread's part.
struct ElementPlace {
  std::string thread, offset;
};

} // namespace

// The sizes of the blocks, constants where the declaration has them; `type` becomes that of the elements.
static c::Expressions blocksOf(const VarDecl *array, QualType &type, const c::Expression &layout, const Context &in) {
  const std::vector<Bracket> &brackets = in.unit.types.sharing(type).layout->brackets;
  c::Expressions blocks;
  for (size_t k = 0; const ArrayType *a = in.unit.context.getAsArrayType(type); k++, type = a->getElementType()) {
    bool constant = k < brackets.size() && brackets[k].kind == Bracket::Value;
    blocks.push_back(constant ? c::number(brackets[k].value) : c::element(c::member(layout, "block"), c::number(k)));
  }
  return blocks;
}

// Declares what finds the element with these indices.
static ElementPlace locate(const VarDecl *array, const c::Expressions &indices, const std::string &n, c::Block &block,
                           const Context &in) {
  std::string i = "upc_i" + n, o = "upc_o" + n, w = "upc_w" + n;
  std::string b = "upc_b" + n;
  c::Expression layout = c::member(arrayRecord(array, in), "layout");
  QualType scalar = Types::declaredArray(array);
  c::Expressions blocks = blocksOf(array, scalar, layout, in);
  block.add(c::declareAll("urt_size_t", {{i + "[]", c::list(indices)}, {b + "[]", c::list(blocks)}, {o, {}}}));
  c::Expressions arguments = {c::number(indices.size()), c::name(i), c::name(b), sizeOf(scalar, in),
                              c::addressOf(c::name(o))};
  bool named = !in.unit.types.sharing(Types::declaredArray(array)).layout->grid.empty(); // it may be ignored
  arguments.push_back(named ? c::member(layout, "gridded") : c::number(0));
  for (const char *field : {"grid", "full", "rest", "nblocks"}) arguments.push_back(c::member(layout, field));
  block.add(c::declare("int " + w, c::call("urt_block_owner", arguments)));
  return {w, o};
}

static c::Expression pointerTo(const VarDecl *array, const ElementPlace &at, const Context &in) {
  c::Expression offset = c::binary(arrayOffset(array, in), "+", c::name(at.offset));
  return c::compoundLiteral("urt_ptr_t", {offset, c::cast("unsigned int", c::name(at.thread)), c::number(0)});
}

c::Expression multiBlockedAddress(const VarDecl *array, const std::vector<const Expr *> &indices, const Context &in) {
  c::Expressions values;
  for (unsigned k = 0; k < indices.size(); k++)
    values.push_back(c::cast("urt_size_t", checkedSubscript(array, k, indices[k], in)));
  return multiBlockedElementAt(array, std::move(values), in);
}

c::Expression multiBlockedElementAt(const VarDecl *array, c::Expressions indices, const Context &in) {
  indices.resize(dimensionsOf(Types::declaredArray(array), in.unit.context), c::number(0));
  c::Block block;
  ElementPlace at = locate(array, indices, in.unit.fresh(), block, in);
  return block.yielding(pointerTo(array, at, in));
}

c::Expression ownElement(const VarDecl *array, const std::vector<const Expr *> &indices, SourceLocation location,
                         const Context &in) {
  std::string n = in.unit.fresh(), element = array->getName().str();
  auto [file, line] = in.unit.place(location);
  c::Block block;
  c::Expressions values, message = {{}, c::string(file.str()), c::number(line)};
  for (size_t k = 0; k < indices.size(); k++) {
    std::string i = "upc_x" + n + "_" + std::to_string(k);
    block.add(c::declare("long " + i, asLong(lowerExpression(indices[k], in))));
    values.push_back(c::cast("urt_size_t", c::name(i)));
    message.push_back(c::name(i));
    element += "[%ld]";
  }
  ElementPlace at = locate(array, values, n, block, in);
  message[0] = c::string("%s:%d: " + element +
                         " belongs to thread %d; thread %d cannot have a private pointer to it");
  message.push_back(c::name(at.thread));
  message.push_back(c::name("urt_mythread"));
  block.add(c::ifThen(c::binary(c::name(at.thread), "!=", c::name("urt_mythread")),
                      c::statement(c::call("urt_fatal", message))));
  return block.yielding(c::call("urt_near", {pointerTo(array, at, in)}));
}

// ---- Definitions

// `static void upc_g_name(void) { int extents[] = {P0, P1}; }` of a #pragma processors: an array, and the function that
// fills it in once THREADS is known.
c::Block defineGrid(const FunctionDecl *f, const Context &in) {
  const InitListExpr *extents = gridExtents(f);
  std::string name = f->getName().str();
  c::Block fill = {c::statement(c::cast("void", c::name("urt_threads")))};
  for (unsigned i = 0; i < extents->getNumInits(); i++)
    fill.add(c::assign(c::element(c::name(name), c::number(i)), "=", lowerExpression(extents->getInit(i), in)));
  c::Block block = {c::declare("static int " + name + "[" + std::to_string(extents->getNumInits()) + "]")};
  block.add(c::Statement("static void " + name + "_fill(const int urt_threads) " + fill.braced().code));
  return block;
}

// Sets dimension k of upc_shape_.. and upc_block_.. .
static void fillDimension(c::Block &fill, const std::string &name, size_t k, const c::Expression &size,
                          const Bracket &b) {
  c::Expression block = b.kind == Bracket::Empty ? c::number(0)                                        // whole
                        : b.kind == Bracket::Star ? c::cast("urt_size_t", c::number(-1)) : c::number(b.value); // [*]
  fill.add(c::assign(c::element(c::name("upc_shape_" + name), c::number(k)), "=", size));
  fill.add(c::assign(c::element(c::name("upc_block_" + name), c::number(k)), "=", block));
}

// Fills in the shape and the blocks once THREADS is known, and returns the type of the elements.
static QualType fillLayout(c::Block &fill, const VarDecl *v, const Layout &layout, const Context &in) {
  QualType scalar = v->getType();
  TypeLoc written = v->getTypeSourceInfo()->getTypeLoc();
  if (!layout.grid.empty()) fill.add(c::call("upc_g_" + layout.grid + "_fill", {c::name("urt_threads")}));
  for (size_t k = 0; const ArrayType *a = in.unit.context.getAsArrayType(scalar); k++) {
    while (!written.isNull() && !written.getAs<ArrayTypeLoc>()) written = written.getNextTypeLoc();
    const Expr *size = written.isNull() ? nullptr : written.getAs<ArrayTypeLoc>().getSizeExpr();
    if (!written.isNull()) written = written.getNextTypeLoc();
    c::Expression extent = size ? lowerExpression(size, in)
                                : c::primary(in.unit.types.dimension(cast<ConstantArrayType>(a)->getSize()));
    fillDimension(fill, v->getName().str(), k, extent, k < layout.brackets.size() ? layout.brackets[k] : Bracket());
    scalar = a->getElementType();
  }
  return scalar;
}

static const Grid &gridOf(const Layout &layout, const TokenStream &stream) {
  return *llvm::find_if(stream.grids, [&](const Grid &grid) { return grid.name == layout.grid; });
}

// The values of an upc_stride_declared_t.
static Code recordFields(const VarDecl *v, const Layout &layout, QualType scalar, const Context &in) {
  std::string name = v->getName().str();
  auto [file, line] = in.unit.place(v->getLocation());
  c::Expressions fields = {c::string(name), c::string(file.str()), c::number(line),
                           c::number(dimensionsOf(v->getType(), in.unit.context)), c::name("upc_shape_" + name),
                           c::name("upc_block_" + name), sizeOf(scalar, in), c::number(1), c::number(0)};
  bool grid = !layout.grid.empty();
  fields.push_back(grid ? c::string(layout.grid) : c::number(0));
  fields.push_back(grid ? c::number(gridOf(layout, in.unit.stream).dimensions) : c::number(0));
  fields.push_back(grid ? c::name("upc_g_" + layout.grid) : c::number(0));
  fields.push_back(c::primary(".offset = &" + Code(offsetOf(v, in.unit))));
  if (!grid) return c::list(fields);
  const SourceManager &sm = in.unit.context.getSourceManager();
  PresumedLoc at = sm.getPresumedLoc(sm.getExpansionLoc(gridOf(layout, in.unit.stream).location));
  fields.push_back(c::string(at.getFilename()));
  fields.push_back(c::number(at.getLine()));
  return c::list(fields);
}

// The record of a multi-blocked array, and the function that lays it out when THREADS is known.
c::Block defineMultiBlocked(const VarDecl *v, const Context &in) {
  in.unit.needsLayouts = true;
  std::string name = v->getName().str(), record = "upc_d_" + name, layOut = "upc_l_" + name;
  std::string offset = offsetOf(v, in.unit);
  c::Block block = {c::declare("extern const urt_size_t " + offset)};
  if (v->hasExternalStorage()) {
    block.add(c::declare("extern upc_stride_declared_t " + record));
    return block;
  }
  const Layout &layout = *in.unit.types.sharing(v->getType()).layout;
  c::Block fill;
  QualType scalar = fillLayout(fill, v, layout, in);
  std::string n = "[" + std::to_string(dimensionsOf(v->getType(), in.unit.context)) + "]";
  bool local = v->getFormalLinkage() == internalLinkage;
  block.add(c::declareAll("static urt_size_t", {{"upc_shape_" + name + n, {}}, {"upc_block_" + name + n, {}}}));
  block.add(c::declare((local ? "static upc_stride_declared_t " : "upc_stride_declared_t ") + record,
                       c::primary(recordFields(v, layout, scalar, in))));
  fill.add(c::Statement("return upc_stride_declared_bytes(upc_d, urt_threads);"));
  block.add(c::Statement("static urt_size_t " + layOut + "(void *upc_d, int urt_threads) " + fill.braced().code));
  addStatic(v, local, c::number(0), {c::name(layOut), c::addressOf(c::name(record))}, in);
  return block;
}
