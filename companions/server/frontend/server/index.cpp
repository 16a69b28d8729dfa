// SPDX-License-Identifier: BSD-3-Clause
// One walk over the syntax tree notes each place of a name once, with the number of its declaration.
#include "server/index.h"
#include "server/hover.h"
#include "server/text.h"
#include "server/words.h"
#include "tokens/clang_versions.h"
#include "types/syntax_visitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

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
  llvm::SmallString<128> plain(absolute); // without .. and ., which an editor's names of files do not have
  llvm::sys::path::remove_dots(plain, /*remove_dot_dot=*/true);
  bool same = plain == absolute || llvm::sys::fs::equivalent(plain, absolute); // not behind some links to folders
  if (same) absolute = plain;
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

// The place of a name is where its text stands: in the body or an argument of a macro, if a macro brings it to the
// parser. The annotation gives the parser names of its own (__upc_section, upc_g_grid, ..) at the user's tokens, and a
// macro may paste one. So a name counts only where the file has its text.
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
    if (auto *e = dyn_cast<DeclRefExpr>(s)) add(e->getLocation(), e->getDecl(), useOf(e));
    if (auto *e = dyn_cast<MemberExpr>(s)) add(e->getMemberLoc(), e->getMemberDecl(), useOf(e));
    if (auto *e = dyn_cast<DesignatedInitExpr>(s)) designators(e);
    if (auto *e = dyn_cast<OffsetOfExpr>(s)) members(e);
    if (auto *e = dyn_cast<ArraySubscriptExpr>(s)) element(e);
    if (auto *e = dyn_cast<CallExpr>(s)) section(e);
    if (auto *label = dyn_cast<LabelStmt>(s)) add(label->getIdentLoc(), label->getDecl());
    if (auto *jump = dyn_cast<GotoStmt>(s)) add(jump->getLabelLoc(), jump->getLabel());
    if (auto *label = dyn_cast<AddrLabelExpr>(s)) add(label->getLabelLoc(), label->getLabel());
    return true;
  }
  void enterType(TypeLoc loc) override {
    if (auto named = loc.getAs<TypedefTypeLoc>()) add(named.getNameLoc(), named.getTypePtr()->getDecl());
    if (auto tag = loc.getAs<TagTypeLoc>()) {
      add(tag.getNameLoc(), tag.getDecl());
      if (tag.isDefinition()) walk(tag.getDecl()); // in an expression no statement declares it
    }
  }

  // Behind the walk: what the syntax tree does not have, and what is known of all uses of a name.
  void finish(const std::vector<NamedMacro> &macros) {
    for (const auto &[d, number] : numbers)
      if (hidden.count(d)) (*declarations[(size_t)number].getAsObject())["hidden"] = true;
    addGrids();
    addMacros(macros);
    addWords();
  }

  bool inFile(SourceLocation at) const { return at.isValid() && sm.isWrittenInMainFile(sm.getSpellingLoc(at)); }

  // Where the name stands that begins there: the range and the file.
  json::Object place(SourceLocation at) const {
    at = inFile(at) ? sm.getSpellingLoc(at) : sm.getFileLoc(at);
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
  std::map<const Expr *, std::string> uses; // what to say of the name of an array there
  std::set<const Decl *> hidden;               // a macro has, or pastes, the name elsewhere than in the file's text
  std::set<std::pair<unsigned, int64_t>> seen; // offset in the file, number of the declaration

  void addGrids() {
    for (const Grid &grid : stream.grids) {
      int64_t number = (int64_t)declarations.size();
      json::Object declaration = place(grid.nameLocation);
      declaration["hover"] = "```upc\n#pragma processors " + grid.text + "\n```";
      declaration["name"] = grid.name;
      declaration["places"] = json::Array{place(grid.nameLocation)};
      declarations.push_back(std::move(declaration));
      note(grid.nameLocation, grid.name, number);
      for (int i = 0; i < stream.layouts.size(); i++)
        if (stream.layouts[i].grid == grid.name) note(stream.layouts[i].gridLocation, grid.name, number);
    }
  }

  // All macros of one name count as one: a program may define it in one way or another.
  void addMacros(const std::vector<NamedMacro> &uses) {
    std::map<std::string, int64_t> known;
    std::set<std::string> here;
    for (const NamedMacro &use : uses)
      if (inFile(use.at)) here.insert(use.name);
    for (const NamedMacro &use : uses) {
      if (!use.macro || !here.count(use.name)) continue;
      if (!meaningOf(use.name).empty()) { // THREADS with -T, UPC_MAX_BLOCK_SIZE
        if (known.try_emplace(use.name, (int64_t)declarations.size()).second) declarations.push_back(word(use.name));
        continue;
      }
      if (!isInSomeFile(use.macro->getDefinitionLoc())) continue; // -D, or one of the compiler's
      auto [entry, isNew] = known.try_emplace(use.name, (int64_t)declarations.size());
      json::Object definition = place(use.macro->getDefinitionLoc());
      if (!isNew) {
        json::Array &places = *declarations[(size_t)entry->second].getAsObject()->getArray("places");
        if (!llvm::is_contained(places, json::Value(json::Object(definition)))) places.push_back(std::move(definition));
        continue;
      }
      json::Object declaration = definition;
      declaration["places"] = json::Array{std::move(definition)};
      declaration["hover"] = macroText(use.name, *use.macro, context);
      declaration["name"] = use.name;
      declarations.push_back(std::move(declaration));
    }
    for (const NamedMacro &use : uses)
      if (auto entry = known.find(use.name); entry != known.end()) note(use.at, use.name, entry->second);
  }

  static json::Object word(llvm::StringRef name) {
    return json::Object{{"name", name.str()}, {"hover", "```upc\n" + name.str() + "\n```\n\n" + meaningOf(name).str()}};
  }

  // A word may be a name of plain C, which the walk has noted.
  void addWords() {
    std::map<llvm::StringRef, int64_t> words;
    for (int i = stream.firstVisible; i < (int)stream.source.size(); i++) {
      const Token &token = stream.source[i];
      if (token.isNot(tok::identifier) || stream.plainCAt(i) || isNoted(token.getLocation())) continue;
      llvm::StringRef name = token.getIdentifierInfo()->getName();
      if (meaningOf(name).empty()) continue;
      auto [entry, isNew] = words.try_emplace(name, (int64_t)declarations.size());
      if (isNew) declarations.push_back(word(name));
      note(token.getLocation(), name, entry->second);
    }
  }

  std::string useOf(const Expr *name) const {
    auto use = uses.find(name);
    return use == uses.end() ? "" : use->second;
  }
  void designators(DesignatedInitExpr *e) {
    for (const DesignatedInitExpr::Designator &d : e->designators())
      if (d.isFieldDesignator() && designated(d)) add(d.getFieldLoc(), designated(d));
  }
  void members(OffsetOfExpr *e) {
    for (unsigned i = 0; i < e->getNumComponents(); i++)
      if (const OffsetOfNode &node = e->getComponent(i); node.getKind() == OffsetOfNode::Field)
        add(node.getEndLoc(), node.getField());
  }
  // Before its parts: the name of the array is told whose element it is, or of which section.
  void element(ArraySubscriptExpr *e) {
    const Expr *base = e;
    while (const auto *x = dyn_cast<ArraySubscriptExpr>(base->IgnoreParenImpCasts())) base = x->getBase();
    if (std::string owner = ownerText(e, types, context); !owner.empty()) uses[base->IgnoreParenImpCasts()] = owner;
  }
  void section(CallExpr *e) {
    if (const Expr *array = Types::isSection(e) ? Types::sectionArray(e) : nullptr)
      uses[array] = sectionText(e, types, context);
  }

  // The definition, if the program has one; of the library the declaration that has the comment.
  const NamedDecl *best(const NamedDecl *d) const {
    const NamedDecl *definition = d;
    if (const auto *f = dyn_cast<FunctionDecl>(d)) definition = f->getDefinition();
    if (const auto *tag = dyn_cast<TagDecl>(d)) definition = tag->getDefinition();
    if (const auto *v = dyn_cast<VarDecl>(d)) definition = v->getDefinition();
    if (!definition) return d;
    bool ofLibrary = isa<FunctionDecl>(d) && sm.isInSystemHeader(sm.getFileLoc(definition->getLocation()));
    return ofLibrary ? cast<NamedDecl>(d->getCanonicalDecl()) : definition;
  }

  bool isInSomeFile(SourceLocation at) const {
    return at.isValid() && sm.getFileEntryForID(sm.getFileID(sm.getFileLoc(at)));
  }

  int64_t numberOf(const NamedDecl *d) {
    auto [entry, isNew] = numbers.try_emplace(d->getCanonicalDecl(), (int64_t)declarations.size());
    if (!isNew) return entry->second;
    const NamedDecl *shown = best(d);
    json::Object declaration;
    json::Array places;
    if (isInSomeFile(shown->getLocation())) declaration = place(shown->getLocation());
    for (const Decl *one : d->redecls())
      if (isInSomeFile(one->getLocation())) places.push_back(place(one->getLocation()));
    declaration["places"] = std::move(places);
    declaration["hover"] = hoverText(shown, types, context);
    declaration["name"] = d->getName();
    declarations.push_back(std::move(declaration));
    return entry->second;
  }

  // UPC's own names (the prelude in translate.cpp) are words, and no declarations.
  void add(SourceLocation at, const NamedDecl *d, const std::string &use = "") {
    if (!d || !d->getIdentifier() || d->getName().empty() || !at.isValid()) return;
    if (d->getLocation().isValid() && !isInSomeFile(d->getLocation())) return;
    if (inFile(at) && note(at, d->getName(), numberOf(d), use)) return;
    if (at.isMacroID() && sm.isWrittenInMainFile(sm.getExpansionLoc(at))) hidden.insert(d->getCanonicalDecl());
  }

  bool isNoted(SourceLocation at) const {
    auto next = seen.lower_bound({sm.getFileOffset(sm.getSpellingLoc(at)), 0});
    return next != seen.end() && next->first == sm.getFileOffset(sm.getSpellingLoc(at));
  }

  // False if the file does not have the name there.
  bool note(SourceLocation at, llvm::StringRef name, int64_t number, const std::string &use = "") {
    at = sm.getSpellingLoc(at);
    if (!inFile(at)) return false;
    unsigned offset = sm.getFileOffset(at), length = Lexer::MeasureTokenLength(at, sm, context.getLangOpts());
    if (text.substr(offset, length) != name) return false;
    if (!seen.insert({offset, number}).second) return true;
    unsigned line = sm.getSpellingLineNumber(at), column = sm.getSpellingColumnNumber(at);
    Position begin = positionAt(text, line, column), end = positionAt(text, line, column + length);
    names.push_back(json::Array{(int64_t)begin.line, (int64_t)begin.character, (int64_t)end.character, number, use});
    return true;
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

json::Object indexOf(ASTContext &context, const TokenStream &stream, Types &types,
                     const std::vector<NamedMacro> &macros, llvm::StringRef text, const std::string &uri) {
  Names names(context, stream, types, text, uri);
  names.walk(context.getTranslationUnitDecl());
  names.finish(macros);
  json::Array symbols = Outline(context, types, text, names).of(context.getTranslationUnitDecl());
  return json::Object{{"names", std::move(names.names)},
                      {"declarations", std::move(names.declarations)},
                      {"symbols", std::move(symbols)}};
}
