/* SPDX-License-Identifier: BSD-3-Clause
 * driver.upc: the arrays, the timed runs, the check, one line. */
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "paracr.h"
#include "../common/report.h"
#include "../common/timing.h"

/* `count` equations on each of P threads, a block each. */
static upc_stride_array_t equations(problem_t *q, size_t count, system_t *mine) {
  const size_t shape[] = {q->active, VECTORS, count}, block[] = {1, VECTORS, count};
  size_t index[] = {(size_t)MYTHREAD, 0, 0};
  upc_stride_array_t array = upc_stride_all_alloc(3, shape, block, sizeof(double), 0, NULL);
  mine->count = count;
  for (; index[1] < VECTORS && is_active(q); index[1]++) mine->v[index[1]] = (double *)upc_stride_at(array, index);
  q->bytes += 8.0 * VECTORS * (double)count * THREADS;
  return array;
}

/* The same memory as `count` systems, `each` on a thread, with an equation's place as two dimensions. */
static upc_stride_array_t seen_as(upc_stride_array_t array, size_t count, size_t each, size_t rows, size_t columns) {
  const size_t shape[] = {count, VECTORS, rows, columns}, block[] = {each, VECTORS, rows, columns};
  const size_t first[] = {0, 0, 0};
  return upc_stride_view(upc_stride_at(array, first), 4, shape, block, sizeof(double), 0, NULL);
}

static upc_stride_array_t solution(problem_t *q, size_t count, double **mine) {
  const size_t n = q->active * count, first = (size_t)MYTHREAD * count;
  upc_stride_array_t array = upc_stride_all_alloc(1, &n, &count, sizeof(double), 0, NULL);
  *mine = is_active(q) ? (double *)upc_stride_at(array, &first) : NULL;
  q->bytes += 8.0 * (double)count * THREADS;
  return array;
}

/* Of cyclic reduction and --thomas: the halos, the cyclic distribution, and the equations between two strips. */
static void allocate_cyclic(problem_t *q) {
  q->halo = equations(q, 2 * q->classes, &q->my_halo);
  q->cyclic_memory = equations(q, q->each * q->length, &q->my_cyclic);
  q->by_remainder = seen_as(q->blocks, q->active, 1, q->rows / q->classes, q->classes);
  q->cyclic = seen_as(q->cyclic_memory, q->classes, q->each, q->active, q->rows / q->classes);
  q->x_cyclic = solution(q, q->each * q->length, &q->my_x_cyclic);
  q->kept = new_system(q->classes);
}

/* The ends of all blocks, where they are gathered. */
static void allocate_ends(problem_t *q) {
  const size_t each = 2 * VECTORS, P = q->active;
  const size_t shape[] = {P, each}, block[] = {1, each}, all_shape[] = {P, P * each}, all_block[] = {1, P * each};
  q->ends = upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL);
  q->all_ends = upc_stride_all_alloc(2, all_shape, all_block, sizeof(double), 0, NULL);
  q->joint = new_system(2 * P);
  q->bytes += 8.0 * (double)(each * (P + 1)) * THREADS;
}

/* Q for P threads. */
static size_t classes_for(size_t threads) {
  size_t classes = 1;
  while (classes < threads) classes *= 2;
  return classes == threads ? classes : 4 * classes;
}

static void allocate(const options_t *o, problem_t *q) {
  memset(q, 0, sizeof *q);
  q->n = o->n;
  q->thomas = o->thomas;
  q->elementwise = o->elementwise;
  for (q->active = THREADS; q->active > 1 && q->active * classes_for(q->active) > q->n;) q->active--;
  q->classes = classes_for(q->active);
  q->rows = (q->n + q->active * q->classes - 1) / (q->active * q->classes) * q->classes;
  q->each = (q->classes + q->active - 1) / q->active;
  q->length = q->active * (q->rows / q->classes);
  q->blocks = equations(q, q->rows, &q->my_blocks);
  q->x = solution(q, q->rows, &q->my_x);
  q->work[0] = new_system(q->rows + 2 * q->classes);
  q->work[1] = new_system(q->rows + 2 * q->classes);
  if (o->partition) allocate_ends(q);
  else if (!o->plain) allocate_cyclic(q);
}

static void free_system(const system_t *s) {
  int v;
  for (v = 0; v < VECTORS; v++) free(s->v[v]);
}

static void release(problem_t *q) {
  upc_stride_all_free(q->ends);
  upc_stride_all_free(q->all_ends);
  free_system(&q->joint);
  upc_stride_all_free(q->halo);
  upc_stride_all_free(q->by_remainder);
  upc_stride_all_free(q->cyclic);
  upc_stride_all_free(q->cyclic_memory);
  upc_stride_all_free(q->x_cyclic);
  free_system(&q->kept);
  upc_stride_all_free(q->blocks);
  upc_stride_all_free(q->x);
  free_system(&q->work[0]);
  free_system(&q->work[1]);
}

static int report(const options_t *o, const problem_t *q, const double *times, double residual) {
  static const char *const methods[2][2] = {{"reduction", "reduction elementwise"}, {"thomas", "thomas elementwise"}};
  char sizes[100], members[100];
  app_result_t r;
  snprintf(sizes, sizeof sizes, "%zu %s", o->n,
           o->partition ? "partition" : o->plain ? "plain" : methods[o->thomas][o->elementwise]);
  snprintf(members, sizeof members, "\"n\": %zu, \"active\": %zu", o->n, q->active);
  app_set_rate("Gequations/s", "gequations");
  r.app = "paracr", r.sizes = sizes, r.members = members, r.move = "redistribute", r.repeat = (int)o->repeat;
  r.times = times, r.flops = (double)o->n, r.residual = residual, r.limit = 16;
  r.check = o->check, r.json = o->json, r.data = 40 * (double)o->n, r.memory = q->bytes;
  return app_report(&r);
}

int main(int argc, char **argv) {
  options_t o;
  problem_t q;
  app_run_t runs;
  double *times, r = 0;
  int status = parse_options(argv, &o);
  if (status != ARGUMENTS_OK) return status == ARGUMENTS_HELP ? 0 : 2;
  app_profile(o.profile);
  allocate(&o, &q);
  runs.prepare = fill, runs.body = o.plain ? plain : o.partition ? partition : paracr, runs.stop = NULL, runs.data = &q;
  times = app_time_runs((int)o.repeat, &runs);
  if (o.check) r = residual(&q);
  status = report(&o, &q, times, r);
  free(times);
  upc_barrier;
  release(&q);
  return status;
}
