// SPDX-License-Identifier: BSD-3-Clause
// The extensions: multi-blocked arrays, named processor grids, sections.
#include "lower/lower.h"
#include "types/clang_versions.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

static const VarDecl *namedVariable(const Expr *e) {
  const auto *ref = dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts());
  return ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
}

static int dimensionsOf(QualType type, ASTContext &context) {
  int n = 0;
  for (; const ArrayType *array = context.getAsArrayType(type); n++) type = array->getElementType();
  return n;
}

// A[i][j] with at most as many subscripts as A has dimensions: A, and its subscripts. Fewer stand in upc_forall's
// affinity, for the first element there.
const VarDecl *Lower::multiBlockedElement(const Expr *e, std::vector<const Expr *> &indices) {
  const Expr *at = e->IgnoreParenImpCasts();
  while (const auto *x = dyn_cast<ArraySubscriptExpr>(at)) {
    indices.insert(indices.begin(), x->getIdx());
    at = x->getBase()->IgnoreParenImpCasts();
  }
  const VarDecl *v = namedVariable(at);
  if (!v || !types.sharing(Types::declaredArray(v)).multiBlocked()) return nullptr;
  return (int)indices.size() <= dimensionsOf(Types::declaredArray(v), context) ? v : nullptr;
}

// The record of a multi-blocked array; a parameter is a pointer to its argument's.
std::string Lower::blockRecord(const VarDecl *v) {
  needsLayouts = true;
  return isa<ParmVarDecl>(v) ? "(*" + v->getName().str() + ")" : "upc_d_" + v->getName().str();
}

std::string Lower::blockOffset(const VarDecl *v) {
  return isa<ParmVarDecl>(v) ? "(*" + v->getName().str() + "->offset)" : offsetOf(v);
}

static std::string list(const std::vector<std::string> &items) {
  std::string s;
  for (const std::string &item : items) s += (s.empty() ? "" : ", ") + item;
  return s;
}

std::string Lower::blockElement(const VarDecl *array, const std::vector<const Expr *> &indices) {
  needsLayouts = true;
  std::vector<std::string> values;
  for (const Expr *i : indices) values.push_back("(urt_size_t)(" + expr(i) + ")");
  values.resize(dimensionsOf(Types::declaredArray(array), context), "0");
  std::string n = std::to_string(serial++);
  return "({ urt_size_t upc_i" + n + "[] = {" + list(values) + "}, upc_o" + n + "; unsigned int upc_w" + n +
         " = (unsigned int)upc_stride_layout_place(&" + blockRecord(array) + ".layout, upc_i" + n + ", &upc_o" + n + "); (urt_ptr_t){" +
         blockOffset(array) + " + upc_o" + n + ", upc_w" + n + ", 0}; })";
}

// The cast of an element's address to a private pointer: the element must be the calling thread's.
std::string Lower::ownBlock(const VarDecl *array, const std::vector<const Expr *> &indices, SourceLocation at) {
  std::string n = std::to_string(serial++), name = array->getName().str(), format, values;
  std::vector<std::string> named;
  std::string setup;
  for (size_t k = 0; k < indices.size(); k++) {
    std::string i = "upc_x" + n + "_" + std::to_string(k);
    setup += "long " + i + " = (long)(" + expr(indices[k]) + "); ";
    named.push_back("(urt_size_t)" + i);
    format += "[%ld]";
    values += ", " + i;
  }
  auto [file, line] = text.place(index(at));
  needsLayouts = true;
  return "({ " + setup + "urt_size_t upc_i" + n + "[] = {" + list(named) + "}, upc_o" + n + "; int upc_w" + n +
         " = upc_stride_layout_place(&" + blockRecord(array) + ".layout, upc_i" + n + ", &upc_o" + n + "); if (upc_w" + n +
         " != urt_mythread) urt_fatal(\"%s:%d: " + name + format + " belongs to thread %d; thread %d cannot have a private pointer to it\", " +
         stringLiteral(file) + ", " + std::to_string(line) + values + ", upc_w" + n + ", urt_mythread); urt_local((urt_ptr_t){" + blockOffset(array) +
         " + upc_o" + n + ", (unsigned int)upc_w" + n + ", 0}); })";
}

