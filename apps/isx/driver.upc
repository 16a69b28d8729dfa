/* SPDX-License-Identifier: BSD-3-Clause
 * driver.upc: the keys, the timed runs, the check, one line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "isx.h"
#include "keys.h"
#include "../common/memory.h"
#include "../common/report.h"
#include "../common/timing.h"

/* A block of `elements` on each thread. */
static upc_stride_array_t blocks(problem_t *q, size_t elements, size_t elemsize) {
  const size_t shape = elements * THREADS, block = elements;
  q->bytes += (double)shape * (double)elemsize;
  return upc_stride_all_alloc(1, &shape, &block, elemsize, 0, NULL);
}

static void *my_part(upc_stride_array_t array, size_t elements) {
  const size_t index = (size_t)MYTHREAD * elements;
  return (void *)(shared [] char *)upc_stride_at(array, &index);
}

static size_t default_range(size_t keys) {
  size_t range = 2;
  while (range < 2 * keys && range < LARGEST_RANGE) range *= 2;
  return range;
}

static void set_sizes(const options_t *o, problem_t *q) {
  const size_t t = MYTHREAD, threads = THREADS, each = o->n / threads, rest = o->n % threads;
  memset(q, 0, sizeof *q);
  q->total = o->mode == STRONG ? o->n : o->n * threads;
  q->mine = o->mode == STRONG ? each + (t < rest) : o->n;
  q->range = o->range > 0 ? o->range : default_range(q->total);
  q->width = (q->range + threads - 1) / threads;
  if (o->mode == ISOBUCKET_MODE) q->width = ISOBUCKET, q->range = q->width * threads;
  /* Buckets are nearly even, unless there are few keys, or fewer different ones than threads. */
  q->capacity = 2 * (q->total / threads) + 1000;
  if (q->capacity > q->total || q->range < 100 * threads) q->capacity = q->total;
}

static void allocate(problem_t *q) {
  const size_t pieces = (size_t)THREADS * THREADS;
  q->sent = blocks(q, q->capacity, sizeof(isx_key_t));
  q->received = blocks(q, q->capacity, sizeof(isx_key_t));
  q->sizes = blocks(q, THREADS, sizeof(size_t));
  q->all_sizes = blocks(q, pieces, sizeof(size_t));
  q->my_sent = my_part(q->sent, q->capacity);
  q->my_received = my_part(q->received, q->capacity);
  q->my_sizes = my_part(q->sizes, THREADS);
  q->my_all = my_part(q->all_sizes, pieces);
  q->keys = app_allocate(q->mine, sizeof *q->keys, "keys");
  q->counts = app_allocate(q->width, sizeof *q->counts, "counts of keys");
  q->to = app_allocate(pieces, sizeof *q->to, "places of pieces");
  q->from = app_allocate(pieces, sizeof *q->from, "places of pieces");
}

static void fill(problem_t *q) {
  size_t i;
  for (i = 0; i < q->mine; i++) q->keys[i] = isx_key_of((size_t)MYTHREAD, i, q->range);
}

static void release(problem_t *q) {
  upc_stride_all_free(q->sent);
  upc_stride_all_free(q->received);
  upc_stride_all_free(q->sizes);
  upc_stride_all_free(q->all_sizes);
  free(q->keys);
  free(q->counts);
  free(q->to);
  free(q->from);
}

static int report(const options_t *o, const problem_t *q, const double *times, double found) {
  const char *const modes[] = {"strong", "weak", "weak-isobucket"};
  char sizes[100], members[100];
  app_result_t r;
  snprintf(sizes, sizeof sizes, "%zu %s range %zu%s", o->n, modes[o->mode], q->range, o->plain ? " plain" : "");
  snprintf(members, sizeof members, "\"n\": %zu, \"mode\": \"%s\", \"range\": %zu", o->n, modes[o->mode], q->range);
  app_set_rate("Gkeys/s", "gkeys");
  r.app = "isx", r.sizes = sizes, r.members = members, r.move = "exchange", r.repeat = (int)o->repeat;
  r.times = times, r.flops = (double)q->total, r.residual = found, r.limit = 0.5;
  r.check = o->check, r.json = o->json, r.data = 4.0 * (double)q->total, r.memory = q->bytes;
  return app_report(&r);
}

int main(int argc, char **argv) {
  options_t o;
  problem_t q;
  app_run_t runs;
  double *times, found = 0;
  int status = parse_options(argv, &o);
  if (status != ARGUMENTS_OK) return status == ARGUMENTS_HELP ? 0 : 2;
  app_profile(o.profile);
  set_sizes(&o, &q);
  allocate(&q);
  fill(&q);
  runs.prepare = NULL, runs.stop = NULL, runs.data = &q;
  runs.body = isx;
  if (o.plain) runs.body = isx_plain;
  times = app_time_runs((int)o.repeat, &runs);
  if (o.check) found = faults(&q);
  status = report(&o, &q, times, found);
  free(times);
  upc_barrier;
  release(&q);
  return status;
}
