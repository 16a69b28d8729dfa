/* SPDX-License-Identifier: BSD-3-Clause
 * Records of calls, and the logs they stand in. */
#include "checked/checked.h"
#include "arrays/spelling.h"
#include "base/allocate.h"
#include "base/environment.h"
#include "base/port.h"
#include "prepared/arguments.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef shared [] char *place_t;

static shared place_t logs[THREADS];
static strict shared int opened[THREADS];

int upc_stride_logs_kept(void) {
  return upc_stride_environment()->check || upc_stride_environment()->timeout > 0;
}

upc_stride_call_log_t *upc_stride_my_log(void) {
  static upc_stride_call_log_t *mine;
  place_t place;
  if (mine != NULL) return mine;
  place = upc_stride_shared_alloc(sizeof(upc_stride_call_log_t), "checked mode of the library");
  mine = (upc_stride_call_log_t *)(char *)place;
  memset(mine, 0, sizeof *mine);
  logs[MYTHREAD] = place;
  opened[MYTHREAD] = 1;
  return mine;
}

const upc_stride_call_log_t *upc_stride_read_log(int thread) {
  static upc_stride_call_log_t *copy;
  if (!opened[thread]) return NULL;
  if (copy == NULL) copy = upc_stride_alloc(1, sizeof *copy, "checks of calls");
  upc_memget(copy, (shared const void *)logs[thread], sizeof *copy);
  return copy;
}

/* ---- arguments as text: equal where they mean the same ---- */

/* Checksums of texts and lists: FNV-1a (Fowler, Noll and Vo) with 32 bits. */
enum { CHECKSUM_FACTOR = 16777619 };
static const unsigned CHECKSUM_START = 2166136261u;

static unsigned checksum(unsigned sum, const void *bytes, size_t n) {
  const unsigned char *x = bytes;
  for (; n > 0; n--, x++) sum = (sum ^ *x) * CHECKSUM_FACTOR;
  return sum;
}

static void name_record(upc_stride_record_t *r, const char *name) {
  memset(r->name, 0, sizeof r->name);
  snprintf(r->name, sizeof r->name, "%s", name);
}

static void add(upc_stride_record_t *r, const char *name, const char *value) {
  if (r->args == UPC_STRIDE_RECORD_ARGS) {
    r->more = checksum(r->more, value, strlen(value));
    return;
  }
  snprintf(r->arg[r->args].name, sizeof r->arg[0].name, "%s", name);
  snprintf(r->arg[r->args++].value, sizeof r->arg[0].value, "%s", value);
}

static void add_number(upc_stride_record_t *r, const char *name, unsigned long long value) {
  char text[24];
  snprintf(text, sizeof text, "%llu", value);
  add(r, name, text);
}

/* The texts of two threads may name one place by different arrays, since each knows those that it has used. */
static void add_place(upc_stride_record_t *r, const char *name, shared const void *place) {
  upc_stride_spelling_t spelling;
  add(r, name, upc_stride_spell_place(&spelling, place));
  if (r->more != 0) return;
  r->arg[r->args - 1].place = upc_addrfield((shared void *)place) * THREADS + upc_threadof((shared void *)place) + 1;
}

/* Lists differ by their contents. */
static void add_list(upc_stride_record_t *r, const char *name, const void *list, size_t bytes) {
  char text[60];
  if (list == NULL) return;
  snprintf(text, sizeof text, "a list with checksum %08x", checksum(CHECKSUM_START, list, bytes));
  add(r, name, text);
}

/* One value of a type, or what null stands for. */
static void add_value(upc_stride_record_t *r, const char *name, upc_type_t type, const void *value, int otherwise) {
  const upc_type_t part = upc_stride_part_type(type);
  char text[120];
  if (part == type || value == NULL)
    snprintf(text, sizeof text, "%.21Lg", value == NULL ? (long double)otherwise : upc_stride_value(type, value));
  else
    snprintf(text, sizeof text, "%.21Lg %+.21Lg i", upc_stride_value(part, value),
             upc_stride_value(part, (const char *)value + upc_stride_type_bytes(part)));
  add(r, name, text);
}

static void add_function(upc_stride_record_t *r, const char *name, void (*func)(void)) {
  char text[60];
  size_t position;
  if (!upc_stride_function_position(func, &position)) return;
  snprintf(text, sizeof text, "the function 0x%zx bytes into the program", position);
  add(r, name, text);
}

