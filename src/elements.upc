/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_get_elements, upc_stride_put_elements, upc_stride_acc_elements: lists of elements, moved by one thread.
 * Those of near threads are moved by address. Those of each far thread go together in requests (accumulate.h). */
#include "accumulate.h"
#include "arrays/view.h"
#include "base/allocate.h"
#include "base/environment.h"
#include "base/near.h"
#include "base/number.h"
#include "base/port.h"
#include "layout/places.h"

#include <stdlib.h>
#include <string.h>

typedef struct list {
  upc_stride_array_t array;
  const size_t *index;
  size_t count;
  char *values;
  upc_stride_items_t items;
  char **part;                           /* by thread: its part of the array by address; null: not by address */
} list_t;

static int place_of(const upc_stride_layout_t *L, size_t i, size_t *offset) {
  size_t at[UPC_STRIDE_MAX_DIMS];
  int k, thread;
  for (k = L->ndims - 1; k >= 0; k--) at[k] = i % L->shape[k], i /= L->shape[k];
  thread = upc_stride_places_element(L, at, offset);
  return L->copies > 0 ? MYTHREAD : thread; /* of a replicated array the caller's copy */
}

static void check(list_t *E, const upc_stride_site_t *call, const char *array_name, const char *values_name) {
  size_t i, elements;
  upc_stride_check_array(call, array_name, E->array);
  upc_stride_check_open(call, array_name, E->array);
  if (upc_stride_product(E->count, E->array->layout.elemsize) > UPC_STRIDE_MOST_BYTES)
    upc_stride_fail(call, "count", "%zu elements, must be a number that memory has room for", E->count);
  if (E->count > 0 && E->index == NULL) upc_stride_fail(call, "index", "null, must be %zu numbers", E->count);
  if (E->count > 0 && E->values == NULL) upc_stride_fail(call, values_name, "null, must be %zu elements", E->count);
  elements = E->array->layout.elements;
  for (i = 0; i < E->count; i++)
    if (E->index[i] >= elements)
      upc_stride_fail(call, "index", "%zu at position %zu, must be an element of %s, 0..%zu", E->index[i], i,
                      array_name, elements - 1);
}

static void move_near(list_t *E, int owner, char *element, char *value) {
  const size_t size = E->array->layout.elemsize;
  char *to = E->items.what == UPC_STRIDE_ITEM_GET ? value : element, *from = to == value ? element : value;
  upc_stride_near_items(&E->items, owner, element, 0, size, 1);
  if (E->items.what == UPC_STRIDE_ITEM_ACC) upc_stride_acc_near(&E->items, owner, element, 0, value, 0, size, 1);
  else upc_stride_copy_item(to, from, size);
}

typedef struct far { size_t value, offset; int owner; } far_t; /* an element's position in the list; where it is */

/* Moves what is near. Lists the others, and counts them by owner, in first[owner + 1]. */
static size_t move_all_near(list_t *E, far_t **list, size_t *first) {
  size_t i, offset, far = 0, size = E->array->layout.elemsize;
  for (i = 0; i < E->count; i++) {
    int owner = place_of(&E->array->layout, E->index[i], &offset);
    if (E->part[owner] != NULL) {
      move_near(E, owner, E->part[owner] + offset, E->values + i * size);
      continue;
    }
    if (far == 0) *list = upc_stride_resize(NULL, E->count - i, sizeof **list, "lists of elements");
    (*list)[far].value = i, (*list)[far].offset = offset, (*list)[far++].owner = owner;
    first[owner + 1]++;
  }
  return far;
}

