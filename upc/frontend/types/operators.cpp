// SPDX-License-Identifier: BSD-3-Clause
// `upc_blocksizeof(x)` is parsed as
//
//   (sizeof(struct upc_operand_3 { __typeof__(x) *p; }) * 0 + upc_operator_3)
//
// When the parser looks upc_operator_3 up, the struct is complete, and its member tells the type of x. So the value can
// be computed, and upc_operator_3 becomes an enumerator with this value. A value that only the running program knows
// becomes a variable, so that Clang refuses it where C wants a constant.
#include "types/operators.h"
#include "tokens/clang_versions.h"
#include "tokens/diagnostics.h"
#include "tokens/extension.h"
#include "clang/AST/Attr.h"
#include "clang/AST/CharUnits.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

bool isBlockSize(const Decl *d) {
  const auto *e = dyn_cast<EnumDecl>(d);
  return e && !e->enumerators().empty() && e->enumerator_begin()->getName().starts_with("upc_b_");
}

void BlockSizes::HandleTagDeclDefinition(TagDecl *tag) {
  const auto *e = dyn_cast<EnumDecl>(tag);
  if (!e || !stream) return;
  for (const EnumConstantDecl *c : e->enumerators()) {
    StringRef name = c->getName();
    int key;
    if (!name.consume_front("upc_b_") || name.getAsInteger(10, key)) continue;
    Bracket &bracket = stream->layouts[key / 8].brackets[key % 8];
    bracket.value = c->getInitVal().isRepresentableByInt64() ? c->getInitVal().getExtValue() : INT64_MAX;
    std::string is = llvm::toString(c->getInitVal(), 10);
    if (bracket.value < 0)
      report(*diagnostics, c->getLocation(), "a block size must not be negative, and this is " + is);
    else if (bracket.value > (1L << 31))
      report(*diagnostics, c->getLocation(), "a block size must not exceed 2^31 elements, and this is " + is);
    else if (pedantic && bracket.value > 1048575)
      report(*diagnostics, c->getLocation(),
             "other compilers' blocks have at most 1048575 elements, and this has " + is +
                 "; refused under -pedantic-upc");
  }
}

bool Operators::ofExtension(LookupResult &result, Scope *scope) {
  for (const Extension *extension : stream.extensions) {
    StringRef name = result.getLookupName().getAsIdentifierInfo()->getName();
    NamedDecl *found =
        extension->declare ? extension->declare(name, result.getNameLoc(), sema, scope, types) : nullptr;
    if (found) return result.addDecl(found), true;
  }
  return false;
}

bool Operators::LookupUnqualified(LookupResult &result, Scope *scope) {
  if (result.getLookupKind() != Sema::LookupOrdinaryName) return false; // a name in an attribute may be a member's
  const IdentifierInfo *info = result.getLookupName().getAsIdentifierInfo();
  if (info && ofExtension(result, scope)) return true;
  StringRef number = info ? info->getName() : "";
  unsigned n;
  if (!number.consume_front("upc_operator_") || number.getAsInteger(10, n) || n >= stream.operators.size())
    return false;
  ASTContext &context = sema.Context;
  IdentifierInfo &tag = context.Idents.get("upc_operand_" + std::to_string(n));
  NamedDecl *found = sema.LookupSingleName(scope, &tag, result.getNameLoc(), Sema::LookupTagName);
  const auto *record = dyn_cast_or_null<RecordDecl>(found);
  if (!record || record->field_empty()) return false;
  std::vector<QualType> operands;
  Operands named = Operands::Other;
  const OffsetOfExpr *offset = nullptr;
  for (const FieldDecl *f : record->fields()) {
    QualType operand = types.pointee(f->getType());
    if (operand.isNull()) break; // after an error
    if (const auto *typeOf = dyn_cast<TypeOfExprType>(operand.getTypePtr())) {
      offset = dyn_cast<OffsetOfExpr>(typeOf->getUnderlyingExpr()->IgnoreParens());
      operand = types.of(typeOf->getUnderlyingExpr());
      QualType array = types.multiBlockedParameter(operand);
      if (isa<DeclRefExpr>(typeOf->getUnderlyingExpr()->IgnoreParens()))
        named = array.isNull() ? Operands::Name : Operands::Parameter;
      if (!array.isNull()) operand = array;
    }
    operands.push_back(operand);
  }
  TokenStream::Operator &op = stream.operators[n];
  std::optional<uint64_t> known = 1;
  if (const ConstantWord *word = extensionWord(op.word).constant)
    known = op.value = operands.size() == word->operands ? word->value(operands, op.location, context, types) : 0;
  else if (op.word == "__builtin_offsetof")
    known = offset ? this->offset(offset) : 0;
  else if (!operands.empty())
    known = value(op.word, operands[0], named, op.location);
  result.addDecl(known ? constant(*info, result.getNameLoc(), *known) : variable(*info, result.getNameLoc()));
  return true;
}

