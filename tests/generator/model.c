// SPDX-License-Identifier: BSD-3-Clause
#include "model.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int threads = 1;

// ---- Layouts (UPC 1.3, 6.5.1.1) and steps of a pointer (6.4.2)

static place_t next(place_t at, long block, int size) {
  at.offset += size;
  if (block == 0) return at;
  at.phase++;
  if (at.phase < block) return at;
  at.phase = 0; // the first element of the next thread's block
  at.offset -= block * size;
  at.thread++;
  if (at.thread < threads) return at;
  at.thread = 0; // of the next row of blocks
  at.offset += block * size;
  return at;
}

static place_t previous(place_t at, long block, int size) {
  at.offset -= size;
  if (block == 0) return at;
  at.phase--;
  if (at.phase >= 0) return at;
  at.phase = block - 1;
  at.offset += block * size;
  at.thread--;
  if (at.thread >= 0) return at;
  at.thread = threads - 1;
  at.offset -= block * size;
  return at;
}

place_t place_of(const array_t *a, long index) {
  place_t at = {0, 0, 0};
  while (index-- > 0) at = next(at, a->block, a->size);
  return at;
}

void step(pointer_t *p, long n) {
  for (; n > 0; n--) p->at = next(p->at, p->block, p->type->size);
  for (; n < 0; n++) p->at = previous(p->at, p->block, p->type->size);
}

void lay_out(array_t *a) {
  memset(a->valid, 0, sizeof a->valid);
  place_t at = {0, 0, 0};
  for (long k = 0; k < a->n; k++, at = next(at, a->block, a->size)) a->valid[at.thread] += a->size;
  for (int t = 0; t < threads; t++) a->bytes[t] = calloc(1, a->valid[t] + 1);
}

void forget(array_t *a) {
  for (int t = 0; t < threads; t++) free(a->bytes[t]);
}

int inside(const pointer_t *p) {
  long end = p->at.offset + p->type->size;
  return p->at.offset >= 0 && end <= p->array->valid[p->at.thread] && p->at.offset % p->type->size == 0;
}

// ---- Values: all that floats ever hold is whole and small

long long wrap(const type_t *type, long long value) {
  if (type->kind == 'f' || type->size == 8) return value;
  long long range = 1ll << 8 * type->size;
  value &= range - 1;
  return type->kind == 's' && value >= range / 2 ? value - range : value;
}

long long load(const array_t *a, place_t at, const type_t *type) {
  const unsigned char *from = a->bytes[at.thread] + at.offset;
  if (type->kind == 'f') {
    float f;
    double d;
    if (type->size == 4) return memcpy(&f, from, 4), (long long)f;
    return memcpy(&d, from, 8), (long long)d;
  }
  unsigned long long value = 0;
  for (int k = type->size; k-- > 0;) value = value << 8 | from[k];
  return wrap(type, (long long)value);
}

void store(array_t *a, place_t at, const type_t *type, long long value) {
  unsigned char *to = a->bytes[at.thread] + at.offset;
  if (type->kind == 'f') {
    float f = (float)value;
    double d = (double)value;
    memcpy(to, type->size == 4 ? (void *)&f : (void *)&d, type->size);
    return;
  }
  for (int k = 0; k < type->size; k++) to[k] = (unsigned char)((unsigned long long)value >> 8 * k);
}

// ---- Random numbers: the same on every machine

static uint64_t state;

void random_seed(unsigned long seed) {
  state = seed * 0x9e3779b97f4a7c15u + 0x1234567;
  for (int k = 0; k < 8; k++) random_below(2);
}

unsigned random_below(unsigned n) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return n ? (unsigned)(state >> 33) % n : 0;
}

long random_between(long lo, long hi) { return lo + (long)random_below((unsigned)(hi - lo + 1)); }
