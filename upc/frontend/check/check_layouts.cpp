// SPDX-License-Identifier: BSD-3-Clause
// Layout qualifiers (6.5.1.1) and the extensions: multi-blocked arrays, processor grids, sections.
#include "check/checker.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

// Is the type, or that of an array's elements, the type of an expression: typeof(e), __auto_type?
bool Checker::ofExpression(QualType type) const {
  for (;;) {
    if (isa<TypeOfExprType, AutoType>(type.getTypePtr())) return true;
    const auto *array = dyn_cast<ArrayType>(type.getTypePtr());
    QualType next = array ? array->getElementType() : type.getSingleStepDesugaredType(context);
    if (next == type) return false;
    type = next;
  }
}

// Checks each layout in a type, also behind pointers.
void Checker::layouts(QualType type, SourceLocation at) {
  bool written = true;
  for (bool pointed = false;; pointed = true) {
    written &= !ofExpression(type);
    if (QualType array = types.multiBlockedParameter(type); !array.isNull()) // the type of a parameter's name
      return multiBlocked(array, *types.sharing(array).layout, at, /*pointed=*/true);
    layout(type, at, pointed, written);
    if (pointed) sharedArrayType(type, at);
    const auto *pointer = context.getBaseElementType(type)->getAs<PointerType>();
    if (!pointer) return;
    type = pointer->getPointeeType();
  }
}

// `written`: not the type of an expression. Such a type may be that of a multi-blocked array's element.
void Checker::layout(QualType type, SourceLocation at, bool pointed, bool written) {
  Sharing s = types.sharing(type);
  int layouts = 0;
  const Layout *first = nullptr;
  tags(type, [&](const Layout &l) {
    if (l.resolved || (l.brackets.empty() && l.grid.empty())) return;
    bool same = first && first->grid == l.grid && first->brackets.size() == l.brackets.size();
    for (size_t k = 0; same && k < l.brackets.size(); k++) // [] and [0] are the same block size
      same = (first->brackets[k].kind == Bracket::Star) == (l.brackets[k].kind == Bracket::Star) &&
             first->brackets[k].value == l.brackets[k].value;
    layouts += !same;
    if (!first) first = &l;
  });
  if (layouts > 1) error(at, "a type has one layout qualifier at most, and this has " + std::to_string(layouts));
  if (s.strict && s.relaxed) error(at, "an object is strict or relaxed, not both");
  if ((s.strict || s.relaxed) && !s.shared)
    error(at, std::string(s.strict ? "strict" : "relaxed") + " qualifies shared types only; this is '" +
                  types.describe(type) + "'");
  if (const auto *atomic = context.getBaseElementType(type)->getAs<AtomicType>();
      atomic && (s.shared || types.isShared(atomic->getValueType())))
    error(at, "'shared' with _Atomic: atomics of C are private; upc_atomic.h is for shared objects");
  if (s.qualifier) s.qualifier->check(type, s, at, *this);
  if (s.shared && type->isFunctionType()) error(at, "a function cannot be shared-qualified");
  if (const auto *f = type->getAs<FunctionType>(); f && types.isShared(f->getReturnType()))
    error(at, "a function cannot return a shared-qualified type, as the one pointed to here does; make the result a "
              "pointer-to-shared");
  if (const auto *f = type->getAs<FunctionProtoType>())
    for (QualType p : f->param_types())
      if (types.isShared(p)) error(at, "a parameter cannot be shared-qualified; make it a pointer-to-shared");
  if (first && first->multiBlocked() && (written || s.multiBlocked())) return multiBlocked(type, *first, at, pointed);
  if (!s.layout) return;
  if (pointed && !s.layout->brackets.empty() && s.layout->brackets[0].kind == Bracket::Star)
    error(at,
          "a pointer's target cannot have the block size [*], which needs an array's size; write the number, or []");
  if (s.block > 1L << 31)
    error(at, "a block size must not exceed 2^31 elements, and [*] gives " + std::to_string(s.block));
  if (!s.layout->brackets.empty() && context.getBaseElementType(type)->isVoidType())
    error(at, "the generic pointer-to-shared takes no layout qualifier; write 'shared void *'");
}

