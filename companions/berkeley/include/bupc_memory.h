/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bupc_memory.h, included by bupc_extensions.h: Berkeley UPC's non-blocking copies, and copies between lists of places.
 * upc_nb.h has the standard's non-blocking copies; the handles have the same type. (D. Bonachea, Proposal for Extending
 * the UPC Memory Copy Library Functions, 2004.) */
#ifndef BUPC_MEMORY_H
#define BUPC_MEMORY_H

#include <stddef.h>

typedef struct urt_transfer *bupc_handle_t;
#define BUPC_COMPLETE_HANDLE ((bupc_handle_t)0)

/* Some of these calls are other names of one function: of upc_nb.h, or of the call with a handle, which is complete
 * when that call returns. */

bupc_handle_t bupc_memcpy_async(shared void *__dst, shared const void *__src, size_t __n) __asm__("upc_memcpy_nb");
bupc_handle_t bupc_memget_async(void *__dst, shared const void *__src, size_t __n) __asm__("upc_memget_nb");
bupc_handle_t bupc_memput_async(shared void *__dst, const void *__src, size_t __n) __asm__("upc_memput_nb");
bupc_handle_t bupc_memset_async(shared void *__dst, int __c, size_t __n) __asm__("upc_memset_nb");
void bupc_waitsync(bupc_handle_t __h) __asm__("upc_sync");
int bupc_trysync(bupc_handle_t __h) __asm__("upc_sync_attempt");

/* For several handles. A complete handle is overwritten with BUPC_COMPLETE_HANDLE. `some` waits for at least one that
 * was not complete before. `try` returns 1 if the condition holds, or if nothing is pending. */
void bupc_waitsync_all(bupc_handle_t *__ph, size_t __n);
int bupc_trysync_all(bupc_handle_t *__ph, size_t __n);
void bupc_waitsync_some(bupc_handle_t *__ph, size_t __n);
int bupc_trysync_some(bupc_handle_t *__ph, size_t __n);

/* Without handles, or with one handle for all copies between begin and end. */
void bupc_memcpy_asynci(shared void *__dst, shared const void *__src, size_t __n) __asm__("upc_memcpy_nbi");
void bupc_memget_asynci(void *__dst, shared const void *__src, size_t __n) __asm__("upc_memget_nbi");
void bupc_memput_asynci(shared void *__dst, const void *__src, size_t __n) __asm__("upc_memput_nbi");
void bupc_memset_asynci(shared void *__dst, int __c, size_t __n) __asm__("upc_memset_nbi");
void bupc_waitsynci(void) __asm__("upc_synci");
int bupc_trysynci(void) __asm__("upc_synci_attempt");
void bupc_begin_accessregion(void);
bupc_handle_t bupc_end_accessregion(void);

/* Lists of pieces of any length. Both sides have the same number of bytes. Each piece lies on one thread. */
typedef struct {
  void *addr;
  size_t len;
} bupc_pmemvec_t;
typedef struct {
  shared void *addr;
  size_t len;
} bupc_smemvec_t;
void bupc_memcpy_vlist(size_t __dstcount, bupc_smemvec_t const __dstlist[], size_t __srccount,
                       bupc_smemvec_t const __srclist[]) __asm__("bupc_memcpy_vlist_async");
void bupc_memput_vlist(size_t __dstcount, bupc_smemvec_t const __dstlist[], size_t __srccount,
                       bupc_pmemvec_t const __srclist[]) __asm__("bupc_memput_vlist_async");
void bupc_memget_vlist(size_t __dstcount, bupc_pmemvec_t const __dstlist[], size_t __srccount,
                       bupc_smemvec_t const __srclist[]) __asm__("bupc_memget_vlist_async");
bupc_handle_t bupc_memcpy_vlist_async(size_t __dstcount, bupc_smemvec_t const __dstlist[], size_t __srccount,
                                      bupc_smemvec_t const __srclist[]);
bupc_handle_t bupc_memput_vlist_async(size_t __dstcount, bupc_smemvec_t const __dstlist[], size_t __srccount,
                                      bupc_pmemvec_t const __srclist[]);
bupc_handle_t bupc_memget_vlist_async(size_t __dstcount, bupc_pmemvec_t const __dstlist[], size_t __srccount,
                                      bupc_smemvec_t const __srclist[]);

/* Lists of pieces; on each side all pieces have one length. */
void bupc_memcpy_ilist(size_t __dstcount, shared void *const __dstlist[], size_t __dstlen, size_t __srccount,
                       shared const void *const __srclist[], size_t __srclen) __asm__("bupc_memcpy_ilist_async");
