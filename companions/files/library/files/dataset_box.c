/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Elements between memory and chunks. A box of elements is cut at the borders of the chunks. What is left in one chunk
 * is cut in halves, until its bytes lie close together in the file: then one access moves all of it.
 *
 *   a chunk of 6 x 8, a box of 4 x 3       . . . . . . . .      written: four accesses of 3 elements
 *                                          . . 1 1 1 . . .      read: one access of 3 x 8 + 3 elements, of which
 *                                          . . 2 2 2 . . .            those between are not used
 *                                          . . 3 3 3 . . .
 *                                          . . 4 4 4 . . .
 */
#include "files/dataset.h"

#include <string.h>

enum { BUFFER = 4 << 20, SHORT_GAP = 4 << 10 };  /* bytes; to read so many takes as long as another access */
enum { READ, WRITE };

typedef long long steps_t[UPC_STRIDE_MAX_DIMS];

/* ---- copies ---- */

static void copy_element(char *to, const char *from, size_t size, size_t unit) {
  size_t i, j;
  if (unit == 1) memcpy(to, from, size);
  else
    for (i = 0; i < size; i += unit)
      for (j = 0; j < unit; j++) to[i + j] = from[i + unit - 1 - j];
}

static void copy_row(char *to, long long to_pitch, const char *from, long long from_pitch, size_t count, size_t size,
                     size_t unit) {
  size_t i;
  if (unit == 1 && to_pitch == (long long)size && from_pitch == (long long)size) memcpy(to, from, count * size);
  else if (unit == 1 && size == 8)
    for (i = 0; i < count; i++) memcpy(to + (long long)i * to_pitch, from + (long long)i * from_pitch, 8);
  else
    for (i = 0; i < count; i++)
      copy_element(to + (long long)i * to_pitch, from + (long long)i * from_pitch, size, unit);
}

/* All elements of a box, of which dimensions k.. are left; pitches are in bytes. */
static void copy_box(const upc_stride_file_box_t *b, int k, char *to, const long long *to_pitch, const char *from,
                     const long long *from_pitch, size_t size, size_t unit) {
  size_t i;
  if (k == b->ndims - 1) copy_row(to, to_pitch[k], from, from_pitch[k], b->count[k], size, unit);
  else
    for (i = 0; i < b->count[k]; i++)
      copy_box(b, k + 1, to + (long long)i * to_pitch[k], to_pitch, from + (long long)i * from_pitch[k], from_pitch,
               size, unit);
}

static size_t unit_of(const upc_stride_dataset_t *D) { return D->swap ? upc_stride_element_type_unit(&D->type) : 1; }

/* ---- a box in one chunk: b->at[] counts from the chunk's first element, b->by[] is positive ---- */

static size_t elements_of(const upc_stride_file_box_t *b) {
  size_t n = 1;
  int k;
  for (k = 0; k < b->ndims; k++) n *= b->count[k];
  return n;
}

/* Bytes from the chunk's beginning; from neighbour to neighbour; from the first element up to the end of the last. */
static size_t place_of(const upc_stride_dataset_t *D, const upc_stride_file_box_t *b, long long *pitch, size_t *span) {
  size_t place = 0, last = 0;
  int k;
  for (k = 0; k < b->ndims; k++) {
    place += (size_t)b->at[k] * D->stride[k] * D->type.size;
    pitch[k] = b->by[k] * (long long)(D->stride[k] * D->type.size);
    last += (b->count[k] - 1) * (size_t)pitch[k];
  }
  *span = last + D->type.size;
  return place;
}

/* 1: the box lies in memory as in the file, without gaps. */
static int is_direct(const upc_stride_file_box_t *b, const long long *pitch, int contiguous, size_t unit) {
  int k;
  for (k = 0; k < b->ndims; k++)
    if (b->count[k] > 1 && b->pitch[k] != pitch[k]) return 0;
  return contiguous && unit == 1;
}