// A grid with which the layout is what it says: '#pragma processors grid(THREADS)' and 'shared [*][8] (grid)'. All
// threads are in the dimension of [*]; in several the program must say how many. A dimension of one block needs none.
std::string Checker::gridFor(const Layout &l, int stars, QualType type) {
  std::string extents, unnamed, brackets;
  size_t k = 0;
  for (const ArrayType *a = context.getAsArrayType(type); a && k < l.brackets.size();
       a = context.getAsArrayType(a->getElementType())) {
    const Bracket &b = l.brackets[k++];
    const auto *fixed = dyn_cast<ConstantArrayType>(a);
    bool one = b.kind == Bracket::Empty || (b.kind == Bracket::Value && fixed && fixed->getSize().ule(b.value));
    std::string extent = b.kind != Bracket::Star ? "1" : stars == 1 ? "THREADS" : "P" + std::to_string(k);
    unnamed += (k > 1 ? ", " : "") + extent;
    if (!one) extents = unnamed;
    brackets += b.kind == Bracket::Star ? "[*]" : b.kind == Bracket::Empty ? "[]" : "[" + std::to_string(b.value) + "]";
  }
  return "'#pragma processors grid(" + extents + ")' and 'shared " + brackets + " (grid)'";
}

void Checker::multiBlocked(QualType type, const Layout &l, SourceLocation at, bool pointed) {
  int dimensions = 0, stars = 0, gridDimensions = 0;
  for (QualType t = type; const ArrayType *a = context.getAsArrayType(t); t = a->getElementType()) dimensions++;
  for (const Bracket &b : l.brackets) {
    stars += b.kind == Bracket::Star;
    if (b.kind == Bracket::Value && b.value == 0)
      error(b.location, "a block size of a multi-blocked array is 0; it must be positive, [] or [*]");
  }
  for (const Grid &g : stream.grids)
    if (g.name == l.grid) gridDimensions = g.dimensions;
  if (pointed) return error(at, "a multi-blocked layout belongs to an array; a pointer into one is 'shared [] T *'");
  if (!dimensions) {
    Sharing s = types.sharing(type);
    s.layout = &l;
    return error(at, "a multi-blocked layout needs an array, and this is '" + types.describeLayout(s) +
                         types.describe(types.unshared(type)) + "'");
  }
  if (dimensions > 8) return error(at, "a multi-blocked array has at most 8 dimensions");
  if (!l.brackets.empty() && (int)l.brackets.size() != dimensions)
    return error(at, "this array has " + std::to_string(dimensions) + " dimensions and " +
                         std::to_string(l.brackets.size()) + " block sizes; give one per dimension");
  if (stars && l.grid.empty())
    return error(at, "[*] in a multi-blocked layout needs a named processor grid to spread over: " +
                         gridFor(l, stars, type));
  if (gridDimensions > dimensions)
    return error(l.gridLocation, "processor grid '" + l.grid + "' has " + std::to_string(gridDimensions) +
                                     " dimensions and the array " + std::to_string(dimensions));
  int k = 0;
  for (QualType t = type; const ArrayType *a = context.getAsArrayType(t); t = a->getElementType(), k++) {
    const auto *fixed = dyn_cast<ConstantArrayType>(a);
    if (gridDimensions && k >= gridDimensions && k < (int)l.brackets.size() && fixed &&
        l.brackets[k].kind == Bracket::Value && (uint64_t)l.brackets[k].value < fixed->getSize().getZExtValue() &&
        !types.dependsOnThreads(fixed->getSize()))
      return error(l.gridLocation, "processor grid '" + l.grid + "' maps the first " + std::to_string(gridDimensions) +
                                       " dimensions only, so each other must be one block: write [] for it");
    if (!fixed) return error(at, "a multi-blocked array needs all its dimensions, as constants or with THREADS");
  }
}

