/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_write, upc_stride_write_region, upc_stride_read, their split-phase forms, and the calls of one thread. */
#include "upc_stride_file.h"
#include "arrays/view.h"
#include "base/allocate.h"
#include "base/port.h"
#include "engine/handles.h"
#include "file_members.h"
#include "layout/block_part.h"
#include "operations.h"

#include <stdlib.h>
#include <string.h>

static const upc_stride_interval_t all_of_it = {UPC_STRIDE_INTERVAL_ALL, 0, 1, 0};

/* A type has the size of the elements. */
static void check_type(const upc_stride_file_call_t *call, upc_stride_dataset_t *D) {
  if (D->wrong[0] == 0 && D->type.kind != 0 && D->type.size != call->picks.layout->elemsize)
    upc_stride_dataset_wrong(D, "a type of %zu byte%s, must be as large as an element (%zu)", D->type.size,
                             UPC_STRIDE_S(D->type.size), call->picks.layout->elemsize);
}

/* What every caller finds wrong alike. */
static void check_arguments(const upc_stride_file_call_t *call, const upc_stride_dataset_t *D, const char *argument) {
  if (D->wrong[0] != 0) upc_stride_fail(&call->site, argument, "%s", D->wrong);
}

/* ---- writing ---- */

/* The chunks of a section that begins at blocks are these blocks. Otherwise several threads may write a chunk. A chunk
 * has elements also if the section has none. */
static int choose_chunks(const upc_stride_file_call_t *call, upc_stride_dataset_t *D) {
  const upc_stride_layout_t *L = call->picks.layout;
  int k, aligned = 1;
  D->ndims = L->ndims;
  for (k = 0; k < L->ndims; k++) {
    D->shape[k] = call->picks.count[k];
    D->chunk[k] = L->block[k] < D->shape[k] ? L->block[k] : D->shape[k] > 0 ? D->shape[k] : 1;
    if (call->picks.blocks == 0) continue;
    if (call->picks.first[k] % (long long)L->block[k] != 0 || call->picks.step[k] != 1) aligned = 0;
  }
  return aligned;
}

static void set_moves(upc_stride_file_call_t *call, int writing) {
  upc_stride_block_moves_t *M = &call->moves;
  M->dataset = &call->data;
  M->picks = &call->picks;
  M->writing = writing;
  M->thread = MYTHREAD;
  M->part = upc_stride_own_memory(call->section.array);
}

/* ---- races ---- */

static void touch_rows(const upc_stride_runs_t *R, int level, const char *at, int kind) {
  size_t i;
  if (level < 0) upc_stride_tell_access(at, R->bytes, kind);
  for (i = 0; level >= 0 && i < R->count[level]; i++)
    touch_rows(R, level - 1, at + (long long)i * R->there[level], kind);
}

/* All members have met, and meet again before a call ends. What one reads and writes is told between. */
static void tell_races(upc_stride_file_call_t *call) {
  const upc_stride_block_moves_t *M = &call->moves;
  const upc_stride_layout_t *L = M->picks->layout;
  upc_stride_block_part_t part;
  upc_stride_runs_t R;
  size_t at[UPC_STRIDE_MAX_DIMS], owned = upc_stride_layout_owned(L, (size_t)MYTHREAD), n;
  call->race = 0;
  if (!upc_stride_is_watched() || M->picks->blocks == 0) return;
  call->race = upc_stride_tell_apart(1);
  for (n = 0; n < owned; n++) {
    upc_stride_layout_owned_block(L, (size_t)MYTHREAD, n, at);
    if (!upc_stride_block_part(&part, M->picks, at)) continue;
    upc_stride_runs_of(&R, &part, L->ndims, L->elemsize, part.pitch);
    touch_rows(&R, R.levels - 1, M->part + part.offset, M->writing ? UPC_STRIDE_TELL_READS : UPC_STRIDE_TELL_WRITES);
  }
  upc_stride_tell_apart(0);
}

