// SPDX-License-Identifier: BSD-3-Clause
//   Clang's: incompatible pointer types assigning to 'int __attribute__((btf_type_tag("upc.7")))*' from 'double *'
//   printed: .. assigning to 'shared [4] int *' from 'double *'
//
// Messages that follow from another one, or from how UPC was turned into C, are dropped; those about a forgotten header
// name it.
#include "tokens/diagnostics.h"
#include "tokens/extension.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/AST/Type.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

void report(DiagnosticsEngine &diagnostics, SourceLocation location, const std::string &message, bool warning) {
  if (warning && diagnostics.getIgnoreAllWarnings()) return; // Clang applies -w and -Werror to its own warnings only
  bool error = !warning || diagnostics.getWarningsAsErrors();
  unsigned id =
      diagnostics.getDiagnosticIDs()->getCustomDiagID(error ? DiagnosticIDs::Error : DiagnosticIDs::Warning, "%0");
  diagnostics.Report(location, id) << message;
}

static std::string describeBlock(const Bracket &b) {
  return b.kind == Bracket::Empty ? "[]" : b.kind == Bracket::Star ? "[*]" : "[" + b.text + "]";
}

std::string describeLayout(const Layout &layout) {
  if (layout.qualifier) return std::string(layout.qualifier->name) + " ";
  std::string text = layout.strict ? "strict " : layout.relaxed ? "relaxed " : "";
  if (!layout.shared) return text;
  text += "shared ";
  if (layout.resolved) {
    if (layout.block == 1) return text;
    return text + (layout.block ? "[" + std::to_string(layout.block) + "] " : "[] ");
  }
  for (const Bracket &b : layout.brackets) text += describeBlock(b);
  if (!layout.brackets.empty()) text += ' ';
  return layout.grid.empty() ? text : text + "(" + layout.grid + ") ";
}

void UpcDiagnostics::BeginSourceFile(const LangOptions &options, const Preprocessor *) {
  language = options;
  text = std::make_unique<TextDiagnostic>(llvm::errs(), language, asTaken(this->options));
}

// Where to insert qualifiers of a type whose text ends at `end`: after the * if it is a pointer, else before its name.
// The name begins after a quote, or, if the type is that of a parameter, after a bracket or a comma.
static size_t qualifiersOf(const std::string &message, size_t end) {
  StringRef before = StringRef(message).take_front(end).rtrim();
  for (bool more = true; more;) {
    more = false;
    for (StringRef word : {"const", "volatile", "restrict"}) more |= before.consume_back(word);
    before = before.rtrim();
  }
  if (before.ends_with("*")) return before.size();
  size_t opening = StringRef(message).take_front(end).find_last_of("'(,");
  if (opening == StringRef::npos) return 0;
  return message.find_first_not_of(' ', opening + 1);
}

