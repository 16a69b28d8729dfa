// SPDX-License-Identifier: BSD-3-Clause
// `shared [4] int P[16 * THREADS];`, compiled for 4 threads, is shown as its declaration, "64 elements of 4 bytes, 256
// bytes" and "blocks of 4 elements, block b on thread b mod THREADS". At P[5] stands also "P[5] is in block 1, on
// thread 1".
#include "server/hover.h"
#include "types/declared.h"
#include "clang/AST/RecordLayout.h"
#include "../../../../include/upc_stride_layout.h"
#include "clang/AST/RawCommentList.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

// ---- Declarations

std::vector<std::string> parameterTexts(const FunctionDecl *f, Types &types, const ASTContext &context) {
  std::vector<std::string> texts;
  for (const ParmVarDecl *p : f->parameters())
    texts.push_back(describeDeclared(types, context, p->getOriginalType(), p->getName().str()));
  if (f->isVariadic()) texts.push_back("...");
  return texts;
}

static std::string functionText(const FunctionDecl *f, Types &types, const ASTContext &context) {
  std::vector<std::string> parameters = parameterTexts(f, types, context);
  return describeDeclared(types, context, f->getReturnType(), f->getName().str() + "(" +
                          (parameters.empty() ? "void" : llvm::join(parameters, ", ")) + ")");
}

std::string declarationText(const NamedDecl *d, Types &types, const ASTContext &context) {
  std::string name = d->getName().str();
  if (const auto *f = dyn_cast<FunctionDecl>(d)) return functionText(f, types, context);
  if (const auto *x = dyn_cast<TypedefNameDecl>(d))
    return "typedef " + describeDeclared(types, context, x->getUnderlyingType(), name);
  if (const auto *x = dyn_cast<EnumConstantDecl>(d)) return name + " = " + llvm::toString(x->getInitVal(), 10);
  if (const auto *x = dyn_cast<TagDecl>(d)) return x->getKindName().str() + " " + name;
  if (const auto *x = dyn_cast<ValueDecl>(d)) return describeDeclared(types, context, x->getType(), name);
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
  std::vector<std::string> dimensions = dimensionsOf(types, context, type, &element);
  if (element->isIncompleteType() || element->isFunctionType() || element->isDependentType()) return "";
  uint64_t each = types.bytes(types.unshared(element)), elements = 1;
  if (dimensions.empty()) return many(each, "byte");
  if (!known(type, types, context)) return "elements of " + many(each, "byte");
  for (const std::string &dimension : dimensions) elements *= std::stoul(dimension);
  return many(elements, "element") + " of " + many(each, "byte") + ", " + many(elements * each, "byte");
}

// ---- Comments

// That of several declarations: it stands above the first of them, and no empty line follows.
static const RawComment *commentOfGroup(SourceLocation first, const ASTContext &context) {
  const SourceManager &sm = context.getSourceManager();
  auto [file, offset] = sm.getDecomposedLoc(sm.getFileLoc(first));
  const auto *comments = context.Comments.getCommentsInFile(file);
  if (!comments) return nullptr;
  llvm::StringRef text = sm.getBufferData(file);
  for (auto next = comments->lower_bound(offset); next != comments->begin();) {
    const RawComment *one = (--next)->second;
    if (one->isTrailingComment()) continue;
    unsigned end = sm.getFileOffset(one->getEndLoc());
    return text.slice(end, offset).contains("\n\n") ? nullptr : one;
  }
  return nullptr;
}

// The lines of a table, or of an example, begin with spaces.
static std::string asMarkdown(llvm::StringRef text) {
  std::string lines;
  bool fenced = false;
  for (llvm::StringRef rest = text; !rest.empty();) {
    auto [line, after] = rest.split('\n');
    bool indented = line.starts_with(" ") || (fenced && line.empty());
    if (indented != fenced) lines += indented ? "```text\n" : "```\n";
    fenced = indented;
    lines += line.str() + "\n", rest = after;
  }
  return lines + (fenced ? "```" : "");
}

static std::string textOf(const RawComment *comment, const ASTContext &context) {
  std::string text;
  if (comment) text = comment->getFormattedText(context.getSourceManager(), context.getDiagnostics());
  return llvm::StringRef(text).contains("SPDX") ? "" : asMarkdown(text);
}

static std::string comment(const NamedDecl *d, const ASTContext &context) {
  const RawComment *raw = nullptr;
  for (const Decl *one : d->redecls())
    if (!raw) raw = context.getRawCommentForDeclNoCache(one);
  const auto *f = dyn_cast<FunctionDecl>(d);
  if (!raw && f && !f->isThisDeclarationADefinition()) raw = commentOfGroup(d->getBeginLoc(), context);
  return textOf(raw, context);
}

// That in the same line, else that above.
static const RawComment *commentOfMacro(const MacroInfo &macro, const ASTContext &context) {
  const SourceManager &sm = context.getSourceManager();
  auto [file, end] = sm.getDecomposedLoc(macro.getDefinitionEndLoc());
  const auto *comments = context.Comments.getCommentsInFile(file);
  auto next = comments ? comments->lower_bound(end) : decltype(comments->end()){};
  if (comments && next != comments->end() && next->second->isTrailingComment() &&
      !sm.getBufferData(file).slice(end, next->first).contains('\n'))
    return next->second;
  return commentOfGroup(macro.getDefinitionLoc(), context);
}