void upc_stride_file_check_write(upc_stride_file_call_t *call, const char *path, const char *type, const char *codec,
                                 int checkpoint) {
  upc_stride_dataset_t *D = &call->data;
  int aligned;
  upc_stride_dataset_name(D, path, type != NULL ? type : "");
  check_arguments(call, D, path == NULL || *path == 0 ? "path" : "type");
  check_type(call, D);
  if (D->scalar && (call->picks.ndims != 1 || call->picks.blocks != 1))
    upc_stride_dataset_wrong(D, "a type \"%.40s\", must be of one element in one dimension, or without ()", type);
  check_arguments(call, D, "type");
  if (checkpoint) D->format = UPC_STRIDE_FILE_ZARR;
  aligned = choose_chunks(call, D);
  upc_stride_dataset_codec(D, codec);
  if (!aligned && upc_stride_is_encoded(D))
    upc_stride_dataset_wrong(D, "a codec \"%.40s\", must be none: the section does not consist of blocks", codec);
  check_arguments(call, D, "codec");
}

void upc_stride_file_begin_write(upc_stride_file_call_t *call, const char *path, const char *type, const char *codec,
                                 int checkpoint) {
  upc_stride_dataset_t *D = &call->data;
  int k;
  upc_stride_file_check_write(call, path, type, codec, checkpoint);
  upc_stride_file_accept(call);
  D->sync = checkpoint;
  for (k = 0; k < D->ndims; k++) call->moves.slice[k] = all_of_it;
  set_moves(call, 1);
  upc_stride_dataset_begin(D, upc_stride_file_own_name(call));
  if (MYTHREAD == call->lead) upc_stride_dataset_create(D);
  upc_stride_file_agree(call, D, 1);
  tell_races(call);
}

static void end_write(upc_stride_file_call_t *call) {
  upc_stride_dataset_t *D = &call->data;
  if (upc_stride_dataset_in_turns(D)) upc_stride_file_take_turns(call);
  upc_stride_dataset_close(D);
  upc_stride_file_agree(call, D, 1);
  if (MYTHREAD == call->lead) upc_stride_dataset_finish(D);
  upc_stride_file_agree(call, D, 1);
}

/* ---- reading ---- */

/* The slice exists, and has the shape of the section. */
static void check_slice(const upc_stride_file_call_t *call, upc_stride_dataset_t *D,
                        const upc_stride_interval_t *slice) {
  const upc_stride_picks_t *P = &call->picks;
  upc_stride_layout_t file; /* of which a slice is a section */
  upc_stride_picks_t picks;
  upc_stride_mistake_t m;
  int k, what;
  if (D->ndims != P->ndims) {
    upc_stride_dataset_wrong(D, "%.250s: has %d dimension%s, must have as many as the section (%d)", D->path, D->ndims,
                             UPC_STRIDE_S(D->ndims), P->ndims);
    return;
  }
  file.ndims = D->ndims;
  memcpy(file.shape, D->shape, sizeof file.shape);
  what = upc_stride_pick_elements(&picks, &file, D->ndims, slice, &m);
  for (k = 0; k < P->ndims; k++) {
    const size_t count = upc_stride_interval_count(&slice[k], D->shape[k]);
    if (count == P->count[k]) continue;
    upc_stride_dataset_wrong(D, "%.250s: %zu elements in dimension %d, must be as many as in the section (%zu)",
                             D->path, count, k, P->count[k]);
    return;
  }
  if (what == UPC_STRIDE_OUT_OF_RANGE)
    upc_stride_dataset_wrong(D, "%.250s: has no element %lld in dimension %d, which has %zu", D->path, m.picked,
                             m.dimension, D->shape[m.dimension]);
  else if (what == UPC_STRIDE_STEP_ZERO)
    upc_stride_dataset_wrong(D, "%.250s: a slice with step 0 in dimension %d, must not be 0", D->path, m.dimension);
}

/* Another job may replace the file at any time. All members open the same one, and read what they have opened. If
 * members have opened two, or a chunk is gone with the folder that was replaced, all begin again. */
enum { MOST_TRIES = 1000 };

static int again(upc_stride_file_call_t *call, int differs) {
  upc_stride_dataset_t *D = &call->data;
  const int replaced = differs || upc_stride_dataset_replaced(D);
  if (!replaced || ++call->tries < MOST_TRIES) return replaced;
  if (D->held < 0 && D->wrong[0] != 0) return 0; /* the caller cannot open it, whatever the others have opened */
  D->wrong[0] = 0;
  upc_stride_dataset_wrong(D, "%.250s: was replaced each of %d times that it was read", D->path, (int)MOST_TRIES);
  return 0;
}

