/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Views of memory that the program has: arrays whose elements are in private memory of each thread. Such an array has a
 * *buffer*, memory for its part in the shared heap, as any array has. Other threads read and write the buffer alone.
 *
 * Where the system allows it, the pages of the program's memory become pages of the buffer (base/alias.h): what lies in
 * whole pages is then in both, and is never copied. The rest is copied, before a call what the call reads, and after it
 * what the call has written (view_copies.upc):
 *
 *   the program's memory     |..12000 bytes of a page..|==== whole pages, offsets `from` to `to` ====|..300 bytes..|
 *   the buffer               |     copied              |         the same pages                      |  copied     |
 *
 * Pages can be the same if both addresses are at the same place in a page. So each thread's part of the buffer begins
 * where its memory does, the array's `shift` from the beginning of a page. */
#ifndef UPC_STRIDE_VIEW_H
#define UPC_STRIDE_VIEW_H

#include "arrays/array.h"

typedef struct upc_stride_memory_view {
  upc_stride_array_t array;
  char *memory;                       /* the caller's part                                                       */
  size_t bytes;                       /* of it; the buffer may have more, the padding of the last block          */
  size_t from, to;                    /* offsets between which memory and buffer have the same pages             */
  shared void *buffer;                /* as it was allocated                                                     */
  unsigned short *shift;              /* the array's, or null                                                    */
  int open;                           /* 1: between upc_stride_open_view and upc_stride_close_view               */
  int written;                        /* pieces that calls in flight will write                                  */
  upc_stride_array_t matrix;          /* of an array that is another one's `packed`: that one, else null         */
  struct upc_stride_memory_view *next;
} upc_stride_memory_view_t;

/* Gives A, which has a layout and no memory, a buffer and the caller's memory. 0: the shared heap has no room for the
 * buffer; the second form ends the program then. All threads call. */
int upc_stride_view_begin(upc_stride_array_t A, void *memory, size_t bytes);
void upc_stride_view_begin_checked(const upc_stride_site_t *call, upc_stride_array_t A, void *memory, size_t bytes);

/* What is wrong with the memory of a view of this layout, the caller's or another thread's. All threads call. */
void upc_stride_view_check_memory(const upc_stride_site_t *call, const upc_stride_layout_t *L, const void *memory,
                                  size_t bytes);

/* Gives back the buffer. All threads call; a barrier is implied. */
void upc_stride_view_end(const upc_stride_site_t *call, upc_stride_array_t A);

/* The view that has a place in its buffer, or null. */
upc_stride_memory_view_t *upc_stride_view_at(shared const void *place);

/* Copies what is not in pages of both to the buffer. For an array that is no view, or is open: nothing. It refuses a
 * view that a call in flight writes, with this text. */
extern const char upc_stride_view_written[];
void upc_stride_view_publish(const upc_stride_site_t *call, const char *argument, upc_stride_array_t A);

/* The reverse: copies the caller's elements from the buffer to its memory. */
void upc_stride_view_take_back(const upc_stride_memory_view_t *V);

/* Calls of one thread find elements of a view in its buffer: the view must be open. */
void upc_stride_check_open(const upc_stride_site_t *call, const char *argument, upc_stride_array_t A);
void upc_stride_check_open_at(const upc_stride_site_t *call, const char *argument, shared const void *place);

/* The caller's elements where the program has them. */
static inline char *upc_stride_own_memory(upc_stride_array_t A) {
  return A->view != NULL && !A->view->open ? A->view->memory : upc_stride_my_part(A);
}

#endif