// None: a subscript is no constant.
std::optional<uint64_t> Operators::offset(const OffsetOfExpr *e) {
  ASTContext &context = sema.Context;
  QualType type = e->getTypeSourceInfo()->getType();
  uint64_t bytes = 0;
  for (unsigned i = 0; i < e->getNumComponents(); i++) {
    const OffsetOfNode &part = e->getComponent(i);
    if (part.getKind() == OffsetOfNode::Field) {
      bytes += context.getFieldOffset(part.getField()) / 8;
      type = part.getField()->getType();
    } else {
      auto index = e->getIndexExpr(part.getArrayExprIndex())->getIntegerConstantExpr(context);
      if (!index) return {};
      type = context.getAsArrayType(type)->getElementType();
      bytes += index->getExtValue() * types.bytes(type);
    }
  }
  return bytes;
}

NamedDecl *Operators::constant(const IdentifierInfo &name, SourceLocation at, uint64_t value) {
  ASTContext &context = sema.Context;
  auto *home = EnumDecl::Create(context, context.getTranslationUnitDecl(), at, at, nullptr, nullptr, false, false,
                                false);
  return EnumConstantDecl::Create(context, home, at, const_cast<IdentifierInfo *>(&name), context.getSizeType(),
                                  nullptr, llvm::APSInt(llvm::APInt(64, value), true));
}

NamedDecl *Operators::variable(const IdentifierInfo &name, SourceLocation at) {
  ASTContext &context = sema.Context;
  return VarDecl::Create(context, context.getTranslationUnitDecl(), at, at, &name, context.getSizeType().withConst(),
                         nullptr, SC_Extern);
}

bool Operators::layoutRecordType(const RecordDecl *record, uint64_t &size, uint64_t &alignment,
                                 llvm::DenseMap<const FieldDecl *, uint64_t> &offsets,
                                 llvm::DenseMap<const CXXRecordDecl *, CharUnits> &,
                                 llvm::DenseMap<const CXXRecordDecl *, CharUnits> &) {
  ASTContext &context = sema.Context;
  bool holds = false;
  for (const FieldDecl *f : record->fields())
    holds |= types.holdsPts(f->getType()) || types.holdsQualifier(f->getType());
  if (!holds) return false;
  uint64_t end = 0; // in bits
  const auto *pragmaPack = record->getAttr<MaxFieldAlignmentAttr>();
  alignment = std::max<uint64_t>(8, record->getMaxAlignment());
  auto round = [](uint64_t n, uint64_t to) { return (n + to - 1) / to * to; };
  for (const FieldDecl *f : record->fields()) {
    bool packed = record->hasAttr<PackedAttr>() || f->hasAttr<PackedAttr>();
    const Qualifier *own = types.qualifier(f->getType());
    uint64_t natural = own ? own->alignment * 8 : context.getTypeAlign(f->getType());
    uint64_t align = std::max<uint64_t>(packed ? 8 : natural, f->getMaxAlignment()),
             width = types.bytes(f->getType()) * 8;
    if (pragmaPack) align = std::min<uint64_t>(align, pragmaPack->getAlignment());
    uint64_t from = record->isUnion() ? 0 : end, unit = width;
    if (f->isBitField()) { // System V: a field does not cross a unit of its type, unless packed
      width = bitWidth(f);
      uint64_t asked = f->getMaxAlignment();
      if (!width || (!packed && !pragmaPack && from / unit != (from + width - 1) / unit)) from = round(from, unit);
      if (asked && !(pragmaPack && asked > pragmaPack->getAlignment())) from = round(from, asked);
    } else {
      from = round(from, align);
    }
    offsets[f] = from;
    end = std::max(end, from + width);
    if (!f->isBitField() || f->getIdentifier()) alignment = std::max(alignment, align);
  }
  size = round(end, alignment);
  return true;
}

