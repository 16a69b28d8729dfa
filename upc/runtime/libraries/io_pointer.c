/* SPDX-License-Identifier: BSD-3-Clause
 * upc_io.h: reads and writes at the file pointer. With a common one each thread moves a part of the bytes, all parts
 * but the last being equally long. 10 bytes, 4 threads:  0 1 2 | 3 4 5 | 6 7 8 | 9 */
#include "libraries/io.h"

static int permitted(struct file *f, int writes) {
  if (!f) return 0;
  if (!(f->flags & (writes ? UPC_RDONLY : UPC_WRONLY))) return 1;
  errno = EBADF;
  return 0;
}

static upc_off_t local(urt_ptr_t handle, int writes, void *buffer, size_t size, size_t nmemb, upc_flag_t flags) {
  struct file *f = urtk_file_idle(handle);
  size_t bytes;
  upc_off_t moved = -1;
  if (!permitted(f, writes)) return -1;
  if (f->flags & UPC_COMMON_FP) return errno = EINVAL, -1;
  urtk_file_begin(f, flags, 1);
  if (__builtin_mul_overflow(size, nmemb, &bytes)) errno = EINVAL;
  else moved = urtk_file_local(f, writes, f->at, buffer, bytes);
  urtk_file_end(f, flags, 1);
  if (moved > 0) f->at += moved;
  return moved;
}

/* The part of this thread; the result is the sum of all. */
static upc_off_t part(struct file *f, int writes, urt_ptr_t buffer, size_t block, size_t bytes) {
  size_t left = bytes, threads = (size_t)urt_threads, each, from, mine;
  if (!writes) { /* how much there is */
    upc_off_t size = urtk_file_size(f);
    if (size < 0) return errno = EIO, -1;
    if (left > (size_t)(size > f->at ? size - f->at : 0)) left = (size_t)(size > f->at ? size - f->at : 0);
  }
  each = (left + threads - 1) / threads;
  from = each * (size_t)urt_mythread < left ? each * (size_t)urt_mythread : left;
  mine = left - from < each ? left - from : each;
  upc_off_t moved = urtk_file_shared(f, writes, f->at + (upc_off_t)from, buffer, block, from, mine);
  if (moved < 0) return -1;
  if ((size_t)moved < mine) return errno = EIO, -1;
  return (upc_off_t)left;
}

/* All threads get the same result, and the common pointer stays the same for all: if one of them could not move its
 * part, all fail. */
static upc_off_t agreed(upc_off_t moved) {
  int error = urtk_any_error(moved < 0 ? errno : 0);
  if (!error) return moved;
  errno = error;
  return -1;
}

static upc_off_t blocked(urt_ptr_t handle, int writes, urt_ptr_t buffer, size_t blocksize, size_t size, size_t nmemb,
                         upc_flag_t flags) {
  struct file *f = urtk_file_idle(handle);
  size_t bytes, block;
  upc_off_t moved = -1;
  if (!permitted(f, writes)) return -1;
  int common = (f->flags & UPC_COMMON_FP) != 0;
  urtk_file_begin(f, flags, !common);
  if (__builtin_mul_overflow(size, nmemb, &bytes) || __builtin_mul_overflow(blocksize, size, &block)) errno = EINVAL;
  else moved = common ? part(f, writes, buffer, block, bytes)
                      : urtk_file_shared(f, writes, f->at, buffer, block, 0, bytes);
  urtk_file_end(f, flags, !common);
  if (common) moved = agreed(moved);
  if (moved > 0) f->at += moved;
  return moved;
}

upc_off_t upc_all_fread_local(urt_ptr_t fd, void *buffer, size_t size, size_t nmemb, upc_flag_t flags) {
  return urtk_file_return(__func__, fd, local(fd, 0, buffer, size, nmemb, flags), flags);
}
upc_off_t upc_all_fwrite_local(urt_ptr_t fd, void *buffer, size_t size, size_t nmemb, upc_flag_t flags) {
  return urtk_file_return(__func__, fd, local(fd, 1, buffer, size, nmemb, flags), flags);
}
upc_off_t upc_all_fread_shared(urt_ptr_t fd, urt_ptr_t buffer, size_t blocksize, size_t size, size_t nmemb,
                               upc_flag_t flags) {
  return urtk_file_return(__func__, fd, blocked(fd, 0, buffer, blocksize, size, nmemb, flags), flags);
}
upc_off_t upc_all_fwrite_shared(urt_ptr_t fd, urt_ptr_t buffer, size_t blocksize, size_t size, size_t nmemb,
                                upc_flag_t flags) {
  return urtk_file_return(__func__, fd, blocked(fd, 1, buffer, blocksize, size, nmemb, flags), flags);
}