static int widest(const upc_stride_file_box_t *b, const long long *pitch) {
  int k, best = -1;
  for (k = 0; k < b->ndims; k++)
    if (b->count[k] > 1 && (best < 0 || pitch[k] > pitch[best])) best = k;
  return best;
}

/* The parts of a box that are contiguous in the file. */
static size_t runs_of(const upc_stride_file_box_t *b, const long long *pitch, size_t size) {
  size_t runs = elements_of(b);
  int k;
  for (k = 0; k < b->ndims; k++)
    if (pitch[k] == (long long)size) return runs / b->count[k];
  return runs;
}

static int move(upc_stride_dataset_t *D, const upc_stride_file_box_t *b, int how) {
  steps_t pitch;
  size_t span, place = place_of(D, b, pitch, &span), bytes = elements_of(b) * D->type.size, unit = unit_of(D);
  upc_stride_file_box_t half;
  char *buffer;
  int k;
  if (is_direct(b, pitch, span == bytes, unit))
    return how == READ ? upc_stride_chunk_get(D, b->memory, bytes, place)
                       : upc_stride_chunk_put(D, b->memory, bytes, place);
  if (span <= BUFFER &&
      (span == bytes || (how == READ && span - bytes <= runs_of(b, pitch, D->type.size) * SHORT_GAP))) {
    buffer = upc_stride_dataset_buffer(D, BUFFER);
    if (buffer == NULL) return -1;
    if (how == READ && upc_stride_chunk_get(D, buffer, span, place) != 0) return -1;
    if (how == READ) copy_box(b, 0, b->memory, b->pitch, buffer, pitch, D->type.size, unit);
    else copy_box(b, 0, buffer, pitch, b->memory, b->pitch, D->type.size, unit);
    return how == READ ? 0 : upc_stride_chunk_put(D, buffer, span, place);
  }
  k = widest(b, pitch);
  if (k < 0) return upc_stride_dataset_wrong(D, "elements of %zu bytes are too large", D->type.size);
  half = *b;
  half.count[k] = b->count[k] / 2;
  if (move(D, &half, how) != 0) return -1;
  half.at[k] += (long long)half.count[k] * b->by[k];
  half.memory += (long long)half.count[k] * b->pitch[k];
  half.count[k] = b->count[k] - half.count[k];
  return move(D, &half, how);
}

static int read_in_chunk(upc_stride_dataset_t *D, const upc_stride_file_box_t *b) {
  steps_t pitch, still = {0};
  size_t span, place = place_of(D, b, pitch, &span);
  if (D->absent) copy_box(b, 0, b->memory, b->pitch, D->fill, still, D->type.size, unit_of(D));
  else if (upc_stride_is_encoded(D))
    copy_box(b, 0, b->memory, b->pitch, D->buffer + place, pitch, D->type.size, unit_of(D));
  else return move(D, b, READ);
  return 0;
}

/* ---- a box in a chunk, to be written ---- */

/* The box becomes a part of the buffer, which is written when another chunk comes. What is in no box is as it was, or
 * zero, or beyond the array's end. */
static int write_in_buffer(upc_stride_dataset_t *D, const upc_stride_file_box_t *b, int fresh) {
  steps_t pitch;
  size_t span, place = place_of(D, b, pitch, &span);
  char *buffer = upc_stride_chunk_buffer(D);
  if (buffer == NULL) return -1;
  if (fresh) memset(buffer, 0, upc_stride_chunk_bytes(D));
  copy_box(b, 0, buffer + place, pitch, b->memory, b->pitch, D->type.size, unit_of(D));
  D->dirty = 1;
  return 0;
}

/* A chunk that is not there: all of it is the fill value. */
static int fill_buffer(upc_stride_dataset_t *D) {
  const size_t bytes = upc_stride_chunk_bytes(D);
  char *buffer = upc_stride_chunk_buffer(D);
  size_t i;
  if (buffer == NULL) return -1;
  for (i = 0; i < bytes; i += D->type.size) memcpy(buffer + i, D->fill, D->type.size);
  D->absent = 0, D->decoded = 1;
  return 0;
}

