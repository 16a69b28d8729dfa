/* SPDX-License-Identifier: BSD-3-Clause
 * Reads the arguments of a call, and says why the library cannot compute it. Wrong arguments are a reason too:
 * ScaLAPACK says what is wrong. */
#include "dropin.h"

#include <string.h>

/* Of descriptors: those of ScaLAPACK, and those of the PBLAS whose first block has a size of its own. */
enum { PLAIN = 1, FIRST_BLOCK = 2 };
enum { DTYPE, CONTEXT, ROWS, COLUMNS };
typedef struct descriptor {
  long rows, columns, first_rows, first_columns, block_rows, block_columns, lld;
  int row_source, column_source;
} descriptor_t;

/* More blocks take too much memory for the list of their owners. */
static const size_t most_blocks = (size_t)1 << 22;

int dropin_count_arguments(const dropin_routine_t *routine) {
  int count = 0;
  const char *a;
  for (a = routine->arguments; *a != '\0'; a++) count += *a >= 'A' && *a <= 'C' ? 4 : 1;
  return count;
}

static void leave(dropin_call_t *c, const char *reason) {
  if (c->reason == NULL) c->reason = reason;
}

static char letter(dropin_call_t *c, const void *given, const char *allowed) {
  char text = *(const char *)given;
  if (text >= 'a' && text <= 'z') text = (char)(text - 'a' + 'A');
  if (text == '\0' || strchr(allowed, text) == NULL) leave(c, "a wrong letter");
  return text;
}

static int size(dropin_call_t *c, const void *given) {
  const int value = *(const int *)given;
  if (value < 0) leave(c, "a negative size");
  if (value == 0) leave(c, "a size of 0");
  return value;
}

static void matrix(dropin_call_t *c, int which, void *const *given) {
  dropin_operand_t *o = &c->operand[which];
  o->used = 1;
  o->memory = given[0];
  o->i = *(const int *)given[1];
  o->j = *(const int *)given[2];
  o->desc = given[3];
}

static void read_arguments(dropin_call_t *c) {
  void *const *given = c->argument;
  const char *a;
  for (a = c->routine->arguments; *a != '\0'; a++) {
    switch (*a) {
      case 's': c->side = letter(c, *given, "LR"); break;
      case 'u': c->uplo = letter(c, *given, "UL"); break;
      case 't': c->transa = letter(c, *given, "NTC"); break;
      case 'T': c->transb = letter(c, *given, "NTC"); break;
      case 'd': c->diag = letter(c, *given, "NU"); break;
      case 'm': c->m = size(c, *given); break;
      case 'n': c->n = size(c, *given); break;
      case 'k': c->k = size(c, *given); break;
      case 'r': c->right = size(c, *given); break;
      case 'a': c->alpha = *given; break;
      case 'b': c->beta = *given; break;
      case 'p': c->pivots = *given; break;
      case 'i': c->info = *given; break;
      default: matrix(c, *a - 'A', given), given += 3;
    }
    given++;
  }
}

static void set_type(dropin_call_t *c) {
  static const struct { char letter; upc_type_t type; size_t size; } types[] = {
    {'s', UPC_FLOAT, 4}, {'d', UPC_DOUBLE, 8}, {'c', UPC_STRIDE_COMPLEX_FLOAT, 8},
    {'z', UPC_STRIDE_COMPLEX_DOUBLE, 16}};
  size_t i = 0;
  while (types[i].letter != c->letter) i++;
  c->type = types[i].type;
  c->size = types[i].size;
}

/* ---- matrices ---- */

static descriptor_t read_descriptor(const int *desc) {
  descriptor_t d;
  const int extra = desc[DTYPE] == FIRST_BLOCK ? 2 : 0, *rest = desc + COLUMNS + 1 + extra;
  d.rows = desc[ROWS], d.columns = desc[COLUMNS];
  d.block_rows = rest[0], d.block_columns = rest[1];
  d.first_rows = extra ? desc[COLUMNS + 1] : d.block_rows;
  d.first_columns = extra ? desc[COLUMNS + 2] : d.block_columns;
  d.row_source = rest[2], d.column_source = rest[3];
  d.lld = rest[4];
  return d;
}

/* The process that has an element, and its place in the local matrix there, from 0. */
long dropin_local(const dropin_axis_t *axis, long index, int *process) {
  long block, before;
  if (index < axis->first_size) {
    *process = axis->source;
    return index;
  }
  block = (index - axis->first_size) / axis->size;
  *process = (int)((axis->source + 1 + block) % axis->processes);
  before = block / axis->processes * axis->size + (*process == axis->source ? axis->first_size : 0);
  return before + (index - axis->first_size) % axis->size;
}