std::optional<uint64_t> Operators::value(const std::string &word, QualType operand, Operands named,
                                         SourceLocation at) {
  ASTContext &context = sema.Context;
  Sharing s = types.sharing(operand);
  if (word == "sizeof" && named == Operands::Parameter) return {}; // the caller's array has its first extent
  if (word == "sizeof") return types.bytes(operand);
  if (!s.shared) {
    report(context.getDiagnostics(), at,
           "the operand of '" + word + "' must be shared, and this is '" + types.describe(operand) + "'");
    return 1;
  }
  if (operand->isVariablyModifiedType()) {
    report(context.getDiagnostics(), at, "the operand of '" + word + "' has no constant size");
    return 1;
  }
  QualType element = context.getBaseElementType(operand);
  if (operand->isVoidType() || element->isIncompleteType() ||
      (operand->isIncompleteArrayType() && (pedantic || word == "upc_localsizeof")) || operand->isFunctionType()) {
    report(context.getDiagnostics(), at,
           "the operand of '" + word + "' has the incomplete type '" + types.describe(operand) + "'");
    return 1;
  }
  if (word == "upc_elemsizeof") return types.bytes(element);
  uint64_t inType = s.multiBlocked() && word == "upc_blocksizeof" ? types.blockElements(operand) : 0;
  if (s.multiBlocked() && named == Operands::Other && !inType) {
    report(context.getDiagnostics(), at,
           "'" + word + "' needs the name of a multi-blocked array, and this is the type '" + types.describe(operand) +
               "'");
    return 1;
  }
  if (inType) return inType;
  if (s.multiBlocked()) return {}; // the array's record knows it
  return word == "upc_blocksizeof" ? s.block : types.localElements(operand) * types.bytes(element);
}

const InitListExpr *gridExtents(const FunctionDecl *f) {
  const auto *statement = cast<DeclStmt>(*cast<CompoundStmt>(f->getBody())->body_begin());
  return dyn_cast_or_null<InitListExpr>(cast<VarDecl>(statement->getSingleDecl())->getInit());
}

const Expr *assertion(const StaticAssertDecl *d, const TokenStream &stream) {
  const Expr *asserted = d->getAssertExpr();
  const auto *either = dyn_cast<BinaryOperator>(asserted->IgnoreImpCasts());
  const auto *deferred = either && either->getOpcode() == BO_LOr ? dyn_cast<IntegerLiteral>(either->getRHS()) : nullptr;
  bool ours = deferred && stream.index(deferred->getLocation()) == stream.index(d->getBeginLoc());
  return ours ? cast<ParenExpr>(either->getLHS())->getSubExpr() : asserted;
}

const TokenStream::Operator *operatorOf(const Expr *e, const TokenStream &stream, Types &types, Operand &operand) {
  const auto *sum = dyn_cast<BinaryOperator>(e->IgnoreParenImpCasts());
  if (!sum || sum->getOpcode() != BO_Add) return nullptr;
  const auto *name = dyn_cast<DeclRefExpr>(sum->getRHS()->IgnoreImpCasts());
  const auto *product = dyn_cast<BinaryOperator>(sum->getLHS()->IgnoreImpCasts());
  if (!name || !product || !name->getDecl()->getIdentifier()) return nullptr;
  StringRef number = name->getDecl()->getName();
  unsigned n;
  if (!number.consume_front("upc_operator_") || number.getAsInteger(10, n)) return nullptr;
  const auto *size = cast<UnaryExprOrTypeTraitExpr>(product->getLHS()->IgnoreImpCasts());
  const auto *record = size->getArgumentType()->getAs<RecordType>();
  if (record->getDecl()->field_empty()) return nullptr; // an error was in the operand
  const FieldDecl *pointer = *record->getDecl()->field_begin();
  if (pointer->isInvalidDecl() || !pointer->getType()->isPointerType()) return nullptr;
  operand.type = pointer->getType()->getAs<PointerType>()->getPointeeType();
  TypeLoc typeOf = pointer->getTypeSourceInfo()->getTypeLoc().castAs<PointerTypeLoc>().getPointeeLoc();
  if (auto named = typeOf.getAs<TypeOfTypeLoc>()) operand.written = named.getUnmodifiedTInfo()->getTypeLoc();
  if (const auto *of = dyn_cast<TypeOfExprType>(operand.type.getTypePtr())) {
    operand.expression = of->getUnderlyingExpr();
    operand.type = types.ofOperand(operand.expression);
  }
  return &stream.operators[n];
}