// 'int __attribute__((btf_type_tag("upc.7")))[10]' (aka 'int[10]')  ->  'shared [4] int[10]'
std::string UpcDiagnostics::untagged(std::string message) const {
  const std::string open = "__attribute__((btf_type_tag(\"upc.", close = "\")))";
  for (size_t at; (at = message.find(open)) != std::string::npos;) {
    size_t end = message.find(close, at), start = qualifiersOf(message, at);
    if (end == std::string::npos) break;
    int id = std::atoi(message.c_str() + at + open.size());
    size_t from = at;
    while (from > 0 && message[from - 1] == ' ') from--;
    end += close.size();
    bool glued = end < message.size() && message[end] == '*';
    message.replace(from, end - from, glued ? " " : "");
    size_t aka = message.find("' (aka '", from), past = aka == std::string::npos ? aka : message.find("')", aka + 8);
    if (past != std::string::npos && message.find('\'', from) == aka) message.erase(aka + 1, past + 1 - aka);
    std::string layout = layouts ? describeLayout((*layouts)[id]) : "shared ";
    bool spaced = start < message.size() && StringRef(" ')").contains(message[start]);
    if (spaced && !layout.empty()) layout.pop_back();
    message.insert(start, layout);
  }
  const std::string plain = "'" + std::string(plainCPrefix);
  for (size_t at; (at = message.find(plain)) != std::string::npos;) message.erase(at + 1, plain.size() - 1);
  for (size_t at = message.find('['); at != std::string::npos; at = message.find('[', at + 1)) { // [10000030]
    size_t end = message.find_first_not_of("0123456789", at + 1);
    if (end == std::string::npos || end - at < 2 || end - at > 18 || message[end] != ']') continue;
    long n = std::atol(message.c_str() + at + 1);
    if (n == 0 || !threadsMark) continue;
    size_t index = (size_t)(n - threadsMark - 1);
    if (n > threadsMark && threadsSizes && index < threadsSizes->sizes.size())
      message.replace(at + 1, end - at - 1, threadsSizes->sizes[index].written);
    else if (n % threadsMark == 0)
      message.replace(at + 1, end - at - 1,
                      n == threadsMark ? "THREADS" : std::to_string(n / threadsMark) + "*THREADS");
  }
  return message;
}

// Is the number a multiple of THREADS, as it was parsed in dimensions, or close to one?
bool UpcDiagnostics::nearThreads(long number) const {
  const long near = 4096;
  return threadsMark && number >= threadsMark / 2 && (number + near) % threadsMark <= 2 * near;
}

// "'flags' (aka 'int *')": in what a name stands for, Clang leaves the tags out.
void UpcDiagnostics::explainNames(std::string &message, const Diagnostic &info) const {
  for (unsigned i = 0; sharedType && i < info.getNumArgs(); i++) {
    if (info.getArgKind(i) != DiagnosticsEngine::ak_qualtype) continue;
    QualType type = QualType::getFromOpaquePtr(reinterpret_cast<void *>(info.getRawArg(i)));
    const std::string aka = "'" + type.getAsString(PrintingPolicy(language)) + "' (aka '";
    size_t at = message.find(aka), from = at + aka.size(), to = message.find("')", from);
    if (at == std::string::npos || to == std::string::npos) continue;
    if (std::string shared = sharedType(type); !shared.empty()) message.replace(from, to - from, shared);
  }
}

// "array is too large (1508344498852391537 elements)": the number has THREADS as a factor, perhaps several times.
static std::string withFactors(std::string message, size_t at, long threadsMark) {
  StringRef digits = StringRef(message).drop_front(at).take_while(llvm::isDigit);
  if (!threadsMark || digits.empty() || digits.size() > 38) return message;
  llvm::APInt n(128, digits, 10), mark(128, (uint64_t)threadsMark);
  if (n.urem(mark) != 0) return message;
  n = n.udiv(mark);
  if (n.urem(mark) == 0)
    return "the dimensions of a shared array may have THREADS as a factor once, as in 10*THREADS, in the dynamic "
           "THREADS environment; compile with -T n";
  return message.replace(at, digits.size(), llvm::toString(n, 10, /*Signed=*/false) + "*THREADS");
}

// Clang looks at designators and sizes before we do: "array designator index (1146833) exceeds array bounds (5)".
std::string UpcDiagnostics::withoutMark(std::string message) const {
  const std::string large = "array is too large (";
  if (message.compare(0, large.size(), large) == 0) return withFactors(message, large.size(), threadsMark);
  const std::string open = "array designator index (";
  if (message.compare(0, open.size(), open) != 0 || !nearThreads(std::atol(message.c_str() + open.size())))
    return message;
  return "THREADS is not a constant in the dynamic THREADS environment, and a designator must be one; "
         "compile with -T n";
}

