// SPDX-License-Identifier: BSD-3-Clause
// The loop of the server: read a message, change or look up the open files, answer. Hover, definition and references
// come from the index of a file (index.h), which is made anew when the file has changed and no message waits.
// A text that does not parse keeps the names of the last one that did.
#include "server/server.h"
#include "server/index.h"
#include "server/json_rpc.h"
#include "server/reports.h"
#include "server/words.h"

#include "clang/Basic/CharInfo.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

namespace json = llvm::json;

namespace {

// A file that is open in the editor. Its index is of the latest text, or, while that does not parse to its end, of as
// much as did.
struct Document : OpenText {
  int64_t version = 0;
  bool changed = false; // since the index was made
  bool saved = false;   // the text is the file's, and it has no remarks on loops and reports yet
  json::Object index;
  json::Array remarks;
};

// An answer that says why there is none.
struct Refusal {
  int64_t code;
  std::string message;
};
const int64_t methodNotFound = -32601, requestFailed = -32803;

class Server {
public:
  Server(const Compiler &compiler, const std::string &version) : compiler(compiler), version(version) {}
  int run();

private:
  const Compiler &compiler;
  const std::string version;
  std::map<std::string, Document> documents; // by uri
  bool shutDown = false;

  json::Value answer(llvm::StringRef method, const json::Object &parameters, Refusal &refusal);
  void notice(llvm::StringRef method, const json::Object &parameters);
  json::Value initialize() const;

  Document *documentOf(const json::Object &parameters);
  void open(const json::Object &parameters);
  void change(const json::Object &parameters);
  void analyse(Document &d);
  void analyseChanged();
  void remarkOnSaved();
  static void publish(const Document &d);

  // The entry of the index whose name stands at the position of the parameters, or null; and its declaration.
  const json::Array *nameAt(const json::Object &parameters, const Document &d) const;
  static const json::Object *declarationOf(const json::Array &name, const Document &d);
  static json::Value rangeOf(const json::Array &name);
  struct Use { // of a name in a file
    std::string uri;
    json::Value range;
    const json::Object *declaration;
  };
  std::vector<Use> usesOf(const std::vector<const json::Object *> &wanted) const;
  std::vector<const json::Object *> renamedWith(const json::Object *first) const;
  std::string whyNotRenamed(const std::vector<const json::Object *> &together, const std::string &now) const;
  static bool isSame(const json::Object &a, const json::Object &b);

  json::Value hover(const json::Object &parameters);
  json::Value definition(const json::Object &parameters);
  json::Value references(const json::Object &parameters);
  json::Value rename(const json::Object &parameters, Refusal &refusal);
  json::Value symbols(const json::Object &parameters);
  json::Value symbolsOfAll(const json::Object &parameters);
  json::Value completion(const json::Object &parameters);
  json::Value signatureHelp(const json::Object &parameters);
};

} // namespace

// ---- Documents

Document *Server::documentOf(const json::Object &parameters) {
  const json::Object *named = parameters.getObject("textDocument");
  if (!named) return nullptr;
  auto found = documents.find(named->getString("uri").value_or("").str());
  return found == documents.end() ? nullptr : &found->second;
}

void Server::open(const json::Object &parameters) {
  const json::Object *item = parameters.getObject("textDocument");
  if (!item) return;
  std::string uri = item->getString("uri").value_or("").str();
  Document &d = documents[uri];
  d.uri = uri;
  d.text = item->getString("text").value_or("").str();
  d.version = item->getInteger("version").value_or(0);
  d.changed = d.saved = true;
}

// Each change has a range and what stands there now; without a range it is the whole text.
void Server::change(const json::Object &parameters) {
  Document *d = documentOf(parameters);
  const json::Array *changes = parameters.getArray("contentChanges");
  if (!d || !changes) return;
  for (const json::Value &value : *changes) {
    const json::Object *one = value.getAsObject();
    if (!one) continue;
    std::string text = one->getString("text").value_or("").str();
    const json::Object *range = one->getObject("range");
    if (!range) {
      d->text = text;
      continue;
    }
    size_t from = offsetAt(d->text, positionFrom(range->getObject("start")));
    size_t to = offsetAt(d->text, positionFrom(range->getObject("end")));
    d->text.replace(from, to < from ? 0 : to - from, text);
  }
  d->version = parameters.getObject("textDocument")->getInteger("version").value_or(d->version + 1);
  d->changed = true, d->saved = false;
  d->remarks.clear();
}

