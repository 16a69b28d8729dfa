/* SPDX-License-Identifier: BSD-3-Clause
 * upc_io.h's calls that move no data: the file pointer, the size, upc_all_fcntl. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "libraries/io.h"

/* All threads' data is on the device, and everybody is here. 0, or errno, the same for all. (Special files cannot be
 * synchronised.) */
static int settle(struct file *f) {
  int error = f->dirty && fsync(f->fd) < 0 && errno != EINVAL ? errno : 0;
  f->dirty = 0;
  return urtk_file_agree(error);
}

static int result(int error) {
  if (!error) return 0;
  errno = error;
  return -1;
}

int upc_all_fsync(urt_ptr_t handle) {
  struct file *f = urtk_file_idle(handle);
  return f ? result(settle(f)) : -1;
}

upc_off_t urtk_file_size(struct file *f) {
  struct stat now;
  urt_ptr_t size = URT_NULL;
  urtk_file_meet(); /* all have written what they had to */
  if (urt_mythread == 0) size.offset = fstat(f->fd, &now) == 0 ? (urt_size_t)now.st_size : (urt_size_t)-1;
  struct urtk_given given = {"a file at offset %#llx of thread %llu", f->handle.offset, f->handle.thread};
  return (upc_off_t)urtk_agree("a file's size", given, size).offset;
}

upc_off_t upc_all_fget_size(urt_ptr_t handle) {
  struct file *f = urtk_file_idle(handle);
  upc_off_t size = f ? urtk_file_size(f) : -1;
  if (f && size < 0) errno = EIO;
  return size;
}

/* With individual pointers, what other threads have written counts once that is visible to this one. */
static upc_off_t end_of(struct file *f) {
  struct stat now;
  if (f->flags & UPC_COMMON_FP) return urtk_file_size(f);
  return fstat(f->fd, &now) == 0 ? now.st_size : -1;
}

upc_off_t upc_all_fseek(urt_ptr_t handle, upc_off_t offset, int origin) {
  struct file *f = urtk_file_idle(handle);
  if (!f) return -1;
  upc_off_t to, base = -1;
  if (origin == UPC_SEEK_SET) base = 0;
  if (origin == UPC_SEEK_CUR) base = f->at;
  if (origin == UPC_SEEK_END) base = end_of(f);
  if (base < 0 || __builtin_add_overflow(base, offset, &to) || to < 0) return result(EINVAL);
  return f->at = to;
}

/* Thread 0 changes the size, for all. */
static int resize(urt_ptr_t handle, upc_off_t size, int (*change)(int fd, upc_off_t size)) {
  struct file *f = urtk_file_idle(handle);
  if (!f) return -1;
  int error = f->flags & UPC_RDONLY ? EBADF : size < 0 ? EINVAL : 0, settled = settle(f);
  if (!error && urt_mythread == 0) error = change(f->fd, size);
  error = urtk_any_error(error);
  return result(error ? error : settled);
}

static int set_size(int fd, upc_off_t size) { return ftruncate(fd, size) < 0 ? errno : 0; }
static int preallocate(int fd, upc_off_t size) { return size ? posix_fallocate(fd, 0, size) : 0; }

int upc_all_fset_size(urt_ptr_t handle, upc_off_t size) { return resize(handle, size, set_size); }
int upc_all_fpreallocate(urt_ptr_t handle, upc_off_t size) { return resize(handle, size, preallocate); }

static void set_hint(struct file *f, const struct upc_hint *hint) {
  int i = 0;
  while (i < f->hints && strcmp(f->hint[i].key, hint->key) != 0) i++;
  if (i == f->hints) {
    f->hint = urtk_larger(f->hint, (size_t)(i + 1), sizeof *f->hint, "the hints of a file");
    f->hint[f->hints++] = (struct upc_hint){urtk_copy(hint->key, "a hint"), NULL};
  }
  free((char *)f->hint[i].value);
  f->hint[i].value = urtk_copy(hint->value, "a hint");
}

static int change(struct file *f, int off, int on, int rewind) {
  int error = settle(f);
  f->flags = (f->flags & ~off) | on;
  if (rewind) f->at = 0;
  return result(error);
}

int upc_all_fcntl(urt_ptr_t handle, int cmd, void *arg) {
  struct file *f = cmd == UPC_ASYNC_OUTSTANDING ? urtk_file(handle) : urtk_file_idle(handle);
  if (!f) return -1;
  switch (cmd) {
    case UPC_GET_CA_SEMANTICS: return f->flags & UPC_STRONG_CA;
    case UPC_SET_WEAK_CA_SEMANTICS: return change(f, UPC_STRONG_CA, 0, 0);
    case UPC_SET_STRONG_CA_SEMANTICS: return change(f, 0, UPC_STRONG_CA, 0);
    case UPC_GET_FP: return f->flags & (UPC_COMMON_FP | UPC_INDIVIDUAL_FP);
    case UPC_SET_COMMON_FP: return change(f, UPC_INDIVIDUAL_FP, UPC_COMMON_FP, 1);
    case UPC_SET_INDIVIDUAL_FP: return change(f, UPC_COMMON_FP, UPC_INDIVIDUAL_FP, 1);
    case UPC_GET_FL: return f->flags;
    case UPC_GET_FN: return *(const char **)arg = f->name, 0;
    case UPC_GET_HINTS: return *(const struct upc_hint **)arg = f->hint, f->hints;
    case UPC_SET_HINT: {
      int error = settle(f);
      set_hint(f, arg);
      return result(error);
    }
    case UPC_ASYNC_OUTSTANDING: return f->outstanding;
  }
  return result(EINVAL);
}
