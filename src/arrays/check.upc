/* SPDX-License-Identifier: BSD-3-Clause
 * Looking at arguments of collectives. Those that describe an array are looked at in check_geometry.upc. */
#include "arrays/check.h"
#include "arrays/spelling.h"
#include "base/environment.h"
#include "base/allocate.h"
#include "base/port.h"

#include <stdio.h>

/* The values of environment variables, looked at once. */
static void check_environment(void) {
  static int checked;
  const char *complaint;
  if (checked) return;
  checked = 1;
  upc_stride_out_of_memory_by(upc_stride_fail_line);
  complaint = upc_stride_environment_wrong();
  if (complaint != NULL) upc_stride_fail_line(complaint);
  complaint = upc_stride_environment_unknown();
  if (complaint != NULL && MYTHREAD == 0) fprintf(stderr, "%s\n", complaint);
}

upc_stride_site_t upc_stride_site(const char *name, const upc_stride_section_t *section) {
  upc_stride_site_t call;
  check_environment();
  call.name = name;
  if (section != NULL && section->array != NULL && !upc_stride_array_is_handle(section->array))
    section = NULL; /* no section, but what happened to be in a variable */
  call.file = section != NULL ? section->file : NULL;
  call.line = section != NULL ? section->line : 0;
  call.called = upc_stride_called();
  return call;
}

void upc_stride_check_array(const upc_stride_site_t *call, const char *argument, upc_stride_array_t A) {
  if (A == NULL) upc_stride_fail(call, argument, "null, must be an array that was allocated, viewed or declared");
  if (!upc_stride_array_is_live(A))
    upc_stride_fail(call, argument, "an array that was freed, or no array, must be allocated, viewed or declared");
}

void upc_stride_check_given(const upc_stride_site_t *call, const char *argument, shared const void *place) {
  if (place == NULL) upc_stride_fail(call, argument, "null, must be a place in shared memory");
}

void upc_stride_check_result(const upc_stride_site_t *call, const char *argument, const void *result) {
  if (result == NULL) upc_stride_fail(call, argument, "null, must be the address of the result");
}

void upc_stride_check_mapped(const upc_stride_site_t *call, const char *argument, const upc_stride_declared_t *D) {
  char text[300];
  if (D == NULL || D->gridname == NULL || D->mapped) return;
  if (upc_stride_environment()->processors == UPC_STRIDE_PROCESSORS_IGNORE) return;
  upc_stride_fail(call, argument, "array %.100s, whose grid %s is ignored, since THREADS is %d; must be %lld, or run "
                  "with UPC_PROCESSORS=ignore", D->name, upc_stride_spell_grid(D, text, sizeof text), (int)THREADS,
                  upc_stride_processors(D));
}

void upc_stride_check_array_of(const upc_stride_site_t *call, const char *argument, const upc_stride_section_t *S) {
  upc_stride_check_array(call, argument, S->array);
  upc_stride_check_mapped(call, argument, S->array->declared);
}

/* "array A" or "the array" */
static const char *what(upc_stride_array_t A, char *text, size_t size) {
  if (A->name == NULL) return "the array";
  snprintf(text, size, "array %s", A->name);
  return text;
}

static void explain(const upc_stride_site_t *call, const char *argument, const upc_stride_section_t *S,
                    const upc_stride_mistake_t *m, const char *unit, const size_t *extent) {
  upc_stride_array_t A = S->array;
  char text[100];
  if (m->what == UPC_STRIDE_TOO_MANY && A->flattened)
    upc_stride_fail(call, argument,
                    "%d intervals of %s, whose blocks of %zu elements are no rows, must be 1 (of the flattened array)",
                    S->intervals, what(A, text, sizeof text), A->layout.block[0]);
  if (m->what == UPC_STRIDE_TOO_MANY)
    upc_stride_fail(call, argument, "%d intervals of %s, must be at most %d", S->intervals,
                    what(A, text, sizeof text), A->layout.ndims);
  if (m->what == UPC_STRIDE_STEP_ZERO)
    upc_stride_fail(call, argument, "step 0 in dimension %d, must not be 0", m->dimension);
  upc_stride_fail(call, argument, "picks %s %lld in dimension %d of %s, must be in 0..%zu", unit, m->picked,
                  m->dimension, what(A, text, sizeof text), extent[m->dimension] - 1);
}

