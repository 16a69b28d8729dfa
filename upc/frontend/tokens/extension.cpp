// SPDX-License-Identifier: BSD-3-Clause
#include "tokens/extension.h"
#include "llvm/ADT/StringMap.h"

static llvm::StringMap<ExtensionWord> allWords() {
  llvm::StringMap<ExtensionWord> words;
  for (auto k = Known<Extension>::newest; k; k = k->next) {
    for (const StatementWord &s : k->object.statements) words[s.name] = {&k->object, &s, nullptr, nullptr};
    for (const Qualifier &q : k->object.qualifiers) words[q.name] = {&k->object, nullptr, &q, nullptr};
    for (const ConstantWord &c : k->object.constants) words[c.name] = {&k->object, nullptr, nullptr, &c};
  }
  return words;
}

ExtensionWord extensionWord(llvm::StringRef name) {
  static const llvm::StringMap<ExtensionWord> words = allWords();
  return words.lookup(name);
}

const AddedFunctions *functionsOf(llvm::StringRef name) {
  for (auto k = Known<Extension>::newest; k; k = k->next)
    if (const AddedFunctions *functions = k->object.functions; functions && name.starts_with(functions->prefix))
      return functions;
  return nullptr;
}