// The library's handle of an array: a run-time array as it is, a declared one through its record.
std::string Lower::arrayHandle(const Expr *e) {
  const Expr *array = e->IgnoreParenImpCasts();
  QualType type = types.of(array);
  Sharing s = types.sharing(type);
  const VarDecl *v = namedVariable(array);
  if (v && types.sharing(Types::declaredArray(v)).multiBlocked())
    return "upc_stride_declared(&" + blockRecord(v) + ", urt_static_at(" + blockOffset(v) + "))";
  if (!s.shared) return expr(e->IgnoreImpCasts());
  // An ordinary UPC array: its record is filled in where it is used, once.
  std::vector<std::string> shape;
  QualType scalar = type;
  while (const ArrayType *a = context.getAsArrayType(scalar)) {
    const auto *fixed = dyn_cast<ConstantArrayType>(a);
    if (!fixed) {
      error(e->getBeginLoc(), "a section needs an array whose dimensions are all given");
      return "0";
    }
    shape.push_back(types.dimension(fixed->getSize()));
    scalar = a->getElementType();
  }
  if (shape.empty()) {
    error(e->getBeginLoc(), "a section needs a shared array or an upc_stride_array_t, and this is neither");
    return "0";
  }
  needsLayouts = true;
  std::string n = std::to_string(serial++), r = "upc_r" + n, d = "upc_n" + n, fill;
  for (size_t k = 0; k < shape.size(); k++) fill += d + "[" + std::to_string(k) + "] = " + shape[k] + "; ";
  auto [file, line] = text.place(index(e->getBeginLoc()));
  std::string name = v ? v->getName().str() : "an array";
  return "({ static urt_size_t " + d + "[" + std::to_string(shape.size()) + "]; static upc_stride_declared_t " + r + " = {\"" + name +
         "\", " + stringLiteral(file) + ", " + std::to_string(line) + ", " + std::to_string(shape.size()) + ", " + d + ", 0, sizeof(" +
         types.spell(scalar) + "), 0, " + std::to_string(s.block) + ", 0, 0, 0}; " + fill + "upc_stride_declared(&" + r + ", " +
         address(array) + "); })";
}

std::string Lower::section(const CallExpr *e) {
  auto [file, line] = text.place(index(e->getBeginLoc()));
  std::vector<std::string> intervals;
  for (unsigned i = 2; i + 3 < e->getNumArgs(); i += 4) {
    int kind = (int)e->getArg(i)->EvaluateKnownConstInt(context).getSExtValue();
    auto value = [&](unsigned k) { return "(long long)(" + expr(e->getArg(i + k)->IgnoreParenImpCasts()) + ")"; };
    std::string lo = kind == 3 ? "0" : value(1), step = kind == 2 ? value(2) : "1", hi = kind == 3 || kind == 0 ? "0" : value(3);
    if (kind == 2)
      if (auto known = e->getArg(i + 2)->getIntegerConstantExpr(context); known && *known == 0)
        error(e->getArg(i + 2)->getBeginLoc(), "the step of a section's interval is 0; it must be positive, or negative to run backwards");
    intervals.push_back("{" + std::to_string(kind) + ", " + lo + ", " + step + ", " + hi + "}");
  }
  const Expr *array = types.sectionArray(e);
  if (const VarDecl *v = namedVariable(array)) {
    int dims = dimensionsOf(Types::declaredArray(v), context);
    if (types.isShared(Types::declaredArray(v)) && dims && (int)intervals.size() > dims)
      error(e->getBeginLoc(), "a section of '" + v->getName().str() + "' takes at most " + std::to_string(dims) +
            " intervals, one per dimension, and this has " + std::to_string(intervals.size()));
  }
  return "upc_stride_section_here(" + stringLiteral(file) + ", " + std::to_string(line) + ", " + arrayHandle(array) + ", " +
         std::to_string(intervals.size()) + ", (const upc_stride_interval_t[]){" + list(intervals) + "})";
}

