/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_nb.h: non-blocking copies (UPC 1.3 optional library, 7.9). Between the call and its synchronisation the
 * destination is undefined, and neither side may be changed. Between near threads the copy is made in the call. */
#ifndef UPC_NB_H
#define UPC_NB_H

#include <stddef.h>

#ifndef UPC_COMPLETE_HANDLE /* else another header has brought both */
typedef struct urt_transfer *upc_handle_t;
#define UPC_COMPLETE_HANDLE ((upc_handle_t)0)
#endif

/* Each handle must be synchronised once, by the thread that got it. */
upc_handle_t upc_memcpy_nb(shared void *__restrict __dst, shared const void *__restrict __src, size_t __n);
upc_handle_t upc_memget_nb(void *__restrict __dst, shared const void *__restrict __src, size_t __n);
upc_handle_t upc_memput_nb(shared void *__restrict __dst, const void *__restrict __src, size_t __n);
upc_handle_t upc_memset_nb(shared void *__dst, int __c, size_t __n);
void upc_sync(upc_handle_t __handle);                         /* returns when it is complete */
int upc_sync_attempt(upc_handle_t __handle);                  /* not 0 if it is: then the handle is used up */

/* Without handles: upc_synci completes all copies that the calling thread has begun since the last upc_synci. */
void upc_memcpy_nbi(shared void *__restrict __dst, shared const void *__restrict __src, size_t __n);
void upc_memget_nbi(void *__restrict __dst, shared const void *__restrict __src, size_t __n);
void upc_memput_nbi(shared void *__restrict __dst, const void *__restrict __src, size_t __n);
void upc_memset_nbi(shared void *__dst, int __c, size_t __n);
void upc_synci(void);
int upc_synci_attempt(void);                                  /* not 0 if all are complete */

#define UPC_NB_COMPLETED 1                                    /* GCC UPC's names for what the attempts return */
#define UPC_NB_NOT_COMPLETED 0

#endif
