// SPDX-License-Identifier: BSD-3-Clause
#include "server/words.h"

const std::vector<std::pair<llvm::StringRef, llvm::StringRef>> wordsOfUpc = {
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
    {"upc_localsizeof", "The largest number of bytes of a shared object that a thread has."},
    {"upc_begin", "Begins a task, on any thread of the node: the statement behind it may run beside what follows."},
    {"upc_sync", "Carries out a statement, and waits at its end for all tasks that were begun in it."},
    {"upc_cobegin", "Begins a task for each statement of the block, and waits for all."},
    {"upc_coforall", "Begins a task for each iteration, and waits for all."},
    {"upc_on", "Runs the statement on that thread, or on that of the pointer-to-shared, and waits for it."},
    {"upc_serial", "If the condition is true, what is in it begins no tasks: they run at once, in order."},
    {"upc_syncvar", "A variable that is full or empty; who reads it waits until it is full."},
    {"upc_singlevar", "A variable that is written once; who reads it waits until it is full."}};

llvm::StringRef meaningOf(llvm::StringRef word) {
  for (const auto &[name, meaning] : wordsOfUpc)
    if (name == word) return meaning;
  return "";
}
