/* SPDX-License-Identifier: BSD-3-Clause
 * io.h: what the files of upc_io.h's implementation share. A upc_file_t is global memory in which each thread has a
 * word of its own, which points to its private record of the file. */
#ifndef URT_IO_H
#define URT_IO_H

#include <errno.h>
#include "../../include/upc_io.h"
#include "core/core.h"

struct file {
  urt_ptr_t handle;                 /* the upc_file_t; a lock comes first, for strong consistency */
  int fd;
  int flags;                        /* as given, and changed since */
  upc_off_t at;                     /* the file pointer; a common one is the same on all threads */
  int dirty;                        /* written to since the last synchronisation */
  char *name;
  struct upc_hint *hint;
  int hints;
  int outstanding;                  /* an asynchronous call has left these: */
  upc_off_t result;
  int error;
  upc_flag_t sync;
  unsigned long apart;              /* its number of urtk_tell_apart */
  struct file *next;                /* open files of this thread */
};

/* The record of a file; null and errno EBADF if it is none, or EBUSY if an asynchronous call is outstanding. */
struct file *urtk_file(urt_ptr_t handle);
struct file *urtk_file_idle(urt_ptr_t handle);

/* The file's size, the same for all, with all that was written before. Collective. */
upc_off_t urtk_file_size(struct file *f);

/* Move bytes between the file, from `offset` on, and memory. Result: bytes moved, fewer only at the end of the file;
 * -1 with errno on error, EFAULT for null memory. Shared memory is in blocks of `block` bytes, 0 is indefinite; `from`
 * counts its bytes. */
upc_off_t urtk_file_local(struct file *f, int writes, upc_off_t offset, char *buffer, size_t bytes);
upc_off_t urtk_file_shared(struct file *f, int writes, upc_off_t offset, urt_ptr_t buffer, size_t block, size_t from,
                           size_t bytes);

/* A barrier that is told (base/tell.h). With MYSYNC that is more order than the flags promise: who looks for races may
 * miss one, and finds none that is none. */
void urtk_file_meet(void);

/* The same; the result is one of the threads' errors, the same for all, or 0 if none has one. */
int urtk_file_agree(int error);

/* Around a movement of data: a barrier, if the flags ask for one, and one thread at a time, if that is wanted and
 * consistency is strong. The barrier after it is urtk_file_return's. */
void urtk_file_begin(struct file *f, upc_flag_t flags, int alone);
void urtk_file_end(struct file *f, upc_flag_t flags, int alone);

/* What calls with data end in: a barrier if the flags ask for one, and the result; or, with UPC_ASYNC, its keeping. */
upc_off_t urtk_file_return(const char *call, urt_ptr_t handle, upc_off_t result, upc_flag_t flags);

#endif
