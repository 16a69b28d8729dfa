/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the files of this folder share: calls of C programs (include/upc_stride.h), which are made between init and
 * finalize, and whose errors end the program or come back as -1.
 *
 *   if (upc_stride_c_fails("upc_stride_wait")) return -1;     an error from here on comes back to this line
 *   upc_stride_wait(handle);
 *   return upc_stride_c_done();                               0
 */
#ifndef UPC_STRIDE_C_CALLS_H
#define UPC_STRIDE_C_CALLS_H

#include "upc_stride_coll.h"

#include <setjmp.h>

typedef void upc_stride_c_func_t(const void *in, void *inout, size_t count);
typedef void upc_stride_c_func_with_t(const void *in, void *inout, size_t count, void *context);

/* What becomes of errors; CLOSED: before init or after finalize; FORKED: in a process that a thread has forked. */
enum { UPC_STRIDE_C_CLOSED, UPC_STRIDE_C_FORKED, UPC_STRIDE_C_ERRORS_END, UPC_STRIDE_C_ERRORS_RETURN };
extern int upc_stride_c_mode;
extern jmp_buf upc_stride_c_back;

/* The name of the call is for the line about a call that is made before init. If errors end the program, a call has
 * nothing to prepare. */
#define upc_stride_c_fails(name) \
  (upc_stride_c_mode != UPC_STRIDE_C_ERRORS_END && upc_stride_c_may_return(name) && setjmp(upc_stride_c_back) != 0)
int upc_stride_c_may_return(const char *name);
int upc_stride_c_done(void);

/* Where errors return (c_refusals.upc). 1: the function finds nothing wrong; if not, the latest error stays. */
int upc_stride_c_is_right(void (*look)(void *context), void *context);

/* After the latest error, if it is the caller's own: tells the other members of the call, of a call on values, or of a
 * call of all threads, and returns when they have come to it. All but `agree` return -1. A call on values without
 * elements waits for nobody. `agree`: the caller finds nothing wrong with a call that sends nothing, and fails here if
 * another member does. */
void upc_stride_c_agree(const upc_stride_args_t *args);
int upc_stride_c_refused(const upc_stride_args_t *args);
int upc_stride_c_refused_value(const char *name, const upc_stride_section_t *members, size_t elements);
int upc_stride_c_refused_by_all(void);

/* Notes the call: first of all in each that may wait for other threads, or moves what others may use. */
void upc_stride_c_enter(const char *name);
/* The same for a call that the program may have written by another name, or null: returns the name. */
const char *upc_stride_c_enter_either(const char *name, const char *other);

const char *upc_stride_c_last_error(void);

/* Notes a line as the latest error; prints it and ends the program, unless errors return. */
void upc_stride_c_refuse(int errors_return, const char *line);

/* Refuses a null section of a call; of an operation with a place, one of them is null in any case. */
void upc_stride_c_check_sections(const upc_stride_args_t *args);
void upc_stride_c_check_given(const char *name, const char *argument, const upc_stride_section_t *section);

/* Refuses a null address of a handle; makes the handle null. */
void upc_stride_c_check_handle(const char *name, upc_stride_handle_t *handle);

/* Refuses a call between an update and its fence: while a thread waits in it, updates sent to it would wait too. */
void upc_stride_c_check_fenced(const char *name);

/* Carry out, or start, a call with these arguments. */
int upc_stride_c_perform_and_return(const upc_stride_args_t *args); /* with errors that may come back */
static inline int upc_stride_c_perform(const upc_stride_args_t *args) {
  upc_stride_c_enter(args->name);
  if (upc_stride_c_mode != UPC_STRIDE_C_ERRORS_END) return upc_stride_c_perform_and_return(args);
  if (args->dst == NULL || args->src == NULL) upc_stride_c_check_sections(args);
  upc_stride_perform(args);
  return 0;
}
int upc_stride_c_start(upc_stride_handle_t *handle, const upc_stride_args_t *args);
int upc_stride_c_prepare(upc_stride_handle_t *handle, const upc_stride_args_t *args);

/* Notes an array for finalize, and returns it. */
upc_stride_array_t upc_stride_c_noted(upc_stride_array_t A);

/* Notes memory for finalize, as upc_stride_all_memory does. */
void upc_stride_c_noted_memory(shared void *memory, size_t bytes);

/* For finalize: frees what the program has allocated and not freed. All threads have the same lists. */
void upc_stride_c_free_arrays(void);
void upc_stride_c_free_memory(void);

/* The bytes from a place of the program's memory up to the end of its allocation. */
size_t upc_stride_c_memory_rest(shared void *place);

#endif
