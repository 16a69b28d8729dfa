/* SPDX-License-Identifier: BSD-3-Clause
 *
 * urt_blocks.h: where an element of a multi-blocked array lies; a part of urt.h. Generated code gives the number of
 * dimensions, the sizes of blocks and of an element as constants. So divisions by sizes of blocks become shifts or
 * multiplications, and the loops are unrolled. */
#ifndef URT_BLOCKS_H
#define URT_BLOCKS_H

/* GCC, which compiles the conduit gasnet, does not know this pragma. The loops are unrolled for generated code. */
#if defined __clang__ && !defined URT_UNROLL
#define URT_UNROLL _Pragma("unroll")
#elif !defined URT_UNROLL
#define URT_UNROLL
#endif

/* Numbers of blocks are small: a short division takes less time. */
static inline __attribute__((always_inline)) urt_size_t urt_quotient(urt_size_t n, urt_size_t by) {
  return (n | by) >> 32 ? n / by : (unsigned)n / (unsigned)by;
}

/* The owner of element index[ndims]; *offset is its place in the owner's part of the array, in bytes. With a grid, a
 * thread with coordinate below rest[k] has full[k] + 1 blocks along dimension k, others have full[k]. Without one the
 * blocks go round the threads. */
URT_INLINE
int urt_block_owner(int ndims, const urt_size_t *index, const urt_size_t *block, urt_size_t elem, urt_size_t *offset,
                    int gridded, const urt_size_t *grid, const urt_size_t *full, const urt_size_t *rest,
                    const urt_size_t *nblocks) {
  urt_size_t within = 0, elements = 1, place = 0;
  int thread = 0;
  if (gridded) {
URT_UNROLL
    for (int k = 0; k < ndims; k++) {
      urt_size_t at = index[k] / block[k], along = urt_quotient(at, grid[k]), owner = at - along * grid[k];
      within = within * block[k] + (index[k] - at * block[k]);
      elements *= block[k];
      thread = thread * (int)grid[k] + (int)owner;
      place = place * (full[k] + (owner < rest[k])) + along;
    }
  } else {
URT_UNROLL
    for (int k = 0; k < ndims; k++) {
      urt_size_t at = index[k] / block[k];
      within = within * block[k] + (index[k] - at * block[k]);
      elements *= block[k];
      place = place * nblocks[k] + at;
    }
    urt_parts_t to = urt_deal((long)place);
    thread = (int)to.rest;
    place = (urt_size_t)to.whole;
  }
  *offset = (place * elements + within) * elem;
  return thread;
}

#endif
