// SPDX-License-Identifier: BSD-3-Clause
// `shared [4] int P[16 * THREADS]` has, on an unknown number of threads, the dimension "(16L * urt_threads)", the
// blocks {4} and the description "shared [4] int [16*THREADS]".
#include "types/declared.h"

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

std::string describeDeclared(Types &types, const ASTContext &context, QualType type) {
  if (type->isPointerType() && !type->isFunctionPointerType()) {
    std::string text = describeDeclared(types, context, types.pointee(type));
    return text + (text.back() == '*' ? "*" : " *");
  }
  QualType element;
  std::string text, shared = types.isShared(type) ? types.describeLayout(types.sharing(type)) : "";
  for (const std::string &d : dimensionsOf(types, context, type, &element)) text += "[" + plain(d) + "]";
  bool constant = element.isConstQualified();
  element = types.unshared(element).getUnqualifiedType();
  if (element->isFunctionType() || element->isFunctionPointerType()) return shared + types.describe(element) + text;
  std::string bare = element->isPointerType() ? describeDeclared(types, context, element)
                                              : withoutOurNames(types.spell(element));
  return shared + (constant ? "const " : "") + bare + (text.empty() ? "" : " " + text);
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
