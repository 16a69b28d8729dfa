/* SPDX-License-Identifier: BSD-3-Clause
 * Errors of calls that C programs make. Where they are to come back, a line of a check goes to the call that is under
 * way, by longjmp. Checks are made before anything has moved, so the call leaves nothing behind but some memory. */
#include "c/c_calls.h"
#include "arrays/check.h"
#include "base/fail.h"
#include "base/port.h"
#include "transport/aggregate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int upc_stride_c_mode = UPC_STRIDE_C_CLOSED;
jmp_buf upc_stride_c_back;

static int in_call;           /* 1: a call is under way whose errors return */
static char latest[600];      /* the line of the latest error */

const char *upc_stride_c_last_error(void) { return latest; }

static void note(const char *line) { snprintf(latest, sizeof latest, "%s", line); }

static void come_back(const char *line) {
  note(line);
  if (!in_call) return;
  in_call = 0;
  longjmp(upc_stride_c_back, 1);
}

/* The caller may be in a call whose errors return: that goes on afterwards. */
int upc_stride_c_is_right(void (*look)(void *context), void *context) {
  char kept[sizeof latest];
  jmp_buf back;
  volatile int is_right = 0;
  const int was_in_call = in_call;
  memcpy(kept, latest, sizeof kept);
  memcpy(&back, &upc_stride_c_back, sizeof back);
  in_call = 1;
  if (setjmp(upc_stride_c_back) == 0) {
    look(context);
    is_right = 1;
  } else {
    memcpy(latest, kept, sizeof kept);
  }
  memcpy(&upc_stride_c_back, &back, sizeof back);
  in_call = was_in_call;
  return is_right;
}

void upc_stride_c_refuse(int errors_return, const char *line) {
  note(line);
  if (errors_return) return;
  fprintf(stderr, "%s\n", line);
  exit(1);
}

int upc_stride_c_may_return(const char *name) {
  char line[700], text[500];
  if (upc_stride_c_mode == UPC_STRIDE_C_FORKED) {
    snprintf(line, sizeof line, "%.60s: called by a process that thread %d has forked, must be called by the thread "
             "itself", name, (int)MYTHREAD);
    upc_stride_c_refuse(0, line);
  }
  if (upc_stride_c_mode == UPC_STRIDE_C_CLOSED) {
    const upc_stride_site_t call = {name, NULL, 0, upc_stride_called()};
    const char *place = upc_stride_place_of_call(&call, text, sizeof text);
    snprintf(line, sizeof line, "%s%s%.60s: called before upc_stride_init, or after upc_stride_finalize", place,
             place[0] != '\0' ? ": " : "", name);
    upc_stride_c_refuse(0, line);
  }
  in_call = upc_stride_c_mode == UPC_STRIDE_C_ERRORS_RETURN;
  upc_stride_fail_by(in_call ? come_back : NULL);
  return in_call;
}

int upc_stride_c_done(void) {
  in_call = 0;
  return 0;
}

/* ---- arguments that only programs in C can get wrong ---- */

void upc_stride_c_check_given(const char *name, const char *argument, const upc_stride_section_t *section) {
  upc_stride_site_t call;
  if (section != NULL) return;
  call = upc_stride_site(name, NULL);
  upc_stride_fail(&call, argument, "null, must be the address of a section");
}

void upc_stride_c_check_handle(const char *name, upc_stride_handle_t *handle) {
  upc_stride_site_t call;
  if (handle != NULL) {
    *handle = NULL;
    return;
  }
  call = upc_stride_site(name, NULL);
  upc_stride_fail(&call, "handle", "null, must be the address of a handle");
}

void upc_stride_c_check_sections(const upc_stride_args_t *args) {
  int barrier = args->operation == UPC_STRIDE_OP_BARRIER;
  if (args->sections & 1) upc_stride_c_check_given(args->name, barrier ? "section" : "dst", args->dst);
  if (args->sections & 2) upc_stride_c_check_given(args->name, "src", args->src);
}

void upc_stride_c_check_fenced(const char *name) {
  upc_stride_site_t call;
  if (!upc_stride_aggregate_begun()) return;
  call = upc_stride_site(name, NULL);
  upc_stride_fail(&call, "order", "called after upc_stride_update, must come after upc_stride_update_fence");
}
