// SPDX-License-Identifier: BSD-3-Clause
// int c[MAX(THREADS, N)];      its size as C: ((int)urt_threads > (int)8 ? (int)urt_threads : (int)8)
//
// The names in it are replaced by their values, so the text means the same in every scope: an object's type may be
// spelled far from the declaration. Each operand keeps its type, so C computes as it would with -T n.
#include "types/threads_sizes.h"
#include "tokens/diagnostics.h"
#include "types/operators.h"
#include "types/syntax_visitor.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

bool needsThreads(const Stmt *s, const TokenStream &stream, Types &types) {
  const auto *e = dyn_cast<Expr>(s);
  Operand operand;
  if (const auto *op = e && isa<ParenExpr>(e) ? operatorOf(e, stream, types, operand) : nullptr)
    return op->word == "sizeof" && types.dependsOnThreads(operand.type);
  if (const auto *size = dyn_cast<UnaryExprOrTypeTraitExpr>(s); size && size->getKind() == UETT_SizeOf)
    return types.dependsOnThreads(size->isArgumentType() ? size->getArgumentType()
                                                         : types.of(size->getArgumentExpr())) ||
           types.mentionsThreads(size);
  if (e && s->children().empty()) return types.mentionsThreads(e);
  for (const Stmt *child : s->children())
    if (child && needsThreads(child, stream, types)) return true;
  return false;
}

namespace {

class SizesInFile : public SyntaxVisitor {
public:
  SizesInFile(ASTContext &context, const TokenStream &stream, Types &types)
      : context(context), stream(stream), types(types) {}
  void look(const std::vector<DeclGroupRef> &groups, bool sizesOnly) {
    alone = sizesOnly;
    for (const DeclGroupRef &group : groups)
      for (Decl *d : group) walk(d);
  }
  bool found() const { return direct || ofSizes; }

private:
  ASTContext &context;
  const TokenStream &stream;
  Types &types;

  using Text = std::optional<std::string>; // C; none: it cannot be written

  // The sizeof of an array is right only if the sizes of the array have their numbers. So of sizes with such a sizeof
  // each run of the parser adds one, the first in the file, after all others.
  int direct = 0, ofSizes = 0;
  bool alone = false;

  void enterType(TypeLoc loc) override;
  bool isProduct(const Expr *e) const;
  bool sizesArray(const Stmt *s) const;
  Text text(const Expr *e);
  Text ofSize(const Expr *size, QualType operand);
  Text ofConstant(const Expr *e);
  Text ofOperator(const Expr *e);
};

} // namespace

// Is it a constant times THREADS, perhaps more than once? Its value at threadsMark tells the factor.
bool SizesInFile::isProduct(const Expr *e) const {
  e = e->IgnoreParenImpCasts();
  if (isa<IntegerLiteral>(e)) return true; // also THREADS, see Annotator::threads
  if (const auto *cast = dyn_cast<CStyleCastExpr>(e); cast && cast->getType()->isIntegerType())
    return context.getIntWidth(cast->getType()) >= 32 && isProduct(cast->getSubExpr());
  const auto *product = dyn_cast<BinaryOperator>(e);
  if (product && product->getOpcode() == BO_Mul) return isProduct(product->getLHS()) && isProduct(product->getRHS());
  return !needsThreads(e, stream, types);
}

// Has it a sizeof of an array in it?
bool SizesInFile::sizesArray(const Stmt *s) const {
  Operand operand;
  const auto *parens = dyn_cast<ParenExpr>(s);
  if (parens && operatorOf(parens, stream, types, operand)) return context.getAsArrayType(operand.type);
  if (const auto *size = dyn_cast<UnaryExprOrTypeTraitExpr>(s))
    return context.getAsArrayType(size->isArgumentType() ? size->getArgumentType() : types.of(size->getArgumentExpr()));
  return llvm::any_of(s->children(), [&](const Stmt *child) { return child && sizesArray(child); });
}

static std::string castTo(QualType type, const std::string &text) {
  return "((" + type.getCanonicalType().getUnqualifiedType().getAsString() + ")" + text + ")";
}

SizesInFile::Text SizesInFile::ofConstant(const Expr *e) {
  auto value = e->getIntegerConstantExpr(context);
  if (!value || value->getSignificantBits() > 64 || !e->getType()->isBuiltinType()) return {};
  return castTo(e->getType(), std::to_string(value->extOrTrunc(64).getZExtValue()) + "UL");
}

