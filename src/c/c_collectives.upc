/* SPDX-License-Identifier: BSD-3-Clause
 * Calls of programs in C: where the program makes them, and carrying them out.
 *
 * What the program has called last, and where, is for messages about long waits, and for spans of time, as in UPC.
 * The header's macros, and other languages, give the place just before the call. A call that comes without one (through
 * a pointer to a function, from Fortran) is known by its name. */
#include "c/c_calls.h"
#include "arrays/check.h"
#include "base/port.h"

#include <string.h>

static const char *place; /* "file.c:12: upc_stride_broadcast" for the call that comes next, or null */

const char **upc_stride_c_place(void) { return &place; }

/* The arguments of a call may be calls too, which then come first. */
static int is_of(const char *given, const char *name) {
  const char *call = strrchr(given, ' ');
  size_t length = strlen(name);
  if (call == NULL || strncmp(call + 1, name, length) != 0) return 0;
  return call[1 + length] == 0 || strcmp(call + 1 + length, "_nb") == 0 || strcmp(call + 1 + length, "_init") == 0;
}

void upc_stride_c_enter(const char *name) {
  const char *given = place;
  place = NULL;
  upc_stride_note_call(given != NULL && is_of(given, name) ? given : name);
}

const char *upc_stride_c_enter_either(const char *name, const char *other) {
  if (other != NULL && place != NULL && is_of(place, other)) name = other;
  upc_stride_c_enter(name);
  return name;
}

/* ---- collectives ---- */

int upc_stride_c_perform_and_return(const upc_stride_args_t *args) {
  upc_stride_args_t agreed = *args;
  agreed.agrees = 1;
  if (upc_stride_c_fails(args->name)) return upc_stride_c_refused(&agreed);
  upc_stride_c_check_sections(args);
  upc_stride_perform(&agreed);
  return upc_stride_c_done();
}

static void check(upc_stride_handle_t *handle, const upc_stride_args_t *args) {
  upc_stride_c_check_handle(args->name, handle);
  upc_stride_c_check_sections(args);
}

int upc_stride_c_start(upc_stride_handle_t *handle, const upc_stride_args_t *args) {
  upc_stride_args_t agreed = *args;
  agreed.agrees = upc_stride_c_mode == UPC_STRIDE_C_ERRORS_RETURN;
  upc_stride_c_enter(args->name);
  if (handle != NULL) *handle = NULL;
  if (upc_stride_c_fails(args->name)) return upc_stride_c_refused(&agreed);
  check(handle, args);
  *handle = upc_stride_perform_nb(&agreed);
  return upc_stride_c_done();
}

static int prepare_and_return(upc_stride_handle_t *handle, const upc_stride_args_t *args) {
  upc_stride_handle_t made = NULL;
  if (upc_stride_c_fails(args->name)) {
    if (handle != NULL && *handle != NULL) made = *handle, *handle = NULL, upc_stride_free_call(&made);
    return upc_stride_c_refused(args);
  }
  check(handle, args);
  *handle = upc_stride_perform_init(args);
  upc_stride_c_agree(args);
  return upc_stride_c_done();
}

/* It sends nothing but the agreement where errors return. */
int upc_stride_c_prepare(upc_stride_handle_t *handle, const upc_stride_args_t *args) {
  upc_stride_c_enter(args->name);
  if (handle != NULL) *handle = NULL;
  if (upc_stride_c_mode != UPC_STRIDE_C_ERRORS_END) return prepare_and_return(handle, args);
  check(handle, args);
  *handle = upc_stride_perform_init(args);
  return 0;
}

int upc_stride_c_start_call(upc_stride_handle_t handle) {
  upc_stride_c_enter("upc_stride_start_call");
  if (upc_stride_c_fails("upc_stride_start_call")) return -1;
  upc_stride_start_call(handle);
  return upc_stride_c_done();
}

int upc_stride_c_free_call(upc_stride_handle_t *handle) {
  if (upc_stride_c_fails("upc_stride_free_call")) return -1;
  upc_stride_free_call(handle);
  return upc_stride_c_done();
}

int upc_stride_c_wait(upc_stride_handle_t *handle) {
  upc_stride_c_enter("upc_stride_wait");
  if (upc_stride_c_fails("upc_stride_wait")) return -1;
  upc_stride_wait(handle);
  return upc_stride_c_done();
}

static void check_result(const char *name, const char *argument, const void *result) {
  const upc_stride_site_t call = upc_stride_site(name, NULL);
  upc_stride_check_result(&call, argument, result);
}

int upc_stride_c_test(upc_stride_handle_t *handle, int *done) {
  upc_stride_c_enter("upc_stride_test");
  if (upc_stride_c_fails("upc_stride_test")) return -1;
  check_result("upc_stride_test", "done", done);
  *done = upc_stride_test(handle);
  return upc_stride_c_done();
}

int upc_stride_c_wait_all(upc_stride_handle_t *handles, size_t count) {
  upc_stride_c_enter("upc_stride_wait_all");
  if (upc_stride_c_fails("upc_stride_wait_all")) return -1;
  upc_stride_wait_all(handles, count);
  return upc_stride_c_done();
}

int upc_stride_c_wait_any(upc_stride_handle_t *handles, size_t count, size_t *index) {
  upc_stride_c_enter("upc_stride_wait_any");
  if (upc_stride_c_fails("upc_stride_wait_any")) return -1;
  check_result("upc_stride_wait_any", "index", index);
  *index = upc_stride_wait_any(handles, count);
  return upc_stride_c_done();
}

int upc_stride_c_wait_some(upc_stride_handle_t *handles, size_t count, size_t *indices, size_t *done) {
  upc_stride_c_enter("upc_stride_wait_some");
  if (upc_stride_c_fails("upc_stride_wait_some")) return -1;
  check_result("upc_stride_wait_some", "done", done);
  *done = upc_stride_wait_some(handles, count, indices);
  return upc_stride_c_done();
}

int upc_stride_c_test_all(upc_stride_handle_t *handles, size_t count, int *done) {
  upc_stride_c_enter("upc_stride_test_all");
  if (upc_stride_c_fails("upc_stride_test_all")) return -1;
  check_result("upc_stride_test_all", "done", done);
  *done = upc_stride_test_all(handles, count);
  return upc_stride_c_done();
}
