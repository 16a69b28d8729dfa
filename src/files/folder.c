/* SPDX-License-Identifier: BSD-3-Clause
 * Files and folders: whole texts, folders that are made, removed and renamed. */
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

char *upc_stride_text_read(upc_stride_dataset_t *D, const char *path, size_t most) {
  char *text = NULL;
  size_t got = 0;
  FILE *f = fopen(path, "r");
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

void upc_stride_tree_remove(const char *path) {
  char inside[UPC_STRIDE_LONGEST_PATH + 300];
  struct dirent *entry;
  struct stat there;
  DIR *folder;
  if (lstat(path, &there) != 0) return;
  if (!S_ISDIR(there.st_mode)) {
    unlink(path);
    return;
  }
  folder = opendir(path);
  while (folder != NULL && (entry = readdir(folder)) != NULL) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name) < (int)sizeof inside)
      upc_stride_tree_remove(inside);
  }
  if (folder != NULL) closedir(folder);
  rmdir(path);
}

/* A folder does not take the place of another one that has something in it. Linux can exchange the two at once. Where
 * the file system cannot, there is a moment at which neither has the name. */
int upc_stride_tree_rename(upc_stride_dataset_t *D, const char *from, const char *to) {
  char old[UPC_STRIDE_LONGEST_PATH + 64];
  if (rename(from, to) == 0) return 0;
  if (errno != ENOTEMPTY && errno != EEXIST) return failed(D, to);
#ifdef RENAME_EXCHANGE
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_EXCHANGE) == 0) {
    upc_stride_tree_remove(from);
    return 0;
  }
#endif
  snprintf(old, sizeof old, "%s.old", to);
  upc_stride_tree_remove(old);
  if (rename(to, old) != 0 || rename(from, to) != 0) return failed(D, to);
  upc_stride_tree_remove(old);
  return 0;
}

/* ---- generations of a checkpoint ---- */

/* The number that is a folder's name: 0 for another name. "12.part" is unfinished. */
static long long number_of(const char *name, int *unfinished) {
  char *end;
  const long long number = name[0] >= '1' && name[0] <= '9' ? strtoll(name, &end, 10) : 0;
  *unfinished = number > 0 && strcmp(end, ".part") == 0;
  return number > 0 && (*end == 0 || *unfinished) ? number : 0;
}

/* The newest generation that is older than `limit`. */
static long long newest_below(const char *path, long long limit) {
  DIR *folder = opendir(path);
  struct dirent *entry;
  long long newest = 0;
  int unfinished;
  while (folder != NULL && (entry = readdir(folder)) != NULL) {
    const long long number = number_of(entry->d_name, &unfinished);
    if (!unfinished && number > newest && number < limit) newest = number;
  }
  if (folder != NULL) closedir(folder);
  return newest;
}

static const long long no_limit = (long long)(~0ULL >> 1);

long long upc_stride_generation_newest(const char *path) { return newest_below(path, no_limit); }

static void remove_unfinished(const char *path) {
  char inside[UPC_STRIDE_LONGEST_PATH + 300];
  DIR *folder = opendir(path);
  struct dirent *entry;
  int unfinished;
  while (folder != NULL && (entry = readdir(folder)) != NULL) {
    if (number_of(entry->d_name, &unfinished) == 0 || !unfinished) continue;
    if (snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name) < (int)sizeof inside)
      upc_stride_tree_remove(inside);
  }
  if (folder != NULL) closedir(folder);
}

/* A generation that goes is unfinished first: a program that is killed here leaves no half of it. */
void upc_stride_generations_trim(const char *path, int keep) {
  char old[UPC_STRIDE_LONGEST_PATH + 64], gone[UPC_STRIDE_LONGEST_PATH + 64];
  long long number = no_limit;
  int i;
  for (i = 0; i < keep && number > 0; i++) number = newest_below(path, number);
  while (keep > 0 && number > 0 && (number = newest_below(path, number)) > 0) {
    snprintf(old, sizeof old, "%s/%lld", path, number);
    snprintf(gone, sizeof gone, "%s/%lld.part", path, number);
    if (rename(old, gone) != 0) break;
  }
  remove_unfinished(path);
}
