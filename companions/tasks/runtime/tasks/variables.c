/* SPDX-License-Identifier: BSD-3-Clause
 * The language's synchronisation variables (urt_tasks.h): upc_syncvar and upc_singlevar. They are those of
 * upc_syncvar.h. An automatic one has its storage in the thread's shared memory, so that tasks on any thread reach
 * it. */
#include <string.h>
#include "core/calls.h"
#include "tasks/tasks.h"
#include "urt_tasks.h"

enum { AT_ONCE = 64, FULL = 1 };

void urt_sync_read(urt_ptr_t v, void *value, size_t bytes) { upc_syncvar_readFE(v, value, bytes); }
void urt_sync_write(urt_ptr_t v, const void *value, size_t bytes) { upc_syncvar_writeEF(v, value, bytes); }
void urt_single_read(urt_ptr_t v, void *value, size_t bytes) { upc_singlevar_read(v, value, bytes); }
void urt_single_write(urt_ptr_t v, const void *value, size_t bytes) { upc_singlevar_write(v, value, bytes); }

static void fill(urt_syncvar_t *v, const void *value, size_t bytes) {
  memcpy(v->value, value, bytes);
  v->state[0] = FULL;
}

void urt_sync_fill(urt_size_t offset, int on_each, const void *value, size_t bytes) {
  if (on_each || urt_mythread == 0) fill(urt_near(urtk_at(urt_mythread, offset)), value, bytes);
}

/* ---- automatic variables ---- */

/* One that is not used; its first word is the offset of the next. */
static urt_size_t unused;

urt_ptr_t urt_sync_new(void) {
  if (!unused) {
    urt_ptr_t more = urt_needed(AT_ONCE * sizeof(urt_syncvar_t), "synchronisation variables");
    for (urt_size_t i = AT_ONCE; i-- > 0;) {
      urt_ptr_t one = urt_member(more, i * sizeof(urt_syncvar_t));
      ((urt_syncvar_t *)urt_near(one))->state[0] = unused;
      unused = one.offset;
    }
  }
  urt_ptr_t made = urtk_at(urt_mythread, unused);
  urt_syncvar_t *v = urt_near(made);
  unused = v->state[0];
  v->state[0] = 0;
  return made;
}

urt_ptr_t urt_sync_new_full(const void *value, size_t bytes) {
  urt_ptr_t made = urt_sync_new();
  fill(urt_near(made), value, bytes);
  return made;
}

void urt_sync_free(urt_ptr_t *v) {
  ((urt_syncvar_t *)urt_near(*v))->state[0] = unused;
  unused = v->offset;
}

/* Before an array stands one element more: its length, and in a list of short arrays the offset of the next one. */
enum { SHORT = 64 };
static urt_size_t unused_arrays[SHORT + 1];

urt_ptr_t urt_sync_new_array(size_t count) {
  urt_ptr_t made;
  if (count <= SHORT && unused_arrays[count]) {
    made = urtk_at(urt_mythread, unused_arrays[count]);
    unused_arrays[count] = ((urt_syncvar_t *)urt_near(made))->state[1];
  } else {
    made = urt_needed((count + 1) * sizeof(urt_syncvar_t), "an array of synchronisation variables");
  }
  memset(urt_near(made), 0, (count + 1) * sizeof(urt_syncvar_t));
  ((urt_syncvar_t *)urt_near(made))->state[0] = count;
  return urt_member(made, sizeof(urt_syncvar_t));
}

void urt_sync_free_array(urt_ptr_t *v) {
  urt_ptr_t head = *v;
  head.offset -= sizeof(urt_syncvar_t);
  urt_syncvar_t *first = urt_near(head);
  size_t count = first->state[0];
  if (count > SHORT) upc_free(head);
  else first->state[1] = unused_arrays[count], unused_arrays[count] = head.offset;
}