// `static void upc_g_name(void) { int extents[] = {P0, P1}; }` of a #pragma processors: an array, and the function that
// fills it in once THREADS is known.
std::string Lower::defineGrid(const FunctionDecl *f) {
  const InitListExpr *extents = gridExtents(f);
  std::string name = f->getName().str(), fill;
  for (unsigned i = 0; i < extents->getNumInits(); i++)
    fill += " " + name + "[" + std::to_string(i) + "] = " + expr(extents->getInit(i)) + ";";
  return "static int " + name + "[" + std::to_string(extents->getNumInits()) + "]; static void " + name +
         "_fill(const int urt_threads) { (void)urt_threads;" + fill + " }";
}

// The record of a multi-blocked array, and the function that lays it out when THREADS is known.
std::string Lower::defineMultiBlocked(const VarDecl *v) {
  needsLayouts = true;
  std::string name = v->getName().str(), offset = offsetOf(v), d = "upc_d_" + name;
  if (v->hasExternalStorage()) return "extern const urt_size_t " + offset + "; extern upc_stride_declared_t " + d + ";";
  const Layout &layout = *types.sharing(v->getType()).layout;
  std::vector<std::string> fill;
  QualType scalar = v->getType();
  TypeLoc written = v->getTypeSourceInfo()->getTypeLoc();
  for (size_t k = 0; const ArrayType *a = context.getAsArrayType(scalar); k++) {
    std::string at = "[" + std::to_string(k) + "] = ";
    Bracket b = k < layout.brackets.size() ? layout.brackets[k] : Bracket();
    while (!written.isNull() && !written.getAs<ArrayTypeLoc>()) written = written.getNextTypeLoc();
    const Expr *size = written.isNull() ? nullptr : written.getAs<ArrayTypeLoc>().getSizeExpr();
    if (!written.isNull()) written = written.getNextTypeLoc();
    fill.push_back(" upc_shape_" + name + at + (size ? expr(size) : types.dimension(cast<ConstantArrayType>(a)->getSize())) + ";");
    fill.push_back(" upc_block_" + name + at + (b.kind == Bracket::Empty ? "0 /* whole */" : b.kind == Bracket::Star ? "(urt_size_t)-1 /* [*] */"
                   : std::to_string(b.value)) + ";");
    scalar = a->getElementType();
  }
  int dims = dimensionsOf(v->getType(), context), gridDims = 0;
  for (const Grid &grid : stream.grids)
    if (grid.name == layout.grid) gridDims = grid.dimensions;
  auto [file, line] = text.place(index(v->getLocation()));
  std::string n = std::to_string(dims), steps = layout.grid.empty() ? "" : " upc_g_" + layout.grid + "_fill(urt_threads);";
  for (const std::string &step : fill) steps += step;
  bool local = v->getFormalLinkage() == internalLinkage;
  trailer += std::string("__asm__(\"") + (local ? ".local " + offset + "\\n" : "") + ".comm " + offset + ",8,8\");";
  return "extern const urt_size_t " + offset + "; static urt_size_t upc_shape_" + name + "[" + n + "], upc_block_" + name + "[" + n + "]; " +
         (local ? "static " : "") + "upc_stride_declared_t " + d + " = {\"" + name + "\", " + stringLiteral(file) + ", " + std::to_string(line) + ", " + n +
         ", upc_shape_" + name + ", upc_block_" + name + ", sizeof(" + types.spell(scalar) + "), 1, 0, " +
         (layout.grid.empty() ? "0, 0, 0" : "\"" + layout.grid + "\", " + std::to_string(gridDims) + ", upc_g_" + layout.grid) +
         ", .offset = &" + offset + "}; static urt_size_t upc_l_" + name + "(void *upc_d, int urt_threads) {" + steps +
         " return upc_stride_declared_bytes(upc_d, urt_threads); } static const urt_static_t upc_s_" + name +
         " __attribute__((used, section(\"urt_statics\"), aligned(8))) = {(urt_size_t *)&" + offset + ", 0, upc_l_" + name + ", &" + d + ", \"" + name + "\", " +
         std::to_string(context.getDeclAlign(v).getQuantity()) + "};";
}
