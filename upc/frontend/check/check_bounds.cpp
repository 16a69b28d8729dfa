// SPDX-License-Identifier: BSD-3-Clause
// Constant subscripts and constant bounds of sections that lie outside of their array: warnings, for what is accessed
// or picked only. Clang warns of subscripts that are numbers. Here are those with THREADS, and the blocks of sections.
#include "check/checker.h"
#include "../../../include/upc_stride_layout.h"

using namespace clang;

// factor * THREADS + rest
struct Linear {
  long factor, rest;
};

static std::optional<Linear> linear(const Expr *e, const Types &types, ASTContext &context) {
  e = e->IgnoreParenImpCasts();
  if (!types.mentionsThreads(e)) {
    auto value = e->getIntegerConstantExpr(context);
    if (!value || !value->isRepresentableByInt64() || std::abs(value->getExtValue()) >= 1L << 31) return std::nullopt;
    return Linear{0, value->getExtValue()};
  }
  if (isa<DeclRefExpr, IntegerLiteral>(e)) return Linear{1, 0}; // a literal stands for THREADS in brackets
  const auto *x = dyn_cast<BinaryOperator>(e);
  if (!x || !(x->isAdditiveOp() || x->getOpcode() == BO_Mul)) return std::nullopt;
  auto l = linear(x->getLHS(), types, context), r = linear(x->getRHS(), types, context);
  if (!l || !r) return std::nullopt;
  if (x->getOpcode() == BO_Add) return Linear{l->factor + r->factor, l->rest + r->rest};
  if (x->getOpcode() == BO_Sub) return Linear{l->factor - r->factor, l->rest - r->rest};
  if (l->factor && r->factor) return std::nullopt;
  return Linear{l->factor * r->rest + r->factor * l->rest, l->rest * r->rest};
}

void Checker::warn(SourceLocation at, const std::string &message) {
  report(context.getDiagnostics(), at, message, /*warning=*/true);
}

// Only an address is taken of what this names, or it is not evaluated.
void Checker::notAccessed(const Expr *e) {
  for (e = e->IgnoreParenImpCasts(); const auto *x = dyn_cast<ArraySubscriptExpr>(e);
       e = x->getBase()->IgnoreParenImpCasts())
    named.insert(x);
}

// A subscript that is a multiple of THREADS, in a dimension that is one.
void Checker::subscript(const ArraySubscriptExpr *e) {
  const auto *decay = dyn_cast<ImplicitCastExpr>(e->getBase()->IgnoreParens());
  if (!types.dynamicThreads() || named.count(e) || !decay || decay->getCastKind() != CK_ArrayToPointerDecay) return;
  const auto *array = dyn_cast_or_null<ConstantArrayType>(context.getAsArrayType(decay->getSubExpr()->getType()));
  if (!array || !types.multipleOfThreads(array->getSize()) || !types.mentionsThreads(e->getIdx())) return;
  long extent = (long)array->getSize().getZExtValue() / stream.threadsMark;
  auto index = linear(e->getIdx(), types, context);
  if (!index || index->factor < extent || (index->factor == extent && index->rest < 0)) return;
  if (index->rest < 0 && index->factor > extent) return; // inside for few threads
  std::string size = extent == 1 ? "THREADS" : std::to_string(extent) + "*THREADS";
  warn(e->getIdx()->getBeginLoc(), "this subscript is outside of its dimension, which has " + size + " elements");
}

// The blocks in each dimension, or where they are not known the elements, or 0 where those depend on THREADS.
std::vector<long> Checker::blocksOf(const VarDecl *v, bool elements) const {
  std::vector<long> shape, blocks;
  QualType type = Types::declaredArray(v);
  Sharing s = types.sharing(type);
  for (const ArrayType *a = context.getAsArrayType(type); a; a = context.getAsArrayType(a->getElementType())) {
    const auto *fixed = dyn_cast<ConstantArrayType>(a);
    shape.push_back(fixed && !types.dependsOnThreads(fixed->getSize()) ? (long)fixed->getSize().getZExtValue() : 0);
  }
  if (elements) return shape;
  if (s.multiBlocked()) {
    for (size_t k = 0; k < shape.size(); k++) {
      Bracket b = k < s.layout->brackets.size() ? s.layout->brackets[k] : Bracket();
      blocks.push_back(b.kind == Bracket::Empty                    ? 1
                       : b.kind == Bracket::Value && b.value > 0 ? (shape[k] + b.value - 1) / b.value
                                                                   : shape[k]);
    }
    return blocks;
  }
  if (s.block == 0) return std::vector<long>(shape.size(), 1);
  long inner = 1; // elements of what lies inside of dimension k
  size_t k = shape.size();
  for (blocks = shape; k-- > 0 && shape[k]; inner *= shape[k]) { // pieces of rows, rows or groups of rows
    bool divides = s.block % inner == 0 && s.block / inner <= shape[k] && shape[k] % (s.block / inner) == 0;
    if (divides) return blocks[k] = shape[k] / (s.block / inner), blocks;
    blocks[k] = 1;
  }
  return {}; // rows of THREADS elements, or a flattened array
}