// Is it a warning that a private pointer and a pointer-to-shared have other targets? check/ refuses their conversion.
bool UpcDiagnostics::aboutMixed(StringRef option, const Diagnostic &info) const {
  auto isType = [&](unsigned i) { return info.getArgKind(i) == DiagnosticsEngine::ak_qualtype; };
  if (option != "incompatible-pointer-types" || !mixed || info.getNumArgs() < 2 || !isType(0) || !isType(1))
    return false;
  auto type = [&](unsigned i) { return QualType::getFromOpaquePtr(reinterpret_cast<void *>(info.getRawArg(i))); };
  return mixed(type(0), type(1));
}

// Is it a warning about what the user's text was parsed as, and not about the text itself? Clang does not know the
// value of THREADS, takes pointers-to-shared for pointers of C, and sees our type tags.
bool UpcDiagnostics::isMisled(const std::string &message, StringRef option, const Diagnostic &info) const {
  if (message.find("'struct upc_operand_") != std::string::npos) return true; // a size among parameters
  if (aboutMixed(option, info)) return true;
  bool bounds = option.starts_with("array-bounds");
  if (bounds || option == "division-by-zero" || option.starts_with("tautological") || option.starts_with("shift-") ||
      option == "constant-conversion" || info.getID() == diag::warn_missing_case_for_condition) {
    size_t digit = message.find_first_of("0123456789");
    if (bounds && digit != std::string::npos && nearThreads(std::atol(message.c_str() + digit))) return true;
    return threadsMark && usesThreads && llvm::any_of(info.getRanges(), [&](const CharSourceRange &range) {
             return usesThreads(range.getAsRange());
           });
  }
  size_t tag = message.find("btf_type_tag(\"upc.");
  bool tagged = tag != std::string::npos;
  if (tagged && layouts && option == "sizeof-array-argument") { // of a multi-blocked parameter it is that of the array
    int number = std::atoi(message.c_str() + tag + strlen("btf_type_tag(\"upc."));
    return number < layouts->size() && (*layouts)[number].multiBlocked();
  }
  return tagged && (option.ends_with("attributes") || option.ends_with("-cast"));
}

// The functions, types and macros of our headers. The Makefile makes the table.
static const std::pair<StringRef, StringRef> declarations[] = {
#include "declarations.inc"
};

// Which header declares this function, type or macro? "" if none does.
static StringRef declaredIn(StringRef wanted) {
  for (const auto &[name, header] : declarations)
    if (name == wanted) return header;
  if (wanted.starts_with("upc_all_reduce") || wanted.starts_with("upc_all_prefix_reduce")) return "upc_collective.h";
  return "";
}

// A word of UPC or a name of our headers that is spelled much like this one; "" if there is none. The program may not
// include the header. Clang itself finds MYTHREAD, THREADS and the statements, but where a call or a type is written.
static std::string nearestName(StringRef name, bool isType) {
  std::string nearest;
  unsigned least = name.starts_with("upc_") ? 3 : 2; // letters that differ: the program's own names may be near to one
  auto weigh = [&](StringRef other) {
    unsigned distance = name.edit_distance(other, /*AllowReplacements=*/true, least);
    if (distance < least) least = distance, nearest = other.str();
  };
  if (isType)
    for (StringRef qualifier : {"shared", "strict", "relaxed"}) weigh(qualifier);
  if (!name.starts_with("upc_")) return nearest;
  for (StringRef word : {"upc_forall", "upc_barrier", "upc_notify", "upc_wait", "upc_fence", "upc_localsizeof",
                         "upc_blocksizeof", "upc_elemsizeof"})
    weigh(word);
  for (const auto &declared : declarations) weigh(declared.first);
  return nearest;
}

