// SPDX-License-Identifier: BSD-3-Clause
// `shared [4] int P[16 * THREADS]` has, on an unknown number of threads, the dimension "(16L * urt_threads)", the
// blocks {4} and the description "shared [4] int [16*THREADS]".
#include "types/declared.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

std::vector<std::string> dimensionsOf(const Types &types, const ASTContext &context, QualType type, QualType *element) {
  std::vector<std::string> dimensions;
  while (const ArrayType *a = context.getAsArrayType(type)) {
    const auto *fixed = dyn_cast<ConstantArrayType>(a);
    dimensions.push_back(fixed ? types.dimension(fixed->getSize()) : "");
    type = a->getElementType();
  }
  if (element) *element = type;
  return dimensions;
}

// "(16L * urt_threads)" as a user would write it.
static std::string plain(std::string dimension) {
  const std::string factor = "L * urt_threads";
  for (size_t at; (at = dimension.find(factor)) != std::string::npos;) dimension.replace(at, factor.size(), "*THREADS");
  if (dimension.size() > 1 && dimension[0] == '(') dimension = dimension.substr(1, dimension.size() - 2);
  return dimension == "1*THREADS" ? "THREADS" : dimension;
}

// Names that generated C gives are no user's: that of a struct without one, the second one of a typedef.
static std::string withoutOurNames(std::string type) {
  const std::string ours = "upc_anonymous_";
  for (size_t at; (at = type.find(ours)) != std::string::npos;)
    type.replace(at, std::min(type.find_first_not_of("0123456789", at + ours.size()), type.size()) - at, "{..}");
  const std::string other = "upc_named_"; // see Types::otherName
  for (size_t at; (at = type.find(other)) != std::string::npos;) type.erase(at, other.size());
  return type;
}

// What the user wrote between the brackets.
static std::string writtenLength(const VariableArrayType *array, const ASTContext &context) {
  const SourceManager &sm = context.getSourceManager();
  const Expr *size = array->getSizeExpr();
  if (!size) return "*";
  return Lexer::getSourceText(sm.getExpansionRange(size->getSourceRange()), sm, context.getLangOpts()).str();
}

static std::string lengthOf(const ArrayType *array, const Types &types, const ASTContext &context) {
  if (const auto *variable = dyn_cast<VariableArrayType>(array)) return writtenLength(variable, context);
  const auto *fixed = dyn_cast<ConstantArrayType>(array);
  if (!fixed) return "";
  const ThreadsSizes::Size *known = types.threadsSize(fixed->getSize());
  return known ? known->written : plain(types.dimension(fixed->getSize()));
}

// From the outside to the inside: `declarator` is what stands around the name so far. `s` is the sharing of the object,
// or of the elements of the array that it is an element of.
static std::string declared(Types &types, const ASTContext &context, QualType type, const Sharing &s,
                            const std::string &declarator) {
  if (const ArrayType *array = context.getAsArrayType(type))
    return declared(types, context, array->getElementType(), s,
                    declarator + "[" + lengthOf(array, types, context) + "]");
  const std::string qualifiers = (s.shared ? types.describeLayout(s) : "") + (type.isConstQualified() ? "const " : "");
  if (type->isPointerType()) {
    QualType target = types.pointee(type);
    std::string pointer = "*" + qualifiers + declarator;
    if (pointer.back() == ' ') pointer.pop_back();
    bool wrap = target->isArrayType() || target->isFunctionType();
    return declared(types, context, target, types.sharing(target), wrap ? "(" + pointer + ")" : pointer);
  }
  if (const auto *function = type->getAs<FunctionProtoType>()) {
    std::string parameters;
    for (QualType p : function->param_types())
      parameters += (parameters.empty() ? "" : ", ") + declared(types, context, p, types.sharing(p), "");
    if (function->isVariadic()) parameters += ", ...";
    QualType result = function->getReturnType();
    return declared(types, context, result, types.sharing(result),
                    declarator + "(" + (parameters.empty() ? "void" : parameters) + ")");
  }
  std::string base = withoutOurNames(types.spell(types.unshared(type).getUnqualifiedType()));
  return qualifiers + base + (declarator.empty() ? "" : " " + declarator);
}

std::string describeDeclared(Types &types, const ASTContext &context, QualType type, const std::string &name) {
  return declared(types, context, type, types.sharing(type), name);
}

std::vector<long> blocksOf(const Sharing &s, const ASTContext &context, QualType type) {
  if (!s.multiBlocked()) return {s.block};
  std::vector<long> sizes;
  size_t k = 0;
  for (QualType t = type; const ArrayType *a = context.getAsArrayType(t); t = a->getElementType(), k++) {
    const Bracket b = k < s.layout->brackets.size() ? s.layout->brackets[k] : Bracket();
    sizes.push_back(b.kind == Bracket::Value ? b.value : 0);
  }
  return sizes;
}