static void open_to_read(upc_stride_file_call_t *call) {
  upc_stride_dataset_t *D = &call->data;
  int differs;
  for (;;) {
    if (upc_stride_dataset_open(D) == 0) {
      check_type(call, D);
      check_slice(call, D, call->moves.slice);
    }
    differs = upc_stride_file_differs(call, D);
    if (!upc_stride_file_agree_again(call, D, again(call, differs))) return;
    upc_stride_dataset_forget(D);
  }
}

/* Returns when all members have read one file. */
static void end_read(upc_stride_file_call_t *call) {
  upc_stride_dataset_t *D = &call->data;
  while (upc_stride_file_agree_again(call, D, again(call, 0))) {
    upc_stride_dataset_forget(D);
    open_to_read(call);
    upc_stride_moves_now(&call->moves);
  }
  upc_stride_dataset_close(D);
}

/* ---- writing a part of a dataset that is there: opened as to read ---- */

static void end_region(upc_stride_file_call_t *call) {
  upc_stride_dataset_t *D = &call->data;
  upc_stride_hdf5_close(D); /* its library does not write a file that others have open */
  if (upc_stride_dataset_in_turns(D)) upc_stride_file_take_turns(call);
  upc_stride_dataset_close(D);
  upc_stride_file_agree(call, D, 0);
}

void upc_stride_file_end(upc_stride_file_call_t *call) {
  upc_stride_tell_apart_ended(call->race);
  if (call->data.update) end_region(call);
  else if (call->moves.writing) end_write(call);
  else end_read(call);
}

static int read_slice(upc_stride_dataset_t *D, const char *text, upc_stride_interval_t *slice) {
  const char *mistake;
  int k, n = 0;
  if (text != NULL && *text != 0) n = upc_stride_section_parse(text, slice, &mistake);
  if (n < 0)
    return upc_stride_dataset_wrong(D, "\"%.60s\" at \"%.20s\", must be intervals such as \"1, 0:2:7, :\"", text,
                                    mistake);
  for (k = n; k < UPC_STRIDE_MAX_DIMS; k++) slice[k] = all_of_it;
  return 0;
}

static void begin_open(upc_stride_file_call_t *call, const char *path, const char *type, const char *slice,
                       int checkpoint, int update) {
  upc_stride_dataset_t *D = &call->data;
  int k;
  upc_stride_dataset_name(D, path, type);
  check_arguments(call, D, path == NULL || *path == 0 ? "path" : "type");
  check_type(call, D);
  check_arguments(call, D, "type");
  read_slice(D, slice, call->moves.slice);
  check_arguments(call, D, "slice");
  upc_stride_file_accept(call);
  if (checkpoint) D->format = UPC_STRIDE_FILE_ZARR;
  upc_stride_dataset_recognise(D);
  if (D->format == UPC_STRIDE_FILE_RAW) {
    D->ndims = call->picks.ndims;
    for (k = 0; k < D->ndims; k++) D->shape[k] = call->picks.count[k];
    D->type.size = call->picks.layout->elemsize;
  }
  if (update) upc_stride_dataset_update(D, MYTHREAD == call->lead);
  set_moves(call, update);
  open_to_read(call);
  tell_races(call);
}

void upc_stride_file_begin_read(upc_stride_file_call_t *call, const char *path, const char *type, const char *slice,
                                int checkpoint) {
  begin_open(call, path, type, slice, checkpoint, 0);
}

/* ---- the calls, and their split-phase forms ---- */

void upc_stride_file_compare(upc_stride_file_call_t *call, int member, const char *path, const char *type,
                             const char *third, const char *text) {
  upc_stride_record_t r;
  if (!upc_stride_compares()) return;
  if (member) upc_stride_file_accept(call);
  upc_stride_record_begin(&r, call->site.name);
  upc_stride_record_text_is(&r, "path", path);
  upc_stride_record_elements_are(&r, "section", &call->section);
  upc_stride_record_text_is(&r, "type", type);
  upc_stride_record_text_is(&r, third, text);
  upc_stride_record_end(&r);
  upc_stride_file_agree_on(call, member, &r);
}

static int takes_part_in_write(upc_stride_file_call_t *call, const char *path, const upc_stride_section_t *src,
                               const char *type, const char *codec) {
  const int member = upc_stride_file_members(call, "upc_stride_write", "src", src);
  upc_stride_file_compare(call, member, path, type, "codec", codec);
  return member;
}