// The size of an array is a number of elements, and those of Clang's size that one element has in bytes.
SizesInFile::Text SizesInFile::ofSize(const Expr *size, QualType operand) {
  auto bytes = size->getIntegerConstantExpr(context);
  uint64_t elements = 1;
  for (QualType t = operand; const auto *a = dyn_cast_or_null<ConstantArrayType>(context.getAsArrayType(t));
       t = a->getElementType())
    elements *= a->getSize().getZExtValue();
  if (!bytes || !elements) return {};
  std::string each = std::to_string(bytes->extOrTrunc(64).getZExtValue() / elements) + "UL";
  return "((unsigned long)(" + types.elementCount(operand) + ") * " + each + ")";
}

SizesInFile::Text SizesInFile::ofOperator(const Expr *e) {
  if (const auto *x = dyn_cast<UnaryOperator>(e)) {
    Text operand = x->isArithmeticOp() ? text(x->getSubExpr()) : Text();
    return operand ? "(" + UnaryOperator::getOpcodeStr(x->getOpcode()).str() + *operand + ")" : operand;
  }
  if (const auto *x = dyn_cast<BinaryOperator>(e)) {
    Text left = text(x->getLHS()), right = text(x->getRHS());
    if (!left || !right || x->isAssignmentOp() || x->isCommaOp()) return {};
    return "(" + *left + " " + x->getOpcodeStr().str() + " " + *right + ")";
  }
  if (const auto *x = dyn_cast<ConditionalOperator>(e)) {
    Text condition = text(x->getCond()), yes = text(x->getTrueExpr()), no = text(x->getFalseExpr());
    return condition && yes && no ? "(" + *condition + " ? " + *yes + " : " + *no + ")" : Text();
  }
  if (const auto *x = dyn_cast<CStyleCastExpr>(e); x && x->getType()->isBuiltinType()) {
    Text operand = x->getSubExpr()->getType()->isIntegerType() ? text(x->getSubExpr()) : Text();
    return operand ? castTo(x->getType(), *operand) : operand;
  }
  return {};
}

SizesInFile::Text SizesInFile::text(const Expr *e) {
  e = e->IgnoreImpCasts();
  Operand operand;
  if (!needsThreads(e, stream, types)) return ofConstant(e);
  if (const auto *parens = dyn_cast<ParenExpr>(e))
    return operatorOf(e, stream, types, operand) ? ofSize(e, operand.type) : text(parens->getSubExpr());
  if (isa<IntegerLiteral, DeclRefExpr>(e)) return castTo(context.IntTy, "urt_threads");
  if (const auto *size = dyn_cast<UnaryExprOrTypeTraitExpr>(e))
    return ofSize(e, size->isArgumentType() ? size->getArgumentType() : types.of(size->getArgumentExpr()));
  return ofOperator(e);
}

void SizesInFile::enterType(TypeLoc loc) {
  auto array = loc.getAs<ConstantArrayTypeLoc>();
  const Expr *size = array ? array.getSizeExpr() : nullptr;
  if (!size || stream.threadsSizes->indexAt(array.getLBracketLoc()) >= 0) return;
  if (!needsThreads(size, stream, types) || isProduct(size)) return;
  bool hasSize = sizesArray(size);
  if (hasSize && (direct || ofSizes || !alone)) return;
  Text text = this->text(size);
  StringRef written = Lexer::getSourceText(
      context.getSourceManager().getExpansionRange(size->getSourceRange()), context.getSourceManager(),
      context.getLangOpts());
  if (!text)
    return report(context.getDiagnostics(), size->getBeginLoc(),
                  "this size depends on THREADS in a way that cannot be computed when the program runs; "
                  "compile with -T n");
  if (!stream.threadsSizes->add(array.getLBracketLoc(), *text, written.str()))
    return report(context.getDiagnostics(), size->getBeginLoc(),
                  "this file has more than " + std::to_string(ThreadsSizes::Most) +
                      " different sizes that depend on THREADS; compile with -T n");
  (hasSize ? ofSizes : direct)++;
}

bool findThreadsSizes(const std::vector<DeclGroupRef> &groups, ASTContext &context, const TokenStream &stream,
                      Types &types) {
  if (!types.dynamicThreads()) return false;
  SizesInFile sizes(context, stream, types);
  sizes.look(groups, /*sizesOnly=*/false);
  if (!sizes.found()) sizes.look(groups, /*sizesOnly=*/true);
  return sizes.found();
}
