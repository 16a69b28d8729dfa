/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Checkpoints: generations of arrays, each a folder. A generation has the name of its number when all of it is on the
 * disk, so what has such a name is complete:
 *
 *   run/110/u/..          the generation before
 *   run/120.OWN.part/u/.. chunks and metadata, each brought to the disk, and then their folders
 *   run/120               renamed, and the folder `run` brought to the disk
 *   run/110.OWN.part      if it is to go: renamed first, then removed
 *
 * OWN is a name of this job's own (files/own_name.h). A generation is written by one job: the last one to finish is
 * refused, since a restart may be reading the other one.
 */
#include "upc_stride_file.h"
#include "file_members.h"
#include "operations.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH = UPC_STRIDE_LONGEST_PATH + 300, LONGEST_NAME = 100 };

static strict shared long long chosen;

static int earlier(const upc_stride_saved_t *arrays, int i) {
  int j = 0;
  while (j < i && strcmp(arrays[j].name, arrays[i].name) != 0) j++;
  return j;
}

static void check_arrays(const upc_stride_file_call_t *call, const char *path, long long generation, int least,
                         int count, const upc_stride_saved_t *arrays) {
  int i;
  if (path == NULL || *path == 0 || strlen(path) > UPC_STRIDE_LONGEST_PATH - 200)
    upc_stride_fail(&call->site, "path", "a name of %zu characters, must have 1 to %d", path == NULL ? 0 : strlen(path),
                    UPC_STRIDE_LONGEST_PATH - 200);
  if (generation < least)
    upc_stride_fail(&call->site, "generation", "%lld, must be a number from 1 on%s", generation,
                    least == 0 ? ", or 0 for the newest" : "");
  if (count < 1 || arrays == NULL) upc_stride_fail(&call->site, "arrays", "%d, must be at least one", count);
  for (i = 0; i < count; i++) {
    const char *name = arrays[i].name;
    if (name == NULL || *name == 0 || *name == '.' || strlen(name) > LONGEST_NAME || strchr(name, '/') != NULL)
      upc_stride_fail(&call->site, "arrays", "a name \"%.40s\", must have 1 to %d characters, none of them '/'",
                      name == NULL ? "" : name, (int)LONGEST_NAME);
    if (strcmp(name, "zarr.json") == 0)
      upc_stride_fail(&call->site, "arrays", "a name \"zarr.json\", must be another one: it is that of the metadata");
    if (earlier(arrays, i) < i)
      upc_stride_fail(&call->site, "arrays", "a name \"%.40s\" of arrays %d and %d, must be of one", name,
                      earlier(arrays, i), i);
  }
}

/* Checked mode. The arrays are compared one by one. */
static void compare(upc_stride_file_call_t *all, const char *path, long long generation, int keep, int count) {
  upc_stride_record_t r;
  if (!upc_stride_compares()) return;
  upc_stride_record_begin(&r, all->site.name);
  upc_stride_record_text_is(&r, "path", path);
  upc_stride_record_number_is(&r, "generation", generation);
  upc_stride_record_number_is(&r, "keep", keep);
  upc_stride_record_number_is(&r, "count", count);
  upc_stride_record_end(&r);
  upc_stride_file_agree_on(all, 1, &r);
}

/* The call for one array: all threads take part. */
static upc_stride_file_call_t of_array(const upc_stride_file_call_t *all, const upc_stride_saved_t *saved) {
  upc_stride_file_call_t call;
  upc_stride_file_members(&call, all->site.name, "arrays", &saved->section);
  call.all = 1;
  call.lead = 0;
  call.unfinished = all->unfinished;
  upc_stride_file_compare(&call, 1, saved->name, saved->type, "codec", NULL);
  return call;
}

/* ---- writing ---- */

static const char codec[] = "crc32c";

/* All arrays, before anything is made: an error in an argument returns to a program in C, and leaves nothing behind. */
static void check_writes(const upc_stride_file_call_t *all, const char *folder, int count,
                         const upc_stride_saved_t *arrays) {
  char name[PATH];
  int i;
  for (i = 0; i < count; i++) {
    upc_stride_file_call_t one;
    upc_stride_file_members(&one, all->site.name, "arrays", &arrays[i].section);
    snprintf(name, sizeof name, "%s/%s", folder, arrays[i].name);
    upc_stride_file_check_write(&one, name, arrays[i].type, codec, 1);
  }
}

