/* SPDX-License-Identifier: BSD-3-Clause
 * host.h: what the runtime and upcrun ask of the host: its cores, the time, short sleeps, standard streams. */
#ifndef URT_HOST_H
#define URT_HOST_H

#include <stdint.h>

/* A set of the host's cores, a bit for each. */
struct cores { uint64_t bits[16]; };
struct cores urtk_affinity(void);              /* the cores on which the system lets this process run */
/* how many; fewer if a container gives less time than that of all cores */
int urtk_count_cores(const struct cores *set);

/* Calls `look` with the folder of this process's control group (version 2), and with those of the groups around it. */
void urtk_each_group(void (*look)(const char *folder, void *data), void *data);

/* The cores that this job may use on this host, and how many of its threads run here; set by urtc_start. */
extern int urtk_cores, urtk_threads_here;
static inline int urtk_oversubscribed(void) { return urtk_threads_here > urtk_cores; }

long urtk_now_ns(void);                        /* of a clock that never goes back */
long urtk_now_ms(void);
long urtk_host_ms(void);                       /* the same, but of this host also where time is simulated */

/* Ways to wait: a nap, longer each turn; sleep while *word is `seen`, 50 ms at the most, with
 * very many threads longer; wake `count` that sleep so. */
void urtk_nap(unsigned turn);
void urtk_sleep(uint32_t *word, uint32_t seen);
void urtk_wake(uint32_t *word, int count);
static inline void urtk_pause(void) { /* 10 to 40 ns */
#if defined __x86_64__
  __builtin_ia32_pause();
#elif defined __aarch64__
  __asm__ volatile("isb" ::: "memory");
#endif
}

/* Where every thread is a process from the first, all say the same until the segments exist, and only one should.
 * Standard error is silent from hush to speak. */
void urtk_hush(void);
void urtk_speak(void);
/* The job's input, where upcrun has become a launcher that does not hand on all of it; -1 otherwise. The process that
 * does not read it closes it. */
int urtk_inherited_input(void);
/* A pipe of upcrun's that a variable names by upcrun's number, the number of its end there, and that of the pipe:
 * opened for reading (O_RDONLY) or writing (O_WRONLY), without waiting. -1 if upcrun is on another host, NO_PIPE if the
 * variable names none. */
enum { NO_PIPE = -2 };
int urtk_pipe_of_upcrun(const char *variable, int access);
int urtk_fed_input(void);                      /* the same where upcrun feeds the job's input to a pipe */
void urtk_empty_input(void);                   /* for a thread other than 0: thread 0 has the job's input */

#endif
