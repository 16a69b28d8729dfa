// SPDX-License-Identifier: BSD-3-Clause
//   A<i, 0:n>    upc_stride_section_here("a.upc", 5, upc_stride_declared(..), 2,
//                  (const upc_stride_interval_t[]){{0, i, 1, 0}, {1, 0, 1, n}})      kind, low end, step, high end
//
// The handle of an array that is not multi-blocked comes from a static record, filled in where the section is used.
#include "lower/sections.h"
#include "lower/accesses.h"
#include "lower/expressions.h"
#include "lower/pointers.h"
#include "../../../include/upc_stride_layout.h"

using namespace clang;

const VarDecl *namedVariable(const Expr *e) {
  const auto *ref = dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts());
  return ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
}

int dimensionsOf(QualType type, ASTContext &context) {
  int n = 0;
  for (; const ArrayType *array = context.getAsArrayType(type); n++) type = array->getElementType();
  return n;
}

// The dimensions of an ordinary shared array, and the type of its elements; none after an error.
static c::Expressions shapeOf(const Expr *e, QualType &scalar, const Context &in) {
  c::Expressions shape;
  while (const ArrayType *a = in.unit.context.getAsArrayType(scalar)) {
    const auto *fixed = dyn_cast<ConstantArrayType>(a);
    if (!fixed) {
      in.unit.error(e->getBeginLoc(), "a section needs an array whose dimensions are all given");
      return {};
    }
    shape.push_back(c::primary(in.unit.types.dimension(fixed->getSize())));
    scalar = a->getElementType();
  }
  if (shape.empty())
    in.unit.error(e->getBeginLoc(), "a section needs a shared array or an upc_stride_array_t, and this is neither");
  return shape;
}

// An ordinary UPC array: a record that is filled in where it is used, once.
static c::Expression recordedHandle(const Expr *e, const Expr *array, const Context &in) {
  QualType scalar = in.unit.types.of(array);
  long block = in.unit.types.sharing(scalar).block;
  c::Expressions shape = shapeOf(e, scalar, in);
  if (shape.empty()) return c::number(0);
  in.unit.needsLayouts = true;
  const VarDecl *v = namedVariable(array);
  std::string n = in.unit.fresh(), record = "upc_r" + n, dimensions = "upc_n" + n, size = std::to_string(shape.size());
  auto [file, line] = in.unit.place(e->getBeginLoc());
  c::Expressions fields = {c::string(v ? v->getName().str() : "an array"), c::string(file.str()), c::number(line),
                           c::number(shape.size()), c::name(dimensions), c::number(0), sizeOf(scalar, in), c::number(0),
                           c::number(block), c::number(0), c::number(0), c::number(0)};
  c::Block fill;
  fill.add(c::declare("static urt_size_t " + dimensions + "[" + size + "]"));
  fill.add(c::declare("static upc_stride_declared_t " + record, c::primary(c::list(fields))));
  for (size_t k = 0; k < shape.size(); k++)
    fill.add(c::assign(c::element(c::name(dimensions), c::number(k)), "=", shape[k]));
  return fill.yielding(c::call("upc_stride_declared", {c::addressOf(c::name(record)), address(array, in)}));
}

c::Expression arrayHandle(const Expr *e, const Context &in) {
  const Expr *array = e->IgnoreParenImpCasts();
  const VarDecl *v = namedVariable(array);
  if (v && in.unit.types.sharing(Types::declaredArray(v)).multiBlocked())
    return c::call("upc_stride_declared",
                   {c::addressOf(arrayRecord(v, in)), c::call("urt_static_at", {arrayOffset(v, in)})});
  if (!in.unit.types.sharing(in.unit.types.of(array)).shared) return lowerExpression(e->IgnoreImpCasts(), in);
  return recordedHandle(e, array, in);
}

// One interval of a section: four arguments from number `i` on are its kind, low end, step and high end.
static c::Expression interval(const CallExpr *e, unsigned i, const Context &in) {
  auto kind = e->getArg(i)->EvaluateKnownConstInt(in.unit.context).getSExtValue();
  auto value = [&](unsigned k) {
    return c::cast("long long", lowerExpression(e->getArg(i + k)->IgnoreParenImpCasts(), in));
  };
  bool whole = kind == UPC_STRIDE_INTERVAL_ALL, stepped = kind == UPC_STRIDE_INTERVAL_STEP;
  c::Expression low = whole ? c::number(0) : value(1), step = stepped ? value(2) : c::number(1);
  c::Expression high = whole || kind == UPC_STRIDE_INTERVAL_AT ? c::number(0) : value(3);
  if (stepped)
    if (auto known = e->getArg(i + 2)->getIntegerConstantExpr(in.unit.context); // with THREADS taken for 1
        known && *known == 0 && !in.unit.types.mentionsThreads(e->getArg(i + 2)->IgnoreParenCasts()))
      in.unit.error(e->getArg(i + 2)->getBeginLoc(),
                    "the step of a section's interval is 0; it must be positive, or negative to run backwards");
  return c::primary(c::list({c::number(kind), low, step, high}));
}

c::Expression lowerSection(const CallExpr *e, const Context &in) {
  c::Expressions intervals;
  for (unsigned i = 2; i + 3 < e->getNumArgs(); i += 4) intervals.push_back(interval(e, i, in));
  const Expr *array = Types::sectionArray(e);
  if (const VarDecl *v = namedVariable(array)) {
    int dimensions = dimensionsOf(Types::declaredArray(v), in.unit.context);
    if (in.unit.types.isShared(Types::declaredArray(v)) && dimensions && (int)intervals.size() > dimensions)
      in.unit.error(e->getBeginLoc(), "a section of '" + v->getName().str() + "' takes at most " +
                                          std::to_string(dimensions) + " intervals, one per dimension, and this has " +
                                          std::to_string(intervals.size()));
  }
  auto [file, line] = in.unit.place(e->getBeginLoc());
  c::Expression count = c::number(intervals.size());
  return c::call("upc_stride_section_here", {c::string(file.str()), c::number(line), arrayHandle(array, in), count,
                                             c::compoundLiteral("const upc_stride_interval_t[]", intervals)});
}
