// SPDX-License-Identifier: BSD-3-Clause
#include "server/macros.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"

using namespace clang;

namespace {

class Watch : public PPCallbacks {
public:
  explicit Watch(std::vector<NamedMacro> &uses) : uses(uses) { uses.clear(); }
  void MacroExpands(const Token &name, const MacroDefinition &macro, SourceRange, const MacroArgs *) override {
    add(name, macro.getMacroInfo());
  }
  void MacroDefined(const Token &name, const MacroDirective *macro) override { add(name, macro->getMacroInfo()); }
  void MacroUndefined(const Token &name, const MacroDefinition &macro, const MacroDirective *) override {
    add(name, macro.getMacroInfo());
  }
  void Defined(const Token &name, const MacroDefinition &macro, SourceRange) override {
    add(name, macro.getMacroInfo());
  }
  void Ifdef(SourceLocation, const Token &name, const MacroDefinition &macro) override {
    add(name, macro.getMacroInfo());
  }
  void Ifndef(SourceLocation, const Token &name, const MacroDefinition &macro) override {
    add(name, macro.getMacroInfo());
  }

private:
  std::vector<NamedMacro> &uses;
  void add(const Token &name, const MacroInfo *macro) {
    uses.push_back({name.getLocation(), name.getIdentifierInfo()->getName().str(), macro});
  }
};

} // namespace

void watchMacros(Preprocessor &pp, std::vector<NamedMacro> &uses) { pp.addPPCallbacks(std::make_unique<Watch>(uses)); }
