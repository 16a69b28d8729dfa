// SPDX-License-Identifier: BSD-3-Clause
// int c[MAX(THREADS, N)];      its size as C: ((int)urt_threads > (int)8 ? (int)urt_threads : (int)8)
//
// The names in it are replaced by their values, so the text means the same in every scope: an object's type may be
// spelled far from the declaration. Each operand keeps its type, so C computes as it would with -T n. A size that is
// negative for the number of threads ends the program.
#include "types/threads_sizes.h"
#include "tokens/diagnostics.h"
#include "types/operators.h"
#include "types/syntax_visitor.h"
#include "types/threads_formula.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/raw_ostream.h"
#include <climits>

using namespace clang;

// The E of (__typeof__(E))0; null if this is something else.
static const Expr *standsFor(const Stmt *s) {
  const auto *cast = dyn_cast<CStyleCastExpr>(s);
  const auto *type = cast ? dyn_cast<TypeOfExprType>(cast->getTypeAsWritten().getTypePtr()) : nullptr;
  return type && isa<IntegerLiteral>(cast->getSubExpr()->IgnoreImpCasts()) ? type->getUnderlyingExpr() : nullptr;
}

const Expr *writtenSize(const Expr *size) {
  const auto *sum = dyn_cast_or_null<BinaryOperator>(size ? size->IgnoreImpCasts() : nullptr);
  const Expr *written = sum ? standsFor(sum->getLHS()->IgnoreImpCasts()) : nullptr;
  return written && sum->getOperatorLoc() == sum->getRHS()->getBeginLoc() ? written : size; // no text has that
}