/* Moves the others, owner by owner, each owner's in their order. */
static void move_far(list_t *E, const far_t *list, size_t *first, size_t far) {
  const upc_stride_item_form_t element = {E->array->layout.elemsize, 1, 0, 0};
  size_t *sorted = upc_stride_resize(NULL, far, sizeof *sorted, "lists of elements"), i = 0;
  int t;
  for (t = 0; t < THREADS; t++) first[t + 1] += first[t];
  for (i = 0; i < far; i++) sorted[first[list[i].owner]++] = i;
  for (t = 0, i = 0; t < THREADS; t++) { /* first[t] is now where those of thread t end */
    const size_t part = i < first[t] ? upc_addrfield((shared void *)upc_stride_part(E->array, t)) : 0;
    for (; i < first[t]; i++) {
      const far_t *f = &list[sorted[i]];
      upc_stride_items_add(&E->items, t, part + f->offset, E->values + f->value * element.bytes, &element);
    }
  }
  free(sorted);
}

/* In checked mode: no element of the list has an update before its fence. */
static void check_no_updates(const list_t *E) {
  size_t i, offset;
  for (i = 0; i < E->count; i++) {
    const int owner = place_of(&E->array->layout, E->index[i], &offset);
    const size_t part = upc_addrfield((shared void *)upc_stride_part(E->array, owner));
    upc_stride_check_updated(E->items.call, owner, part + offset, E->array->layout.elemsize);
  }
}

static void move(list_t *E) {
  far_t *list = NULL;
  size_t *first, far;
  int t;
  if (E->count == 0) return;
  if (upc_stride_environment()->check) check_no_updates(E);
  upc_stride_tell_access(E->values, E->count * E->array->layout.elemsize,
                         E->items.what == UPC_STRIDE_ITEM_GET ? UPC_STRIDE_TELL_WRITES : UPC_STRIDE_TELL_READS);
  first = upc_stride_alloc((size_t)THREADS + 1, sizeof *first, "lists of elements");
  E->part = upc_stride_alloc(THREADS, sizeof *E->part, "lists of elements");
  for (t = 0; t < THREADS; t++)
    if (upc_stride_items_by_address(&E->items, t))
      E->part[t] = upc_stride_address((shared const void *)upc_stride_part(E->array, t));
  far = move_all_near(E, &list, first);
  if (far > 0) move_far(E, list, first, far);
  upc_stride_items_end(&E->items);
  free(E->part);
  free(first);
  free(list);
}

static list_t list_of(upc_stride_array_t array, const size_t *index, size_t count, const void *values) {
  list_t E;
  memset(&E, 0, sizeof E);
  E.array = array, E.index = index, E.count = count, E.values = (char *)values;
  return E;
}

void upc_stride_get_elements(void *to, upc_stride_array_t src, const size_t *index, size_t count) {
  upc_stride_site_t call = upc_stride_site("upc_stride_get_elements", NULL);
  list_t E = list_of(src, index, count, to);
  check(&E, &call, "src", "to");
  upc_stride_items_begin(&E.items, &call, UPC_STRIDE_ITEM_GET, src->layout.elemsize);
  upc_stride_ordered();
  move(&E);
}

void upc_stride_put_elements(upc_stride_array_t dst, const size_t *index, size_t count, const void *from) {
  upc_stride_site_t call = upc_stride_site("upc_stride_put_elements", NULL);
  list_t E = list_of(dst, index, count, from);
  check(&E, &call, "dst", "from");
  upc_stride_items_begin(&E.items, &call, UPC_STRIDE_ITEM_PUT, dst->layout.elemsize);
  move(&E);
  upc_stride_ordered();
}

void upc_stride_acc_elements(upc_stride_array_t dst, const size_t *index, size_t count, upc_op_t op, upc_type_t type,
                             const void *from) {
  upc_stride_site_t call = upc_stride_site("upc_stride_acc_elements", NULL);
  list_t E = list_of(dst, index, count, from);
  check(&E, &call, "dst", "from");
  upc_stride_check_acc(&call, &E.items.op, op, type, dst);
  upc_stride_items_begin(&E.items, &call, UPC_STRIDE_ITEM_ACC, dst->layout.elemsize);
  move(&E);
  upc_stride_ordered();
}
