/* SPDX-License-Identifier: BSD-3-Clause
 * Errors of calls that several threads make: one thread alone has a wrong argument, or cannot reach a file. All threads
 * get the error, owners of a block or not, and nobody waits for ever. Each thread is the wrong one in turn, in each
 * call; there are more threads than blocks. */
#include "tests/c/check.h"
#include <upc_stride_file.h>

#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BYTES = 64 };

static upc_stride_array_t A;              /* three blocks of 8 numbers */
static upc_stride_section_t all;          /* its elements */
static int me, threads;
static char here[PATH_MAX];
static const char away[] = "/proc/self";  /* a folder where nothing is, and nothing can be made */
static double memory[BYTES];

/* ---- the calls; 1: the caller is the wrong one. They return 0, or -1 for an error ---- */

static int view(int wrong) {
  size_t shape = 8 * (size_t)threads, block = 8;
  upc_stride_array_t V = upc_stride_array_of(memory, wrong ? 8 : BYTES, 1, &shape, &block, 8, 0, NULL);
  return V == NULL ? -1 : upc_stride_all_free(V);
}

static int listed_view(int wrong) {
  size_t shape = 8 * (size_t)threads, block = 8;
  int owner[64];
  upc_stride_array_t V;
  for (int i = 0; i < threads; i++) owner[i] = threads - 1 - i;
  V = upc_stride_array_of_listed(wrong ? NULL : memory, BYTES, 1, &shape, &block, 8, owner);
  return V == NULL ? -1 : upc_stride_all_free(V);
}

static int fetch(int wrong) {
  size_t index[] = {0, wrong ? 24 : 23};
  return upc_stride_fetch(memory, A, index, 2, 0);
}

static int fetch_to_nowhere(int wrong) {
  size_t index = 0;
  return upc_stride_fetch(wrong ? NULL : memory, A, &index, 1, 0);
}

static int away_from(int wrong) { return wrong ? chdir(away) : 0; }
static int back(int status) { return chdir(here) == 0 ? status : -2; }

static int write_zarr(int wrong) { return away_from(wrong), back(upc_stride_write("a.zarr", &all, "f8", NULL)); }
static int write_npy(int wrong) { return away_from(wrong), back(upc_stride_write("a.npy", &all, "f8", NULL)); }
static int read_zarr(int wrong) { return away_from(wrong), back(upc_stride_read(&all, "b.zarr", "f8", NULL)); }
static int read_npy(int wrong) { return away_from(wrong), back(upc_stride_read(&all, "b.npy", "f8", NULL)); }

static int start_read(int wrong) {
  upc_stride_handle_t handle;
  int status;
  away_from(wrong);
  status = upc_stride_read_nb(&handle, &all, "b.zarr", "f8", NULL);
  return back(status == 0 ? upc_stride_wait(&handle) : status);
}

static int start_write(int wrong) {
  upc_stride_handle_t handle;
  int status;
  away_from(wrong);
  status = upc_stride_write_nb(&handle, "a.zarr", &all, "f8", NULL);
  return back(status == 0 ? upc_stride_wait(&handle) : status);
}

static int checkpoint(int wrong) {
  static long long generation;
  upc_stride_saved_t saved = {"A", all, "f8"};
  return away_from(wrong), back(upc_stride_checkpoint("points", ++generation, 2, 1, &saved));
}

static int restart(int wrong) {
  upc_stride_saved_t saved = {"A", all, "f8"};
  return away_from(wrong), back(upc_stride_restart("first", 0, 1, &saved) == 1 ? 0 : -1);
}

static int write_type(int wrong) { return upc_stride_write("a.zarr", &all, wrong ? "f4" : "f8", NULL); }
static int write_codec(int wrong) { return upc_stride_write("a.zarr", &all, "f8", wrong ? "zip" : NULL); }

/* Who owns no block would be refused too, alone. */
static int owner_is(int wrong) { return wrong && me < 3; }

static int read_beyond(int wrong) {
  const upc_stride_section_t beyond = UPC_SECTION(A, UPC_STRIDE_RANGE(1, 24));
  return upc_stride_read(owner_is(wrong) ? &beyond : &all, "b.npy", "f8", NULL);
}
static int region_slice(int wrong) { return upc_stride_write_region("b.zarr", &all, "f8", wrong ? "0:x" : ":"); }

static int start_nowhere(int wrong) {
  upc_stride_handle_t handle = NULL;
  int status = upc_stride_read_nb(owner_is(wrong) ? NULL : &handle, &all, "b.zarr", "f8", NULL);
  return status == 0 ? upc_stride_wait(&handle) : status;
}