static int takes_part_in_read(upc_stride_file_call_t *call, const upc_stride_section_t *dst, const char *path,
                              const char *type, const char *slice) {
  const int member = upc_stride_file_members(call, "upc_stride_read", "dst", dst);
  upc_stride_file_compare(call, member, path, type, "slice", slice);
  return member;
}

static int takes_part_in_region(upc_stride_file_call_t *call, const char *path, const upc_stride_section_t *src,
                                const char *type, const char *slice) {
  const int member = upc_stride_file_members(call, "upc_stride_write_region", "src", src);
  upc_stride_file_compare(call, member, path, type, "slice", slice);
  return member;
}

static void carry_out(upc_stride_file_call_t *call) {
  upc_stride_moves_now(&call->moves);
  upc_stride_file_end(call);
}

void upc_stride_write(const char *path, upc_stride_section_t src, const char *type, const char *codec) {
  upc_stride_file_call_t call;
  if (!takes_part_in_write(&call, path, &src, type, codec)) return;
  upc_stride_file_begin_write(&call, path, type, codec, 0);
  carry_out(&call);
}

void upc_stride_read(upc_stride_section_t dst, const char *path, const char *type, const char *slice) {
  upc_stride_file_call_t call;
  if (!takes_part_in_read(&call, &dst, path, type, slice)) return;
  upc_stride_file_begin_read(&call, path, type, slice, 0);
  carry_out(&call);
}

void upc_stride_write_region(const char *path, upc_stride_section_t src, const char *type, const char *slice) {
  upc_stride_file_call_t call;
  if (!takes_part_in_region(&call, path, &src, type, slice)) return;
  begin_open(&call, path, type, slice, 0, 1);
  carry_out(&call);
}

/* A call in flight; its address is the handle. Its start has been made by all members. Its end is made by all in the
 * wait, since the members that it meets must call at the same place of the program. */
typedef struct flight {
  upc_stride_flight_t flight;          /* first */
  upc_stride_file_call_t call;
} flight_t;

static int test_file(upc_stride_flight_t *flight) { return upc_stride_moves_done(&((flight_t *)flight)->call.moves); }

static void wait_for_file(upc_stride_flight_t *flight) { upc_stride_moves_end(&((flight_t *)flight)->call.moves); }

/* Checked mode: all members wait for the same call. */
static void compare_waits(const upc_stride_file_call_t *started) {
  upc_stride_file_call_t wait = *started;
  upc_stride_record_t r;
  if (!upc_stride_compares()) return;
  wait.site = upc_stride_site("upc_stride_wait", NULL);
  upc_stride_record_begin(&r, wait.site.name);
  upc_stride_record_text_is(&r, started->moves.writing ? "write" : "read", started->data.path);
  upc_stride_record_end(&r);
  upc_stride_file_agree_on(&wait, 1, &r);
}

/* A call has the address of its own dataset. */
static void copy_call(upc_stride_file_call_t *to, const upc_stride_file_call_t *from) {
  *to = *from;
  to->moves.dataset = &to->data;
  to->moves.picks = &to->picks;
}

/* An error may return to a program in C. */
static void end_file(upc_stride_flight_t *flight) {
  upc_stride_file_call_t call;
  copy_call(&call, &((flight_t *)flight)->call);
  free(flight);
  compare_waits(&call);
  upc_stride_file_end(&call);
}

static upc_stride_site_t site_of(const upc_stride_flight_t *flight) { return ((const flight_t *)flight)->call.site; }

static const upc_stride_flight_kind_t files = {test_file, wait_for_file, end_file, site_of, 1, test_file,
                                                upc_stride_flight_turn, 0, NULL, NULL};

static upc_stride_handle_t started(const upc_stride_file_call_t *call) {
  flight_t *f = upc_stride_alloc(1, sizeof *f, "files");
  copy_call(&f->call, call);
  upc_stride_moves_start(&f->call.moves);
  f->flight.array[0] = call->section.array;
  return upc_stride_flight_begin(&f->flight, &files);
}

upc_stride_handle_t upc_stride_write_nb(const char *path, upc_stride_section_t src, const char *type,
                                        const char *codec) {
  upc_stride_file_call_t call;
  if (!takes_part_in_write(&call, path, &src, type, codec)) return NULL;
  upc_stride_file_begin_write(&call, path, type, codec, 0);
  return started(&call);
}