// While a text does not parse, the names of the last one that did are of more use than none.
void Server::analyse(Document &d) {
  d.changed = false;
  json::Object index = ::analyse(compiler, d);
  if (!index.get("diagnostics")) index["diagnostics"] = json::Array{};
  if (!index.get("names"))
    for (const char *key : {"names", "declarations", "symbols"})
      if (const json::Value *old = d.index.get(key)) index[key] = *old;
  d.index = std::move(index);
  publish(d);
}

// Who types fast sends changes faster than they can be analysed: what counts is the text when no more are waiting.
void Server::analyseChanged() {
  for (auto &[uri, d] : documents)
    if (d.changed) analyse(d);
}

// The lines of a text that is being typed move, and the optimiser takes its time: only for what was opened or saved.
void Server::remarkOnSaved() {
  for (auto &[uri, d] : documents) {
    if (!std::exchange(d.saved, false)) continue;
    d.remarks = remarksOn(compiler, d);
    for (json::Value &report : reportsIn(pathOf(d.uri), d.text)) d.remarks.push_back(std::move(report));
    publish(d);
  }
}

void Server::publish(const Document &d) {
  json::Array diagnostics = *d.index.getArray("diagnostics");
  for (const json::Value &remark : d.remarks) diagnostics.push_back(remark);
  writeMessage(json::Object{{"jsonrpc", "2.0"}, {"method", "textDocument/publishDiagnostics"},
                            {"params", json::Object{{"uri", d.uri}, {"version", d.version},
                                                    {"diagnostics", std::move(diagnostics)}}}});
}

// ---- Names

const json::Array *Server::nameAt(const json::Object &parameters, const Document &d) const {
  Position at = positionFrom(parameters.getObject("position"));
  const json::Array *names = d.index.getArray("names");
  for (size_t i = 0; names && i < names->size(); i++) {
    const json::Array &name = *(*names)[i].getAsArray();
    if (*name[0].getAsInteger() == at.line && *name[1].getAsInteger() <= at.character &&
        at.character <= *name[2].getAsInteger())
      return &name;
  }
  return nullptr;
}

const json::Object *Server::declarationOf(const json::Array &name, const Document &d) {
  return (*d.index.getArray("declarations"))[(size_t)*name[3].getAsInteger()].getAsObject();
}

json::Value Server::rangeOf(const json::Array &name) {
  Position begin, end;
  begin.line = end.line = (unsigned)*name[0].getAsInteger();
  begin.character = (unsigned)*name[1].getAsInteger(), end.character = (unsigned)*name[2].getAsInteger();
  return toJson(begin, end);
}

json::Value Server::hover(const json::Object &parameters) {
  const Document *d = documentOf(parameters);
  const json::Array *name = d ? nameAt(parameters, *d) : nullptr;
  if (!name) return nullptr;
  std::string text = declarationOf(*name, *d)->getString("hover").value_or("").str();
  if (llvm::StringRef owner = *(*name)[4].getAsString(); !owner.empty()) text += "\n\n" + owner.str();
  return json::Object{{"contents", json::Object{{"kind", "markdown"}, {"value", text}}}, {"range", rangeOf(*name)}};
}

json::Value Server::definition(const json::Object &parameters) {
  const Document *d = documentOf(parameters);
  const json::Array *name = d ? nameAt(parameters, *d) : nullptr;
  const json::Object *declaration = name ? declarationOf(*name, *d) : nullptr;
  if (!declaration || !declaration->get("uri")) return nullptr;
  return json::Object{{"uri", *declaration->get("uri")}, {"range", *declaration->get("range")}};
}

// Two declarations, of two files perhaps, are the same if they share a place: that of a header, for one. Several names
// that a macro makes are at one place.
bool Server::isSame(const json::Object &a, const json::Object &b) {
  const json::Array *of = a.getArray("places"), *with = b.getArray("places");
  if (&a == &b) return true;
  if (!of || !with || a.getString("name") != b.getString("name")) return false;
  return llvm::any_of(*of, [&](const json::Value &place) { return llvm::is_contained(*with, place); });
}

