/* SPDX-License-Identifier: BSD-3-Clause
 * Removing a folder with all that is in it. */
#include "files/tree_remove.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
