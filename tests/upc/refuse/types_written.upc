// SPDX-License-Identifier: BSD-3-Clause
// Types in messages, as a program writes them: what is shared beside a * is the pointer.
// expect: 14: the pointer-to-shared 'shared [3] int *shared [2] *' does not convert to the private 'int *'
// expect: 15: the pointer-to-shared 'int *shared *' does not convert to the private 'double *' without a cast
// expect: 16: 'shared struct cell *shared [] *' becomes 'shared struct cell *shared *' without a cast
// expect: 17: does not convert to the private 'int (*)(shared [2] int *, double)' without a cast
// expect: 18: becomes 'shared [] int (*)[4]' without a cast
struct cell { shared struct cell *next; };
shared [3] int *shared [2] all[2 * THREADS];
shared struct cell *shared first;
int *shared private;
extern int done;
void f(void) {
  int *p = &all[0];
  double *d = &private;
  shared struct cell *shared *link = &first->next;
  int (*function)(shared [2] int *, double) = &private;
  shared [] int (*row)[4] = all[0];
}