// Of the declarations that are wanted, in all open files.
std::vector<Server::Use> Server::usesOf(const std::vector<const json::Object *> &wanted) const {
  std::vector<Use> uses;
  for (const auto &[uri, document] : documents) {
    const json::Array *names = document.index.getArray("names");
    for (size_t i = 0; names && i < names->size(); i++) {
      const json::Array &one = *(*names)[i].getAsArray();
      const json::Object *declaration = declarationOf(one, document);
      if (llvm::any_of(wanted, [&](const json::Object *w) { return isSame(*w, *declaration); }))
        uses.push_back({uri, rangeOf(one), declaration});
    }
  }
  return uses;
}

json::Value Server::references(const json::Object &parameters) {
  const Document *d = documentOf(parameters);
  const json::Array *name = d ? nameAt(parameters, *d) : nullptr;
  json::Array found;
  if (!name) return std::move(found);
  const json::Object *context = parameters.getObject("context");
  bool withDeclaration = !context || context->getBoolean("includeDeclaration").value_or(true);
  for (Use &use : usesOf({declarationOf(*name, *d)})) {
    json::Object place{{"uri", use.uri}, {"range", std::move(use.range)}};
    const json::Array *places = use.declaration->getArray("places");
    if (withDeclaration || !places || !llvm::is_contained(*places, json::Value(json::Object(place))))
      found.push_back(std::move(place));
  }
  return std::move(found);
}

// The declarations that must be renamed together: those of all files that are the same, and those whose name a macro
// has once for all of them.
std::vector<const json::Object *> Server::renamedWith(const json::Object *first) const {
  std::vector<const json::Object *> together = {first};
  for (size_t before = 0; before != together.size();) {
    before = together.size();
    std::vector<Use> uses = usesOf(together);
    for (const auto &entry : documents) {
      const json::Array *names = entry.second.index.getArray("names");
      for (size_t i = 0; names && i < names->size(); i++) {
        const json::Array &one = *(*names)[i].getAsArray();
        const json::Object *declaration = declarationOf(one, entry.second);
        auto there = [&](const Use &use) { return use.uri == entry.first && use.range == rangeOf(one); };
        if (!llvm::is_contained(together, declaration) && llvm::any_of(uses, there)) together.push_back(declaration);
      }
    }
  }
  return together;
}

// Why these declarations cannot get this name; "" if they can.
std::string Server::whyNotRenamed(const std::vector<const json::Object *> &together, const std::string &now) const {
  clang::LangOptions language;
  language.C99 = true;
  if (!clang::isValidAsciiIdentifier(now)) return "'" + now + "' is no name";
  if (clang::IdentifierTable(language).get(now).isKeyword(language) || !meaningOf(now).empty())
    return "'" + now + "' is a word of the language";
  for (const json::Object *one : together) {
    const json::Array *places = one->getArray("places");
    std::string name = one->getString("name").value_or("").str();
    if (!places) return "'" + name + "' is a word of the language";
    if (name == "main") return "a program begins with 'main'";
    if (one->get("hidden")) return "a macro makes this name, or another file's macro has it";
    auto isOpen = [&](const json::Value &place) {
      return documents.count(place.getAsObject()->getString("uri")->str()) > 0;
    };
    if (!llvm::all_of(*places, isOpen)) return "its declaration is in a file that is not open";
  }
  return "";
}

json::Value Server::rename(const json::Object &parameters, Refusal &refusal) {
  const Document *d = documentOf(parameters);
  const json::Array *name = d ? nameAt(parameters, *d) : nullptr;
  std::string now = parameters.getString("newName").value_or("").str();
  if (!name) return refusal = {requestFailed, "there is no name here"}, nullptr;
  std::vector<const json::Object *> together = renamedWith(declarationOf(*name, *d));
  if (std::string why = whyNotRenamed(together, now); !why.empty()) return refusal = {requestFailed, why}, nullptr;
  json::Object changes;
  for (Use &use : usesOf(together)) {
    json::Array &edits = *changes.try_emplace(use.uri, json::Array{}).first->second.getAsArray();
    json::Value edit = json::Object{{"range", std::move(use.range)}, {"newText", now}};
    if (!llvm::is_contained(edits, edit)) edits.push_back(std::move(edit));
  }
  return json::Object{{"changes", std::move(changes)}};
}

// ---- Symbols

json::Value Server::symbols(const json::Object &parameters) {
  const Document *d = documentOf(parameters);
  const json::Value *symbols = d ? d->index.get("symbols") : nullptr;
  return symbols ? *symbols : json::Value(json::Array{});
}