void Checker::tags(QualType type, llvm::function_ref<void(const Layout &)> each) {
  for (;;) {
    if (const auto *array = dyn_cast<ArrayType>(type.getTypePtr())) { type = array->getElementType(); continue; }
    if (const Layout *l = types.tagOf(type.getTypePtr())) each(*l);
    QualType next = type.getSingleStepDesugaredType(context);
    if (next == type || types.dropsQualifiers(type.getTypePtr())) return;
    type = next;
  }
}

// Checks the extents of a #pragma processors. A program for another number of threads may run, but ignores the grid.
void Checker::grid(const FunctionDecl *f) {
  const InitListExpr *extents = gridExtents(f);
  std::string name = "'#pragma processors " + f->getName().drop_front(6).str() + "': ";
  long processors = 1;
  for (unsigned i = 0; extents && i < extents->getNumInits(); i++) {
    const Expr *e = extents->getInit(i)->IgnoreImpCasts();
    auto value = e->getIntegerConstantExpr(context);
    if (!e->getType()->isIntegerType())
      error(e->getBeginLoc(),
            name + "an extent must be an integer, and this is '" + types.describe(e->getType()) + "'");
    else if (!value) error(e->getBeginLoc(), name + "an extent must be made of constants and THREADS");
    else if (*value <= 0 && !types.mentionsThreads(e))
      error(e->getBeginLoc(), name + "an extent must be positive, and this is " + llvm::toString(*value, 10));
    processors = value && value->isSignedIntN(32) && processors < 1L << 30 ? processors * value->getSExtValue() : 0;
  }
  if (!types.dynamicThreads() && processors > 0 && processors != types.staticThreads())
    report(context.getDiagnostics(), f->getLocation(),
           name + "the grid has " + std::to_string(processors) + " processors and not THREADS (" +
               std::to_string(types.staticThreads()) + "): it is ignored", /*warning=*/true);
}

bool Checker::VisitDeclRefExpr(DeclRefExpr *e) {
  const auto *v = dyn_cast<VarDecl>(e->getDecl());
  if (v && types.sharing(Types::declaredArray(v)).multiBlocked() && !placed.count(e))
    error(e->getBeginLoc(), "multi-blocked array '" + v->getName().str() +
                                "' may stand only before a subscript for each dimension, under sizeof, "
                                "in a section or as the argument for such a parameter");
  return true;
}

bool Checker::VisitTypeOfExprTypeLoc(TypeOfExprTypeLoc loc) { // the operand of upc_blocksizeof, for one
  place(loc.getUnderlyingExpr(), true);
  return true;
}

// Notes that the multi-blocked array in `e` may stand there: an element of it or, if `partly`, any part.
void Checker::place(const Expr *e, bool partly) {
  int subscripts = 0;
  e = e->IgnoreParenImpCasts();
  while (const auto *x = dyn_cast<ArraySubscriptExpr>(e)) e = x->getBase()->IgnoreParenImpCasts(), subscripts++;
  const auto *ref = dyn_cast<DeclRefExpr>(e);
  const auto *v = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  if (!v) return;
  int dimensions = 0;
  for (QualType t = Types::declaredArray(v); const ArrayType *a = context.getAsArrayType(t); t = a->getElementType())
    dimensions++;
  if (partly || subscripts == dimensions) placed.insert(ref);
}

