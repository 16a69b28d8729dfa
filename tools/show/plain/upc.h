/* SPDX-License-Identifier: BSD-3-Clause
 * UPC's words for the library's plans as plain C: upc-stride-show asks each thread for its plan, one after another, and
 * carries out none. The Makefile takes the word `shared` out of the sources. Memory has no bytes: addresses are only
 * compared. */
#ifndef SHOW_PLAIN_UPC_H
#define SHOW_PLAIN_UPC_H

#include <stddef.h>
#include <stdlib.h>
#include "upc_types.h"

extern int show_thread, show_threads;
#define MYTHREAD show_thread
#define THREADS show_threads

/* Where thread 0 has what a call is given; thread t has it t bytes further. */
#define SHOW_BASE ((char *)0x10000000)
static inline size_t upc_threadof(const void *place) { return (size_t)((const char *)place - SHOW_BASE); }
static inline size_t upc_phaseof(const void *place) { (void)place; return 0; }
static inline size_t upc_addrfield(const void *place) { return (size_t)place; }
void upc_memget(void *to, const void *from, size_t bytes);
void upc_memput(void *to, const void *from, size_t bytes);
void upc_memcpy(void *to, const void *from, size_t bytes);

#endif