bool needsThreads(const Stmt *s, const TokenStream &stream, Types &types) {
  if (const auto *e = dyn_cast<Expr>(s)) s = writtenSize(e);
  const auto *e = dyn_cast<Expr>(s);
  Operand operand;
  const auto *op = e && isa<ParenExpr>(e) ? operatorOf(e, stream, types, operand) : nullptr;
  if (op && op->word == "__builtin_offsetof") return needsThreads(operand.expression, stream, types);
  if (op) return op->word == "sizeof" && types.dependsOnThreads(operand.type);
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

  using Text = std::optional<Formula>; // none: it cannot be written

  // The sizeof of an array is right only if the sizes of the array have their numbers. So of sizes with such a sizeof
  // each run of the parser adds one, the first in the file, after all others.
  int direct = 0, ofSizes = 0;
  bool alone = false;
  std::string what; // the size that is looked at, as a string literal for messages

  void enterType(TypeLoc loc) override;
  bool isProduct(const Expr *e) const;
  bool sizesArray(const Stmt *s) const;
  Text text(const Expr *e);
  Text ofSize(const Expr *size, QualType operand);
  Text ofConstant(const Expr *e);
  IntegerType typeOf(const Expr *e) const;
  std::function<Formula::Value(long threads)> elements(QualType array) const;
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

static std::string spelled(QualType type) { return type.getCanonicalType().getUnqualifiedType().getAsString(); }

IntegerType SizesInFile::typeOf(const Expr *e) const {
  QualType type = e->getType();
  return {(unsigned)context.getTypeSize(type), type->isSignedIntegerType(), type->isBooleanType()};
}

SizesInFile::Text SizesInFile::ofConstant(const Expr *e) {
  auto value = e->getIntegerConstantExpr(context);
  if (!value || value->getSignificantBits() > 64 || !e->getType()->isBuiltinType()) return {};
  __int128 number = value->isSigned() ? (__int128)value->getSExtValue() : (__int128)value->getZExtValue();
  Formula bare = {std::to_string((uint64_t)number) + "UL", {}, [=](long) { return number; }};
  return castFormula(bare, typeOf(e), spelled(e->getType()));
}

// How many elements an array has with so many threads. The function outlives the type.
std::function<Formula::Value(long threads)> SizesInFile::elements(QualType array) const {
  std::vector<std::function<Formula::Value(long threads)>> factors;
  for (QualType t = array; const auto *a = dyn_cast_or_null<ConstantArrayType>(context.getAsArrayType(t));
       t = a->getElementType()) {
    if (const ThreadsSizes::Size *known = types.threadsSize(a->getSize())) {
      factors.push_back(known->value);
      continue;
    }
    __int128 number = a->getSize().getZExtValue();
    for (; types.multipleOfThreads(llvm::APInt(64, (uint64_t)number)); number /= stream.threadsMark)
      factors.push_back([](long n) { return n; });
    factors.push_back([number](long) { return number; });
  }
  return [factors](long n) {
    Formula::Value count = 1;
    for (const auto &factor : factors) {
      auto value = count ? factor(n) : count;
      bool fits = value && *value >= 0 && *value <= LONG_MAX && *count * *value <= LONG_MAX;
      count = fits ? *count * *value : Formula::Value();
    }
    return count;
  };
}

// The size of an array is a number of elements, and those of Clang's size that one element has in bytes.
SizesInFile::Text SizesInFile::ofSize(const Expr *size, QualType operand) {
  auto bytes = size->getIntegerConstantExpr(context);
  uint64_t parsed = 1;
  for (QualType t = operand; const auto *a = dyn_cast_or_null<ConstantArrayType>(context.getAsArrayType(t));
       t = a->getElementType())
    parsed *= a->getSize().getZExtValue();
  if (!bytes || !parsed) return {};
  uint64_t each = bytes->extOrTrunc(64).getZExtValue() / parsed;
  std::string text = "((unsigned long)(" + types.elementCount(operand) + ") * " + std::to_string(each) + "UL)";
  return Formula{text, {64, false}, [count = elements(operand), each](long n) {
                   auto elements = count(n);
                   return elements ? *elements * each : elements;
                 }};
}

SizesInFile::Text SizesInFile::ofOperator(const Expr *e) {
  if (const auto *x = dyn_cast<UnaryOperator>(e)) {
    Text operand = x->isArithmeticOp() ? text(x->getSubExpr()) : Text();
    std::string word = UnaryOperator::getOpcodeStr(x->getOpcode()).str();
    return operand ? unaryFormula(x->getOpcode(), word, *operand) : operand;
  }
  if (const auto *x = dyn_cast<BinaryOperator>(e)) {
    Text left = text(x->getLHS()), right = left ? text(x->getRHS()) : Text();
    return right ? binaryFormula(x->getOpcode(), x->getOpcodeStr().str(), *left, *right, what) : right;
  }
  if (const auto *x = dyn_cast<ConditionalOperator>(e)) {
    Text condition = text(x->getCond()), yes = text(x->getTrueExpr()), no = text(x->getFalseExpr());
    return condition && yes && no ? conditionalFormula(*condition, *yes, *no) : Text();
  }
  const auto *x = dyn_cast<CStyleCastExpr>(e);
  if (x && x->getType()->isBuiltinType() && x->getType()->isIntegerType()) {
    Text operand = x->getSubExpr()->getType()->isIntegerType() ? text(x->getSubExpr()) : Text();
    return operand ? castFormula(*operand, typeOf(x), spelled(x->getType())) : operand;
  }
  return {};
}

SizesInFile::Text SizesInFile::text(const Expr *e) {
  e = e->IgnoreImpCasts();
  Operand operand;
  if (!needsThreads(e, stream, types)) return ofConstant(e);
  if (const auto *parens = dyn_cast<ParenExpr>(e))
    if (const auto *op = operatorOf(e, stream, types, operand))
      return op->word == "sizeof" ? ofSize(e, operand.type) : Text();
    else return text(parens->getSubExpr());
  if (isa<IntegerLiteral, DeclRefExpr>(e))
    return Formula{"((int)urt_threads)", {}, [](long n) { return (__int128)n; }};
  if (const auto *size = dyn_cast<UnaryExprOrTypeTraitExpr>(e))
    return ofSize(e, size->isArgumentType() ? size->getArgumentType() : types.of(size->getArgumentExpr()));
  return ofOperator(e);
}

// "file.upc:3: the size [100 - THREADS]"
static std::string place(const Expr *size, StringRef written, const SourceManager &sm) {
  PresumedLoc at = sm.getPresumedLoc(sm.getExpansionLoc(size->getBeginLoc()));
  std::string line = std::string(at.getFilename()) + ":" + std::to_string(at.getLine());
  std::string text = line + ": the size [" + written.str() + "]", literal;
  llvm::raw_string_ostream(literal).write_escaped(text);
  return "\"" + literal + "\"";
}

void SizesInFile::enterType(TypeLoc loc) {
  auto array = loc.getAs<ConstantArrayTypeLoc>();
  const Expr *parsed = array ? array.getSizeExpr() : nullptr, *size = writtenSize(parsed);
  if (!size || size->containsErrors() || stream.threadsSizes->numberAt(array.getLBracketLoc())) return;
  bool asWritten = !needsThreads(size, stream, types) || isProduct(size);
  if (asWritten && size == parsed) return;
  bool hasSize = sizesArray(size);
  if (hasSize && (direct || ofSizes || !alone)) return;
  const SourceManager &sm = context.getSourceManager();
  StringRef written =
      Lexer::getSourceText(sm.getExpansionRange(size->getSourceRange()), sm, context.getLangOpts());
  what = place(size, written, sm);
  Text text = asWritten ? Text() : this->text(size);
  if (!text && !stream.threadsSizes->searching)
    return report(context.getDiagnostics(), size->getBeginLoc(),
                  "this size depends on THREADS in a way that cannot be computed when the program runs; "
                  "compile with -T n");
  if (!text) stream.threadsSizes->leave(array.getLBracketLoc()); // perhaps no constant: C has arrays of such sizes
  else if (!stream.threadsSizes->add(array.getLBracketLoc(), {text->text, written.str(), what, text->at},
                                     stream.threadsMark))
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