// __upc_section(array, n, kind, lo, step, hi, ...) and __upc_array(array)
void Checker::section(const CallExpr *e) {
  const Expr *array = types.sectionArray(e);
  ours.insert(cast<CStyleCastExpr>(e->getArg(0)->IgnoreImpCasts()));
  if (!array)
    return error(e->getArg(0)->getBeginLoc(),
                 "a section is of a shared array or an upc_stride_array_t, and this is a type");
  const auto *ref = dyn_cast<DeclRefExpr>(array);
  const auto *v = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  QualType type = v ? Types::declaredArray(v) : types.of(array);
  const auto *pointer = array->getType()->getAs<PointerType>();
  const auto *record = pointer ? pointer->getPointeeType()->getAs<RecordType>() : nullptr;
  bool handle = record && record->getDecl()->getName() == "upc_stride_array";
  if (!handle && !(types.isShared(type) && type->isArrayType()))
    error(array->getBeginLoc(), (v ? "'" + v->getName().str() + "' is " : "this is ") + "'" + types.describe(type) +
                                    "'; a section is of a shared array or an upc_stride_array_t");
  else if (!handle && !v)
    error(array->getBeginLoc(),
          "a section is of a whole array, by its name, and this is a part of one or behind a pointer");
  for (unsigned i = 2; i < e->getNumArgs(); i++)
    if (const auto *value = dyn_cast<CStyleCastExpr>(e->getArg(i)->IgnoreImpCasts()))
      if (QualType t = types.of(value->getSubExpr()->IgnoreParenImpCasts()); !t->isIntegerType())
        error(value->getSubExpr()->IgnoreParens()->getBeginLoc(),
              "an interval of a section is made of integers, and this is '" + types.describe(t) + "'");
  bounds(e);
}

// What the elements of a section are; null if it is no section of an array that is declared.
QualType Checker::elementOf(const Expr *section) const {
  const auto *call = dyn_cast<CallExpr>(section->IgnoreParenImpCasts());
  const Expr *array = call && Types::isSection(call) ? types.sectionArray(call) : nullptr;
  const auto *ref = dyn_cast_or_null<DeclRefExpr>(array);
  const auto *v = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  QualType type = v ? Types::declaredArray(v) : QualType();
  if (type.isNull() || !type->isArrayType()) return QualType();
  return types.unshared(context.getBaseElementType(type)).getUnqualifiedType();
}

// A<..> = B<..>: elements of one type. Whether the sections have as many is known when the program runs.
void Checker::assigned(const CallExpr *e) {
  QualType to = elementOf(e->getArg(0)), from = elementOf(e->getArg(1));
  if (!to.isNull() && !from.isNull() && !context.hasSameType(to, from))
    error(e->getArg(1)->getBeginLoc(), "the elements of this section are '" + types.describe(from) +
                                           "', and those that are assigned to are '" + types.describe(to) + "'");
}

// Are the block sizes written alike?
bool Checker::sameBlocks(const Layout *a, const Layout *b) {
  if (!a || !b || a->brackets.size() != b->brackets.size() || a->grid != b->grid) return false;
  for (size_t k = 0; k < a->brackets.size(); k++)
    if (a->brackets[k].kind != b->brackets[k].kind || a->brackets[k].value != b->brackets[k].value) return false;
  return true;
}

// A parameter `shared [b0][b1] T A[d0][d1]` takes an array declared with the same blocks and dimensions.
void Checker::multiBlockedArgument(QualType array, const Expr *e) {
  const auto *ref = dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts());
  const auto *v = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  QualType type = v ? Types::declaredArray(v) : QualType();
  if (ref) placed.insert(ref);
  const Layout *want = types.sharing(array).layout, *have = v ? types.sharing(type).layout : nullptr;
  bool same = sameBlocks(have, want);
  QualType element = context.getAsArrayType(array)->getElementType();
  if (same && context.getAsArrayType(type)) // the first dimension is not part of a parameter's type
    same = context.hasSameType(context.getAsArrayType(type)->getElementType(), element);
  if (!same)
    error(e->getBeginLoc(), (v ? "'" + v->getName().str() + "' does not fit: " : "") +
                                "this parameter takes the name of an array declared '" +
                                types.describe(array) + "' with the same layout");
}
