// SPDX-License-Identifier: BSD-3-Clause
// What companions add to the language: words that begin statements, qualifiers, constants; and what upcc should know of
// their functions. A companion has a Known<Extension>.
// Each stage calls the hooks below that belong to it; one that is null has nothing to do.
#ifndef UPC_FRONTEND_EXTENSION_H
#define UPC_FRONTEND_EXTENSION_H

#include "tokens/known.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace clang {
class ASTContext;
class Decl;
class NamedDecl;
class QualType;
class Scope;
class Sema;
class Stmt;
class VarDecl;
}
namespace c {
struct Expression;
struct Statement;
}
class Annotator;
class Checker;
class Types;
struct Context;
struct Missing;
struct Sharing;

// A word that begins a statement. In another form than this it is a name of the program's.
struct StatementWord {
  const char *name, *form;
  const char *does; // for editors
};

// A qualifier whose objects are accessed by calls of the companion's. They lie in shared memory. One that is not
// declared shared is the declaring thread's own.
struct Qualifier {
  const char *name;
  const char *does;   // for editors
  const char *object; // what has it, with an article, for messages
  const char *inC;    // the type of such an object in C,
  unsigned bytes, alignment; // and what it takes, whatever type is qualified

  // check: may it qualify this type?
  void (*check)(clang::QualType type, const Sharing &sharing, clang::SourceLocation at, Checker &checker);
  // lower: an object's value; a change of it
  c::Expression (*read)(clang::QualType type, const c::Expression &address, const Context &in);
  c::Expression (*write)(clang::QualType type, const c::Expression &address, const c::Expression &value,
                         const Context &in);
  // lower: the declaration of an automatic object, as an urt_ptr_t; what fills a static one before main
  c::Statement (*declare)(const clang::VarDecl *v, const Context &in);
  c::Expression (*fill)(const clang::VarDecl *v, const std::string &offset, const c::Expression &value,
                        const Context &in);
};

// A constant that Clang must know while it parses: it is computed from types.
struct ConstantWord {
  const char *name, *form; // "WORD(x, shared [4] int)"
  const char *does;        // for editors
  unsigned operands;       // one or two; each is a type or an expression
  uint64_t (*value)(llvm::ArrayRef<clang::QualType> operands, clang::SourceLocation at, clang::ASTContext &context,
                    Types &types);
};

// What upcc should know of functions that are declared in a header of the companion's.
struct AddedFunctions {
  const char *prefix; // their names begin with this
  const char *waits;  // those that may wait for another thread begin with this: a message names the place of the call
  const char *pause;  // this one passes time alone: a loop that calls it may be waiting
  const char *handle; // the type of a handle, which must not be dropped,
  const char *waitFor; // and the function that it is for
};

struct Extension {
  llvm::ArrayRef<StatementWord> statements;
  llvm::ArrayRef<Qualifier> qualifiers;
  llvm::ArrayRef<ConstantWord> constants;
  const AddedFunctions *functions;
  const char *header;  // that the generated C includes, if the file has one of the words
  bool blocks;         // bodies of statements are parsed as block literals of Clang's, and stay ones in C
  const char *prelude; // declarations for the parser; names begin with two underscores
  const char *misuse;  // what is wrong if a word of `statements` stands in another form than its own
  const char *warning, *warns; // the name of its warning, as in -Wno-NAME, and what upcc -h says of it

  // tokens: what a program may leave out of the statement that begins with token i
  void (*complete)(const Annotator &annotator, int i, int to, std::map<int, Missing> &at);
  // tokens: puts the statement that begins with token i as C. The index behind it; -1: the word is a name here
  int (*annotate)(Annotator &annotator, int i, int to);
  // tokens: Clang's message in words of the language
  void (*explain)(std::string &message);
  // types: the parser asks for a name that `annotate` has put
  clang::NamedDecl *(*declare)(llvm::StringRef name, clang::SourceLocation at, clang::Sema &sema, clang::Scope *scope,
                               Types &types);
  // check: what is wrong in a declaration and its body, behind the core's own checks
  void (*check)(clang::Decl *d, Checker &checker);
  // lower: none where the statement is not one of its own
  std::optional<c::Statement> (*lower)(const clang::Stmt *s, const Context &in);
};

// What a word is by some extension. No extension has it: all are null.
struct ExtensionWord {
  const Extension *extension = nullptr;
  const StatementWord *statement = nullptr; // or
  const Qualifier *qualifier = nullptr;     // or
  const ConstantWord *constant = nullptr;
};
ExtensionWord extensionWord(llvm::StringRef name);

// Those that a name belongs to by its prefix, or null.
const AddedFunctions *functionsOf(llvm::StringRef name);

#endif