/* HDF5's library writes the box, whose elements it gets one after the other. */
static int write_by_library(upc_stride_dataset_t *D, const upc_stride_file_box_t *b, const size_t *at) {
  const size_t bytes = elements_of(b) * D->type.size;
  upc_stride_file_box_t of_dataset = *b;
  steps_t pitch;
  size_t step = D->type.size;
  char *buffer = upc_stride_dataset_buffer(D, bytes);
  int k;
  if (buffer == NULL) return -1;
  for (k = b->ndims - 1; k >= 0; k--) {
    of_dataset.at[k] += (long long)(at[k] * D->chunk[k]);
    pitch[k] = (long long)step;
    step *= b->count[k];
  }
  copy_box(b, 0, buffer, pitch, b->memory, b->pitch, D->type.size, unit_of(D));
  return upc_stride_hdf5_write_box(D, &of_dataset, buffer);
}

/* A part of a dataset that is there. */
static int update_in_chunk(upc_stride_dataset_t *D, const upc_stride_file_box_t *b, const size_t *at, int whole) {
  const int encoded = upc_stride_is_encoded(D), hdf5 = D->format == UPC_STRIDE_FILE_HDF5;
  if (hdf5 && D->turn) return write_by_library(D, b, at);
  if (encoded && whole)
    return upc_stride_chunk_to_write(D, at, 1) == 0 ? write_in_buffer(D, b, 1) : -1;
  if (upc_stride_chunk_to_read(D, at) != 0) return -1;
  if (!encoded && !D->absent && !D->dirty) return move(D, b, WRITE);
  if (D->absent && fill_buffer(D) != 0) return -1;
  return write_in_buffer(D, b, 0);
}

static int write_in_chunk(upc_stride_dataset_t *D, const upc_stride_file_box_t *b, const size_t *at, int whole) {
  if (D->update) return update_in_chunk(D, b, at, whole);
  whole = elements_of(b) * D->type.size == upc_stride_chunk_bytes(D); /* also what lies beyond the array's end */
  if (upc_stride_chunk_to_write(D, at, whole) != 0) return -1;
  return upc_stride_is_encoded(D) ? write_in_buffer(D, b, 1) : move(D, b, WRITE);
}

/* ---- a box of the dataset is cut at the borders of cells: files, and the chunks in them ---- */

typedef struct cells {
  size_t cell[UPC_STRIDE_MAX_DIMS];                           /* elements of a cell                  */
  size_t first[UPC_STRIDE_MAX_DIMS], last[UPC_STRIDE_MAX_DIMS]; /* cells                             */
  size_t at[UPC_STRIDE_MAX_DIMS];                             /* the present one                     */
} cells_t;

static void cells_begin(cells_t *c, const upc_stride_file_box_t *b) {
  int k;
  for (k = 0; k < b->ndims; k++) {
    c->at[k] = c->first[k] = (size_t)b->at[k] / c->cell[k];
    c->last[k] = ((size_t)b->at[k] + (b->count[k] - 1) * (size_t)b->by[k]) / c->cell[k];
  }
}

static int cells_next(cells_t *c, int ndims) {
  int k;
  for (k = ndims - 1; k >= 0 && c->at[k] == c->last[k]; k--) c->at[k] = c->first[k];
  if (k >= 0) c->at[k]++;
  return k >= 0;
}

/* The part of a box that lies in the present cell; 0: it has no elements. */
static int cell_part(const cells_t *c, upc_stride_file_box_t *part, const upc_stride_file_box_t *b) {
  int k;
  *part = *b;
  for (k = 0; k < b->ndims; k++) {
    const long long lo = (long long)(c->at[k] * c->cell[k]), hi = lo + (long long)c->cell[k];
    const long long skip = b->at[k] >= lo ? 0 : (lo - b->at[k] + b->by[k] - 1) / b->by[k];
    const long long end = (hi - b->at[k] + b->by[k] - 1) / b->by[k]; /* the first that is behind */
    const long long count = (end < (long long)b->count[k] ? end : (long long)b->count[k]) - skip;
    if (count <= 0) return 0;
    part->count[k] = (size_t)count;
    part->at[k] = b->at[k] + skip * b->by[k];
    part->memory += skip * b->pitch[k];
  }
  return 1;
}