/* Words put together; of what there is no room for, a checksum stands at the end. */
enum { TAIL = 14 };

typedef struct words {
  char text[UPC_STRIDE_RECORD_VALUE];
  size_t used;
  unsigned sum;
  int full;
} words_t;

static void begin(words_t *w) {
  w->used = 0;
  w->sum = CHECKSUM_START;
  w->full = 0;
}

static void put(words_t *w, const char *format, ...) {
  char piece[80];
  size_t length;
  va_list rest;
  va_start(rest, format);
  vsnprintf(piece, sizeof piece, format, rest);
  va_end(rest);
  length = strlen(piece);
  w->full |= length >= sizeof w->text - TAIL - w->used;
  if (w->full) {
    w->sum = checksum(w->sum, piece, length);
    return;
  }
  memcpy(w->text + w->used, piece, length);
  w->used += length;
}

static void add_words(upc_stride_record_t *r, const char *name, words_t *w) {
  w->text[w->used] = '\0';
  if (w->full) snprintf(w->text + w->used, TAIL, " .. %08x", w->sum);
  add(r, name, w->text);
}

/* The last index picked between two bounds, with no sum that is larger than them. */
static long long last_of(long long lo, long long step, long long hi) {
  unsigned long long by = step > 0 ? (unsigned long long)step : 0 - (unsigned long long)step;
  unsigned long long from = (unsigned long long)lo, to = (unsigned long long)hi, way = step > 0 ? to - from : from - to;
  long long rest = (long long)(way % by);
  return step > 0 ? hi - rest : hi + rest;
}

static void put_interval(words_t *w, const upc_stride_interval_t *iv, size_t extent) {
  upc_stride_bounds_t b = upc_stride_bounds(iv, extent);
  long long lo = b.lo, step = b.step, hi = b.hi;
  if (step > 0 ? lo > hi : lo < hi) {
    put(w, "nothing");
    return;
  }
  hi = last_of(lo, step, hi);
  if (lo == hi) put(w, "%lld", lo);
  else if (step == 1) put(w, "%lld:%lld", lo, hi);
  else put(w, "%lld:%lld:%lld", lo, step, hi);
}

static void add_section(upc_stride_record_t *r, const char *name, const upc_stride_section_t *S, int elements) {
  const upc_stride_layout_t *L = &S->array->layout;
  static const upc_stride_interval_t all = {UPC_STRIDE_INTERVAL_ALL, 0, 1, 0};
  words_t w;
  int k;
  begin(&w);
  put(&w, "%.30s<", S->array->name != NULL ? S->array->name : "");
  for (k = 0; k < L->ndims; k++) {
    if (k > 0) put(&w, ", ");
    put_interval(&w, k < S->intervals ? &S->interval[k] : &all, elements ? L->shape[k] : L->nblocks[k]);
  }
  put(&w, ">");
  if (S->array->name == NULL) put(&w, " of the array at %zu", upc_addrfield(S->array->base));
  add_words(r, name, &w);
}

/* "8x6" */
static void put_sizes(words_t *w, const size_t *sizes, int n) {
  int k;
  for (k = 0; k < n; k++) put(w, k > 0 ? "x%zu" : "%zu", sizes[k]);
}

/* Where the blocks of an array lie that each thread has described for itself. */
static void add_array(upc_stride_record_t *r, const char *name, upc_stride_array_t A) {
  const upc_stride_layout_t *L = &A->layout;
  words_t w;
  if (A->name != NULL) return; /* declared: the same everywhere */
  begin(&w);
  put_sizes(&w, L->shape, L->ndims);
  put(&w, " of %zu byte%s by ", L->elemsize, UPC_STRIDE_S(L->elemsize));
  put_sizes(&w, L->block, L->ndims);
  if (L->gridded) {
    put(&w, " on ");
    put_sizes(&w, L->grid, L->ndims);
  }
  if (L->copies > 0) put(&w, ", replicated");
  add_words(r, name, &w);
  if (L->owners != NULL) add_list(r, "owners", L->owners->block, L->blocks * sizeof *L->owners->block);
}

/* Flags spelled in one way, whichever of the equal values was given. */
static upc_flag_t flags_of(upc_stride_sync_t sync) {
  static const upc_flag_t in[3] = {UPC_IN_NOSYNC, UPC_IN_MYSYNC, UPC_IN_ALLSYNC};
  static const upc_flag_t out[3] = {UPC_OUT_NOSYNC, UPC_OUT_MYSYNC, UPC_OUT_ALLSYNC};
  return in[sync.in] | out[sync.out];
}

