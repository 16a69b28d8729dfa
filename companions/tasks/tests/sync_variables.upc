// SPDX-License-Identifier: BSD-3-Clause
// sync_variables.sh compares the C that upcc makes of this file with sync_variables.expected.
#include <upc.h>

shared upc_syncvar int each[THREADS];
shared upc_singlevar double once;
static upc_syncvar long own;
struct cell { int tag; upc_syncvar float value; };
shared struct cell cells[THREADS];

int read_and_write(int i) {
  each[i] = i;
  own = each[i] + (long)once;
  return each[i];
}

void update(int i) {
  each[i] += 2;
  own++;
  cells[i].value = cells[i].tag;
}

long automatic(int n) {
  upc_syncvar long empty, full = 3;
  upc_singlevar short list[4];
  upc_syncvar int many[n];
  upc_syncvar long *to = &empty;
  *to = n;
  many[1] = 1;
  list[n] = (short)full;
  return empty + list[n];
}

void task(int n) {
  upc_syncvar int seen;
  upc_begin { seen = n; }
  upc_begin upc_on (0) { once = seen; }
}
