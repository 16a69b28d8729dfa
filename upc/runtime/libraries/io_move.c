/* SPDX-License-Identifier: BSD-3-Clause
 * upc_io.h: bytes between a file and memory, the barriers around that, and the results of asynchronous calls. */
#include <unistd.h>
#include "base/tell.h"
#include "libraries/io.h"

upc_off_t urtk_file_local(struct file *f, int writes, upc_off_t offset, char *buffer, size_t bytes) {
  size_t done = 0;
  if (bytes && !buffer) return errno = EFAULT, -1; /* also where the file has nothing to read */
  if (writes) f->dirty = 1;
  while (done < bytes) {
    off_t at = offset + (upc_off_t)done;
    ssize_t n = writes ? pwrite(f->fd, buffer + done, bytes - done, at) : pread(f->fd, buffer + done, bytes - done, at);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return -1;
    if (n == 0) break;
    done += (size_t)n;
  }
  urtk_tell_access(buffer, done, !writes);
  return (upc_off_t)done;
}

/* The bytes of a blocked shared buffer from `from` on and a private one. A block's successor is on the next thread;
 * after the last thread's comes the next row of blocks. */
static void between(urt_ptr_t buffer, size_t block, size_t from, char *private, size_t bytes, int to_shared) {
  size_t threads = (size_t)urt_threads;
  for (size_t done = 0, run; done < bytes; done += run) {
    size_t at = from + done, number = block ? buffer.thread + at / block : buffer.thread, in = block ? at % block : at;
    size_t row = block ? number / threads : 0;
    urt_ptr_t p = urtk_at((int)(block ? number % threads : number), buffer.offset + row * block + in);
    run = block && block - in < bytes - done ? block - in : bytes - done;
    urtk_tell_access_of(p.thread, p.offset, run, to_shared);
    if (to_shared) urt_put_bytes(p, private + done, run);
    else urt_get_bytes(private + done, p, run);
  }
}

upc_off_t urtk_file_shared(struct file *f, int writes, upc_off_t offset, urt_ptr_t buffer, size_t block, size_t from,
                           size_t bytes) {
  static char bounce[256 << 10];
  if (bytes && !urt_nonnull(buffer)) return errno = EFAULT, -1;
  if (block == 0 && urt_is_near(buffer))
    return urtk_file_local(f, writes, offset, (char *)urt_near(buffer) + from, bytes);
  size_t done = 0;
  while (done < bytes) {
    size_t n = bytes - done < sizeof bounce ? bytes - done : sizeof bounce;
    if (writes) between(buffer, block, from + done, bounce, n, 0);
    upc_off_t moved = urtk_file_local(f, writes, offset + (upc_off_t)done, bounce, n);
    if (moved < 0) return -1;
    if (!writes) between(buffer, block, from + done, bounce, (size_t)moved, 1);
    done += (size_t)moved;
    if ((size_t)moved < n) break;
  }
  return (upc_off_t)done;
}

void urtk_file_meet(void) {
  urtk_tell_meeting(0);
  urtk_meet();
  urtk_tell_meeting(1);
}

int urtk_file_agree(int error) {
  urtk_tell_meeting(0);
  error = urtk_any_error(error);
  urtk_tell_meeting(1);
  return error;
}

void urtk_file_begin(struct file *f, upc_flag_t flags, int alone) {
  if (!(flags & UPC_IN_NOSYNC) || f->flags & UPC_STRONG_CA) urtk_file_meet();
  if (alone && f->flags & UPC_STRONG_CA) urtk_lock_take(f->handle);
  if (flags & UPC_ASYNC) f->apart = urtk_tell_apart(1);
}

void urtk_file_end(struct file *f, upc_flag_t flags, int alone) {
  if (flags & UPC_ASYNC) urtk_tell_apart(0);
  if (alone && f->flags & UPC_STRONG_CA) urtk_lock_drop(f->handle);
}

static void meet_after(struct file *f, upc_flag_t flags) {
  int error = errno;
  if (!(flags & UPC_OUT_NOSYNC) || f->flags & UPC_STRONG_CA) urtk_file_meet();
  errno = error;
}

/* For upc_all_fwait_async and upc_all_ftest_async. */
static void keep(const char *call, struct file *f, upc_off_t result, upc_flag_t flags) {
  if (f->outstanding)
    urtk_fatal_in(call, "thread %d: %s: the last asynchronous call has not been waited for", urt_mythread, call);
  f->outstanding = 1;
  f->result = result, f->error = errno, f->sync = flags;
}

upc_off_t urtk_file_return(const char *call, urt_ptr_t handle, upc_off_t result, upc_flag_t flags) {
  int error = errno;
  struct file *f = flags & UPC_ASYNC ? urtk_file(handle) : urtk_file_idle(handle);
  errno = error;
  if (!f) return result;
  if (flags & UPC_ASYNC) return keep(call, f, result, flags), 0;
  meet_after(f, flags);
  return result;
}

upc_off_t upc_all_fwait_async(urt_ptr_t handle) {
  struct file *f = urtk_file(handle);
  if (!f) return -1;
  if (!f->outstanding) return errno = EINVAL, -1;
  f->outstanding = 0;
  urtk_tell_apart_ended(f->apart);
  meet_after(f, f->sync);
  if (f->result < 0) errno = f->error;
  return f->result;
}

upc_off_t upc_all_ftest_async(urt_ptr_t handle, int *flag) {
  *flag = 1;
  return upc_all_fwait_async(handle);
}
