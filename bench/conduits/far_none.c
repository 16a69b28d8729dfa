/* SPDX-License-Identifier: BSD-3-Clause
 * No layer below: far.upc measures the library alone. */
#include "far.h"

void layer_begin(int me, int threads) { (void)me, (void)threads; }
void layer_end(void) {}
int layer_has(int operation) { return (void)operation, 0; }

void layer_call(int operation, void *from, void *to, size_t bytes) {
  (void)operation, (void)from, (void)to, (void)bytes;
}