std::string macroText(const std::string &name, const MacroInfo &macro, const ASTContext &context) {
  CharSourceRange range = CharSourceRange::getTokenRange(macro.getDefinitionLoc(), macro.getDefinitionEndLoc());
  llvm::StringRef text = Lexer::getSourceText(range, context.getSourceManager(), context.getLangOpts());
  auto [line, rest] = (text.empty() ? llvm::StringRef(name) : text).split('\n');
  std::string said = textOf(commentOfMacro(macro, context), context);
  return "```upc\n#define " + line.str() + (rest.empty() ? "" : " ..") + "\n```" + (said.empty() ? "" : "\n\n" + said);
}

// upc_stride_broadcast_nb and upc_stride_broadcast_init have the comment of upc_stride_broadcast.
static std::string commentOrThatOfCall(const NamedDecl *d, const ASTContext &context) {
  std::string said = comment(d, context), form;
  llvm::StringRef name = d->getName();
  if (name.consume_back("_nb")) form = " starts this call; upc_stride_wait completes it.\n\n";
  else if (name.consume_back("_init")) form = " prepares this call; upc_stride_start_call starts it.\n\n";
  if (!said.empty() || form.empty() || !isa<FunctionDecl>(d)) return said;
  for (const NamedDecl *call : context.getTranslationUnitDecl()->lookup(&context.Idents.get(name)))
    if (std::string that = comment(call, context); !that.empty()) return d->getName().str() + form + that;
  return "";
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
  std::string said = commentOrThatOfCall(d, context);
  return said.empty() ? text : text + "\n\n" + said;
}

// ---- Sections and owners

// Of dimension k of a declared array, if the compiler knows it; else 0.
static uint64_t blocksAlong(size_t dimension, const VarDecl *array, Types &types, const ASTContext &context) {
  QualType type = Types::declaredArray(array);
  const Sharing s = types.sharing(type);
  if (!s.multiBlocked()) return 0;
  std::vector<long> blocks = blocksOf(s, context, type);
  for (size_t k = 0; k < dimension && type->isArrayType(); k++) type = context.getAsArrayType(type)->getElementType();
  const auto *fixed = dyn_cast_or_null<ConstantArrayType>(context.getAsArrayType(type));
  if (!fixed || types.dependsOnThreads(fixed->getSize()) || blocks[dimension] <= 0) return 0;
  uint64_t extent = fixed->getSize().getZExtValue(), block = (uint64_t)blocks[dimension];
  return (extent + block - 1) / block;
}

// The interval's end as the user wrote it, without the annotation's casts.
static std::string writtenAs(const Expr *e, const ASTContext &context) {
  SourceRange range = e->IgnoreParenCasts()->getSourceRange();
  CharSourceRange inFile = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(range), context.getSourceManager(),
                                                    context.getLangOpts());
  return Lexer::getSourceText(inFile, context.getSourceManager(), context.getLangOpts()).str();
}

static std::string wholeText(uint64_t blocks) { return blocks ? "all " + many(blocks, "block") : "all blocks"; }

// "block `row`", "blocks `0` to `n - 1`, in steps of `2`", "all 4 blocks"
static std::string intervalText(const CallExpr *section, unsigned argument, uint64_t all, const ASTContext &context) {
  auto number = [&](unsigned k) { return "`" + writtenAs(section->getArg(argument + k), context) + "`"; };
  switch (section->getArg(argument)->EvaluateKnownConstInt(context).getSExtValue()) {
  case UPC_STRIDE_INTERVAL_AT: return "block " + number(1);
  case UPC_STRIDE_INTERVAL_RANGE: return "blocks " + number(1) + " to " + number(3);
  case UPC_STRIDE_INTERVAL_STEP: return "blocks " + number(1) + " to " + number(3) + ", in steps of " + number(2);
  default: return wholeText(all);
  }
}

std::string sectionText(const CallExpr *section, Types &types, const ASTContext &context) {
  const auto *ref = dyn_cast<DeclRefExpr>(Types::sectionArray(section));
  const auto *array = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  unsigned given = (section->getNumArgs() - 2) / 4, dimensions = given;
  if (array)
    dimensions = std::max<size_t>(given, dimensionsOf(types, context, Types::declaredArray(array), nullptr).size());
  std::string text = "A section" + (array ? " of " + array->getName().str() : std::string());
  for (unsigned k = 0; k < dimensions; k++) {
    uint64_t all = array ? blocksAlong(k, array, types, context) : 0;
    text += "\n* dimension " + std::to_string(k) + ": ";
    text += k < given ? intervalText(section, 2 + 4 * k, all, context) : wholeText(all);
  }
  return text;
}

std::string ownerText(const ArraySubscriptExpr *element, Types &types, const ASTContext &context) {
  std::vector<uint64_t> index;
  const Expr *base = element;
  while (const auto *e = dyn_cast<ArraySubscriptExpr>(base->IgnoreParenImpCasts())) {
    Expr::EvalResult value;
    if (e->getIdx()->isValueDependent()) return "";
    if (types.mentionsThreads(e->getIdx())) return ""; // which was parsed as another number
    if (!e->getIdx()->EvaluateAsInt(value, context)) return "";
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
