// SPDX-License-Identifier: BSD-3-Clause
#include "tokens/extension.h"
#include "llvm/ADT/StringMap.h"

static llvm::StringMap<ExtensionWord> allWords() {
  llvm::StringMap<ExtensionWord> words;
  for (auto k = Known<Extension>::newest; k; k = k->next) {
    for (const StatementWord &w : k->object.statements) words[w.name] = {&k->object, &w, nullptr};
    for (const Qualifier &q : k->object.qualifiers) words[q.name] = {&k->object, nullptr, &q};
  }
  return words;
}

ExtensionWord extensionWord(llvm::StringRef name) {
  static const llvm::StringMap<ExtensionWord> words = allWords();
  return words.lookup(name);
}
