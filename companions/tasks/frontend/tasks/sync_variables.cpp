// SPDX-License-Identifier: BSD-3-Clause
// What upcc knows of synchronisation variables.
#include "tasks/sync_variables.h"

static const Qualifier qualifiers[] = {
    {"upc_syncvar", "A variable that is full or empty; who reads it waits until it is full.",
     "a synchronisation variable", "urt_syncvar_t", 32, 8, checkSyncType, readSync, writeSync, declareSync, fillSync},
    {"upc_singlevar", "A variable that is written once; who reads it waits until it is full.",
     "a synchronisation variable", "urt_syncvar_t", 32, 8, checkSyncType, readSync, writeSync, declareSync, fillSync}};

bool isSingle(const Qualifier *qualifier) { return qualifier == &qualifiers[1]; }

static Extension syncVariables() {
  Extension e = {};
  e.qualifiers = qualifiers;
  e.header = "urt_tasks.h";
  e.check = checkSyncVariables;
  return e;
}
static const Extension extension = syncVariables();
static const Known<Extension> known(extension);
