/* SPDX-License-Identifier: BSD-3-Clause
 * Files and folders: whole texts, folders that are made and renamed. */
#define _GNU_SOURCE 1 /* renameat2 */
#include "files/dataset.h"
#include "base/allocate.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int failed(upc_stride_dataset_t *D, const char *path) {
  return upc_stride_dataset_wrong(D, "%.250s: %s", path, strerror(errno));
}

char *upc_stride_text_read(upc_stride_dataset_t *D, int fd, const char *path, size_t most) {
  char *text = NULL;
  size_t got = 0;
  FILE *f = fd >= 0 ? fdopen(fd, "r") : NULL;
  if (f != NULL) text = upc_stride_alloc_if(most + 1);
  if (text != NULL) got = fread(text, 1, most + 1, f);
  if (f == NULL || text == NULL || ferror(f)) failed(D, path);
  else if (got > most) upc_stride_dataset_wrong(D, "%.250s: has more than %zu bytes", path, most);
  else text[got] = 0;
  if (f != NULL) fclose(f);
  if (D->wrong[0] == 0) return text;
  free(text);
  return NULL;
}

int upc_stride_text_write(upc_stride_dataset_t *D, const char *path, const char *text, int sync) {
  const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  size_t left = strlen(text);
  if (fd < 0) return failed(D, path);
  while (left > 0) {
    const ssize_t done = write(fd, text, left);
    if (done <= 0) break;
    text += done;
    left -= (size_t)done;
  }
  if (left > 0 || (sync && fsync(fd) != 0)) failed(D, path);
  if (close(fd) != 0) failed(D, path);
  return D->wrong[0] == 0 ? 0 : -1;
}

/* The text with a name of its own; null: it could not be written. */
static const char *written(upc_stride_dataset_t *D, char *part, size_t size, const char *path, const char *text,
                           int sync) {
  char own[UPC_STRIDE_OWN_NAME];
  upc_stride_own_name(own);
  upc_stride_own_names_clear(path, ".part");
  snprintf(part, size, "%s.%s.part", path, own);
  if (upc_stride_text_write(D, part, text, sync) == 0) return part;
  unlink(part);
  return NULL;
}

int upc_stride_text_replace(upc_stride_dataset_t *D, const char *path, const char *text) {
  char part[UPC_STRIDE_LONGEST_PATH + 100];
  if (written(D, part, sizeof part, path, text, 0) == NULL) return -1;
  if (rename(part, path) == 0) return 0;
  failed(D, path);
  unlink(part);
  return -1;
}

/* A file system without links has a moment at which two jobs replace each other's. */
int upc_stride_text_new(upc_stride_dataset_t *D, const char *path, const char *text, int sync) {
  char part[UPC_STRIDE_LONGEST_PATH + 100];
  int status = 0;
  if (access(path, F_OK) == 0) return 0;
  if (written(D, part, sizeof part, path, text, sync) == NULL) return -1;
  if (link(part, path) != 0 && errno != EEXIST && rename(part, path) != 0) status = failed(D, path);
  unlink(part);
  return status;
}

int upc_stride_folder_make(upc_stride_dataset_t *D, const char *path) {
  return mkdir(path, 0777) == 0 ? 0 : failed(D, path);
}

int upc_stride_folder_sync(upc_stride_dataset_t *D, const char *path) {
  const int fd = open(path, O_RDONLY | O_DIRECTORY);
  const int status = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL) ? 0 : failed(D, path); /* EINVAL: it cannot be */
  if (fd >= 0) close(fd);
  return status;
}

int upc_stride_folder_above_sync(upc_stride_dataset_t *D, const char *path) {
  char above[UPC_STRIDE_LONGEST_PATH + 32];
  char *slash;
  snprintf(above, sizeof above, "%s", path);
  slash = strrchr(above, '/');
  if (slash == NULL) return upc_stride_folder_sync(D, ".");
  slash[slash == above] = 0;
  return upc_stride_folder_sync(D, above);
}

