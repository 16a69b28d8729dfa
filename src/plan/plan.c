/* SPDX-License-Identifier: BSD-3-Clause
 * A plan's memory, and where the ends of its flow are. */
#include "plan/plan.h"
#include "base/allocate.h"
#include "base/keep_list.h"

#include <stdlib.h>

char *upc_stride_base_near(const upc_stride_setting_t *setting, int me, const upc_stride_base_t *base, int thread) {
  if (base->buffered) return NULL;
  if (base->is_private) return thread == me ? base->address : NULL;
  if (base->array == NULL) return base->address;
  return setting->near(me, thread) ? setting->part(base->array, thread) : NULL;
}

/* A list of blocks, each of which starts with a pointer to the next. */
void upc_stride_plan_free_allocations(void *block) {
  while (block != NULL) {
    void *next = *(void **)block;
    free(block);
    block = next;
  }
}

size_t upc_stride_plan_memory(const upc_stride_plan_t *P) {
  return P->allocated + upc_stride_block_memory(P->flow != NULL ? sizeof *P->flow : 0) +
         upc_stride_block_memory((size_t)P->step_words * sizeof(upc_stride_step_word_t)) +
         upc_stride_block_memory((size_t)P->npieces * sizeof *P->pieces) +
         upc_stride_block_memory((size_t)P->nfunctions * sizeof *P->functions) +
         upc_stride_block_memory((size_t)P->npeers * sizeof *P->peers);
}

void upc_stride_plan_free(upc_stride_plan_t *P) {
  upc_stride_plan_free_allocations(P->allocations);
  free(P->flow);
  free(P->functions);
  upc_stride_drop_list(P->steps);
  upc_stride_drop_list(P->pieces);
  free(P->peers);
}
