/* SPDX-License-Identifier: BSD-3-Clause
 * A program's macros of one letter (-DN=100, -Dn=5) do not change the headers. */
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
#define a (1)
#define b (1)
#define c (1)
#define d (1)
#define e (1)
#define f (1)
#define g (1)
#define h (1)
#define i (1)
#define j (1)
#define k (1)
#define l (1)
#define m (1)
#define n (1)
#define o (1)
#define p (1)
#define q (1)
#define r (1)
#define s (1)
#define t (1)
#define u (1)
#define v (1)
#define w (1)
#define x (1)
#define y (1)
#define z (1)
#include <bupc_collectivev.h>
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
