// SPDX-License-Identifier: BSD-3-Clause
// `shared [4] int P[16 * THREADS];`, compiled for 4 threads, is shown as its declaration, "64 elements of 4 bytes, 256
// bytes" and "blocks of 4 elements, block b on thread b mod THREADS". At P[5] stands also "P[5] is in block 1, on
// thread 1".
#include "server/hover.h"
#include "types/declared.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/RawCommentList.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

// ---- Declarations

// "shared [4] int P[16*THREADS]"
static std::string variableText(QualType type, const std::string &name, Types &types, const ASTContext &context) {
  std::string text = describeDeclared(types, context, type);
  size_t dimensions = type->isArrayType() ? text.rfind(" [") : std::string::npos;
  if (dimensions == std::string::npos) return text + (text.back() == '*' ? "" : " ") + name;
  return text.substr(0, dimensions + 1) + name + text.substr(dimensions + 1);
}

std::vector<std::string> parameterTexts(const FunctionDecl *f, Types &types, const ASTContext &context) {
  std::vector<std::string> texts;
  for (const ParmVarDecl *p : f->parameters())
    texts.push_back(variableText(p->getOriginalType(), p->getName().str(), types, context));
  if (f->isVariadic()) texts.push_back("...");
  return texts;
}

static std::string functionText(const FunctionDecl *f, Types &types, const ASTContext &context) {
  std::vector<std::string> parameters = parameterTexts(f, types, context);
  return variableText(f->getReturnType(), f->getName().str(), types, context) + "(" +
         (parameters.empty() ? "void" : llvm::join(parameters, ", ")) + ")";
}

std::string declarationText(const NamedDecl *d, Types &types, const ASTContext &context) {
  std::string name = d->getName().str();
  if (const auto *f = dyn_cast<FunctionDecl>(d)) return functionText(f, types, context);
  if (const auto *x = dyn_cast<TypedefNameDecl>(d))
    return "typedef " + variableText(x->getUnderlyingType(), name, types, context);
  if (const auto *x = dyn_cast<EnumConstantDecl>(d)) return name + " = " + llvm::toString(x->getInitVal(), 10);
  if (const auto *x = dyn_cast<TagDecl>(d)) return x->getKindName().str() + " " + name;
  if (const auto *x = dyn_cast<ValueDecl>(d)) return variableText(x->getType(), name, types, context);
  return name;
}

// ---- Sizes and layouts

