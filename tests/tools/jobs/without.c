/* SPDX-License-Identifier: BSD-3-Clause
 * without ERROR CALL.. -- COMMAND..: runs the command, in which these system calls, by number, fail with the error.
 * 320+ is this number and all above, which are those of newer kernels. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv) {
  enum { MOST = 64 };
  struct sock_filter filter[2 * MOST + 2] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
  unsigned short length = 1;
  int arg = 2, error = strcmp(argv[1], "EPERM") == 0 ? EPERM : ENOSYS;
  for (; arg < argc - 1 && strcmp(argv[arg], "--") != 0 && length < 2 * MOST; arg++) {
    unsigned short test = strchr(argv[arg], '+') ? BPF_JGE : BPF_JEQ;
    filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | test | BPF_K, (unsigned)atoi(argv[arg]), 0, 1);
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error);
  }
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {length, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0) return 77;
  execvp(argv[arg + 1], argv + arg + 1);
  return 127;
}
