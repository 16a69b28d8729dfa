/* SPDX-License-Identifier: BSD-3-Clause
 * The library's answers to what plans depend on (plan/setting.h). */
#include "prepared/library_setting.h"
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

/* Distances from an object of the thread's own shared memory are the same on threads with alike memory. */
static shared char here[THREADS];
static char *origin(void) {
  static char *address;
  if (address == NULL && upc_stride_has_common()) address = upc_stride_address(&here[MYTHREAD]);
  return address;
}

const upc_stride_setting_t *upc_stride_library_setting(void) {
  static upc_stride_setting_t setting;
  if (setting.near != NULL) return &setting;
  setting.all_near = upc_stride_all_near;
  setting.node = upc_stride_node;
  setting.same_core = same_core;
  setting.streams = streams;
  setting.eager = upc_stride_eager;
  setting.part = part;
  setting.origin = origin;
  setting.near = near;
  return &setting;
}
