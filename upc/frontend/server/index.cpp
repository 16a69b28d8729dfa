// SPDX-License-Identifier: BSD-3-Clause
// One walk over the syntax tree notes each place of a name once, with the number of its declaration. A name counts
// where the user's token is an identifier: the annotation adds names of its own at other tokens.
#include "server/index.h"
#include "server/hover.h"
#include "server/text.h"
#include "tokens/clang_versions.h"
#include "types/syntax_visitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace clang;
namespace json = llvm::json;

std::string pathOf(llvm::StringRef uri) {
  std::string path;
  uri.consume_front("file://");
  for (size_t i = 0; i < uri.size(); i++) {
    unsigned code;
    if (uri[i] == '%' && i + 2 < uri.size() && !uri.substr(i + 1, 2).getAsInteger(16, code)) path += (char)code, i += 2;
    else path += uri[i];
  }
  return path;
}

std::string uriOf(llvm::StringRef path) {
  llvm::SmallString<128> absolute(path);
  llvm::sys::fs::make_absolute(absolute);
  std::string uri = "file://";
  for (char c : absolute)
    uri += llvm::isAlnum(c) || llvm::StringRef("/-._~").contains(c) ? std::string(1, c)
                                                                   : "%" + llvm::utohexstr((unsigned char)c, false, 2);
  return uri;
}

namespace {

// The protocol's numbers for kinds of symbols.
enum SymbolKind { Function = 12, Variable = 13, Field = 8, Enum = 10, Struct = 23, EnumMember = 22, TypeName = 26 };

int kindOf(const NamedDecl *d) {
  if (isa<FunctionDecl>(d)) return Function;
  if (isa<FieldDecl>(d)) return Field;
  if (isa<EnumDecl>(d)) return Enum;
  if (isa<RecordDecl>(d)) return Struct;
  if (isa<EnumConstantDecl>(d)) return EnumMember;
  return isa<TypedefNameDecl>(d) ? TypeName : Variable;
}

class Names : public SyntaxVisitor {
public:
  Names(ASTContext &context, const TokenStream &stream, Types &types, llvm::StringRef text, const std::string &uri)
      : context(context), sm(context.getSourceManager()), stream(stream), types(types), text(text), uri(uri) {}
  json::Array names, declarations;

  void enterDeclaration(Decl *d) override {
    auto *named = dyn_cast<NamedDecl>(d);
    if (named && !named->isImplicit()) add(named->getLocation(), named);
  }
  bool enter(Stmt *s) override {
    if (auto *e = dyn_cast<DeclRefExpr>(s)) reference(e);
    if (auto *e = dyn_cast<MemberExpr>(s)) add(e->getMemberLoc(), e->getMemberDecl());
    if (auto *e = dyn_cast<DesignatedInitExpr>(s)) designators(e);
    if (auto *e = dyn_cast<ArraySubscriptExpr>(s)) element(e);
    return true;
  }
  void enterType(TypeLoc loc) override {
    if (auto named = loc.getAs<TypedefTypeLoc>()) add(named.getNameLoc(), named.getTypePtr()->getDecl());
    if (auto tag = loc.getAs<TagTypeLoc>()) add(tag.getNameLoc(), tag.getDecl());
  }

  bool inFile(SourceLocation at) const { return at.isValid() && at.isFileID() && sm.isWrittenInMainFile(at); }

  // Where the name stands that begins there: the range and the file.
  json::Object place(SourceLocation at) const {
    at = sm.getFileLoc(at);
    FileID file = sm.getFileID(at);
    llvm::StringRef all = file == sm.getMainFileID() ? text : sm.getBufferData(file);
    unsigned length = Lexer::MeasureTokenLength(at, sm, context.getLangOpts());
    unsigned line = sm.getSpellingLineNumber(at), column = sm.getSpellingColumnNumber(at);
    std::string where = file == sm.getMainFileID() ? uri : uriOf(sm.getFilename(at));
    json::Value range = toJson(positionAt(all, line, column), positionAt(all, line, column + length));
    return json::Object{{"uri", where}, {"range", range}};
  }

private:
  ASTContext &context;
  const SourceManager &sm;
  const TokenStream &stream;
  Types &types;
  llvm::StringRef text;
  const std::string &uri;
  std::map<const Decl *, int64_t> numbers;
  std::map<const DeclRefExpr *, std::string> owners;
  std::set<unsigned> seen;

  void reference(DeclRefExpr *e) {
    auto owner = owners.find(e);
    add(e->getLocation(), e->getDecl(), owner == owners.end() ? "" : owner->second);
  }
  void designators(DesignatedInitExpr *e) {
    for (const DesignatedInitExpr::Designator &d : e->designators())
      if (d.isFieldDesignator() && designated(d)) add(d.getFieldLoc(), designated(d));
  }
  // Before its parts: the name of the array is told whose element it is.
  void element(ArraySubscriptExpr *e) {
    std::string owner = ownerText(e, types, context);
    const Expr *base = e;
    while (const auto *x = dyn_cast<ArraySubscriptExpr>(base->IgnoreParenImpCasts())) base = x->getBase();
    if (!owner.empty()) owners[dyn_cast<DeclRefExpr>(base->IgnoreParenImpCasts())] = owner;
  }

