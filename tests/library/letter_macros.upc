/* SPDX-License-Identifier: BSD-3-Clause
 * A program's macros of one letter (-DN=100, -Dn=5) do not change the headers. */
#include "letters.h"
#include <upc_relaxed.h>
#include <upc_strict.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_castable.h>
#include <upc_collective.h>
#include <upc_io.h>
#include <upc_nb.h>
#include <upc_tick.h>
#include <upc_types.h>
#include <upc_stride_coll.h>
#include <stdio.h>

shared int xs[10 * THREADS];

int main(void) {
  if (MYTHREAD == 0) puts("PASS");
  return xs[MYTHREAD];
}
