/* SPDX-License-Identifier: BSD-3-Clause
 * Warnings that the C compiler gives only when it generates code. */

__attribute__((warning("slow"))) int slow(int);
int calls_slow(int n) { return slow(n); }

int large_frame(int n) {
  volatile char room[5000];
  room[n] = 1;
  return room[n + 1];
}

typedef double wide __attribute__((vector_size(32)));
wide vector(wide v) { return v + v; }
wide call_vector(wide v) { return vector(v); }

void not_vectorised(int n, int *a, int *b) {
#pragma clang loop vectorize(enable) vectorize_width(8)
  for (int i = 1; i < n; i++) {
    a[i] = a[i - 1] + b[a[i - 1]];
    if (a[i] == 3) break;
  }
}