// A name of UPC that is not declared: its header was forgotten, or it is misspelt. C's implicit declarations are for
// functions of old programs; a name of the library is an error.
bool UpcDiagnostics::undeclared(std::string &message, DiagnosticsEngine::Level &level) const {
  for (StringRef start : {"call to undeclared function '", "unknown type name '", "use of undeclared identifier '"}) {
    StringRef rest = message;
    if (!rest.consume_front(start)) continue;
    std::string name = rest.substr(0, rest.find('\'')).str(), header = declaredIn(name).str();
    if (ExtensionWord word = extensionWord(name); word.statement) {
      message = std::string(word.extension->misuse) + ": " + word.statement->form;
      level = DiagnosticsEngine::Error;
      return true;
    }
    bool ofLibrary = StringRef(name).starts_with("upc_stride_");
    bool corrected = StringRef(message).contains("; did you mean '") && !ofLibrary; // by Clang, to another name
    std::string meant;
    if (header.empty() && !corrected) {
      if (similarName && StringRef(name).starts_with("upc_")) meant = similarName(name);
      if (meant.empty()) meant = nearestName(name, start.starts_with("unknown type"));
    }
    if (header.empty() && !ofLibrary && meant.empty()) return false;
    message = "'" + name + "' is not declared";
    if (!header.empty()) message += "; it is in <" + header + ">: #include <" + header + ">";
    else if (!meant.empty()) message += "; did you mean '" + meant + "'?";
    if (!header.empty() || ofLibrary || meant == "upc_forall") // C would guess the types of arguments and result
      level = DiagnosticsEngine::Error;
    return true;
  }
  return false;
}

// Does this message follow from an earlier one? One error says that a header is missing. Others of the kind tell the
// same again: of another name of the header, of a variable with a type of the header, or of the int that Clang takes
// a call's result for. An undeclared name has one error, as with GCC, and a wrong conversion to or from a
// pointer-to-shared one of the checks.
bool UpcDiagnostics::follows(StringRef message, StringRef option, const Diagnostic &info) {
  if (message.contains(" is not declared; it is in <")) {
    const SourceManager &sm = info.getSourceManager();
    auto token = Lexer::findNextToken(info.getLocation(), sm, language);
    while (token && token->is(tok::star)) token = Lexer::findNextToken(token->getLocation(), sm, language);
    if (token && token->is(tok::raw_identifier)) undeclaredNames.insert(token->getRawIdentifier().str());
    return !missingHeaders.insert(message.rsplit('<').second.str()).second;
  }
  if (message.consume_front("use of undeclared identifier '") ||
      (message.contains(" is not declared; did you mean '") && message.consume_front("'")))
    return !undeclaredNames.insert(message.split('\'').first.str()).second;
  // A pointer-to-shared or an array of shared elements. Not `shared int **`, which is a private pointer, nor a private
  // pointer to a type whose name has the letters.
  const char shared[] = "'((const|volatile|strict|relaxed) )*shared[ [][^'*(]*(\\*[a-z ]*|\\])'";
  return option == "int-conversion" && (!missingHeaders.empty() || llvm::Regex(shared).match(message));
}

// The name of an array stands where a section is wanted: all of its blocks are a section too, and written otherwise.
static void wholeArray(std::string &message, const Diagnostic &info, const LangOptions &language) {
  if (info.getID() != diag::err_typecheck_convert_incompatible || info.getRanges().empty()) return;
  QualType given;
  bool wanted = false;
  for (unsigned i = 0; i < info.getNumArgs(); i++) {
    if (info.getArgKind(i) != DiagnosticsEngine::ak_qualtype) continue;
    QualType type = QualType::getFromOpaquePtr(reinterpret_cast<void *>(info.getRawArg(i)));
    const auto *record = type->getAs<RecordType>();
    if (record && record->getDecl()->getName() == "upc_stride_section") wanted = true;
    else given = type;
  }
  if (!wanted || given.isNull()) return;
  int dimensions = 0;
  for (const ArrayType *a = given->getAsArrayTypeUnsafe(); a; a = a->getElementType()->getAsArrayTypeUnsafe())
    dimensions++;
  const auto *record = given->isPointerType() ? given->getPointeeType()->getAs<RecordType>() : nullptr;
  if (record && record->getDecl()->getName() == "upc_stride_array") dimensions = 1;
  StringRef name = Lexer::getSourceText(info.getRange(info.getNumRanges() - 1), info.getSourceManager(), language);
  if (!dimensions || name.empty() || name.size() > 60) return;
  std::string all = ":";
  while (--dimensions > 0) all += ", :";
  message = "a section of '" + name.str() + "' is wanted here, and this is the whole array; all of its blocks are '" +
            name.str() + "<" + all + ">'";
}