/* Hashes of records: FNV-1a with 64 bits. */
#define HASH_START 14695981039346656037ULL

static unsigned long long hash_of(const void *bytes, size_t n, unsigned long long hash) {
  const unsigned char *x = bytes;
  for (; n > 0; n--, x++) hash = (hash ^ *x) * 1099511628211ULL;
  return hash;
}

static upc_stride_record_t *hashed(upc_stride_record_t *r) {
  int i;
  r->hash = hash_of(r->name, sizeof r->name, HASH_START);
  r->hash = hash_of(&r->more, sizeof r->more, r->hash);
  for (i = 0; i < r->args; i++) {
    r->hash = hash_of(r->arg[i].name, sizeof r->arg[i].name, r->hash);
    if (r->arg[i].place > 0) r->hash = hash_of(&r->arg[i].place, sizeof r->arg[i].place, r->hash);
    else r->hash = hash_of(r->arg[i].value, sizeof r->arg[i].value, r->hash);
  }
  return r;
}

/* Functions of all types have addresses alike. */
static void add_function_of(upc_stride_record_t *r, const upc_stride_args_t *a, const upc_stride_argument_t *row) {
  void (*function)(void);
  memcpy(&function, (const char *)a + row->at, sizeof function);
  add_function(r, row->name, function);
}

/* One argument by its row, but addresses and lists that are the caller's own. */
static void add_argument(upc_stride_record_t *r, const upc_stride_prepared_t *P, const upc_stride_args_t *a,
                         const upc_stride_argument_t *row) {
  const char *at = (const char *)a + row->at;
  const void *kept = upc_stride_argument_address(&P->args, row); /* of an argument that is an address */
  upc_stride_spelling_t spelling;
  switch (row->kind) {
    case UPC_STRIDE_ARGUMENT_SECTION:
      add_section(r, row->name, *(const upc_stride_section_t *const *)at,
                  P->builder->flow->kind == UPC_STRIDE_ELEMENTS);
      break;
    case UPC_STRIDE_ARGUMENT_PLACE: add_place(r, row->name, a->place); break;
    case UPC_STRIDE_ARGUMENT_SIZE: add_number(r, row->name, *(const size_t *)at); break;
    case UPC_STRIDE_ARGUMENT_INT: upc_stride_record_number_is(r, row->name, *(const int *)at); break;
    case UPC_STRIDE_ARGUMENT_OP: add(r, row->name, upc_stride_spell_op(&spelling, a->op)); break;
    case UPC_STRIDE_ARGUMENT_TYPE: add(r, row->name, upc_stride_spell_type(&spelling, a->type)); break;
    case UPC_STRIDE_ARGUMENT_FLAGS:
      add(r, row->name, upc_stride_spell_flags(&spelling, flags_of(upc_stride_check_flags(&P->site, a->flags))));
      break;
    case UPC_STRIDE_ARGUMENT_FUNCTION: add_function_of(r, a, row); break;
    case UPC_STRIDE_ARGUMENT_LIST:
      if (kept != NULL) add_list(r, row->name, kept, upc_stride_argument_bytes(kept));
      break;
    case UPC_STRIDE_ARGUMENT_VALUE: add_value(r, row->name, a->type, kept, row->null); break;
  }
}
/* Null ends; and of a call that the library makes by itself, all that is 0. */
static int is_absent(const upc_stride_args_t *a, const upc_stride_argument_t *row) {
  const char *at = (const char *)a + row->at;
  size_t i;
  if (row->kind == UPC_STRIDE_ARGUMENT_PLACE) return a->place == NULL;
  if (row->kind == UPC_STRIDE_ARGUMENT_FLAGS) return 0;
  if (row->kind != UPC_STRIDE_ARGUMENT_SECTION && a->call != UPC_STRIDE_CALL_OTHER) return 0;
  for (i = 0; i < row->size && at[i] == 0; i++) {}
  return i == row->size;
}