static int checkpoint_type(int wrong) {
  static long long generation = 100;
  upc_stride_saved_t saved = {"A", all, wrong ? "f4" : "f8"};
  return upc_stride_checkpoint("points", ++generation, 2, 1, &saved);
}

static int checkpoint_keep(int wrong) {
  static long long generation = 200;
  upc_stride_saved_t saved = {"A", all, "f8"};
  return upc_stride_checkpoint("points", ++generation, wrong ? -1 : 2, 1, &saved);
}

static int restart_type(int wrong) {
  upc_stride_saved_t saved = {"A", all, wrong ? "f4" : "f8"};
  return upc_stride_restart("first", 1, 1, &saved) == 1 ? 0 : -1;
}

/* Which threads take part: all of them, or the owners of A's three blocks. Who needs a file: the owners, or all. */
static const struct {
  const char *name;
  int (*call)(int wrong), of_owners, of_files, of_all_files;
} calls[] = {
  {"array_of", view, 0, 0, 0}, {"array_of_listed", listed_view, 0, 0, 0}, {"fetch", fetch, 0, 0, 0},
  {"fetch to null", fetch_to_nowhere, 0, 0, 0}, {"write .zarr", write_zarr, 1, 1, 0},
  {"write .npy", write_npy, 1, 1, 0},
  {"read .zarr", read_zarr, 1, 1, 0}, {"read .npy", read_npy, 1, 1, 0}, {"read_nb", start_read, 1, 1, 0},
  {"write_nb", start_write, 1, 1, 0}, {"checkpoint", checkpoint, 0, 1, 0}, {"restart", restart, 0, 1, 1},
  {"write a type", write_type, 1, 1, 0}, {"write with a codec", write_codec, 1, 1, 0},
  {"read elements that do not exist", read_beyond, 1, 1, 0},
  {"write_region to a slice", region_slice, 1, 1, 0}, {"read_nb without a handle", start_nowhere, 1, 1, 0},
  {"checkpoint of a type", checkpoint_type, 0, 0, 0}, {"checkpoint, keep", checkpoint_keep, 0, 0, 0},
  {"restart to a type", restart_type, 0, 0, 0},
};

/* All threads work in a folder of this job. */
static void make_folder(void) {
  static const size_t zero = 0;
  long number = (long)getpid();
  CHECK_IS(upc_stride_put(upc_stride_at(A, &zero), &number, me == 0 ? sizeof number : 0), 0);
  upc_stride_barrier_all();
  CHECK_IS(upc_stride_get(&number, upc_stride_at(A, &zero), sizeof number), 0);
  snprintf(here, sizeof here, "%.100s/upc_stride_agree_%ld", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", number);
  if (me == 0) CHECK(mkdir(here, 0777) == 0);
  upc_stride_barrier_all();
  CHECK(chdir(here) == 0);
}

static void remove_folder(void) {
  char command[PATH_MAX + 20];
  snprintf(command, sizeof command, "rm -r '%s'", here);
  CHECK(chdir("/") == 0);
  upc_stride_barrier_all();
  if (me == 0) CHECK(system(command) == 0);
}

static void expect(int call, int wrong, int status, int expected) {
  if (status == expected && (status == 0 || upc_stride_last_error()[0] != 0)) return;
  fprintf(stderr, "%s, thread %d wrong: thread %d gets %d, expected %d: %s\n", calls[call].name, wrong, me, status,
          expected, upc_stride_last_error());
  upc_stride_exit(1);
}

int main(void) {
  upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN};
  size_t shape = 24, block = 8;
  upc_stride_saved_t saved;
  START(&options);
  me = upc_stride_mythread(), threads = upc_stride_threads();
  A = upc_stride_all_alloc(1, &shape, &block, 8, 0, NULL);
  all = UPC_SECTION(A, UPC_STRIDE_ALL);
  saved.name = "A", saved.section = all, saved.type = "f8";
  make_folder();
  CHECK_IS(upc_stride_write("b.zarr", &all, "f8", NULL), 0);
  CHECK_IS(upc_stride_write("b.npy", &all, "f8", NULL), 0);
  CHECK_IS(upc_stride_checkpoint("first", 1, 0, 1, &saved), 0);
  upc_stride_barrier_all();
  for (int call = 0; call < (int)(sizeof calls / sizeof *calls); call++)
    for (int wrong = -1; wrong < threads; wrong++) {
      int opens = wrong < 3 || calls[call].of_all_files, takes_part = !calls[call].of_owners || me < 3;
      int fails = wrong >= 0 && (!calls[call].of_files || opens);
      expect(call, wrong, calls[call].call(me == wrong), fails && takes_part ? -1 : 0);
      upc_stride_barrier_all();
    }
  remove_folder();
  upc_stride_finalize();
  return passed();
}
