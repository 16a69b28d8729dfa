/* SPDX-License-Identifier: BSD-3-Clause
 *
 * urt_gathers.h: elements of a shared array whose subscripts a loop reads from memory (x[col[k]]); a part of urt.h.
 *
 * A *granule* is as many elements as the largest power of two that divides a block. They lie side by side. An object
 * has a table with a word for each granule: where element 0 would have to be if all elements lay beside this granule's.
 * So the address of an element takes a shift, a load and an addition, for any THREADS and any size of blocks. If a
 * granule is one element, the word is its address. A loop that
 * gathers asks in which object its pointer-to-shared points, and keeps the answer. */
#ifndef URT_GATHERS_H
#define URT_GATHERS_H
#ifdef URT_ALL_NEAR

/* An object that a pointer-to-shared leads to. It is never changed or freed, so that threads of OpenMP may share it. */
typedef struct urt_gathered {
  urt_size_t from, bytes;      /* its offset in each segment, and how much of it is there */
  const unsigned long *header; /* the heap's word for it */
  unsigned long state;         /* what this word is while the object lives */
  urt_size_t elem, block;      /* sizes, of an element and of a block, that the table is for */
  const urt_size_t *places;    /* the table; null if the cache has no room for it */
  urt_products_t products;     /* of elements from a null pointer on, which lies where thread 0's segment starts */
} urt_gathered_t;

/* The table of the object that p points into, from the element on that p points to; or null. `products` is set in both
 * cases: of a loop's objects another may have no table, and then the loop uses none. `kept` is the loop's. */
const urt_size_t *urt_table_of(const urt_gathered_t **kept, urt_ptr_t p, urt_size_t elem, urt_size_t block,
                               urt_products_t *products);

static inline __attribute__((always_inline)) int urt_granule_log(urt_size_t block) { return __builtin_ctzl(block); }

#endif
#endif
