// SPDX-License-Identifier: BSD-3-Clause
// Goes through the file's declarations and copies the tokens between them. What a declaration adds at file scope, such
// as the storage of a function's static shared variable, stands behind it.
#include "lower/lower.h"
#include "lower/declarations.h"
#include "lower/expressions.h"
#include "lower/context.h"
#include "lower/debug.h"
#include "lower/shared_names.h"
#include "lower/variables.h"
#include "types/operators.h"

using namespace clang;

namespace {

// The groups of declarations one after the other, with the tokens between them.
class FileLowering {
public:
  FileLowering(Unit &unit) : unit(unit), cursor(unit.stream.firstVisible) {}
  void add(const DeclGroupRef &group);
  Code finish();

private:
  Unit &unit;
  Code out;
  int cursor; // the first token that has not been dealt with

  TokenRange tokensOf(llvm::ArrayRef<Decl *> decls) const;
  bool isUnneeded(llvm::ArrayRef<Decl *> decls, TokenRange range) const;
  void copyTo(int token);
  void leaveOut(TokenRange range);
};

} // namespace

TokenRange FileLowering::tokensOf(llvm::ArrayRef<Decl *> decls) const {
  TokenRange range;
  for (const Decl *d : decls) {
    int first = unit.index(d->getBeginLoc()), last = unit.index(d->getEndLoc());
    if (first >= 0 && (range.first < 0 || first < range.first)) range.first = first;
    range.last = std::max(range.last, last);
  }
  return range;
}

static bool isNamed(const FunctionDecl *f) {
  return llvm::any_of(f->redecls(), [](const FunctionDecl *d) { return d->isReferenced() || d->isUsed(); });
}

// Declarations of a header, of functions that nothing names. Each costs the compiler of C as much as it costs the
// parser here, and headers have hundreds. Sections become calls of the library's, which no source names. A pragma that
// stands before a token is printed with it.
bool FileLowering::isUnneeded(llvm::ArrayRef<Decl *> decls, TokenRange range) const {
  SourceManager &sm = unit.context.getSourceManager();
  auto pragma = unit.stream.pragmas.lower_bound(range.first);
  if (pragma != unit.stream.pragmas.end() && pragma->first <= range.last + 1) return false;
  return llvm::all_of(decls, [&](const Decl *d) {
    const auto *f = dyn_cast<FunctionDecl>(d);
    return f && f->getIdentifier() && !sm.isInMainFile(sm.getExpansionLoc(f->getLocation())) && !isNamed(f) &&
           !f->isDefined() && !f->getName().starts_with("upc_stride_");
  });
}

// The user's tokens before `token` as they stand.
void FileLowering::copyTo(int token) {
  out += Code::tokens(cursor, token - 1);
  cursor = token;
}

void FileLowering::leaveOut(TokenRange range) {
  copyTo(range.first);
  cursor = range.last + 1;
  if (cursor < (int)unit.stream.source.size() && unit.stream.source[cursor].is(tok::semi)) cursor++;
}

void FileLowering::add(const DeclGroupRef &group) {
  llvm::SmallVector<Decl *, 4> decls(group.begin(), group.end());
  if (isa<EmptyDecl>(decls[0])) return; // a stray semicolon
  TokenRange range = tokensOf(decls);
  if (range.first < cursor || range.last < range.first) return;
  const auto *f = dyn_cast<FunctionDecl>(decls[0]);
  bool body = f && f->isThisDeclarationADefinition();
  if (!body) range.last = declarationEnd(range.first, range.last, unit);
  if (isBlockSize(decls[0])) return;
  if (isUnneeded(decls, range)) return leaveOut(range);
  copyTo(range.first);
  Code after;
  Context context{unit, after};
  SourceManager &sm = unit.context.getSourceManager();
  bool system = unit.stream.fromSystem(sm, sm.getExpansionLoc(unit.stream.source[range.first].getLocation()));
  // The program's main keeps its name and meaning for C, under another symbol: main itself is the runtime's.
  if (f && f->isMain() && !f->getPreviousDecl() && !unit.stream.oddMain) out += declareMain(f, context);
  out += system ? Code::tokens(range.first, range.last) : lowerDeclarations(decls, range.first, range.last, context);
  for (const Decl *d : decls)
    if (const auto *name = dyn_cast<TypedefNameDecl>(d)) after += unit.types.otherName(name);
  cursor = range.last + 1;
  if (after.empty()) return;
  if (!body && cursor < (int)unit.stream.source.size() && unit.stream.source[cursor].is(tok::semi)) copyTo(cursor + 1);
  out += " " + after;
}

Code FileLowering::finish() {
  copyTo((int)unit.stream.source.size());
  return std::move(out += allStatics(unit));
}

static bool declaresLayouts(ASTContext &context) {
  DeclarationName name(&context.Idents.get("upc_stride_declared_t"));
  return context.getTranslationUnitDecl()->lookup(name).isSingleResult();
}

GeneratedC lowerFile(const std::vector<DeclGroupRef> &groups, ASTContext &context, Preprocessor &pp,
                     TokenStream &stream, Types &types, const LowerOptions &options) {
  Unit unit(context, pp, stream, types, options);
  types.renderSize = [&](const Expr *e) { // of a variable-length array, in a type that C spells otherwise than the user
    if (auto kept = unit.keptSizes.find(e); kept != unit.keptSizes.end()) return kept->second;
    Code none;
    Context context{unit, none};
    return unit.onOneLine(lowerExpression(e, context).code);
  };
  std::string names = types.shadowedNames();
  FileLowering file(unit);
  for (const DeclGroupRef &group : groups) file.add(group);
  Code all = file.finish();
  if (options.instrument) all += sharedNames(unit);
  if (options.debug) all += " " + debugRecords(unit, options.debugScript);
  std::string head = stream.oddMain ? "#define main urt_user_main\n" : "";
  if ((unit.needsLayouts || types.usesRecords) && !declaresLayouts(context))
    head += "#include <upc_stride_layout.h>\n"; // not the one beside the source, if it has its own
  types.renderSize = nullptr;
  return {head + (names.empty() ? "" : names + "\n") + Printer(pp, stream).withLines(all), unit.manyInARow,
          stream.extensions};
}
