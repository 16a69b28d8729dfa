/* SPDX-License-Identifier: BSD-3-Clause
 * Errors that end the program. */
#ifndef UPC_STRIDE_FAIL_H
#define UPC_STRIDE_FAIL_H

#include <stddef.h>

/* Who is called, and from where in the program: by a section, whose file may be null, or by what the program has called
 * last ("file.upc:12: upc_all_broadcast", or null). */
typedef struct upc_stride_site {
  const char *name;
  const char *file;
  int line;
  const char *called;
} upc_stride_site_t;

#define UPC_STRIDE_S(n) ((n) == 1 ? "" : "s") /* of a plural: "%zu byte%s" */

/* Prints "file:line: call: argument: <format ..>" and ends the whole program with status 1. The format says what
 * was got and what it must be. Threads that fail alike at the same time print one line between them. */
void upc_stride_fail(const upc_stride_site_t *call, const char *argument, const char *format, ...);

/* What one thread finds wrong with an argument of its own, in a call of all threads. */
typedef struct upc_stride_complaint {
  char argument[20], text[380];       /* text is empty: nothing is wrong */
} upc_stride_complaint_t;

/* Notes what is wrong, if nothing was before. Returns 0. */
size_t upc_stride_complain(upc_stride_complaint_t *complaint, const char *argument, const char *format, ...);

/* All threads call it before any of them waits for the others: all fail, or none. Where errors end the program, who
 * complains ends it. Where they return, the threads meet, and each gets the line of one that complains. The complaint
 * of a thread that has found nothing wrong may be null. */
void upc_stride_fail_together(const upc_stride_site_t *call, const upc_stride_complaint_t *complaint);

/* All threads meet those that are in upc_stride_fail_together with a complaint that is a whole line, without an
 * argument: its error has returned to the caller already. */
void upc_stride_complain_together(const upc_stride_complaint_t *complaint);

/* The same for what only several threads can see, as arguments that differ: the program ends in any case, since the
 * others cannot get the error back. So it is with an argument of one member's own, if the others are in the call. */
void upc_stride_fail_all(const upc_stride_site_t *call, const char *argument, const char *format, ...);

/* "file.upc:12", where the program made the call, or "" if it is not known. The line of its section, which may have
 * been made elsewhere, only if the runtime has no note of the call. */
const char *upc_stride_place_of_call(const upc_stride_site_t *call, char *text, size_t size);

/* Who gets the line first, or null: a program in C may want wrong arguments back (c/c_errors.upc). If the function
 * returns, the program ends. */
void upc_stride_fail_by(void (*take)(const char *line));

/* 1: it is set. Where errors return, all that make a call get the error that one finds. */
int upc_stride_errors_return(void);

/* As upc_stride_fail, for an error that all members of the call have found: no other is told of it. */
void upc_stride_fail_known(const upc_stride_site_t *call, const char *argument, const char *format, ...);

/* Fails with the line that another member of the call has sent; with a whole line of the caller's own. */
void upc_stride_fail_as(const char *line);
void upc_stride_fail_own(const char *line);

/* 1: all that make the call know of the latest error. */
int upc_stride_failed_together(void);

/* The same with the whole line given, for what is no wrong argument: the program ends. */
void upc_stride_fail_line(const char *line);

/* 1 on the thread whose line it is, for what it has to say before. */
int upc_stride_fail_speaks(void);

#endif