static int exchange(const char *from, const char *to) {
#ifdef RENAME_EXCHANGE
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_EXCHANGE);
#else
  (void)from, (void)to;
  errno = ENOSYS;
  return -1;
#endif
}

enum { MOST_RENAMES = 100 }; /* other jobs may rename theirs between two of our calls */

/* A folder does not take the place of another one that has something in it. Linux can exchange the two at once. Where
 * the file system cannot, as NFS, there is a moment at which neither has the name. */
int upc_stride_tree_rename(upc_stride_dataset_t *D, const char *from, const char *to) {
  char own[UPC_STRIDE_OWN_NAME], old[UPC_STRIDE_LONGEST_PATH + 100];
  int status = -1, tries, moved;
  upc_stride_own_name(own);
  snprintf(old, sizeof old, "%s.%s.old", to, own);
  for (tries = 0; tries < MOST_RENAMES && status != 0; tries++) {
    if (rename(from, to) == 0) status = 0;
    else if (errno != ENOTEMPTY && errno != EEXIST) break;
    else if (exchange(from, to) == 0) {
      upc_stride_tree_remove(from);
      status = 0;
    } else if (errno != ENOENT) {
      moved = rename(to, old) == 0;
      status = rename(from, to) == 0 ? 0 : -1;
      if (status != 0 && moved && rename(old, to) == 0) continue; /* the name is not left empty */
      upc_stride_tree_remove(old);
    }
  }
  if (status != 0) return failed(D, to);
  upc_stride_own_names_clear(to, ".old");
  return 0;
}

/* ---- generations of a checkpoint ---- */

/* The number that is a folder's name: 0 for another name, such as that of an unfinished one. */
static long long number_of(const char *name) {
  char *end;
  const long long number = name[0] >= '1' && name[0] <= '9' ? strtoll(name, &end, 10) : 0;
  return number > 0 && *end == 0 ? number : 0;
}

/* The newest generation that is older than `limit`. */
static long long newest_below(const char *path, long long limit) {
  DIR *folder = opendir(path);
  struct dirent *entry;
  long long newest = 0;
  while (folder != NULL && (entry = readdir(folder)) != NULL) {
    const long long number = number_of(entry->d_name);
    if (number > newest && number < limit) newest = number;
  }
  if (folder != NULL) closedir(folder);
  return newest;
}

static const long long no_limit = (long long)(~0ULL >> 1);

long long upc_stride_generation_newest(const char *path) { return newest_below(path, no_limit); }

/* A folder does not take the name of one that has something in it. */
int upc_stride_generation_finish(upc_stride_dataset_t *D, const char *from, const char *path, long long generation) {
  char to[UPC_STRIDE_LONGEST_PATH + 64];
  snprintf(to, sizeof to, "%s/%lld", path, generation);
  if (rename(from, to) == 0) return 0;
  if (errno != ENOTEMPTY && errno != EEXIST) return failed(D, to);
  return upc_stride_dataset_wrong(D, "%.250s: generation %lld, was written by another job meanwhile", path, generation);
}

/* A generation that goes is unfinished first: a program that is killed here leaves no half of it. Another job may be
 * at it. */
void upc_stride_generations_trim(const char *path, int keep, const char *own) {
  char old[UPC_STRIDE_LONGEST_PATH + 64], gone[UPC_STRIDE_LONGEST_PATH + 100];
  long long number = no_limit;
  int i;
  for (i = 0; i < keep && number > 0; i++) number = newest_below(path, number);
  while (keep > 0 && number > 0 && (number = newest_below(path, number)) > 0) {
    snprintf(old, sizeof old, "%s/%lld", path, number);
    snprintf(gone, sizeof gone, "%s/%lld.%s.part", path, number, own);
    if (rename(old, gone) == 0) upc_stride_tree_remove(gone);
  }
  upc_stride_own_names_clear_numbers(path);
}