void bupc_memput_ilist(size_t __dstcount, shared void *const __dstlist[], size_t __dstlen, size_t __srccount,
                       const void *const __srclist[], size_t __srclen) __asm__("bupc_memput_ilist_async");
void bupc_memget_ilist(size_t __dstcount, void *const __dstlist[], size_t __dstlen, size_t __srccount,
                       shared const void *const __srclist[], size_t __srclen) __asm__("bupc_memget_ilist_async");
bupc_handle_t bupc_memcpy_ilist_async(size_t __dstcount, shared void *const __dstlist[], size_t __dstlen,
                                      size_t __srccount, shared const void *const __srclist[], size_t __srclen);
bupc_handle_t bupc_memput_ilist_async(size_t __dstcount, shared void *const __dstlist[], size_t __dstlen,
                                      size_t __srccount, const void *const __srclist[], size_t __srclen);
bupc_handle_t bupc_memget_ilist_async(size_t __dstcount, void *const __dstlist[], size_t __dstlen, size_t __srccount,
                                      shared const void *const __srclist[], size_t __srclen);

/* `chunkcount` chunks of `chunklen` bytes, one every `chunkstride` bytes; each side on one thread. */
void bupc_memcpy_fstrided(shared void *__dstaddr, size_t __dstchunklen, size_t __dstchunkstride, size_t __dstchunkcount,
                          shared void *__srcaddr, size_t __srcchunklen, size_t __srcchunkstride,
                          size_t __srcchunkcount) __asm__("bupc_memcpy_fstrided_async");
void bupc_memput_fstrided(shared void *__dstaddr, size_t __dstchunklen, size_t __dstchunkstride, size_t __dstchunkcount,
                          void *__srcaddr, size_t __srcchunklen, size_t __srcchunkstride, size_t __srcchunkcount)
                          __asm__("bupc_memput_fstrided_async");
void bupc_memget_fstrided(void *__dstaddr, size_t __dstchunklen, size_t __dstchunkstride, size_t __dstchunkcount,
                          shared void *__srcaddr, size_t __srcchunklen, size_t __srcchunkstride,
                          size_t __srcchunkcount) __asm__("bupc_memget_fstrided_async");
bupc_handle_t bupc_memcpy_fstrided_async(shared void *__dstaddr, size_t __dstchunklen, size_t __dstchunkstride,
                                         size_t __dstchunkcount, shared void *__srcaddr, size_t __srcchunklen,
                                         size_t __srcchunkstride, size_t __srcchunkcount);
bupc_handle_t bupc_memput_fstrided_async(shared void *__dstaddr, size_t __dstchunklen, size_t __dstchunkstride,
                                         size_t __dstchunkcount, void *__srcaddr, size_t __srcchunklen,
                                         size_t __srcchunkstride, size_t __srcchunkcount);
bupc_handle_t bupc_memget_fstrided_async(void *__dstaddr, size_t __dstchunklen, size_t __dstchunkstride,
                                         size_t __dstchunkcount, shared void *__srcaddr, size_t __srcchunklen,
                                         size_t __srcchunkstride, size_t __srcchunkcount);

/* A section of an array with stridelevels+1 dimensions: count[0] contiguous bytes; in dimension i, count[i] items that
 * are strides[i-1] bytes apart. Example: 3 rows of 16 bytes in a matrix with rows of 80: count = {16, 3}, strides =
 * {80}. */
void bupc_memcpy_strided(shared void *__dstaddr, const size_t __dststrides[], shared const void *__srcaddr,
                         const size_t __srcstrides[], const size_t __count[], size_t __stridelevels)
                         __asm__("bupc_memcpy_strided_async");
void bupc_memput_strided(shared void *__dstaddr, const size_t __dststrides[], const void *__srcaddr,
                         const size_t __srcstrides[], const size_t __count[], size_t __stridelevels)
                         __asm__("bupc_memput_strided_async");
void bupc_memget_strided(void *__dstaddr, const size_t __dststrides[], shared const void *__srcaddr,
                         const size_t __srcstrides[], const size_t __count[], size_t __stridelevels)
                         __asm__("bupc_memget_strided_async");
bupc_handle_t bupc_memcpy_strided_async(shared void *__dstaddr, const size_t __dststrides[],
                                        shared const void *__srcaddr, const size_t __srcstrides[],
                                        const size_t __count[], size_t __stridelevels);
bupc_handle_t bupc_memput_strided_async(shared void *__dstaddr, const size_t __dststrides[], const void *__srcaddr,
                                        const size_t __srcstrides[], const size_t __count[], size_t __stridelevels);
bupc_handle_t bupc_memget_strided_async(void *__dstaddr, const size_t __dststrides[], shared const void *__srcaddr,
                                        const size_t __srcstrides[], const size_t __count[], size_t __stridelevels);

#endif
