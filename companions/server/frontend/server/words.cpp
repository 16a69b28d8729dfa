// SPDX-License-Identifier: BSD-3-Clause
#include "server/words.h"
#include "tokens/extension.h"

using Words = std::vector<std::pair<llvm::StringRef, llvm::StringRef>>;

static const Words ofCore = {
    {"shared", "In the memory that all threads share; each element has affinity to one thread."},
    {"strict", "All threads see strict accesses in one order."},
    {"relaxed", "Other threads may see relaxed accesses in another order, until a fence or a synchronisation."},
    {"THREADS", "The number of threads."},
    {"MYTHREAD", "The number of this thread, from 0 to THREADS - 1."},
    {"UPC_MAX_BLOCK_SIZE", "The largest block size that a layout qualifier may give."},
    {"upc_forall", "A loop whose iterations go to the threads by the affinity of the fourth field."},
    {"upc_barrier", "Waits until all threads have come here."},
    {"upc_notify", "The first half of a barrier: tells that this thread has come here, and does not wait."},
    {"upc_wait", "The second half of a barrier: waits until all threads have executed upc_notify."},
    {"upc_fence", "All accesses before it are complete before any behind it begins."},
    {"upc_blocksizeof", "The block size of a shared object, in elements."},
    {"upc_elemsizeof", "The size of an element of a shared array, in bytes."},
    {"upc_localsizeof", "The largest number of bytes of a shared object that a thread has."}};

static Words withExtensions() {
  Words words = ofCore;
  for (auto k = Known<Extension>::newest; k; k = k->next) {
    for (const StatementWord &s : k->object.statements) words.emplace_back(s.name, s.does);
    for (const Qualifier &q : k->object.qualifiers) words.emplace_back(q.name, q.does);
    for (const ConstantWord &c : k->object.constants) words.emplace_back(c.name, c.does);
  }
  return words;
}

const Words &wordsOfUpc() {
  static const Words words = withExtensions();
  return words;
}

llvm::StringRef meaningOf(llvm::StringRef word) {
  for (const auto &[name, meaning] : wordsOfUpc())
    if (name == word) return meaning;
  return "";
}
