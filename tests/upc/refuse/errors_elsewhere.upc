// A function with an error of C does not hide what is wrong with UPC elsewhere. Of the function itself only Clang's
// messages come: what follows from an error is not reported as another.
// expect: 9: the size of shared array 'a' must be a multiple of THREADS
// expect: 15: use of undeclared identifier 'nothing'
// expect: 23: a private pointer cannot be cast to the pointer-to-shared 'shared int *'
// expect: 26: the generic pointer-to-shared takes no layout qualifier
#include <upc.h>

shared int a[10];
shared int b[THREADS];
int i;

void has_an_error(int *p) {
  upc_forall (i = 0; i < THREADS; i++; i) {
    b[i] = nothing;
  }
  shared int *q = 0;
  if (q) b[0] = *q;
}

void has_none(int *p) {
  shared int *q =
      (shared int *)p;
  b[0] = *q;
}
shared [2] void *v;

int main(void) { return 0; }
