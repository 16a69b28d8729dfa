/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_io.h: parallel files (UPC 1.3 optional library, 7.8).
 *
 * All calls are collective. On error a call returns -1 and sets errno.
 *
 * File pointers. A file has one common file pointer, or an individual one for each thread. This is chosen when the file
 * is opened; upc_all_fcntl changes it. With the common pointer only shared memory is read and written: all threads give
 * the same arguments and divide the work. An example, which writes an array in the order of its elements:
 *
 *     shared [4] double A[4 * THREADS];
 *     upc_file_t *f = upc_all_fopen("a.bin", UPC_WRONLY | UPC_CREATE | UPC_TRUNC | UPC_COMMON_FP, 0, NULL);
 *     upc_all_fwrite_shared(f, A, 4, sizeof(double), 4 * THREADS, 0);
 *     upc_all_fclose(f);
 *
 * Consistency. The thread that has written data reads it from the file as soon as its call has returned. Other threads
 * read it after upc_all_fsync or upc_all_fclose. Where writes of several threads overlap, the contents are undefined.
 * If the file is opened with UPC_STRONG_CA, all threads read what a call has written when it has returned, overlapping
 * writes take effect as whole calls in some order, and `flags` is ALLSYNC.
 *
 * Asynchronous calls. A call with UPC_ASYNC among its flags does its work when it is made, and returns 0. Its result,
 * or its error, is kept for upc_all_fwait_async. */
#ifndef UPC_IO_H
#define UPC_IO_H

#include <stddef.h>
#include <stdint.h>
#include "upc_types.h"

typedef int64_t upc_off_t;

#define UPC_ASYNC 64                 /* beside the synchronisation flags of upc_types.h */

/* upc_all_fopen: one of the first three, one of the next two, any of the others. */
#define UPC_RDONLY 0x1
#define UPC_WRONLY 0x2
#define UPC_RDWR 0x4
#define UPC_INDIVIDUAL_FP 0x8
#define UPC_COMMON_FP 0x10
#define UPC_APPEND 0x20              /* start at the end of the file */
#define UPC_CREATE 0x40              /* make the file if there is none */
#define UPC_EXCL 0x80                /* with UPC_CREATE: fail if there is one */
#define UPC_STRONG_CA 0x100          /* strong consistency and atomicity */
#define UPC_TRUNC 0x200              /* empty the file */
#define UPC_DELETE_ON_CLOSE 0x400

/* upc_all_fseek */
#define UPC_SEEK_SET 0x1
#define UPC_SEEK_CUR 0x2
#define UPC_SEEK_END 0x4

/* Commands of upc_all_fcntl, and what it returns. `arg` is ignored unless a line says what it is. */
#define UPC_GET_CA_SEMANTICS 0x1       /* UPC_STRONG_CA or 0 */
#define UPC_SET_WEAK_CA_SEMANTICS 0x2
#define UPC_SET_STRONG_CA_SEMANTICS 0x4
#define UPC_GET_FP 0x8                 /* UPC_COMMON_FP or UPC_INDIVIDUAL_FP */
#define UPC_SET_COMMON_FP 0x10         /* and goes to the beginning of the file */
#define UPC_SET_INDIVIDUAL_FP 0x20     /* the same */
#define UPC_GET_FL 0x40                /* the flags of upc_all_fopen, as changed since */
#define UPC_GET_FN 0x80                /* arg: const char **, the name this thread gave */
#define UPC_GET_HINTS 0x100            /* arg: const struct upc_hint **; how many there are */
#define UPC_SET_HINT 0x200             /* arg: struct upc_hint * */
#define UPC_ASYNC_OUTSTANDING 0x400    /* 1 from an asynchronous call until it is waited for */

/* "file_perm" gives the permissions of a new file in octal. Other hints are kept, and ignored. */
struct upc_hint {
  const char *key;
  const char *value;
};
struct upc_local_memvec {
  void *baseaddr;
  size_t len;                          /* bytes */
};
struct upc_filevec {
  upc_off_t offset;
  size_t len;                          /* bytes */
};

#ifdef __UPC__ /* the runtime, in C, wants the above alone */

struct upc_shared_memvec {
  shared void *baseaddr;               /* taken as the start of a block */
  size_t blocksize;                    /* bytes; 0 is indefinite */
  size_t len;                          /* bytes */
};

/* Their names before UPC 1.2. */
typedef struct upc_hint upc_hint_t;
typedef struct upc_local_memvec upc_local_memvec_t;
typedef struct upc_shared_memvec upc_shared_memvec_t;
typedef struct upc_filevec upc_filevec_t;

typedef shared struct upc_file upc_file_t;

