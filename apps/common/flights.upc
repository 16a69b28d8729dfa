/* SPDX-License-Identifier: BSD-3-Clause */
#include <upc.h>
#include <stdlib.h>
#include "flights.h"
#include "runs.h"

flight_t flight_new(size_t most) {
  flight_t f = {malloc(sizeof *f.coming * most), malloc(sizeof *f.going * most), 0, 0};
  return f;
}

void flight_end(flight_t *f) {
  flight_depart(f);
  free(f->coming);
  free(f->going);
}

void flight_send(flight_t *f, int mine, upc_stride_array_t dst, long r0, long r1, long c0, long c1, shared const void *src,
                 size_t bytes) {
  upc_stride_handle_t handle;
  if (r0 > r1 || c0 > c1) return;
  handle = upc_stride_broadcast_nb(UPC_SECTION(dst, UPC_STRIDE_RANGE(r0, r1), UPC_STRIDE_RANGE(c0, c1)), src, bytes,
                                   UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  if (mine) f->going[f->goes++] = handle;
  else f->coming[f->comes++] = handle;
}

static void land(upc_stride_handle_t *handles, size_t *count) {
  const double start = app_begin();
  while (*count > 0) upc_stride_wait(&handles[--*count]);
  app_end(APP_MOVE, start);
}

void flight_arrive(flight_t *f) { land(f->coming, &f->comes); }
void flight_depart(flight_t *f) { land(f->going, &f->goes); }

void flight_push(flight_t *f) {
  const double start = app_begin();
  if (f->goes > 0) upc_stride_test(&f->going[f->goes - 1]);
  else if (f->comes > 0) upc_stride_test(&f->coming[f->comes - 1]);
  app_end(APP_MOVE, start);
}