/* The elements of `extent` that are the caller's: ScaLAPACK's NUMROC. */
static long local_extent(const dropin_axis_t *axis, long extent) {
  const long rest = extent - axis->first_size, round = axis->size * axis->processes;
  const long before = (axis->mine - axis->source - 1 + axis->processes) % axis->processes * axis->size;
  const long beyond = rest < 0 ? 0 : rest % round - before; /* in the last round of blocks, from the caller's on */
  long count = axis->mine != axis->source ? 0 : rest < 0 ? extent : axis->first_size;
  if (rest > 0) count += rest / round * axis->size + (beyond < 0 ? 0 : beyond < axis->size ? beyond : axis->size);
  return count;
}

static void set_axis(dropin_call_t *c, dropin_axis_t *axis, long start, size_t count) {
  long rest = axis->first_size - start; /* of the block in which the part begins */
  axis->start = start;
  axis->count = count;
  if (rest <= 0) rest = axis->size - (start - axis->first_size) % axis->size;
  if ((size_t)rest >= count) axis->block = count, axis->offset = 0;
  else if (rest <= axis->size) axis->block = (size_t)axis->size, axis->offset = (size_t)(axis->size - rest);
  else leave(c, "a first block that is larger than the others");
  if (axis->block > axis->offset + count) axis->block = axis->offset + count;
}

size_t dropin_blocks_of(const dropin_axis_t *axis) {
  return axis->block == 0 ? 0 : (axis->offset + axis->count + axis->block - 1) / axis->block;
}

static void look_at(dropin_call_t *c, dropin_operand_t *o) {
  const dropin_grid_t *grid = &c->grid;
  const int kind = o->desc[DTYPE];
  descriptor_t d;
  if (kind != PLAIN && (kind != FIRST_BLOCK || c->routine->solves)) {
    leave(c, "a descriptor of another type");
    return;
  }
  d = read_descriptor(o->desc);
  if (o->desc[CONTEXT] != grid->context) leave(c, "matrices on different grids of processes");
  if (d.row_source == -1 || d.column_source == -1) leave(c, "a matrix that several processes have copies of");
  if (d.block_rows < 1 || d.block_columns < 1 || d.first_rows < 1 || d.first_columns < 1 || d.row_source < 0 ||
      d.column_source < 0 || d.row_source >= grid->rows || d.column_source >= grid->columns)
    leave(c, "a wrong descriptor");
  if (o->i < 1 || o->j < 1 || o->i - 1 + (long)o->rows > d.rows || o->j - 1 + (long)o->columns > d.columns)
    leave(c, "a part that is not within its matrix");
  if (c->reason != NULL) return;
  o->row = (dropin_axis_t){0, 0, 0, 0, d.first_rows, d.block_rows, d.row_source, grid->rows, grid->row};
  o->column =
    (dropin_axis_t){0, 0, 0, 0, d.first_columns, d.block_columns, d.column_source, grid->columns, grid->column};
  o->lld = d.lld < 1 ? 0 : (size_t)d.lld;
  if (d.lld < 1 || d.lld < local_extent(&o->row, d.rows)) leave(c, "a wrong leading dimension");
  set_axis(c, &o->row, o->i - 1, o->rows);
  set_axis(c, &o->column, o->j - 1, o->columns);
  if (dropin_blocks_of(&o->row) > most_blocks / (dropin_blocks_of(&o->column) + 1))
    leave(c, "more than four million blocks");
}

/* ScaLAPACK's factorizations want square blocks, parts that begin with a block, and right-hand sides whose blocks of
 * rows lie beside those of the matrix. */
static void look_at_blocks(dropin_call_t *c) {
  const dropin_operand_t *A = &c->operand[0], *B = &c->operand[1];
  int of_a, of_b;
  if (A->row.size != A->column.size || A->row.start % A->row.size != 0 || A->column.start % A->column.size != 0)
    leave(c, "blocks with which ScaLAPACK does not solve");
  if (!B->used || c->reason != NULL) return;
  dropin_local(&A->row, A->row.start, &of_a);
  dropin_local(&B->row, B->row.start, &of_b);
  if (B->row.size != A->row.size || B->row.start % B->row.size != 0 || of_a != of_b)
    leave(c, "blocks with which ScaLAPACK does not solve");
}

void dropin_read(dropin_call_t *c) {
  int i;
  dropin_find_blacs();
  set_type(c);
  read_arguments(c);
  c->grid.context = c->operand[0].desc[CONTEXT];
  dropin_blacs.gridinfo(&c->grid.context, &c->grid.rows, &c->grid.columns, &c->grid.row, &c->grid.column);
  if (c->grid.row < 0 || c->grid.column < 0) leave(c, "a grid that the process is not in");
  if (c->reason == NULL) c->routine->shape(c);
  for (i = 0; i < OPERANDS && c->reason == NULL; i++)
    if (c->operand[i].used) look_at(c, &c->operand[i]);
  if (c->reason == NULL && c->routine->solves) look_at_blocks(c);
}
