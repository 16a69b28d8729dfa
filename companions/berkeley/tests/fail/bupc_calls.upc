// SPDX-License-Identifier: BSD-3-Clause
// Wrong use of Berkeley's calls: one line, and the job ends.
#include <string.h>
#include <upc.h>

static shared [] char there[10];

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  char data[10] = "123456789";
  bupc_smemvec_t to = {there, 10};
  bupc_pmemvec_t from = {data, 9};
  if (MYTHREAD == 0) {
    if (!strcmp(what, "null")) bupc_sem_post(NULL);
    if (!strcmp(what, "semaphore")) bupc_sem_wait(bupc_sem_alloc(0));
    if (!strcmp(what, "full")) while (bupc_sem_alloc(0)) {}
    if (!strcmp(what, "lengths")) bupc_memput_vlist(1, &to, 1, &from);
    if (!strcmp(what, "distance")) bupc_thread_distance(0, THREADS);
  }
  return 0;
}