static std::string many(uint64_t n, const std::string &what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

static std::string times(const std::vector<long> &numbers) {
  std::vector<std::string> texts;
  for (long n : numbers) texts.push_back(std::to_string(n));
  return llvm::join(texts, "x");
}

static std::string layoutText(QualType type, Types &types, const ASTContext &context) {
  const Sharing s = types.sharing(type);
  if (!s.shared) return "";
  if (!type->isArrayType()) return "in the memory of thread 0";
  std::vector<long> blocks = blocksOf(s, context, type);
  if (!s.multiBlocked() && blocks[0] == 0) return "all in the memory of thread 0";
  std::string text = blocks.size() == 1 && blocks[0] == 1 ? "element i on thread i mod THREADS"
                     : "blocks of " + times(blocks) + " elements";
  if (!s.multiBlocked()) return blocks[0] == 1 ? text : text + ", block b on thread b mod THREADS";
  if (!s.layout->grid.empty()) return text + ", on the threads of the grid " + s.layout->grid;
  return text + ", in rows, block b on thread b mod THREADS";
}

static bool known(QualType type, const Types &types, const ASTContext &context) {
  for (const std::string &d : dimensionsOf(types, context, type, nullptr))
    if (d.empty() || d.find_first_not_of("0123456789") != std::string::npos) return false;
  return !type->isIncompleteType() && !type->isFunctionType() && !type->isVariablyModifiedType();
}

static std::string sizeText(QualType type, Types &types, const ASTContext &context) {
  QualType element;
  bool array = !dimensionsOf(types, context, type, &element).empty();
  if (element->isIncompleteType() || element->isFunctionType() || element->isDependentType()) return "";
  uint64_t each = (uint64_t)context.getTypeSizeInChars(types.unshared(element)).getQuantity();
  if (!array) return many(each, "byte");
  if (!known(type, types, context)) return "elements of " + many(each, "byte");
  uint64_t all = (uint64_t)context.getTypeSizeInChars(type).getQuantity();
  return many(each ? all / each : 0, "element") + " of " + many(each, "byte") + ", " + many(all, "byte");
}

static std::string comment(const NamedDecl *d, const ASTContext &context) {
  const RawComment *raw = context.getRawCommentForDeclNoCache(d);
  if (!raw) return "";
  std::string text = raw->getFormattedText(context.getSourceManager(), context.getDiagnostics());
  return llvm::StringRef(text).contains("SPDX") ? "" : text;
}

std::string hoverText(const NamedDecl *d, Types &types, const ASTContext &context) {
  std::string text = "```upc\n" + declarationText(d, types, context) + "\n```";
  const auto *v = dyn_cast<ValueDecl>(d);
  if (v && !isa<FunctionDecl>(v) && !isa<EnumConstantDecl>(v)) {
    QualType type = v->getType(), pointee = types.isPts(type) ? types.pointee(type) : QualType();
    std::string size = sizeText(type, types, context), layout = layoutText(type, types, context);
    if (!pointee.isNull()) layout = "a pointer-to-shared, block size " + (types.sharing(pointee).block
                                        ? std::to_string(types.sharing(pointee).block) : std::string("indefinite"));
    for (const std::string &line : {size, layout})
      if (!line.empty()) text += "\n\n" + line;
  }
  if (const auto *record = dyn_cast<RecordDecl>(d); record && record->isCompleteDefinition())
    text += "\n\n" + many((uint64_t)context.getASTRecordLayout(record).getSize().getQuantity(), "byte");
  std::string said = comment(d, context);
  return said.empty() ? text : text + "\n\n" + said;
}

// ---- Owners

std::string ownerText(const ArraySubscriptExpr *element, Types &types, const ASTContext &context) {
  std::vector<uint64_t> index;
  const Expr *base = element;
  while (const auto *e = dyn_cast<ArraySubscriptExpr>(base->IgnoreParenImpCasts())) {
    Expr::EvalResult value;
    if (e->getIdx()->isValueDependent() || !e->getIdx()->EvaluateAsInt(value, context)) return "";
    if (value.Val.getInt().isNegative()) return "";
    index.insert(index.begin(), value.Val.getInt().getZExtValue());
    base = e->getBase();
  }
  const auto *ref = dyn_cast<DeclRefExpr>(base->IgnoreParenImpCasts());
  const auto *v = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  if (!v || !types.isShared(v->getType())) return "";
  const Sharing s = types.sharing(v->getType());
  std::vector<long> blocks = blocksOf(s, context, v->getType());
  std::vector<uint64_t> extent;
  QualType t = v->getType();
  for (const ArrayType *a; (a = context.getAsArrayType(t)); t = a->getElementType()) {
    const auto *fixed = dyn_cast<ConstantArrayType>(a);
    extent.push_back(fixed && !types.dependsOnThreads(fixed->getSize()) ? fixed->getSize().getZExtValue() : 0);
  }
  if (extent.size() != index.size()) return "";
  std::string name = v->getName().str();
  for (uint64_t i : index) name += "[" + std::to_string(i) + "]";
  uint64_t block = 0;
  if (s.multiBlocked()) {
    if (!s.layout->grid.empty()) return "";
    for (size_t k = 0; k < index.size(); k++) {
      if (blocks[k] <= 0) return "";
      if (k && !extent[k]) return "";
      block = block * ((extent[k] + blocks[k] - 1) / blocks[k]) + index[k] / blocks[k];
    }
  } else if (blocks[0] == 0) {
    return name + " is on thread 0";
  } else {
    uint64_t linear = 0;
    for (size_t k = 0; k < index.size(); k++) {
      if (k && !extent[k]) return "";
      linear = linear * extent[k] + index[k];
    }
    block = linear / blocks[0];
  }
  std::string owner = "thread " + std::to_string(block) + " mod THREADS";
  if (int threads = types.staticThreads()) owner = "thread " + std::to_string(block % threads);
  return name + " is in block " + std::to_string(block) + ", on " + owner;
}
