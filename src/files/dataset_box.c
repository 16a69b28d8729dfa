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

/* The box has all elements of an encoded chunk; the rest of the chunk lies beyond the array's end. */
static int write_in_chunk(upc_stride_dataset_t *D, const upc_stride_file_box_t *b) {
  const size_t bytes = upc_stride_chunk_bytes(D);
  steps_t pitch;
  size_t span, place = place_of(D, b, pitch, &span);
  char *buffer;
  if (!upc_stride_is_encoded(D)) return move(D, b, WRITE);
  buffer = upc_stride_dataset_buffer(D, 2 * upc_stride_compressed_bound(bytes));
  if (buffer == NULL) return -1;
  if (elements_of(b) * D->type.size < bytes) memset(buffer, 0, bytes);
  copy_box(b, 0, buffer + place, pitch, b->memory, b->pitch, D->type.size, unit_of(D));
  return upc_stride_chunk_write_encoded(D);
}

/* ---- a box of the dataset ---- */

/* The part of a box that lies in chunk at[]; its indices count from there. */
static void in_chunk(const upc_stride_dataset_t *D, upc_stride_file_box_t *part, const upc_stride_file_box_t *b,
                     const size_t *at) {
  int k;
  *part = *b;
  for (k = 0; k < b->ndims; k++) {
    const long long lo = (long long)(at[k] * D->chunk[k]), hi = lo + (long long)D->chunk[k];
    const long long skip = b->at[k] >= lo ? 0 : (lo - b->at[k] + b->by[k] - 1) / b->by[k];
    const long long end = (hi - b->at[k] + b->by[k] - 1) / b->by[k]; /* the first that is behind */
    part->count[k] = (size_t)((end < (long long)b->count[k] ? end : (long long)b->count[k]) - skip);
    part->at[k] = b->at[k] + skip * b->by[k] - lo;
    part->memory += skip * b->pitch[k];
  }
}

static int has_elements(const upc_stride_file_box_t *b) {
  int k;
  for (k = 0; k < b->ndims; k++)
    if ((long long)b->count[k] <= 0) return 0;
  return 1;
}

static int in_chunks(upc_stride_dataset_t *D, const upc_stride_file_box_t *given, int how) {
  upc_stride_file_box_t b = *given, part;
  size_t first[UPC_STRIDE_MAX_DIMS], last[UPC_STRIDE_MAX_DIMS], at[UPC_STRIDE_MAX_DIMS];
  int k, status;
  for (k = 0; k < b.ndims; k++) {
    if (b.by[k] < 0) { /* the last one first */
      b.at[k] += b.by[k] * (long long)(b.count[k] - 1);
      b.memory += b.pitch[k] * (long long)(b.count[k] - 1);
      b.by[k] = -b.by[k], b.pitch[k] = -b.pitch[k];
    }
    at[k] = first[k] = (size_t)b.at[k] / D->chunk[k];
    last[k] = ((size_t)b.at[k] + (b.count[k] - 1) * (size_t)b.by[k]) / D->chunk[k];
  }
  do {
    in_chunk(D, &part, &b, at);
    if (has_elements(&part)) {
      const int whole = elements_of(&part) * D->type.size == upc_stride_chunk_bytes(D) || upc_stride_is_encoded(D);
      status = how == READ ? upc_stride_chunk_to_read(D, at) : upc_stride_chunk_to_write(D, at, whole);
      if (status == 0) status = how == READ ? read_in_chunk(D, &part) : write_in_chunk(D, &part);
      if (status != 0) return -1;
    }
    for (k = b.ndims - 1; k >= 0 && at[k] == last[k]; k--) at[k] = first[k];
    if (k >= 0) at[k]++;
  } while (k >= 0);
  return 0;
}

int upc_stride_dataset_read(upc_stride_dataset_t *D, const upc_stride_file_box_t *b) { return in_chunks(D, b, READ); }
int upc_stride_dataset_write(upc_stride_dataset_t *D, const upc_stride_file_box_t *b) { return in_chunks(D, b, WRITE); }