upc_stride_record_t *upc_stride_record_of(upc_stride_prepared_t *P, const upc_stride_args_t *a) {
  const upc_stride_argument_t *row = upc_stride_arguments_of(a->call), *end = upc_stride_arguments_of(a->call + 1);
  upc_stride_record_t *r = upc_stride_plan_alloc(P->builder, sizeof *r);
  name_record(r, a->name);
  for (; row < end; row++)
    if (!is_absent(a, row)) add_argument(r, P, a, row);
  if (a->dst != NULL) add_array(r, "dst's array", a->dst->array);
  if (a->src != NULL) add_array(r, "src's array", a->src->array);
  return hashed(r);
}

/* Each of these is an argument of upc_stride_all_alloc. */
static void add_geometry(upc_stride_record_t *r, const upc_stride_layout_t *L) {
  const size_t *list[3];
  static const char *const name[3] = {"shape", "block", "grid"};
  int i;
  list[0] = L->shape, list[1] = L->block, list[2] = L->gridded ? L->grid : NULL;
  for (i = 0; i < 3; i++) {
    words_t w;
    begin(&w);
    if (list[i] == NULL) put(&w, "none");
    else put_sizes(&w, list[i], L->ndims);
    add_words(r, name[i], &w);
  }
  add_number(r, "elemsize", L->elemsize);
  if (L->owners != NULL) add_list(r, "owners", L->owners->block, L->blocks * sizeof *L->owners->block);
}

/* ---- calls that are no operations ---- */

void upc_stride_record_begin(upc_stride_record_t *r, const char *name) {
  memset(r, 0, sizeof *r);
  name_record(r, name);
}

/* Of a long text there is the beginning, and a checksum. */
void upc_stride_record_text_is(upc_stride_record_t *r, const char *argument, const char *text) {
  char shown[UPC_STRIDE_RECORD_VALUE];
  if (text == NULL) add(r, argument, "null");
  else if (strlen(text) < UPC_STRIDE_RECORD_VALUE - 3) {
    snprintf(shown, sizeof shown, "\"%s\"", text);
    add(r, argument, shown);
  } else {
    snprintf(shown, sizeof shown, "\"%.100s..\" %08x", text, checksum(CHECKSUM_START, text, strlen(text)));
    add(r, argument, shown);
  }
}

void upc_stride_record_number_is(upc_stride_record_t *r, const char *argument, long long number) {
  char text[24];
  snprintf(text, sizeof text, "%lld", number);
  add(r, argument, text);
}

void upc_stride_record_elements_are(upc_stride_record_t *r, const char *argument, const upc_stride_section_t *S) {
  add_section(r, argument, S, 1);
  add_array(r, "its array", S->array);
}

void upc_stride_record_list_is(upc_stride_record_t *r, const char *argument, const void *list, size_t bytes) {
  add_list(r, argument, list, bytes);
}

void upc_stride_record_function_is(upc_stride_record_t *r, const char *argument, void (*function)(void)) {
  add_function(r, argument, function);
}

void upc_stride_record_array_is(upc_stride_record_t *r, upc_stride_array_t A, int made) {
  add_geometry(r, &A->layout);
  if (made) add_place(r, "array", A->base);
}

void upc_stride_record_flags_are(upc_stride_record_t *r, const char *argument, upc_stride_sync_t sync) {
  upc_stride_spelling_t spelling;
  add(r, argument, upc_stride_spell_flags(&spelling, flags_of(sync)));
}

void upc_stride_record_end(upc_stride_record_t *r) { hashed(r); }

/* ---- the log ---- */

void upc_stride_log_call(upc_stride_record_t *record, const upc_stride_site_t *site) {
  upc_stride_call_log_t *mine = upc_stride_my_log();
  char place[400];
  size_t length = strlen(upc_stride_place_of_call(site, place, sizeof place)), most = sizeof record->place - 1;
  if (strcmp(record->name, site->name) != 0) name_record(record, site->name), hashed(record);
  strcpy(record->place, length > most ? place + length - most : place);
  record->number = mine->calls + 1;
  mine->record[record->number % UPC_STRIDE_LOGGED_CALLS] = *record;
  upc_fence;
  mine->calls = record->number;
  upc_fence;
}

const char *upc_stride_record_text(const upc_stride_record_t *r, char *text, size_t size) {
  size_t used = (size_t)snprintf(text, size, "%s(", r->name);
  int i;
  for (i = 0; i < r->args && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%s %s", i == 0 ? "" : ", ", r->arg[i].name, r->arg[i].value);
  if (used < size) snprintf(text + used, size - used, ")%s%s", r->place[0] != '\0' ? " at " : "", r->place);
  return text;
}
