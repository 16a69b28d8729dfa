/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bupc_memory.h, included by bupc_extensions.h: Berkeley UPC's copies that go on while the program does (upc_nb.h has
 * the standard's; handles are of the same type), and copies between lists of places. (D. Bonachea, Proposal for
 * Extending the UPC Memory Copy Library Functions, 2004.) */
#ifndef BUPC_MEMORY_H
#define BUPC_MEMORY_H

#include <stddef.h>

typedef struct urt_transfer *bupc_handle_t;
#define BUPC_COMPLETE_HANDLE ((bupc_handle_t)0)

bupc_handle_t bupc_memcpy_async(shared void *dst, shared const void *src, size_t n);
bupc_handle_t bupc_memget_async(void *dst, shared const void *src, size_t n);
bupc_handle_t bupc_memput_async(shared void *dst, const void *src, size_t n);
bupc_handle_t bupc_memset_async(shared void *dst, int c, size_t n);
void bupc_waitsync(bupc_handle_t h);
int bupc_trysync(bupc_handle_t h);

/* Of several handles; those that are complete are overwritten with BUPC_COMPLETE_HANDLE. `some`: at least one of those
 * that were not so before. The results of try: 1 if it is so (or nothing is pending). */
void bupc_waitsync_all(bupc_handle_t *ph, size_t n);
int bupc_trysync_all(bupc_handle_t *ph, size_t n);
void bupc_waitsync_some(bupc_handle_t *ph, size_t n);
int bupc_trysync_some(bupc_handle_t *ph, size_t n);

/* Without handles; or with one for all between begin and end. */
void bupc_memcpy_asynci(shared void *dst, shared const void *src, size_t n);
void bupc_memget_asynci(void *dst, shared const void *src, size_t n);
void bupc_memput_asynci(shared void *dst, const void *src, size_t n);
void bupc_memset_asynci(shared void *dst, int c, size_t n);
void bupc_waitsynci(void);
int bupc_trysynci(void);
void bupc_begin_accessregion(void);
bupc_handle_t bupc_end_accessregion(void);

/* Lists of pieces of any length, equally many bytes on both sides. A piece lies on one thread. */
typedef struct {
  void *addr;
  size_t len;
} bupc_pmemvec_t;
typedef struct {
  shared void *addr;
  size_t len;
} bupc_smemvec_t;
void bupc_memcpy_vlist(size_t dstcount, bupc_smemvec_t const dstlist[],
                       size_t srccount, bupc_smemvec_t const srclist[]);
void bupc_memput_vlist(size_t dstcount, bupc_smemvec_t const dstlist[],
                       size_t srccount, bupc_pmemvec_t const srclist[]);
void bupc_memget_vlist(size_t dstcount, bupc_pmemvec_t const dstlist[],
                       size_t srccount, bupc_smemvec_t const srclist[]);
bupc_handle_t bupc_memcpy_vlist_async(size_t dstcount, bupc_smemvec_t const dstlist[], size_t srccount,
                                      bupc_smemvec_t const srclist[]);
bupc_handle_t bupc_memput_vlist_async(size_t dstcount, bupc_smemvec_t const dstlist[], size_t srccount,
                                      bupc_pmemvec_t const srclist[]);
bupc_handle_t bupc_memget_vlist_async(size_t dstcount, bupc_pmemvec_t const dstlist[], size_t srccount,
                                      bupc_smemvec_t const srclist[]);

/* Lists of pieces of one length a side. */
void bupc_memcpy_ilist(size_t dstcount, shared void *const dstlist[], size_t dstlen, size_t srccount,
                       shared const void *const srclist[], size_t srclen);
void bupc_memput_ilist(size_t dstcount, shared void *const dstlist[], size_t dstlen, size_t srccount,
                       const void *const srclist[], size_t srclen);
void bupc_memget_ilist(size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount,
                       shared const void *const srclist[], size_t srclen);
bupc_handle_t bupc_memcpy_ilist_async(size_t dstcount, shared void *const dstlist[], size_t dstlen, size_t srccount,
                                      shared const void *const srclist[], size_t srclen);
bupc_handle_t bupc_memput_ilist_async(size_t dstcount, shared void *const dstlist[], size_t dstlen, size_t srccount,
                                      const void *const srclist[], size_t srclen);
bupc_handle_t bupc_memget_ilist_async(size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount,
                                      shared const void *const srclist[], size_t srclen);

/* `chunkcount` chunks of `chunklen` bytes, one every `chunkstride` bytes; each side on one thread. */
void bupc_memcpy_fstrided(shared void *dstaddr, size_t dstchunklen, size_t dstchunkstride, size_t dstchunkcount,
                          shared void *srcaddr, size_t srcchunklen, size_t srcchunkstride, size_t srcchunkcount);
void bupc_memput_fstrided(shared void *dstaddr, size_t dstchunklen, size_t dstchunkstride, size_t dstchunkcount,
                          void *srcaddr, size_t srcchunklen, size_t srcchunkstride, size_t srcchunkcount);
void bupc_memget_fstrided(void *dstaddr, size_t dstchunklen, size_t dstchunkstride, size_t dstchunkcount,
                          shared void *srcaddr, size_t srcchunklen, size_t srcchunkstride, size_t srcchunkcount);
bupc_handle_t bupc_memcpy_fstrided_async(shared void *dstaddr, size_t dstchunklen, size_t dstchunkstride,
                                         size_t dstchunkcount, shared void *srcaddr, size_t srcchunklen,
                                         size_t srcchunkstride, size_t srcchunkcount);
bupc_handle_t bupc_memput_fstrided_async(shared void *dstaddr, size_t dstchunklen, size_t dstchunkstride,
                                         size_t dstchunkcount, void *srcaddr, size_t srcchunklen,
                                         size_t srcchunkstride, size_t srcchunkcount);
bupc_handle_t bupc_memget_fstrided_async(void *dstaddr, size_t dstchunklen, size_t dstchunkstride,
                                         size_t dstchunkcount, shared void *srcaddr, size_t srcchunklen,
                                         size_t srcchunkstride, size_t srcchunkcount);

/* A section of an array of stridelevels+1 dimensions: count[0] contiguous bytes, count[i] of dimension i, which are
 * strides[i-1] bytes apart. E.g. 3 rows of 16 bytes of a matrix with rows of 80: count = {16, 3}, strides = {80}. */
void bupc_memcpy_strided(shared void *dstaddr, const size_t dststrides[], shared const void *srcaddr,
                         const size_t srcstrides[], const size_t count[], size_t stridelevels);
void bupc_memput_strided(shared void *dstaddr, const size_t dststrides[], const void *srcaddr,
                         const size_t srcstrides[], const size_t count[], size_t stridelevels);
void bupc_memget_strided(void *dstaddr, const size_t dststrides[], shared const void *srcaddr,
                         const size_t srcstrides[], const size_t count[], size_t stridelevels);
bupc_handle_t bupc_memcpy_strided_async(shared void *dstaddr, const size_t dststrides[], shared const void *srcaddr,
                                        const size_t srcstrides[], const size_t count[], size_t stridelevels);
bupc_handle_t bupc_memput_strided_async(shared void *dstaddr, const size_t dststrides[], const void *srcaddr,
                                        const size_t srcstrides[], const size_t count[], size_t stridelevels);
bupc_handle_t bupc_memget_strided_async(void *dstaddr, const size_t dststrides[], shared const void *srcaddr,
                                        const size_t srcstrides[], const size_t count[], size_t stridelevels);

#endif
