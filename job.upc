#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>
shared int word[THREADS];
int main(int argc, char **argv) {
  volatile long count = 0;
  upc_barrier;
  if (MYTHREAD == 0) puts("ready");
  if (strcmp(argv[1], "compute") == 0)
    for (;;) count++;
  if (strcmp(argv[1], "talk") == 0)
    for (;;) word[(MYTHREAD + 1) % THREADS] = MYTHREAD;
  if (MYTHREAD == 0) pause();
  upc_barrier;
  return argc < 1;
}
