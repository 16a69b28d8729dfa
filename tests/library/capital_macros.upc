/* SPDX-License-Identifier: BSD-3-Clause
 * A program's own macros of one capital (-DN=100, -DP=4) leave the headers alone. */
#define A (1)
#define B (1)
#define C (1)
#define D (1)
#define E (1)
#define F (1)
#define G (1)
#define H (1)
#define I (1)
#define J (1)
#define K (1)
#define L (1)
#define M (1)
#define N (1)
#define O (1)
#define P (1)
#define Q (1)
#define R (1)
#define S (1)
#define T (1)
#define U (1)
#define V (1)
#define W (1)
#define X (1)
#define Y (1)
#define Z (1)
#include <bupc_collectivev.h>
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

shared int x[10 * THREADS];

int main(void) {
  if (MYTHREAD == 0) puts("PASS");
  return x[MYTHREAD];
}