  // The definition, if the file has one.
  static const NamedDecl *best(const NamedDecl *d) {
    if (const auto *f = dyn_cast<FunctionDecl>(d))
      if (const FunctionDecl *definition = f->getDefinition()) return definition;
    if (const auto *tag = dyn_cast<TagDecl>(d))
      if (const TagDecl *definition = tag->getDefinition()) return definition;
    if (const auto *v = dyn_cast<VarDecl>(d))
      if (const VarDecl *definition = v->getDefinition()) return definition;
    return d;
  }

  int64_t numberOf(const NamedDecl *d) {
    auto [entry, isNew] = numbers.try_emplace(d->getCanonicalDecl(), (int64_t)declarations.size());
    if (!isNew) return entry->second;
    const NamedDecl *shown = best(d);
    json::Object declaration;
    SourceLocation at = sm.getFileLoc(shown->getLocation());
    if (at.isValid() && sm.getFileEntryForID(sm.getFileID(at))) declaration = place(at);
    declaration["hover"] = hoverText(shown, types, context);
    declaration["name"] = d->getName();
    declarations.push_back(std::move(declaration));
    return entry->second;
  }

  void add(SourceLocation at, const NamedDecl *d, const std::string &owner = "") {
    if (!d || !d->getIdentifier() || d->getName().empty() || !inFile(at)) return;
    if (stream.index(at) < 0 || stream.source[stream.index(at)].isNot(tok::identifier)) return;
    if (!seen.insert(at.getRawEncoding()).second) return;
    unsigned line = sm.getSpellingLineNumber(at), column = sm.getSpellingColumnNumber(at);
    unsigned length = Lexer::MeasureTokenLength(at, sm, context.getLangOpts());
    Position begin = positionAt(text, line, column), end = positionAt(text, line, column + length);
    int64_t number = numberOf(d);
    names.push_back(json::Array{(int64_t)begin.line, (int64_t)begin.character, (int64_t)end.character, number, owner});
  }
};

// A declaration for the outline of the file.
class Outline {
public:
  Outline(ASTContext &context, Types &types, llvm::StringRef text, const Names &names)
      : context(context), sm(context.getSourceManager()), types(types), text(text), names(names) {}

  json::Array of(const DeclContext *scope) const {
    json::Array symbols;
    for (const Decl *d : scope->decls()) {
      const auto *named = dyn_cast<NamedDecl>(d);
      if (!named || named->isImplicit() || !named->getIdentifier() || named->getName().empty()) continue;
      if (!names.inFile(named->getLocation()) || named->getName().starts_with("upc_")) continue;
      symbols.push_back(symbol(named));
    }
    return symbols;
  }

private:
  ASTContext &context;
  const SourceManager &sm;
  Types &types;
  llvm::StringRef text;
  const Names &names;

  Position position(SourceLocation at) const {
    at = sm.getFileLoc(at);
    return positionAt(text, sm.getSpellingLineNumber(at), sm.getSpellingColumnNumber(at));
  }

  json::Object symbol(const NamedDecl *d) const {
    json::Object range = names.place(d->getLocation());
    json::Value name = *range.get("range");
    Position begin = position(d->getBeginLoc());
    Position end = position(Lexer::getLocForEndOfToken(sm.getFileLoc(d->getEndLoc()), 0, sm, context.getLangOpts()));
    Position from = positionFrom(name.getAsObject()->getObject("start"));
    Position to = positionFrom(name.getAsObject()->getObject("end"));
    if (from <= begin) begin = from; // a range that does not hold the name would be refused
    if (end <= to) end = to;
    json::Object symbol{{"name", d->getName()},
                        {"kind", kindOf(d)},
                        {"range", toJson(begin, end)},
                        {"selectionRange", name},
                        {"detail", declarationText(d, types, context)}};
    if (const auto *record = dyn_cast<RecordDecl>(d)) symbol["children"] = of(record);
    if (const auto *constants = dyn_cast<EnumDecl>(d)) symbol["children"] = of(constants);
    return symbol;
  }
};

} // namespace

json::Object indexOf(ASTContext &context, const TokenStream &stream, Types &types, llvm::StringRef text,
                     const std::string &uri) {
  Names names(context, stream, types, text, uri);
  names.walk(context.getTranslationUnitDecl());
  json::Array symbols = Outline(context, types, text, names).of(context.getTranslationUnitDecl());
  return json::Object{{"names", std::move(names.names)},
                      {"declarations", std::move(names.declarations)},
                      {"symbols", std::move(symbols)}};
}
