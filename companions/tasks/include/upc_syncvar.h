/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_syncvar.h: synchronisation variables, by which tasks (upc_task.h) and threads wait for each other. A variable is
 * full, if it has a value, or empty. Zeroed memory is an empty one.
 *
 *     shared upc_syncvar_t result;
 *     double x = 1.5;
 *     upc_syncvar_writeEF(&result, &x, sizeof x);       .. in another task:  upc_syncvar_readFE(&result, &x, sizeof x);
 *
 * The first letter is the state that a call waits for, and the second the state that it leaves: E empty, F full, X any.
 * A value has at most 16 bytes, and all calls for a variable give the same number. A task that waits gives its thread
 * to others. The variable may be on any thread, near (its memory is shared with the caller) or far. Each call is
 * atomic: of several that wait, one goes on at a time. A null pointer, or more than 16 bytes, ends the program with one
 * line. */
#ifndef UPC_SYNCVAR_H
#define UPC_SYNCVAR_H

#include <stddef.h>

typedef struct __upc_syncvar {
  unsigned long __state[2], __value[2];
} upc_syncvar_t;

void upc_syncvar_readFE(shared void *__variable, void *__value, size_t __bytes);
void upc_syncvar_readFF(shared void *__variable, void *__value, size_t __bytes);
void upc_syncvar_writeEF(shared void *__variable, const void *__value, size_t __bytes);
void upc_syncvar_writeFF(shared void *__variable, const void *__value, size_t __bytes);
void upc_syncvar_writeXF(shared void *__variable, const void *__value, size_t __bytes);
void upc_syncvar_reset(shared void *__variable);         /* empty, whatever it was */
int upc_syncvar_isFull(shared void *__variable);         /* never waits; lets other tasks run if it is not */

/* Written once, then read any number of times: a second value ends the program. */
typedef upc_syncvar_t upc_singlevar_t;
void upc_singlevar_write(shared void *__variable, const void *__value, size_t __bytes);
void upc_singlevar_read(shared void *__variable, void *__value, size_t __bytes);
int upc_singlevar_isFull(shared void *__variable);

#endif
