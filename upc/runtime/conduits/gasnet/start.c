/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: starts the threads. A thread is a process of GASNet, and its number is GASNet's rank. On GASNet's smp,
 * GASNet forks the threads. On udp the process that is started becomes a master, which starts the threads here or by
 * ssh. On the others a launcher has started them. */
#include <fcntl.h>
#include <gasnet_coll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "conduits/gasnet/control.h"

#if GASNET_RELEASE_VERSION_MAJOR < 2023 || (GASNET_RELEASE_VERSION_MAJOR == 2023 && GASNET_RELEASE_VERSION_MINOR < 3)
#error this GASNet is too old: GASNet-EX 2023.3 or newer is needed
#endif
#ifdef GASNET_SEGMENT_EVERYTHING
#error this GASNet was configured with --enable-segment-everything; fast (the default) or large is needed
#endif

const char urtc_name[] = "gasnet-" URTC_BELOW;

/* upcrun looks for this text in a program. */
const char urtc_launcher[] __attribute__((used)) = "[upcrun: gasnet " URTC_BELOW " " URTC_GASNET_BIN "]";

gex_TM_t urtc_team;
int urtc_started, urtc_hosts;

static void set(const char *variable, int number) {
  char text[16];
  snprintf(text, sizeof text, "%d", number);
  setenv(variable, text, 1);
}

/* udp: GASNet wants the number of threads as the first argument, and takes it away again. */
static void insert_count(int *argc, char ***argv, int threads) {
  static char number[16];
  char **longer = urtk_memory((size_t)*argc + 2, sizeof *longer, "the program's arguments");
  snprintf(number, sizeof number, "%d", threads);
  longer[0] = (*argv)[0], longer[1] = number;
  memcpy(longer + 2, *argv + 1, (size_t)(*argc - 1) * sizeof *longer);
  *argv = longer;
  ++*argc;
}

/* upcrun names the variables that are to reach all threads; not every launcher hands them on by itself. */
static void take_environment(void) {
  char *names = gasnet_getenv("UPCRUN_ENVIRONMENT"), *rest = NULL, *value;
  if (!names) return;
  names = urtk_copy(names, "the names of environment variables");
  for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
    if ((value = gasnet_getenv(name))) setenv(name, value, 1);
  free(names);
}

/* Crashes and exits are the monitor's to see and ours to handle. */
static void tame_gasnet(int asked) {
  setenv("GASNET_CATCH_EXIT", "0", 1);
  setenv("GASNET_NO_CATCH_SIGNAL", "*", 1);
  if (urtc_below("smp")) set("GASNET_PSHM_NODES", asked);
  else if (urtk_env_near()) set("GASNET_SUPERNODE_MAXSIZE", urtk_env_near());
  if (!urtc_below("udp")) return;
  setenv("GASNET_SPAWNFN", "L", 0);
  setenv("GASNET_REQUESTTIMEOUT_MAX", "0", 0); /* a thread that computes answers late (job/gasnet/link.c) */
}

/* A launcher may have bound each process to a core: the job has the cores of all processes here. Collective. */
static void look_at_host(void) {
  gex_Rank_t here, hosts, host;
  gex_System_QueryHostInfo(NULL, &here, NULL);
  gex_System_QueryMyPosition(NULL, NULL, &hosts, &host);
  struct cores *all = urtk_memory(hosts, sizeof *all, "the cores of all hosts");
  all[host] = urtk_affinity();
  gex_Event_Wait(gex_Coll_ReduceToAllNB(urtc_team, all, all, GEX_DT_U64, sizeof(uint64_t),
                                        hosts * sizeof *all / sizeof(uint64_t), GEX_OP_OR, NULL, NULL, 0));
  urtc_hosts = (int)hosts;
  urtk_threads_here = (int)here;
  urtk_cores = urtk_count_cores(&all[host]);
  free(all);
}

/* Where this process starts the threads. On udp each has a monitor; they may be on other hosts. */
static void check_here(int threads, int is_master) {
  const char *spawner = is_master ? getenv("GASNET_SPAWNFN") : "L";
  const char *exceeded = strcmp(spawner, "L") == 0 ? urtk_limit_exceeded(threads, is_master ? 2 : 1) : NULL;
  if (exceeded) urtk_usage(1, "%s", exceeded);
  urtk_check_launcher(threads, NULL);
}

int urtc_start(int *argc, char ***argv, int asked) {
  gex_Client_t client;
  gex_EP_t endpoint;
  if (getenv("UPCRUN_ASKS")) exit(printf("%d\n", asked ? asked : 1) < 0);
  tame_gasnet(asked ? asked : 1);
  int is_master = urtc_below("udp") && !getenv("AMUDP_WORKER_ARGS");
  if (is_master) insert_count(argc, argv, asked ? asked : 1);
  if (urtc_below("smp") || is_master) check_here(asked ? asked : 1, is_master);
  urtc_find_spawner();
  urtc_start_monitor(urtc_below("smp") && asked ? asked : 1);
  if (urtc_ssh == SSH_HOST) urtc_watch_forks();
  if (is_master && strcmp(getenv("GASNET_SPAWNFN"), "L") != 0) urtc_watch_threads();
  if (gex_Client_Init(&client, &endpoint, &urtc_team, "UPC_STRIDE", argc, argv, 0) != GASNET_OK)
    urtk_usage(1, "GASNet does not start");
  urtc_started = 1;
  if (gex_TM_QuerySize(urtc_team) == 1 && !urtc_below("smp") && !urtc_below("udp")) urtk_check_launcher(1, NULL);
  on_exit(urtc_finish, NULL);
  int thread = (int)gex_TM_QueryRank(urtc_team), threads = (int)gex_TM_QuerySize(urtc_team);
  look_at_host();
  gasnet_set_waitmode(urtk_oversubscribed() ? GASNET_WAIT_BLOCK : GASNET_WAIT_SPINBLOCK);
  urtc_register(endpoint);
  take_environment();
  if (thread > 0) urtk_hush(), urtk_empty_input();
  if (asked && asked != threads)
    urtk_usage(1, "%d threads are asked for, and GASNet has started %d", asked, threads);
  return threads;
}

static void (*merge_now)(const void *from, void *to);
static void merge_one(const void *from, void *to, size_t count, const void *unused) {
  (void)count, (void)unused;
  merge_now(from, to);
}

int urtc_merge(void *value, size_t bytes, void (*merge)(const void *from, void *to)) {
  merge_now = merge;
  gex_Event_Wait(gex_Coll_ReduceToAllNB(urtc_team, value, value, GEX_DT_USER, bytes, 1, GEX_OP_USER, merge_one, NULL,
                                        0));
  return (int)gex_TM_QueryRank(urtc_team);
}