upc_file_t *upc_all_fopen(const char *__fname, int __flags, size_t __numhints, struct upc_hint const *__hints);
int upc_all_fclose(upc_file_t *__fd);
int upc_all_fsync(upc_file_t *__fd);
upc_off_t upc_all_fseek(upc_file_t *__fd, upc_off_t __offset, int __origin); /* the position; past the end is allowed */
int upc_all_fset_size(upc_file_t *__fd, upc_off_t __size);
upc_off_t upc_all_fget_size(upc_file_t *__fd);
int upc_all_fpreallocate(upc_file_t *__fd, upc_off_t __size);
int upc_all_fcntl(upc_file_t *__fd, int __cmd, void *__arg);

/* Read or write size*nmemb bytes at the file pointer, and move it. `blocksize` is in elements of `size` bytes; 0 is
 * indefinite. The result is the bytes read or written by this thread, or, with the common pointer, by all threads. */
upc_off_t upc_all_fread_local(upc_file_t *__fd, void *__buffer, size_t __size, size_t __nmemb, upc_flag_t __flags);
upc_off_t upc_all_fread_shared(upc_file_t *__fd, shared void *__buffer, size_t __blocksize, size_t __size,
                               size_t __nmemb, upc_flag_t __flags);
upc_off_t upc_all_fwrite_local(upc_file_t *__fd, void *__buffer, size_t __size, size_t __nmemb, upc_flag_t __flags);
upc_off_t upc_all_fwrite_shared(upc_file_t *__fd, shared void *__buffer, size_t __blocksize, size_t __size,
                                size_t __nmemb, upc_flag_t __flags);

/* Each thread copies between its own list of places in the file and its own list of places in memory, in the order of
 * the lists. Both lists have the same number of bytes. The file pointer is not used. */
upc_off_t upc_all_fread_list_local(upc_file_t *__fd, size_t __memvec_entries, struct upc_local_memvec const *__memvec,
                                   size_t __filevec_entries, struct upc_filevec const *__filevec, upc_flag_t __flags);
upc_off_t upc_all_fread_list_shared(upc_file_t *__fd, size_t __memvec_entries, struct upc_shared_memvec const *__memvec,
                                    size_t __filevec_entries, struct upc_filevec const *__filevec, upc_flag_t __flags);
upc_off_t upc_all_fwrite_list_local(upc_file_t *__fd, size_t __memvec_entries, struct upc_local_memvec const *__memvec,
                                    size_t __filevec_entries, struct upc_filevec const *__filevec, upc_flag_t __flags);
upc_off_t upc_all_fwrite_list_shared(upc_file_t *__fd, size_t __memvec_entries,
                                     struct upc_shared_memvec const *__memvec, size_t __filevec_entries,
                                     struct upc_filevec const *__filevec, upc_flag_t __flags);

/* The end of an asynchronous call, whose result they return. A file has one such call at a time, and between the call
 * and its end no other call but these two. The test sets *flag to 1 if the call is complete, which is then its end. */
upc_off_t upc_all_fwait_async(upc_file_t *__fd);
upc_off_t upc_all_ftest_async(upc_file_t *__fd, int *__flag);

/* UPC 1.2's asynchronous calls: those above with UPC_ASYNC. */
#define upc_all_fread_local_async(fd, buffer, size, nmemb, flags) \
  ((void)upc_all_fread_local(fd, buffer, size, nmemb, (flags) | UPC_ASYNC))
#define upc_all_fwrite_local_async(fd, buffer, size, nmemb, flags) \
  ((void)upc_all_fwrite_local(fd, buffer, size, nmemb, (flags) | UPC_ASYNC))
#define upc_all_fread_shared_async(fd, buffer, blocksize, size, nmemb, flags) \
  ((void)upc_all_fread_shared(fd, buffer, blocksize, size, nmemb, (flags) | UPC_ASYNC))
#define upc_all_fwrite_shared_async(fd, buffer, blocksize, size, nmemb, flags) \
  ((void)upc_all_fwrite_shared(fd, buffer, blocksize, size, nmemb, (flags) | UPC_ASYNC))
#define upc_all_fread_list_local_async(fd, entries, memory, files, file, flags) \
  ((void)upc_all_fread_list_local(fd, entries, memory, files, file, (flags) | UPC_ASYNC))
#define upc_all_fwrite_list_local_async(fd, entries, memory, files, file, flags) \
  ((void)upc_all_fwrite_list_local(fd, entries, memory, files, file, (flags) | UPC_ASYNC))
#define upc_all_fread_list_shared_async(fd, entries, memory, files, file, flags) \
  ((void)upc_all_fread_list_shared(fd, entries, memory, files, file, (flags) | UPC_ASYNC))
#define upc_all_fwrite_list_shared_async(fd, entries, memory, files, file, flags) \
  ((void)upc_all_fwrite_list_shared(fd, entries, memory, files, file, (flags) | UPC_ASYNC))

#endif
#endif
