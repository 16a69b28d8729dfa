// SPDX-License-Identifier: BSD-3-Clause
// A barrier's value may have any type assignable to int (UPC 1.3, 6.6.1).
#include "../check.h"
enum e { A = 3 };
shared int s = 4;
struct { unsigned b : 3; } f = {5};

int main(void) {
  double d = 6.0;
  upc_barrier A; upc_barrier s; upc_barrier f.b; upc_barrier d; upc_notify 7.0f; upc_wait 7; upc_barrier (_Bool)1;
  upc_barrier 8ull;
  upc_notify sizeof(int); upc_wait 4;
  return done();
}
