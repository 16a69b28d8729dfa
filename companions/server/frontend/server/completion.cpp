// SPDX-License-Identifier: BSD-3-Clause
// What Clang's parser offers at the place, less the names that the translation makes. UPC's words are added, except
// behind `.` and `->`, where only members can stand.
#include "server/completion.h"
#include "server/words.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace {

enum ItemKind { Method = 2, Function = 3, Field = 5, Variable = 6, Keyword = 14, Macro = 21, Struct = 22, Member = 20 };

int kindOf(const CodeCompletionResult &result) {
  if (result.Kind == CodeCompletionResult::RK_Keyword) return Keyword;
  if (result.Kind == CodeCompletionResult::RK_Macro) return Macro;
  if (result.Kind != CodeCompletionResult::RK_Declaration) return Variable;
  if (isa<FunctionDecl>(result.Declaration)) return Function;
  if (isa<FieldDecl>(result.Declaration)) return Field;
  if (isa<TypeDecl>(result.Declaration)) return Struct;
  return isa<EnumConstantDecl>(result.Declaration) ? Member : Variable;
}

// Names that the translation makes.
bool isOurs(llvm::StringRef name) {
  return name.starts_with("__") || name.starts_with("upc_b_") || name.starts_with("upc_g_");
}

// The order in which names are offered: those of the program, UPC's and the library's, those of C, and those that a
// header has for the compiler or for itself.
enum Rank { OfProgram, OfUpc, OfC, Inner };

// Headers that a program does not include: upc_stride_coll.h does, for what the compiler writes.
bool isInner(llvm::StringRef header) {
  for (const char *name : {"calls.h", "bodies.h", "operation.h", "layout.h"})
    if (header.ends_with(std::string("upc_stride_") + name)) return true;
  return false;
}

Rank rankOf(const CodeCompletionResult &result, llvm::StringRef label, const SourceManager &sm) {
  if (label.starts_with("_")) return Inner;
  bool upc = label.starts_with_insensitive("upc_") || label.starts_with_insensitive("bupc_");
  if (result.Kind == CodeCompletionResult::RK_Keyword) return OfC;
  if (result.Kind != CodeCompletionResult::RK_Declaration) return upc ? OfUpc : OfC;
  SourceLocation at = sm.getFileLoc(result.Declaration->getCanonicalDecl()->getLocation());
  if (!sm.isInSystemHeader(at)) return OfProgram;
  return isInner(sm.getFilename(at)) ? Inner : upc ? OfUpc : OfC;
}

} // namespace

CodeCompleteOptions Completion::options() {
  CodeCompleteOptions o;
  o.IncludeMacros = true;
  o.IncludeCodePatterns = false;
  return o;
}

void Completion::add(const std::string &label, int kind, const std::string &detail, int rank) {
  llvm::json::Object item{{"label", label}, {"kind", kind}, {"sortText", std::to_string(rank) + label}};
  if (!detail.empty()) item["detail"] = detail;
  items.push_back(std::move(item));
}

void Completion::ProcessCodeCompleteResults(Sema &sema, CodeCompletionContext context, CodeCompletionResult *results,
                                            unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    CodeCompletionResult &result = results[i];
    CodeCompletionString *text = result.CreateCodeCompletionString(sema, context, getAllocator(), tu, false);
    if (!text || !text->getTypedText()) continue;
    llvm::StringRef label = text->getTypedText();
    if (!label.starts_with(prefix) || isOurs(label)) continue;
    std::string detail;
    if (const auto *v = result.Kind == CodeCompletionResult::RK_Declaration
                            ? dyn_cast<ValueDecl>(result.Declaration) : nullptr)
      if (!isa<EnumConstantDecl>(v)) detail = describe ? describe(v) : v->getType().getAsString();
    add(label.str(), kindOf(result), detail, rankOf(result, label, sema.getSourceManager()));
  }
  using Place = CodeCompletionContext;
  if (context.getKind() == Place::CCC_DotMemberAccess || context.getKind() == Place::CCC_ArrowMemberAccess) return;
  for (const auto &[word, meaning] : wordsOfUpc())
    if (word.starts_with(prefix)) add(word.str(), Keyword, meaning.str(), OfUpc);
}

void Completion::ProcessOverloadCandidates(Sema &, unsigned current, OverloadCandidate *candidates, unsigned count,
                                           SourceLocation, bool) {
  argument = current;
  for (unsigned i = 0; i < count; i++) {
    const FunctionDecl *f = candidates[i].getFunction();
    if (!f || !describe) continue;
    llvm::json::Array labels;
    for (const std::string &parameter : parameters(f)) labels.push_back(llvm::json::Object{{"label", parameter}});
    signatures.push_back(llvm::json::Object{{"label", describe(f)}, {"parameters", std::move(labels)}});
  }
}
