/* SPDX-License-Identifier: BSD-3-Clause
 * The library's answers to what plans depend on (plan/job.h). */
#include "prepared/library_job.h"
#include "arrays/array.h"
#include "base/near.h"
#include "base/port.h"
#include "transport/channel.h"
#include "transport/directory.h"

static int near(int me, int thread) {
  (void)me;
  return upc_stride_near(thread);
}

static int same_core(int me, int thread) {
  (void)me;
  return upc_stride_same_core(thread);
}

static int streams(int me, int thread, size_t bytes) {
  (void)me;
  return upc_stride_streams(thread, bytes);
}

static char *part(const void *array, int thread) {
  shared [] char *place = upc_stride_part((upc_stride_array_t)array, thread);
  return upc_stride_address((shared const void *)place);
}

const upc_stride_job_t *upc_stride_library_job(void) {
  static upc_stride_job_t job;
  if (job.near != NULL) return &job;
  job.all_near = upc_stride_all_near;
  job.node = upc_stride_node;
  job.same_core = same_core;
  job.streams = streams;
  job.eager = upc_stride_eager;
  job.part = part;
  job.near = near;
  return &job;
}
