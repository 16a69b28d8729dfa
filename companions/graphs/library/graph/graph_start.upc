/* SPDX-License-Identifier: BSD-3-Clause
 * A graph made ready to run: explained in graph_thread.h. */
#include "graph/graph_thread.h"
#include "graph_plan/graph_plan.h"
#include "base/allocate.h"
#include "base/environment.h"
#include "base/line.h"
#include "base/near.h"
#include "base/port.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static shared upc_stride_place_t memories[THREADS];
static shared unsigned long long hashes[THREADS];
static shared int nodes[THREADS];

/* All plans are worked out from the same graph. */
static int same_graph(const upc_stride_graph_t *g, char *complaint) {
  hashes[MYTHREAD] = upc_stride_graph_hash(g);
  upc_stride_library_barrier();
  if (hashes[0] == hashes[MYTHREAD]) return 1;
  snprintf(complaint, UPC_STRIDE_COMPLAINT, "thread %d describes another graph than thread 0, must be the same on all "
           "threads", (int)MYTHREAD);
  return 0;
}

/* Allocates the thread's memory, and tells the others where it is. */
static void make_memory(upc_stride_graph_run_t *R) {
  size_t slots, slot_bytes = upc_stride_graph_incoming_new(R);
  R->regions = upc_stride_graph_regions_at(&R->plan);
  slots = R->regions + R->plan.bytes;
  R->bytes = slots + slot_bytes + UPC_STRIDE_LINE;
  R->allocated = upc_stride_shared_alloc(R->bytes, "the values of a graph");
  R->memory = R->allocated + upc_stride_to_line((char *)R->allocated);
  memset((char *)R->memory, 0, R->regions);
  upc_stride_graph_regions_find(R);
  upc_stride_graph_incoming_place(R, slots);
  memories[MYTHREAD] = R->memory;
}

upc_stride_graph_run_t *upc_stride_graph_run_new(const upc_stride_graph_t *g, char *complaint) {
  upc_stride_graph_run_t *R = upc_stride_alloc(1, sizeof *R, "a graph");
  R->graph = g;
  R->checked = upc_stride_environment()->check;
  if (!same_graph(g, complaint)) return NULL;
  if (!upc_stride_graph_plan(&R->plan, g, MYTHREAD, complaint)) return NULL;
  upc_stride_channel_open();
  make_memory(R);
  if (R->checked) upc_stride_graph_checked_new(R);
  upc_stride_graph_parts_make(R);
  nodes[MYTHREAD] = upc_stride_my_node();
  upc_stride_library_barrier(); /* all threads have their memory */
  upc_stride_graph_sends_new(R, memories);
  upc_stride_graph_relays_new(R, nodes);
  upc_stride_graph_connect_receivers(R);
  upc_stride_library_barrier(); /* the records are complete */
  upc_stride_graph_connect_senders(R);
  return R;
}

void upc_stride_graph_run_free(upc_stride_graph_run_t *R) {
  int i;
  for (i = 0; i < R->plan.parts; i++) {
    free(R->part[i].delivery);
    free(R->part[i].incoming);
  }
  for (i = 0; i < R->plan.messages; i++) free(R->incoming[i].copy);
  for (i = 0; i < R->outgoings; i++) {
    if (!R->outgoing[i].passed_on) free(R->outgoing[i].packed);
    free(R->outgoing[i].target);
  }
  for (i = 0; i < 3; i++) free(R->order[i]);
  free(R->ready.heap);
  free(R->channel);
  upc_stride_library_barrier(); /* nobody writes to this thread any more */
  upc_free((shared void *)R->allocated);
  if (R->credits != NULL) upc_free((shared void *)R->credits);
  upc_stride_graph_plan_free(&R->plan);
  free(R->region);
  free(R->text); /* not the names, to which the trace refers */
  free(R->part);
  free(R->incoming);
  free(R->relay);
  free(R->outgoing);
  free(R);
}

upc_stride_graph_moves_t upc_stride_graph_run_moves(const upc_stride_graph_run_t *R) {
  upc_stride_graph_moves_t moves;
  int i;
  moves.messages = moves.sent = moves.copied = moves.answers = 0;
  moves.storage = R->bytes;
  for (i = 0; i < R->outgoings; i++)
    if (R->outgoing[i].when == UPC_STRIDE_MOVE_EACH) {
      moves.messages += (size_t)R->outgoing[i].targets;
      moves.sent += (size_t)R->outgoing[i].targets * R->outgoing[i].bytes;
    }
  for (i = 0; i < R->plan.messages; i++)
    moves.answers += R->incoming[i].near && R->plan.message[i].when == UPC_STRIDE_MOVE_EACH &&
                     !((const upc_stride_graph_record_t *)R->incoming[i].record_here)->implied;
  for (i = 0; i < R->plan.moves; i++) {
    const upc_stride_move_t *m = &R->plan.move[i];
    if (m->message < 0 && m->when == UPC_STRIDE_MOVE_EACH)
      moves.copied += (size_t)upc_stride_box_size(&m->box) * upc_stride_value_of(R->graph, m->access)->size;
  }
  return moves;
}