/* 1: the part has all elements that the dataset has in this cell. */
static int is_whole(const upc_stride_dataset_t *D, const cells_t *c, const upc_stride_file_box_t *part) {
  int k;
  for (k = 0; k < part->ndims; k++) {
    const size_t left = D->shape[k] - c->at[k] * c->cell[k];
    if (part->count[k] != (left < c->cell[k] ? left : c->cell[k])) return 0;
  }
  return 1;
}

static int in_chunks(upc_stride_dataset_t *D, const upc_stride_file_box_t *b, int how) {
  upc_stride_file_box_t part;
  cells_t c;
  int k, status;
  memcpy(c.cell, D->chunk, sizeof c.cell);
  cells_begin(&c, b);
  do {
    if (!cell_part(&c, &part, b)) continue;
    for (k = 0; k < b->ndims; k++) part.at[k] -= (long long)(c.at[k] * c.cell[k]);
    if (how == WRITE) status = write_in_chunk(D, &part, c.at, is_whole(D, &c, &part));
    else {
      status = upc_stride_chunk_to_read(D, c.at);
      if (status == 0) status = read_in_chunk(D, &part);
    }
    if (status != 0) return -1;
  } while (cells_next(&c, b->ndims));
  return 0;
}

/* Writing a part of a dataset: 1: this file's elements wait for the turn of the caller, since others may write another
 * part of it meanwhile: of what is encoded, not there yet, or written by HDF5's library. */
static int must_wait(upc_stride_dataset_t *D, const size_t *file, int whole) {
  if (D->format < UPC_STRIDE_FILE_ZARR || (D->format == UPC_STRIDE_FILE_ZARR && whole)) return 0;
  if (upc_stride_is_encoded(D)) return 1;
  return upc_stride_chunk_to_read(D, file) == 0 ? D->absent : -1;
}

static int write_in_file(upc_stride_dataset_t *D, const upc_stride_file_box_t *part, const size_t *file, int whole) {
  int waits = 0;
  if (D->update && D->turn) waits = D->format == UPC_STRIDE_FILE_HDF5 || !whole;
  else if (D->update) waits = must_wait(D, file, whole);
  if (waits < 0) return -1;
  if (waits != D->turn) {
    D->waits |= waits;
    return 0;
  }
  return upc_stride_file_to_write(D, file, whole) == 0 ? in_chunks(D, part, WRITE) : -1;
}

/* The elements in one file after the other, each with a step that is positive. */
static int in_files(upc_stride_dataset_t *D, const upc_stride_file_box_t *given, int how) {
  upc_stride_file_box_t b = *given, part;
  cells_t c;
  int k, status;
  for (k = 0; k < b.ndims; k++) {
    c.cell[k] = D->chunk[k] * D->per_file[k];
    if (b.by[k] >= 0) continue;
    b.at[k] += b.by[k] * (long long)(b.count[k] - 1); /* the last one first */
    b.memory += b.pitch[k] * (long long)(b.count[k] - 1);
    b.by[k] = -b.by[k], b.pitch[k] = -b.pitch[k];
  }
  cells_begin(&c, &b);
  do {
    if (!cell_part(&c, &part, &b)) continue;
    status = how == READ ? in_chunks(D, &part, READ) : write_in_file(D, &part, c.at, is_whole(D, &c, &part));
    if (status != 0) return -1;
  } while (cells_next(&c, b.ndims));
  return 0;
}

int upc_stride_dataset_read(upc_stride_dataset_t *D, const upc_stride_file_box_t *b) { return in_files(D, b, READ); }
int upc_stride_dataset_write(upc_stride_dataset_t *D, const upc_stride_file_box_t *b) { return in_files(D, b, WRITE); }