// The macro of our header around this place, UPC_SECTION, is not what the user wrote. One error at the user's text says
// what it takes, without notes on how it expands. False: another error of the same UPC_SECTION has been printed.
bool UpcDiagnostics::misuseOfSection(std::string &message, SourceLocation &at, const Diagnostic &info) {
  const SourceManager &sm = info.getSourceManager();
  SourceLocation macro = sm.getExpansionLoc(at);
  StringRef name = Lexer::getSourceText(CharSourceRange::getTokenRange(macro), sm, language);
  if (!at.isMacroID() || name != "UPC_SECTION") return true;
  unsigned place = macro.getRawEncoding();
  bool conversion = info.getID() == diag::err_typecheck_convert_incompatible;
  bool users = sm.isWrittenInMainFile(sm.getSpellingLoc(at)) && !conversion;
  at = sm.getFileLoc(at);
  if (sectionReported == place) return false;
  sectionReported = place;
  if (!users)
    message = "UPC_SECTION takes an array and one to eight intervals, each of them UPC_STRIDE_AT(i), "
              "UPC_STRIDE_RANGE(lo, hi), UPC_STRIDE_STEP(lo, step, hi) or UPC_STRIDE_ALL";
  return true;
}

// upc_lock_t is an incomplete type: programs have pointers to locks.
static void aboutLocks(std::string &message) {
  StringRef text = message;
  if (text.contains("'upc_lock_t'") && (text.contains("never completed") || text.contains("variable has incomplete")))
    message = "a lock is made by upc_all_lock_alloc or upc_global_lock_alloc; declare a pointer to it, upc_lock_t *";
}

// Does a token of these brackets stand at the place?
static bool isBetween(SourceLocation bracket, SourceLocation at, const SourceManager &sm, const LangOptions &language) {
  int depth = 1;
  for (auto token = Lexer::findNextToken(bracket, sm, language); token && token->isNot(tok::eof) && depth > 0;
       token = Lexer::findNextToken(token->getLocation(), sm, language)) {
    if (token->getLocation() == at) return true;
    depth += token->is(tok::l_square) - token->is(tok::r_square);
  }
  return false;
}

static void aboutBlockSizes(std::string &message, const LayoutTable *layouts, const Diagnostic &info,
                            const LangOptions &language) {
  if (info.getID() != diag::err_expr_not_ice || !layouts) return;
  for (int id = 0; id < layouts->size(); id++)
    for (const Bracket &b : (*layouts)[id].brackets)
      if (isBetween(b.location, info.getLocation(), info.getSourceManager(), language))
        message = "a block size must be a constant expression, made of numbers, enumerators and sizeof";
}

// Is it about one of our own declarations in front of the user's text (translate.cpp)?
static bool inPrelude(const Diagnostic &info) {
  return info.getLocation().isValid() && info.getSourceManager().getPresumedLoc(info.getLocation()).getFilename() ==
                                             StringRef("<upc>");
}

bool isNewInCommand(const std::string &message) {
  static std::set<std::string> given;
  return given.insert(message).second;
}

void OptionMessages::HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &info) {
  llvm::SmallString<128> message;
  info.FormatDiagnostic(message);
  if (isNewInCommand(std::string(message))) TextDiagnosticPrinter::HandleDiagnostic(level, info);
}

