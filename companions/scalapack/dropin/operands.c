/* SPDX-License-Identifier: BSD-3-Clause
 * Parts of ScaLAPACK's matrices as arrays of the library. An array has the blocks of the part, where the matrix has
 * them, so no element goes to another process. The copy costs less than a view of the program's memory, whose pages
 * would have to become shared ones and private ones again, and leaves the program's matrix as it is until the end. */
#include "dropin.h"

#include <stdlib.h>
#include <string.h>

/* ---- arrays ---- */

static int process_of_block(const dropin_axis_t *axis, size_t block) {
  int first;
  dropin_local(axis, axis->start, &first);
  return (int)(((size_t)first + block) % (size_t)axis->processes);
}

static int *list_owners(const dropin_operand_t *o) {
  const size_t rows = dropin_blocks_of(&o->row), columns = dropin_blocks_of(&o->column);
  int *owner = malloc(rows * columns * sizeof *owner);
  size_t i, j;
  if (owner == NULL) abort();
  for (i = 0; i < rows; i++)
    for (j = 0; j < columns; j++)
      owner[o->turned ? i * columns + j : j * rows + i] =
        dropin_thread_at(process_of_block(&o->row, i), process_of_block(&o->column, j));
  return owner;
}

static upc_stride_interval_t interval(const dropin_axis_t *axis) {
  return UPC_STRIDE_RANGE((long long)axis->offset, (long long)(axis->offset + axis->count) - 1);
}

static int allocate(dropin_operand_t *o, size_t size) {
  const dropin_axis_t *first = o->turned ? &o->row : &o->column, *second = o->turned ? &o->column : &o->row;
  const size_t shape[] = {first->offset + first->count, second->offset + second->count};
  const size_t block[] = {first->block, second->block};
  const upc_stride_interval_t intervals[] = {interval(first), interval(second)};
  int *owner = list_owners(o);
  o->array = dropin_library.all_alloc_listed(2, shape, block, size, owner);
  free(owner);
  if (o->array == NULL) return 0;
  o->section = dropin_library.section_here(__FILE__, __LINE__, o->array, 2, intervals);
  return 1;
}

/* ---- copies ---- */

/* What of block number `number` belongs to the part: from `first` on, up to `end`. */
typedef struct span {
  size_t first, end;
} span_t;

static span_t span_of(const dropin_axis_t *axis, size_t number) {
  const size_t begin = number * axis->block, behind = begin + axis->block, last = axis->offset + axis->count;
  span_t span = {begin < axis->offset ? axis->offset : begin, behind < last ? behind : last};
  return span;
}

static long place_of(const dropin_axis_t *axis, size_t index) {
  int process;
  return dropin_local(axis, axis->start + (long)(index - axis->offset), &process);
}

static void copy_elements(char *array, size_t array_step, char *matrix, size_t count, size_t size, int to_array) {
  size_t i;
  for (i = 0; i < count; i++, array += array_step, matrix += size)
    if (to_array) memcpy(array, matrix, size);
    else memcpy(matrix, array, size);
}

/* A block of the array, or the caller's part of it, column by column. */
static void copy_block(const dropin_operand_t *o, char *array, const size_t *number, size_t size, int to_array) {
  const size_t block_row = number[!o->turned], block_column = number[o->turned];
  const span_t rows = span_of(&o->row, block_row), columns = span_of(&o->column, block_column);
  const size_t row_step = o->turned ? o->column.block : 1, column_step = o->turned ? 1 : o->row.block;
  char *matrix = o->memory + ((size_t)place_of(&o->column, columns.first) * o->lld +
                              (size_t)place_of(&o->row, rows.first)) * size;
  size_t j;
  array += (rows.first - block_row * o->row.block) * row_step * size;
  for (j = columns.first; j < columns.end; j++, matrix += o->lld * size) {
    char *column = array + (j - block_column * o->column.block) * column_step * size;
    if (o->turned) copy_elements(column, row_step * size, matrix, rows.end - rows.first, size, to_array);
    else if (to_array) memcpy(column, matrix, (rows.end - rows.first) * size);
    else memcpy(matrix, column, (rows.end - rows.first) * size);
  }
}

static void copy(const dropin_operand_t *o, size_t size, int to_array) {
  const size_t blocks = dropin_library.own_blocks(o->array);
  size_t k, number[2];
  for (k = 0; k < blocks; k++) {
    char *block = dropin_library.own_block(o->array, k, number);
    copy_block(o, block, number, size, to_array);
  }
}

int dropin_begin_operands(dropin_call_t *c) {
  int i;
  for (i = 0; i < OPERANDS; i++) {
    dropin_operand_t *o = &c->operand[i];
    if (!o->used) continue;
    if (!allocate(o, c->size)) return 0;
    copy(o, c->size, 1);
  }
  return 1;
}

void dropin_end_operands(dropin_call_t *c, int take_results) {
  int i;
  for (i = 0; i < OPERANDS; i++) {
    dropin_operand_t *o = &c->operand[i];
    if (o->array == NULL) continue;
    if (o->written && take_results) copy(o, c->size, 0);
    dropin_library.all_free(o->array);
  }
}
