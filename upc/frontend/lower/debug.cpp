// SPDX-License-Identifier: BSD-3-Clause
// A walk over the whole file collects the records: static shared objects where they are defined, pointers-to-shared
// wherever they are declared, parameters and locals too. System headers and our own declarations have none.
#include "lower/debug.h"
#include "lower/accesses.h"
#include "lower/code.h"
#include "lower/variables.h"
#include "types/declared.h"
#include "types/syntax_visitor.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace {

class Records : public SyntaxVisitor {
public:
  explicit Records(Unit &unit) : unit(unit) {}
  bool hasMain = false;
  std::string text;

  void enterDeclaration(Decl *d) override {
    if (auto *v = dyn_cast<VarDecl>(d)) variable(v);
    if (auto *f = dyn_cast<FunctionDecl>(d)) hasMain |= f->isMain() && f->isThisDeclarationADefinition();
  }

private:
  Unit &unit;
  llvm::SmallPtrSet<const TagDecl *, 8> kept;

  void variable(VarDecl *v) {
    if (!v->getIdentifier() || isOfSystem(v)) return;
    const auto *f = dyn_cast<FunctionDecl>(v->getDeclContext());
    if (f && !f->isThisDeclarationADefinition()) return; // a parameter's name in a prototype
    QualType type = v->getType();
    if (unit.types.isQualifiedAutomatic(v)) return; // for a debugger, a pointer
    if (unit.types.isShared(type)) add(v, type, v->isThisDeclarationADefinition() != VarDecl::DeclarationOnly);
    else if (unit.types.isPts(type)) add(v, unit.types.pointee(type), false);
  }

  bool isOfSystem(const Decl *d) const {
    const SourceManager &sm = unit.context.getSourceManager();
    return d->isImplicit() || unit.index(d->getLocation()) < unit.stream.firstVisible ||
           unit.stream.fromSystem(sm, sm.getExpansionLoc(d->getLocation()));
  }

  // Clang describes a struct to debuggers only where some variable of C has it.
  void keepType(QualType type) {
    const auto *tag = type->getAsTagDecl();
    if (!tag || !tag->getIdentifier() || !tag->getDeclContext()->isTranslationUnit()) return;
    if (!kept.insert(tag->getCanonicalDecl()).second) return;
    text += " static " + tag->getKindName().str() + " " + tag->getName().str() + " *upc_debug_" + unit.fresh() +
            " __attribute__((used));";
  }

  // `type` is shared: the variable's, if it is an object, or what the pointer points to.
  void add(const VarDecl *v, QualType type, bool object) {
    const Sharing s = unit.types.sharing(type);
    bool pointer = !unit.types.isShared(v->getType());
    if (!object && !pointer) return;               // declared here, and defined in another file
    if (pointer && type->isArrayType()) return;    // a pointer to whole arrays
    QualType scalar;
    std::vector<std::string> dimensions = dimensionsOf(unit.types, unit.context, type, &scalar), sizes;
    for (long size : blocksOf(s, unit.context, type)) sizes.push_back(std::to_string(size));
    keepType(scalar);
    std::string element = unit.types.spell(s.qualifier ? scalar : unit.types.unshared(scalar));
    std::string shown = describeDeclared(unit.types, unit.context, v->getType());
    auto [file, line] = unit.place(v->getLocation());
    std::string kind = pointer ? "pointer" : s.multiBlocked() ? "blocked" : "object";
    std::string symbol = pointer ? "" : offsetOf(v, unit);
    std::string record = llvm::join(std::vector<std::string>{v->getName().str(), file.str(), std::to_string(line), kind,
                                                             element, llvm::join(sizes, ","),
                                                             llvm::join(dimensions, ","), symbol, shown}, "\t");
    text += " static const char upc_debug_" + unit.fresh() + "[] __attribute__((used, section(\"urt_debug\"))) = " +
            stringLiteral(record) + ";";
  }
};

} // namespace

std::string debugRecords(Unit &unit, const std::string &script) {
  Records records(unit);
  records.walk(unit.context.getTranslationUnitDecl());
  if (!records.hasMain || script.empty()) return records.text;
  std::string assembly = ".pushsection \".debug_gdb_scripts\", \"MS\",@progbits,1; .byte 1; .asciz \"" + script +
                         "\"; .popsection";
  return records.text + " __asm__(" + stringLiteral(assembly) + ");";
}
