// SPDX-License-Identifier: BSD-3-Clause
// Loops with loops inside, for aggregate_nests.upc: once over shared arrays, once over private ones. X, Y, T, COL,
// START, LENGTH, FRONT and ROWS are these arrays; `col`, `v` and `start` are private in both. NAME gives each version
// its own names.

// The rows of a sparse matrix: everything private but X; everything an array; row starts that need no next row.
double NAME(product)(int n, const int *start, const int *col, const double *v) {
  double all = 0;
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = start[i]; k < start[i + 1]; k++) s += v[k] * X[col[k]];
    all = all / 3 + s, Y[i * THREADS + MYTHREAD] = s;
  }
  return all;
}
double NAME(product_of_arrays)(int n) {
  double all = 0, s;
  int i, k;
  for (i = 0; i < n; i++) {
    s = 0.0;
    for (k = START[i]; k < START[i + 1]; k++) s = s + (k % 5) * X[COL[k]];
    all = all - 2 * s + k;
  }
  return all + i;
}
double NAME(by_lengths)(int n) {
  double all = 0;
  for (int i = 0; i < n; i++) {
    int first = START[i], length = LENGTH[i];
    if (length == 0) continue;
    for (int j = 0; j < length; j++) all = all / 2 + X[COL[first + j]];
  }
  return all;
}
// Rows of vertices that a list names, backwards, with gaps.
double NAME(of_list)(int n, int gap) {
  double all = 0;
  for (int f = n - 1; f >= 0; f -= 2) {
    const int v = FRONT[f];
    for (int k = START[v + 1] - 1; k >= START[v]; k -= gap) all = all / 2 + X[COL[k]];
    all += v;
  }
  return all;
}
// Conditions before the inner loop and in it, variables, a minimum.
double NAME(under_conditions)(int n, const int *start, const int *col, const double *v) {
  double all = 0, least = 1e9;
  for (int i = 0; i < n; i++) {
    int low = start[i];
    if (LENGTH[i] > 2) {
      for (int k = low; k < start[i + 1]; k++) {
        int at = COL[k];
        if (v[k] == 0) continue;
        if (at % 3 == 1) all += X[at] - v[k];
        else all -= X[col[k] / 2];
        if (X[at] < least) least = X[at];
      }
      if (i % 4 == 0) continue;
    } else if (i % 2) {
      for (int k = low; k <= low + 4; k++) {
        int at = col[k];
        all += X[at];
      }
    }
    all /= 2;
  }
  return all + least;
}
// Two inner loops with one index, which is used after them.
double NAME(two_loops)(int n, const int *start, const int *col) {
  double all = 0;
  int i, k = 0;
  for (i = 0; i < n; i++) {
    for (k = start[i]; k < start[i + 1]; k++) all += X[col[k]];
    all = all / 2 + k;
    for (all += 1, k = start[i + 1]; k > start[i]; --k) all -= X[COL[k - 1]] / 2;
  }
  return all + k;
}
// Elements that the loop writes: Y is another array than X; T is not.
void NAME(adds_to)(int n, const int *start, const int *col) {
  for (int i = 0; i < n; i++)
    for (int k = start[i]; k < start[i + 1]; k++) Y[i * THREADS + MYTHREAD] += (k & 3) * X[col[k]];
}
void NAME(reads_written)(int n, const int *start, const int *col) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = start[i]; k < start[i + 1]; k++) s += T[MYTHREAD + THREADS * (col[k] % n)] / 4;
    T[MYTHREAD + THREADS * i] = s;
  }
}
void NAME(reads_shifted)(int n, const int *start, const int *col) {
  for (int i = 0; i < n; i++) {
    double s = X[i % 50];
    for (int k = start[i]; k < start[i + 1]; k++) s += X[col[k]];
    T[MYTHREAD + THREADS * (i + n)] = T[MYTHREAD + THREADS * i] + s;
  }
}
// Three loops; the inner one leaves; the middle one is no for loop; the end moves.
double NAME(three_loops)(int n, int m, const int *start) {
  double all = 0;
  for (int r = 0; r < m; r++)
    for (int i = r; i < n; i++) {
      for (int k = start[i]; k < start[i + 1]; k++) all = all / 2 + X[COL[k]] + FRONT[r];
      all += LENGTH[i];
    }
  return all;
}
double NAME(leaves)(int n, const int *start, const int *col) {
  double all = 0;
  for (int i = 0; i < n; i++)
    for (int k = start[i]; k < start[i + 1]; k++) {
      if (X[col[k]] > 40) break;
      all += X[col[k]] + LENGTH[i];
    }
  return all;
}
double NAME(with_while)(int n, const int *start, const int *col) {
  double all = 0;
  for (int i = 0; i < n; i++) {
    int k = start[i];
    while (k < start[i + 1]) {
      all = all / 2 + X[col[k]];
      k++;
    }
    do all += LENGTH[i];
    while (++k % 3);
  }
  return all;
}
// An iteration runs the inner loop more than once.
double NAME(repeats)(int n, const int *start, const int *col) {
  double all = 0;
  int i, turn = 0;
  for (i = 0; i < n; i++) {
    do {
      for (int k = start[i]; k < start[i + 1]; k++) all = all / 2 + X[col[k]];
      all += LENGTH[i];
    } while (++turn % 3);
  }
  return all;
}
double NAME(end_moves)(int n) {
  double all = 0;
  int end = 1;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < end; k++) all = all / 2 + X[COL[k]];
    end = LENGTH[i] % 7;
  }
  return all;
}
// A dense nest, with subscripts from a function.
double NAME(dense)(int n, int m) {
  double all = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) all = all / 2 + X[of(i, j)] * LENGTH[i] - X[j];
  return all;
}
// A member of a struct is where a row begins.
double NAME(of_structs)(int n) {
  double all = 0;
  for (int i = 0; i < n; i++)
    for (int k = ROWS[i].first, end = ROWS[i].first + ROWS[i].count; k < end; k++) all = all / 2 + X[COL[k]];
  return all;
}
// A variable has the name of a constant, which is meant behind its block.
double NAME(other_name)(int n, const int *start, const int *col) {
  double all = 0;
  for (int i = 0; i < n; i++) {
    {
      int SHIFT = col[i];
      all += SHIFT;
    }
    for (int k = start[i]; k < start[i + 1]; k++) all = all / 2 + X[(k + SHIFT) % WIDTH];
  }
  return all;
}
// Some runs of the inner loop go by pointers, where START's elements are near.
double NAME(near_and_far)(int n) {
  double all = 0;
  for (int i = 0; i + 8 < n; i++)
    for (int j = 0; j < 8; j++) all = all / 2 + X[FRONT[i + j] % WIDTH] * START[i + j];
  return all;
}