static void check_picks(const upc_stride_site_t *call, const char *argument, const upc_stride_section_t *S,
                        upc_stride_picks_t *picks, int elements) {
  const upc_stride_layout_t *L;
  upc_stride_mistake_t m;
  int k;
  upc_stride_check_array(call, argument, S->array);
  for (k = 0; k < S->intervals && k < UPC_STRIDE_MAX_DIMS; k++)
    if (S->interval[k].kind < UPC_STRIDE_INTERVAL_AT || S->interval[k].kind > UPC_STRIDE_INTERVAL_ALL)
      upc_stride_fail(call, argument, "interval of kind %d in dimension %d, must be made by UPC_STRIDE_AT, _RANGE, "
                      "_STEP or _ALL", S->interval[k].kind, k);
  L = &S->array->layout;
  if ((elements ? upc_stride_pick_elements(picks, L, S->intervals, S->interval, &m)
                : upc_stride_pick(picks, L, S->intervals, S->interval, &m)) != UPC_STRIDE_FINE)
    explain(call, argument, S, &m, elements ? "element" : "block", elements ? L->shape : L->nblocks);
}

void upc_stride_check_section(const upc_stride_site_t *call, const char *argument, const upc_stride_section_t *S,
                              upc_stride_picks_t *picks) {
  check_picks(call, argument, S, picks, 0);
  upc_stride_check_one_copy(call, argument, picks->layout);
}

void upc_stride_check_elements(const upc_stride_site_t *call, const char *argument, const upc_stride_section_t *S,
                               upc_stride_picks_t *picks) {
  check_picks(call, argument, S, picks, 1);
}

void upc_stride_check_len(const upc_stride_site_t *call, const char *argument, const upc_stride_picks_t *picks,
                          size_t pieces, size_t len) {
  size_t most = picks->blocks > 0 ? upc_stride_smallest(picks) : picks->layout->blockbytes;
  if (pieces == 0 || len <= most / pieces) return;
  if (pieces == 1)
    upc_stride_fail(call, "len", "%zu byte%s, must be at most a block of %s (%zu byte%s)", len, UPC_STRIDE_S(len),
                    argument, most, UPC_STRIDE_S(most));
  upc_stride_fail(call, "len", "%zu pieces of %zu byte%s, must be at most a block of %s (%zu byte%s)", pieces, len,
                  UPC_STRIDE_S(len), argument, most, UPC_STRIDE_S(most));
}

void upc_stride_check_contiguous(const upc_stride_site_t *call, const char *argument, const upc_stride_layout_t *L) {
  if (L->placed)
    upc_stride_fail(call, argument,
                    "a view of ScaLAPACK's matrix, must have room for a packed copy in the shared heap");
}

void upc_stride_check_one_copy(const upc_stride_site_t *call, const char *argument, const upc_stride_layout_t *L) {
  if (L->copies > 0)
    upc_stride_fail(call, argument, "a replicated array, must be an array of which there is one copy");
}

/* One half of sync_flags; -1 for more than one flag. */
static int half(upc_flag_t flags, upc_flag_t no, upc_flag_t my, upc_flag_t all) {
  upc_flag_t f = flags & (no | my | all);
  if (f == 0 || f == all) return UPC_STRIDE_ALL_MEMBERS;
  return f == my ? UPC_STRIDE_MY : f == no ? UPC_STRIDE_NO : -1;
}

upc_stride_sync_t upc_stride_check_flags(const upc_stride_site_t *call, upc_flag_t flags) {
  upc_flag_t in = UPC_IN_NOSYNC | UPC_IN_MYSYNC | UPC_IN_ALLSYNC;
  upc_flag_t out = UPC_OUT_NOSYNC | UPC_OUT_MYSYNC | UPC_OUT_ALLSYNC;
  upc_stride_spelling_t spelling;
  upc_stride_sync_t sync;
  sync.in = half(flags, UPC_IN_NOSYNC, UPC_IN_MYSYNC, UPC_IN_ALLSYNC);
  sync.out = half(flags, UPC_OUT_NOSYNC, UPC_OUT_MYSYNC, UPC_OUT_ALLSYNC);
  if ((flags & ~(in | out)) != 0 || sync.in < 0 || sync.out < 0)
    upc_stride_fail(call, "sync_flags", "%s, must be at most one UPC_IN_ and one UPC_OUT_ flag",
                    upc_stride_spell_flags(&spelling, flags));
  return sync;
}
