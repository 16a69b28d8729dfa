// SPDX-License-Identifier: BSD-3-Clause
//   shared [4] int P[16 * THREADS];   static void upc_extents_1(urt_size_t *e) { e[0] = 16L * urt_threads; }
//                                     static const urt_name_t .. = {&upc_v_P, "P", sizeof(int), 4, 1,
//                                     upc_extents_1, 0};
#include "lower/shared_names.h"
#include "lower/accesses.h"
#include "lower/expressions.h"
#include "lower/sections.h"
#include "types/declared.h"
#include "types/syntax_visitor.h"

using namespace clang;

namespace {

class Names : public SyntaxVisitor {
public:
  explicit Names(Unit &unit) : unit(unit) {}
  Code text;

  void enterDeclaration(Decl *d) override {
    const auto *v = dyn_cast<VarDecl>(d);
    if (!v || !v->getIdentifier() || isa<ParmVarDecl>(v) || !unit.types.isShared(v->getType())) return;
    if (v->isThisDeclarationADefinition() == VarDecl::DeclarationOnly ||
        unit.types.sharing(v->getType()).implied)
      return;
    add(v);
  }

private:
  Unit &unit;

  static bool isOfFunction(QualType type) {
    if (const auto *name = type->getAs<TypedefType>(); name && name->getDecl()->getDeclContext()->isFunctionOrMethod())
      return true;
    const TagDecl *tag = type->getAsTagDecl();
    return tag && tag->getDeclContext()->isFunctionOrMethod();
  }

  c::Statement extents(const std::string &name, const std::vector<std::string> &dimensions) {
    c::Block body;
    for (size_t k = 0; k < dimensions.size(); k++)
      body.add(c::assign(c::element(c::name("upc_e"), c::number(k)), "=", c::primary(dimensions[k])));
    return c::Statement(" static void " + name + "(urt_size_t *upc_e) " + body.braced().code);
  }

  // Of a multi-blocked array: where the element with these indices lies.
  c::Statement element(const std::string &name, const VarDecl *v, size_t dimensions) {
    Code none;
    Context in{unit, none};
    c::Expressions indices;
    for (size_t k = 0; k < dimensions; k++) indices.push_back(c::element(c::name("upc_n"), c::number(k)));
    c::Expression place = multiBlockedElementAt(v, indices, in);
    return c::Statement(" static urt_ptr_t " + name + "(const urt_size_t *upc_n) { return " + place.argument() + "; }");
  }

  void add(const VarDecl *v) {
    QualType scalar;
    std::vector<std::string> dimensions = dimensionsOf(unit.types, unit.context, v->getType(), &scalar);
    Sharing s = unit.types.sharing(v->getType());
    if (isOfFunction(scalar)) return; // no type of its own at file scope
    if (std::any_of(dimensions.begin(), dimensions.end(), [](auto &d) { return d.empty(); })) dimensions = {"1"};
    std::string offset = offsetOf(v, unit), n = unit.fresh();
    if (!v->isStaticLocal() && !unit.named.insert(offset).second) return; // a tentative definition, repeated
    c::Block block;
    if (v->isStaticLocal()) block.add(c::declare("extern const urt_size_t " + offset));
    block.add(extents("upc_extents_" + n, dimensions));
    if (s.multiBlocked()) block.add(element("upc_element_" + n, v, dimensions.size()));
    c::Expressions fields = {c::addressOf(c::name(offset)), c::string(v->getName().str()),
                             c::sizeOfType(unit.types.spell(scalar)), c::number(s.multiBlocked() ? 0 : s.block),
                             c::number(dimensions.size()), c::name("upc_extents_" + n),
                             s.multiBlocked() ? c::name("upc_element_" + n) : c::number(0)};
    block.add(c::declare("static const urt_name_t upc_name_" + n +
                         " __attribute__((used, section(\"urt_names\"), aligned(8)))",
                         c::primary(c::list(fields))));
    text += " " + block.code;
  }
};

} // namespace

Code sharedNames(Unit &unit) {
  Names names(unit);
  names.walk(unit.context.getTranslationUnitDecl());
  return names.text;
}
