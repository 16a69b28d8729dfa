/* SPDX-License-Identifier: BSD-3-Clause
 * upc_all_fopen and upc_all_fclose. Every thread opens the file itself, thread 0 first, which makes or empties it.
 * Until all threads have opened a new file, its owner may read and write it: the program may want one that nobody may
 * write later. If a thread cannot open a new file, there is none. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "core/calls.h"
#include "libraries/io.h"

#define MAGIC 0x656c696663707500ULL

struct word { /* a upc_file_t, on each thread */
  struct lock lock;
  uint64_t magic;
  struct file *mine;
};

static struct file *open_files;

static struct word *word_of(urt_ptr_t handle) { return urt_near(urtk_at(urt_mythread, handle.offset)); }

struct file *urtk_file(urt_ptr_t handle) {
  if (urt_nonnull(handle) && word_of(handle)->magic == MAGIC) return word_of(handle)->mine;
  errno = EBADF;
  return NULL;
}

struct file *urtk_file_idle(urt_ptr_t handle) {
  struct file *f = urtk_file(handle);
  if (!f || !f->outstanding) return f;
  errno = EBUSY;
  return NULL;
}

/* Files still open at the end of the program are closed by the system; some are to go away. */
static void delete_open_files(void) {
  for (struct file *f = open_files; f; f = f->next)
    if (f->flags & UPC_DELETE_ON_CLOSE) unlink(f->name);
}

static void at_exit(void) {
  if (urt_mythread == 0) delete_open_files();
}

static void list(struct file *f) {
  if (!urtk_before_end) {
    urtk_before_end = delete_open_files;
    atexit(at_exit);
  }
  f->next = open_files;
  open_files = f;
}

static void unlist(struct file *f) {
  struct file **p = &open_files;
  while (*p != f) p = &(*p)->next;
  *p = f->next;
}

static int one_of(int flags, int set) { return __builtin_popcount((unsigned)(flags & set)) == 1; }

static int valid(const char *name, int flags) {
  return name && one_of(flags, UPC_RDONLY | UPC_WRONLY | UPC_RDWR) &&
         one_of(flags, UPC_INDIVIDUAL_FP | UPC_COMMON_FP) && !(flags & UPC_EXCL && !(flags & UPC_CREATE)) &&
         !(flags & UPC_TRUNC && flags & UPC_RDONLY) && flags < 0x800;
}

/* Permissions of a new file. */
static mode_t mode(size_t hints, const struct upc_hint *hint) {
  for (size_t i = 0; i < hints; i++) {
    char *end;
    unsigned long bits = strcmp(hint[i].key, "file_perm") == 0 ? strtoul(hint[i].value, &end, 8) : 0;
    if (bits && !*end) return (mode_t)(bits & 0777);
  }
  return 0666;
}

static int how(int flags, int first) {
  int mode = flags & UPC_RDONLY ? O_RDONLY : flags & UPC_WRONLY ? O_WRONLY : O_RDWR;
  if (first && flags & UPC_CREATE) mode |= O_CREAT;
  if (first && flags & UPC_EXCL) mode |= O_EXCL;
  if (first && flags & UPC_TRUNC) mode |= O_TRUNC;
  return mode | O_CLOEXEC;
}

/* Thread 0 opens the file. *made: it has made a new one, for which the owner has the permissions to read and write. */
static int open_first(const char *name, int flags, mode_t permissions, int *made) {
  int fd = flags & UPC_CREATE ? open(name, how(flags, 1) | O_EXCL, permissions | S_IRUSR | S_IWUSR) : -1;
  *made = fd >= 0;
  if (fd >= 0 || (flags & UPC_CREATE && (flags & UPC_EXCL || errno != EEXIST))) return fd;
  return open(name, how(flags, 1), permissions);
}

/* All threads have tried to open a new file. */
static void settle_new(const struct file *f, mode_t permissions, const struct stat *now, int error) {
  if (error) unlink(f->name);
  else if (now->st_mode & 0777 & ~permissions) fchmod(f->fd, now->st_mode & permissions);
}

static struct upc_hint *copy_of(const struct upc_hint *hint, size_t n) {
  struct upc_hint *copy = urtk_memory(n, sizeof *copy, "the hints of a file");
  for (size_t i = 0; i < n; i++)
    copy[i] = (struct upc_hint){urtk_copy(hint[i].key, "a hint"), urtk_copy(hint[i].value, "a hint")};
  return copy;
}

static void drop(struct file *f) {
  if (!f) return;
  for (int i = 0; i < f->hints; i++) free((char *)f->hint[i].key), free((char *)f->hint[i].value);
  free(f->hint);
  free(f->name);
  free(f);
}

static struct file *record(const char *name, int flags, size_t hints, const struct upc_hint *hint) {
  struct file *f = urtk_memory(1, sizeof *f, "an open file");
  *f = (struct file){.fd = -1, .flags = flags, .name = urtk_copy(name, "the name of a file"),
                     .hint = copy_of(hint, hints), .hints = (int)hints};
  return f;
}

urt_ptr_t upc_all_fopen(const char *name, int flags, size_t hints, const struct upc_hint *hint) {
  struct file *f = NULL;
  struct stat now = {0};
  int made = 0, error = valid(name, flags) && (hint || !hints) ? 0 : EINVAL;
  /* First of all, since the threads meet for errors too, in this call and in others. */
  urtk_agree("upc_all_fopen", (struct urtk_given){"flags %#llx and %llu hints", (uint64_t)flags, hints}, URT_NULL);
  if (!error) f = record(name, flags, hints, hint);
  if (!error && urt_mythread == 0 && (f->fd = open_first(name, flags, mode(hints, hint), &made)) < 0) error = errno;
  if (!(error = urtk_any_error(error))) {
    if (urt_mythread > 0 && (f->fd = open(name, how(flags, 0))) < 0) error = errno;
    if (!error && fstat(f->fd, &now) < 0) error = errno;
    error = urtk_any_error(error);
  }
  if (made) settle_new(f, mode(hints, hint), &now, error);
  if (error) {
    urtk_meet(); /* a file that was made is gone */
    if (f && f->fd >= 0) close(f->fd);
    drop(f);
    errno = error;
    return URT_NULL;
  }
  if (flags & UPC_APPEND) f->at = now.st_size;
  urt_ptr_t handle = URT_NULL;
  if (urt_mythread == 0) handle = urtk_needed(1, sizeof(struct word), "a file");
  f->handle = handle = urtk_agree("upc_all_fopen", (struct urtk_given){"", 0, 0}, handle);
  *word_of(handle) = (struct word){.magic = MAGIC, .mine = f};
  list(f);
  urtk_meet(); /* the lock is there now */
  return handle;
}

int upc_all_fclose(urt_ptr_t handle) {
  struct file *f = urtk_file_idle(handle);
  if (!f) return -1;
  int error = 0;
  if (f->dirty && fsync(f->fd) < 0 && errno != EINVAL) error = errno;
  if (close(f->fd) < 0 && !error) error = errno;
  if (urt_mythread == 0 && f->flags & UPC_DELETE_ON_CLOSE && unlink(f->name) < 0 && !error) error = errno;
  unlist(f);
  drop(f);
  word_of(handle)->magic = 0;
  error = urtk_any_error(error);
  if (urt_mythread == 0) upc_free(handle);
  if (error) errno = error;
  return error ? -1 : 0;
}