static void begin(upc_stride_dataset_t *D, const char *path, long long generation) {
  static const char group[] = "{\n  \"zarr_format\": 3,\n  \"node_type\": \"group\",\n  \"attributes\": {}\n}\n";
  char metadata[PATH];
  const long long newest = upc_stride_generation_newest(path);
  if (generation <= newest) {
    upc_stride_dataset_wrong(D, "%.250s: generation %lld, must be larger than the newest, %lld", path, generation,
                             newest);
    return;
  }
  if (mkdir(path, 0777) != 0 && errno != EEXIST) {
    upc_stride_dataset_wrong(D, "%.250s: %s", path, strerror(errno));
    return;
  }
  upc_stride_own_names_clear_numbers(path);
  if (upc_stride_folder_make(D, D->path) != 0) return;
  snprintf(metadata, sizeof metadata, "%s/zarr.json", D->path);
  upc_stride_text_write(D, metadata, group, 1);
}

static void finish(upc_stride_dataset_t *D, const char *path, long long generation, int keep, int count,
                   const upc_stride_saved_t *arrays, const char *own) {
  char folder[PATH];
  int i;
  for (i = 0; i < count; i++) {
    snprintf(folder, sizeof folder, "%s/%s", D->path, arrays[i].name);
    if (upc_stride_folder_sync(D, folder) != 0) return;
  }
  if (upc_stride_folder_sync(D, D->path) != 0 ||
      upc_stride_generation_finish(D, D->path, path, generation) != 0)
    return;
  if (upc_stride_folder_sync(D, path) != 0 || upc_stride_folder_above_sync(D, path) != 0) return;
  upc_stride_generations_trim(path, keep, own);
}

void upc_stride_checkpoint(const char *path, long long generation, int keep, int count,
                           const upc_stride_saved_t *arrays) {
  upc_stride_file_call_t all, one;
  upc_stride_dataset_t D;
  char name[PATH];
  int i;
  upc_stride_file_all(&all, "upc_stride_checkpoint");
  check_arrays(&all, path, generation, 1, count, arrays);
  if (keep < 0) upc_stride_fail(&all.site, "keep", "%d, must be at least 0", keep);
  upc_stride_file_accept(&all);
  compare(&all, path, generation, keep, count);
  memset(&D, 0, sizeof D);
  D.fd = D.held = D.before = -1;
  upc_stride_file_own_name(&all);
  snprintf(D.path, sizeof D.path, "%s/%lld.%s.part", path, generation, all.own);
  all.unfinished = D.path;
  check_writes(&all, D.path, count, arrays);
  upc_stride_file_accept(&all);
  if (MYTHREAD == 0) begin(&D, path, generation);
  upc_stride_file_agree(&all, &D, 0);
  for (i = 0; i < count; i++) {
    one = of_array(&all, &arrays[i]);
    snprintf(name, sizeof name, "%s/%s", D.path, arrays[i].name);
    upc_stride_file_begin_write(&one, name, arrays[i].type, codec, 1);
    upc_stride_moves_now(&one.moves);
    upc_stride_file_end(&one);
  }
  if (MYTHREAD == 0) finish(&D, path, generation, keep, count, arrays, all.own);
  upc_stride_file_agree(&all, &D, 0);
}

/* ---- reading ---- */

long long upc_stride_restart(const char *path, long long generation, int count, const upc_stride_saved_t *arrays) {
  upc_stride_file_call_t all, one;
  char name[PATH];
  long long found;
  int i;
  upc_stride_file_all(&all, "upc_stride_restart");
  check_arrays(&all, path, generation, 0, count, arrays);
  upc_stride_file_accept(&all);
  compare(&all, path, generation, 0, count);
  if (MYTHREAD == 0) chosen = generation > 0 ? generation : upc_stride_generation_newest(path);
  upc_stride_file_meet(&all);
  found = chosen;
  for (i = 0; i < count && found > 0; i++) {
    one = of_array(&all, &arrays[i]);
    snprintf(name, sizeof name, "%s/%lld/%s", path, found, arrays[i].name);
    upc_stride_file_begin_read(&one, name, arrays[i].type, NULL, 1);
    upc_stride_moves_now(&one.moves);
    upc_stride_file_end(&one);
  }
  upc_stride_file_meet(&all);
  return found;
}
