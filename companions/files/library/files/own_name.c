/* SPDX-License-Identifier: BSD-3-Clause
 * Names of a job's own: explained in own_name.h. */
#include "files/own_name.h"
#include "files/tree_remove.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static unsigned mixed(unsigned hash, const char *bytes, size_t count) {
  while (count-- > 0) hash = (hash ^ (unsigned char)*bytes++) * 16777619u;
  return hash;
}

/* A number for where process numbers mean the same: this boot of the system, and the container, which may count its
 * processes from 1. */
static unsigned machine(void) {
  char text[300] = {0};
  struct stat space;
  unsigned hash = 2166136261u;
  FILE *boot = fopen("/proc/sys/kernel/random/boot_id", "r");
  if (boot == NULL || fgets(text, sizeof text, boot) == NULL) gethostname(text, sizeof text - 1);
  if (boot != NULL) fclose(boot);
  hash = mixed(hash, text, strlen(text));
  if (stat("/proc/self/ns/pid", &space) == 0) hash = mixed(hash, (const char *)&space.st_ino, sizeof space.st_ino);
  return hash;
}

void upc_stride_own_name(char *name) {
  static unsigned calls;
  struct timespec now;
  const struct timespec *const here = &now; /* another thread of this process has another one */
  unsigned chance = mixed(2166136261u, (const char *)&calls, sizeof calls);
  calls++;
  chance = mixed(chance, (const char *)&here, sizeof here);
  clock_gettime(CLOCK_REALTIME, &now);
  chance = mixed(chance, (const char *)&now.tv_sec, sizeof now.tv_sec);
  chance = mixed(chance, (const char *)&now.tv_nsec, sizeof now.tv_nsec);
  snprintf(name, UPC_STRIDE_OWN_NAME, "%08x-%d-%08x", machine(), (int)getpid(), chance);
}

/* 1: `text` begins with a name of an ended process of this machine, "3f09a2c1-4711-5be10d27", and `end` follows. */
static int is_left(const char *text, const char *end) {
  unsigned where, chance;
  int process, length = 0;
  if (sscanf(text, "%8x-%d-%8x%n", &where, &process, &chance, &length) != 3 || length == 0) return 0;
  return strcmp(text + length, end) == 0 && where == machine() && process > 0 && process != (int)getpid() &&
         kill((pid_t)process, 0) != 0 && errno == ESRCH;
}

/* Of names in a folder that begin with `begin`, or with a number if it is null. */
static void clear(const char *folder, const char *begin, const char *end) {
  char inside[UPC_STRIDE_LONGEST_PATH + 300];
  struct dirent *entry;
  DIR *files = opendir(folder);
  while (files != NULL && (entry = readdir(files)) != NULL) {
    const char *name = entry->d_name;
    const size_t length = begin != NULL ? strlen(begin) : strspn(name, "0123456789");
    if (length == 0 || (begin != NULL && strncmp(name, begin, length) != 0) || name[length] != '.') continue;
    if (is_left(name + length + 1, end) &&
        snprintf(inside, sizeof inside, "%s/%s", folder, name) < (int)sizeof inside)
      upc_stride_tree_remove(inside);
  }
  if (files != NULL) closedir(files);
}

void upc_stride_own_names_clear(const char *path, const char *end) {
  char folder[UPC_STRIDE_LONGEST_PATH + 64];
  char *slash;
  snprintf(folder, sizeof folder, "%s", path);
  slash = strrchr(folder, '/');
  if (slash == NULL) clear(".", folder, end);
  else {
    *slash = 0;
    clear(slash == folder ? "/" : folder, slash + 1, end);
  }
}

void upc_stride_own_names_clear_numbers(const char *folder) { clear(folder, NULL, ".part"); }