// Is it about a size that Clang finds negative, too large or not constant? With THREADS in it, it may be none of these.
static bool refusesSize(unsigned id) {
  return id == diag::err_decl_negative_array_size || id == diag::err_typecheck_negative_array_size ||
         id == diag::err_array_too_large || id == diag::err_vla_decl_in_file_scope ||
         id == diag::err_vla_decl_has_static_storage || id == diag::err_vla_decl_has_extern_linkage ||
         id == diag::err_typecheck_field_variable_size;
}

void UpcDiagnostics::HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &info) {
  if (silent) return;
  sizeRefused |= refusesSize(info.getID());
  llvm::SmallString<256> formatted;
  info.FormatDiagnostic(formatted);
  DiagnosticIDs &ids = *info.getDiags()->getDiagnosticIDs();
  StringRef option = ids.getWarningOptionForDiag(info.getID());
  if (level == DiagnosticsEngine::Note && (lastDropped || inPrelude(info))) return;
  lastDropped = isWarning(ids, info.getID()) && isMisled(std::string(formatted), option, info);
  if (lastDropped) return;
  std::string message(formatted);
  explainNames(message, info);
  message = withoutMark(untagged(message));
  bool ours = undeclared(message, level); // and not the name that Clang would correct it to
  if (ours && level == DiagnosticsEngine::Error) option = "";
  if (!report && (lastDropped = follows(message, option, info))) return; // an editor marks each name
  wholeArray(message, info, language);
  aboutLocks(message);
  for (auto k = Known<Extension>::newest; k; k = k->next)
    if (k->object.explain) k->object.explain(message);
  aboutBlockSizes(message, layouts, info, language);
  SourceLocation at = info.getLocation();
  llvm::SmallVector<FixItHint, 2> hints(info.getFixItHints());
  if (StringRef(message).starts_with("expected ';'") && beforeQualifiers) {
    SourceLocation before = beforeQualifiers(at);
    if (before != at) at = before, hints.assign(1, FixItHint::CreateInsertion(before, ";"));
  }
  if (at.isInvalid() && !report && level <= DiagnosticsEngine::Warning && !isNewInCommand(message)) return;
  bool expanded = at.isMacroID();
  if (level >= DiagnosticsEngine::Error && at.isValid() && (lastDropped = !misuseOfSection(message, at, info))) return;
  bool alone = expanded && at.isFileID(); // its ranges are in the macro
  DiagnosticConsumer::HandleDiagnostic(level, info);
  if (level >= DiagnosticsEngine::Error) errors.push_back(at);
  if (level >= DiagnosticsEngine::Warning && !option.empty()) {
    bool raised = level > DiagnosticsEngine::Warning && !ids.isDefaultMappingAsError(info.getID());
    message += std::string(raised ? " [-Werror,-W" : " [-W") + option.str() + "]";
  }
  llvm::SmallVector<CharSourceRange, 4> ranges;
  if (!alone) ranges.append(info.getRanges().begin(), info.getRanges().end());
  if (report) {
    FullSourceLoc place = at.isValid() ? FullSourceLoc(at, info.getSourceManager()) : FullSourceLoc();
    give([=] { report(level, place, message, ranges); });
    lastDropped = alone || ours;
    return;
  }
  if (!info.getLocation().isValid() || !text) {
    return give([=, colours = options.ShowColors] {
      TextDiagnostic::printDiagnosticLevel(llvm::errs() << "upcc: ", level, colours);
      TextDiagnostic::printDiagnosticMessage(llvm::errs(), level == DiagnosticsEngine::Note, message, 0, 0, colours);
    });
  }
  FullSourceLoc place(at, info.getSourceManager());
  if (ours) hints.clear();
  give([=] { text->emitDiagnostic(place, level, message, ranges, hints), llvm::errs().flush(); });
  lastDropped = alone || ours; // its notes tell how the macro expands
}

void UpcDiagnostics::give(std::function<void()> message) {
  if (held) held->push_back(std::move(message));
  else message();
}

void UpcDiagnostics::release() {
  auto messages = std::exchange(held, std::nullopt);
  if (messages)
    for (const auto &message : *messages) message();
}