// Warns of an interval lo:step:hi whose step is longer than the way from lo to hi: other languages write lo:hi:step.
// Arguments `at`.. of the section are its kind, low bound, step and high bound.
void Checker::oneOfSeveral(const CallExpr *e, unsigned at) {
  auto low = intervalNumber(e, at + 1), step = intervalNumber(e, at + 2), high = intervalNumber(e, at + 3);
  if (intervalNumber(e, at) != UPC_STRIDE_INTERVAL_STEP || !low || !step || !high) return;
  if (*step == 0 || *low == *high) return;
  if ((*step > 0 ? *low > *high : *low < *high) || (*high - *low) / *step != 0) return; // empty, or several
  std::string first = std::to_string(*low), by = std::to_string(*step), last = std::to_string(*high);
  warn(e->getArg(at + 1)->getBeginLoc(), "the interval " + first + ":" + by + ":" + last + " picks " + first +
                                             " alone: it is lo:step:hi, with the step " + by);
}

// A number of a section, if it is the same for every number of threads.
std::optional<long> Checker::intervalNumber(const CallExpr *e, unsigned argument) const {
  const Expr *x = e->getArg(argument)->IgnoreParenImpCasts();
  if (const auto *cast = dyn_cast<CStyleCastExpr>(x)) x = cast->getSubExpr()->IgnoreParenImpCasts();
  auto known = types.mentionsThreads(x) ? std::nullopt : x->getIntegerConstantExpr(context);
  if (!known || !known->isRepresentableByInt64()) return std::nullopt;
  return known->getExtValue();
}

// Warns of an interval that picks blocks (or elements) outside of 0..extent-1.
void Checker::interval(const CallExpr *e, const VarDecl *v, unsigned dimension, long extent) {
  unsigned at = 2 + 4 * dimension;
  std::string unit = ofBlocks.count(e) ? "block" : "element";
  auto low = intervalNumber(e, at + 1), step = intervalNumber(e, at + 2), high = intervalNumber(e, at + 3);
  auto kind = intervalNumber(e, at);
  if (kind == UPC_STRIDE_INTERVAL_ALL || !low) return;
  auto outside = [&](unsigned k, long picked) {
    if (picked >= 0 && picked < extent) return false;
    warn(e->getArg(at + k)->getBeginLoc(),
         "this section picks " + unit + " " + std::to_string(picked) + " of '" + v->getName().str() +
             "' in dimension " + std::to_string(dimension) + ", which has " + unit + "s 0.." +
             std::to_string(extent - 1));
    return true;
  };
  if (kind == UPC_STRIDE_INTERVAL_AT) { outside(1, *low); return; }
  if (!step || *step == 0 || !high || (*step > 0 ? *low > *high : *low < *high)) return; // not known, or empty
  if (!outside(1, *low)) outside(3, *low + (*high - *low) / *step * *step);
}

// A section of a declared array. Its indices count blocks; those of some calls count elements. A section that is no
// argument of a call of the library may be for either.
void Checker::bounds(const CallExpr *e) {
  for (unsigned at = 2; at + 3 < e->getNumArgs(); at += 4) oneOfSeveral(e, at);
  const auto *ref = dyn_cast_or_null<DeclRefExpr>(types.sectionArray(e));
  const auto *v = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  if (!v || !types.isShared(Types::declaredArray(v))) return;
  std::vector<long> extents = blocksOf(v, /*elements=*/!ofBlocks.count(e));
  for (unsigned k = 0; k < extents.size() && 4 * k + 5 < e->getNumArgs(); k++)
    if (extents[k])
      interval(e, v, k, extents[k]);
}

// Notes which sections in a call of the library count blocks.
void Checker::sectionsOf(const CallExpr *e) {
  const FunctionDecl *f = e->getDirectCallee();
  if (!f || !f->getIdentifier()) return;
  StringRef name = f->getName();
  if (!name.consume_back("_nb")) name.consume_back("_init");
  if (!(name.consume_front("upc_stride_") || name == "upc_haveaffinity") || name.ends_with("_patch") ||
      name == "copy" || name == "transform" || name == "element_numbers" || name == "before_own_elements" ||
      name == "write" || name == "read")
    return;
  for (const Expr *argument : e->arguments()) ofBlocks.insert(argument->IgnoreParenImpCasts());
}