upc_stride_handle_t upc_stride_read_nb(upc_stride_section_t dst, const char *path, const char *type,
                                       const char *slice) {
  upc_stride_file_call_t call;
  if (!takes_part_in_read(&call, &dst, path, type, slice)) return NULL;
  upc_stride_file_begin_read(&call, path, type, slice, 0);
  return started(&call);
}

upc_stride_handle_t upc_stride_write_region_nb(const char *path, upc_stride_section_t src, const char *type,
                                               const char *slice) {
  upc_stride_file_call_t call;
  if (!takes_part_in_region(&call, path, &src, type, slice)) return NULL;
  begin_open(&call, path, type, slice, 0, 1);
  return started(&call);
}

/* ---- calls of one thread ---- */

void upc_stride_file_look(const char *path, upc_stride_file_t *file) {
  const upc_stride_site_t site = upc_stride_site("upc_stride_file_look", NULL);
  upc_stride_dataset_t D;
  int tries = 0, k;
  upc_stride_check_result(&site, "file", file);
  upc_stride_dataset_name(&D, path, NULL);
  if (D.wrong[0] == 0) upc_stride_dataset_recognise(&D);
  if (D.wrong[0] == 0 && D.format == UPC_STRIDE_FILE_RAW)
    upc_stride_dataset_wrong(&D, "%.250s: must be .npy, .zarr or .h5, which say what they have", path);
  for (; D.wrong[0] == 0 && upc_stride_dataset_open(&D) != 0 && upc_stride_dataset_replaced(&D) && tries < MOST_TRIES;
       tries++)
    upc_stride_dataset_forget(&D);
  upc_stride_dataset_close(&D);
  if (D.wrong[0] != 0) upc_stride_fail(&site, "path", "%s", D.wrong);
  file->ndims = D.scalar ? 0 : D.ndims;
  memcpy(file->shape, D.shape, sizeof D.shape);
  for (k = 0; k < UPC_STRIDE_MAX_DIMS; k++) file->chunk[k] = D.chunk[k] * D.per_file[k];
  file->elemsize = D.type.size;
  upc_stride_element_type_text(&D.type, file->type, sizeof file->type);
}

void upc_stride_file_make(const char *path, const upc_stride_file_t *file, const char *codec) {
  const upc_stride_site_t site = upc_stride_site("upc_stride_file_make", NULL);
  upc_stride_dataset_t D;
  int k;
  if (file == NULL || file->ndims < 0 || file->ndims > UPC_STRIDE_MAX_DIMS)
    upc_stride_fail(&site, "file", "%d dimensions, must be 0 to %d", file == NULL ? -1 : file->ndims,
                    UPC_STRIDE_MAX_DIMS);
  upc_stride_dataset_name(&D, path, file->type);
  if (D.wrong[0] != 0) upc_stride_fail(&site, path == NULL || *path == 0 ? "path" : "file", "%s", D.wrong);
  D.scalar = file->ndims == 0;
  D.ndims = D.scalar ? 1 : file->ndims;
  for (k = 0; k < D.ndims; k++) {
    D.shape[k] = D.scalar ? 1 : file->shape[k];
    D.chunk[k] = D.scalar || file->chunk[k] == 0 ? D.shape[k] : file->chunk[k];
    if (D.chunk[k] == 0) D.chunk[k] = 1;
    if (D.format == UPC_STRIDE_FILE_HDF5 && D.chunk[k] > D.shape[k] && D.shape[k] > 0) D.chunk[k] = D.shape[k];
    D.chunked |= D.format == UPC_STRIDE_FILE_HDF5 && D.chunk[k] < D.shape[k];
  }
  upc_stride_dataset_make(&D, codec);
  if (D.wrong[0] != 0) upc_stride_fail(&site, "path", "%s", D.wrong);
}

int upc_stride_group_look(const char *path, int number, upc_stride_member_t *member) {
  const upc_stride_site_t site = upc_stride_site("upc_stride_group_look", NULL);
  upc_stride_dataset_t D;
  int found = 0;
  upc_stride_check_result(&site, "member", member);
  if (number < 0) upc_stride_fail(&site, "number", "%d, must be a number from 0 on", number);
  upc_stride_dataset_name(&D, path, NULL);
  if (D.wrong[0] == 0) found = upc_stride_group_at(&D, number, member->name, sizeof member->name, &member->is_group);
  if (D.wrong[0] != 0) upc_stride_fail(&site, "path", "%s", D.wrong);
  return found;
}
