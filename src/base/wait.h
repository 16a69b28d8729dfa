/* SPDX-License-Identifier: BSD-3-Clause
 * The library's one way to wait: call upc_stride_relax in every turn of a waiting loop, turn counting from 0. */
#ifndef UPC_STRIDE_WAIT_H
#define UPC_STRIDE_WAIT_H

void upc_stride_relax(unsigned turn);

/* The same for what a thread is about to do that has another core, when nobody who shares the caller's is needed first:
 * giving this one away and getting it back would take longer. */
void upc_stride_relax_other_core(unsigned turn);

/* A program may wait by asking again and again whether a call is complete: each time, what it waits for must be able
 * to come. */
void upc_stride_poll(void);

#endif
