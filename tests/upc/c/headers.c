// SPDX-License-Identifier: BSD-3-Clause
// The system's headers, all of them that programs use, and names that UPC does not own.
#define _GNU_SOURCE
#include <aio.h>
#include <arpa/inet.h>
#include <assert.h>
#include <complex.h>
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <iso646.h>
#include <math.h>
#include <netdb.h>
#include <poll.h>
#include <pwd.h>
#include <regex.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wctype.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

static int linux_ = 1, barrier = 2, block = 3, threads = 4, upc = 5, mine = 6, forall = 7, lock = 8, notify = 9,
    wait_ = 10;
struct strictness { int relaxed_; };
static int main_(void) { return 11; }

int main(void) {
  printf("%d\n", linux_ + barrier + block + threads + upc + mine + forall + lock + notify + wait_ + main_());
  regex_t re; assert(regcomp(&re, "^a+b$", REG_EXTENDED | REG_NOSUB) == 0);
  printf("%d %d\n", regexec(&re, "aaab", 0, NULL, 0), regexec(&re, "ac", 0, NULL, 0) != 0); regfree(&re);
  int fd[2]; if (pipe(fd)) return 1;
  pid_t child = fork(); if (child == 0) { char c = 'k'; if (write(fd[1], &c, 1) != 1) _exit(1); _exit(5); }
  int status; waitpid(child, &status, 0); char c; ssize_t n = read(fd[0], &c, 1);
  printf("%d %c %zd\n", WEXITSTATUS(status), c, n);
  int *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); page[3] = 9;
  printf("%d\n", page[3]); munmap(page, 4096);
  struct tm tm = {.tm_year = 100, .tm_mon = 1, .tm_mday = 29}; char text[40];
  strftime(text, sizeof text, "%Y-%m-%d", &tm); puts(text);
  sem_t sem; sem_init(&sem, 0, 1); sem_wait(&sem); int v; sem_getvalue(&sem, &v);
  printf("%d %d\n", v, toupper('q') == 'Q' and not isdigit('x'));
  struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(80)}; inet_pton(AF_INET, "127.0.0.1", &in.sin_addr);
  printf("%x %d\n", ntohl(in.sin_addr.s_addr), ntohs(in.sin_port));
  fd_set set; FD_ZERO(&set); FD_SET(3, &set); printf("%d %d\n", FD_ISSET(3, &set) != 0, FD_ISSET(4, &set));
  cpu_set_t cpus; CPU_ZERO(&cpus); CPU_SET(2, &cpus); printf("%d\n", CPU_COUNT(&cpus));
  char *line = NULL; size_t size = 0; FILE *m = fmemopen("first\nsecond\n", 13, "r");
  while (getline(&line, &size, m) > 0) printf("%zu ", strlen(line)); fclose(m); free(line); puts("");
  printf("%s %d %g\n", strchrnul("abc", 'b'), (int)ffsl(8), fmin(NAN, 2)); uint32_t x = 0x12345678;
  printf("%x %x\n", __builtin_bswap32(x), htonl(x));
#if defined(__x86_64__)
  __m128i a = _mm_set_epi32(4, 3, 2, 1), b = _mm_add_epi32(a, a); int out[4]; _mm_storeu_si128((__m128i *)out, b);
  printf("%d %d\n", out[0], out[3]);
#endif
  return strverscmp("a9", "a10") < 0 ? 0 : 1;
}