// Of all open files, those whose names hold the text that is asked for.
json::Value Server::symbolsOfAll(const json::Object &parameters) {
  std::string part = parameters.getString("query").value_or("").str();
  json::Array found;
  for (const auto &[uri, d] : documents) {
    const json::Array *symbols = d.index.getArray("symbols");
    for (size_t i = 0; symbols && i < symbols->size(); i++) {
      const json::Object &symbol = *(*symbols)[i].getAsObject();
      if (!symbol.getString("name")->contains_insensitive(part)) continue;
      found.push_back(json::Object{{"name", *symbol.get("name")}, {"kind", *symbol.get("kind")},
                                   {"location", json::Object{{"uri", uri}, {"range", *symbol.get("selectionRange")}}}});
    }
  }
  return std::move(found);
}

// ---- While one types

json::Value Server::completion(const json::Object &parameters) {
  const Document *d = documentOf(parameters);
  return d ? complete(compiler, *d, positionFrom(parameters.getObject("position"))) : json::Array{};
}

json::Value Server::signatureHelp(const json::Object &parameters) {
  const Document *d = documentOf(parameters);
  return d ? signaturesAt(compiler, *d, positionFrom(parameters.getObject("position"))) : nullptr;
}

// ---- Requests and notices

json::Value Server::initialize() const {
  return json::Object{
      {"capabilities",
       json::Object{{"textDocumentSync", json::Object{{"openClose", true}, {"change", 2}, {"save", true}}},
                    {"hoverProvider", true},
                    {"definitionProvider", true},
                    {"referencesProvider", true},
                    {"renameProvider", true},
                    {"documentSymbolProvider", true},
                    {"workspaceSymbolProvider", true},
                    {"signatureHelpProvider", json::Object{{"triggerCharacters", json::Array{"(", ","}}}},
                    {"completionProvider", json::Object{{"triggerCharacters", json::Array{".", ">"}}}}}},
      {"serverInfo", json::Object{{"name", "upcc"}, {"version", version}}}};
}

json::Value Server::answer(llvm::StringRef method, const json::Object &parameters, Refusal &refusal) {
  if (method == "initialize") return initialize();
  if (method == "shutdown") return shutDown = true, nullptr;
  if (method == "textDocument/hover") return hover(parameters);
  if (method == "textDocument/definition") return definition(parameters);
  if (method == "textDocument/references") return references(parameters);
  if (method == "textDocument/rename") return rename(parameters, refusal);
  if (method == "textDocument/documentSymbol") return symbols(parameters);
  if (method == "workspace/symbol") return symbolsOfAll(parameters);
  if (method == "textDocument/completion") return completion(parameters);
  if (method == "textDocument/signatureHelp") return signatureHelp(parameters);
  refusal = {methodNotFound, "upcc does not know " + method.str()};
  return nullptr;
}

void Server::notice(llvm::StringRef method, const json::Object &parameters) {
  if (method == "textDocument/didOpen") return open(parameters);
  if (method == "textDocument/didChange") return change(parameters);
  Document *d = documentOf(parameters);
  if (d && method == "textDocument/didSave") d->saved = true;
  if (!d || method != "textDocument/didClose") return;
  d->index["diagnostics"] = json::Array{};
  d->remarks.clear();
  publish(*d);
  documents.erase(d->uri);
}

int Server::run() {
  for (;;) {
    if (!messageWaits()) analyseChanged();
    if (!messageWaits()) remarkOnSaved();
    auto message = readMessage();
    if (!message) return 1;
    const json::Object *object = message->getAsObject();
    auto method = object ? object->getString("method") : std::nullopt;
    if (!method) continue; // an answer, or no message of the protocol
    const json::Object none, *given = object->getObject("params");
    const json::Value *id = object->get("id");
    if (*method == "exit") return shutDown ? 0 : 1;
    if (!id) {
      notice(*method, given ? *given : none);
      continue;
    }
    if (*method != "textDocument/completion" && *method != "textDocument/signatureHelp") analyseChanged();
    Refusal refusal = {0, ""};
    json::Object reply{{"jsonrpc", "2.0"}, {"id", *id}};
    json::Value result = answer(*method, given ? *given : none, refusal);
    if (!refusal.code) reply["result"] = std::move(result);
    else reply["error"] = json::Object{{"code", refusal.code}, {"message", refusal.message}};
    writeMessage(std::move(reply));
  }
}

int serveEditor(const Compiler &compiler, const std::string &version) { return Server(compiler, version).run(); }
