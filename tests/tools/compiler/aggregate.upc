// SPDX-License-Identifier: BSD-3-Clause
// Loops for aggregate.sh. Behind `expect:`: the function, whether upcc collects its updates, and whether it
// makes its reads ahead. What is read ahead may be written: the running program compares the addresses.
#include <stdint.h>
#include <upc_relaxed.h>

shared uint64_t T[100 * THREADS], U[100 * THREADS];
shared double x[100 * THREADS];
shared int flag;
strict shared int ordered;

// expect: far_sum 0 1
double far_sum(int n, double *v, int *col) {
  double s = 0;
  for (int k = 0; k < n; k++) s += v[k] * x[col[k]];
  return s;
}
// expect: random_access 1 0
void random_access(int n, uint64_t r) {
  upc_forall (int i = 0; i < n; i++; i) {
    r = r * 5 + 1;
    T[r & 63] ^= r;
  }
}
// expect: count_names 1 0
void count_names(int n, int *r) {
  for (int i = 0; i < n; i++) T[r[i]]++;
}
// r may point into the thread's own part of T, which is near: its elements are changed in their turn.
// expect: count_words 1 0
void count_words(int n, uint64_t *r) {
  for (int i = 0; i < n; i++) T[r[i] & 63]++;
}
// expect: copy 1 1
void copy(int n, int *at) {
  for (int i = 0; i < n; i++) T[at[i]] = U[i];
}
// One element after the other: whole pieces of the owners' memory are brought.
shared [50] double blocks[100 * THREADS];
// expect: dense 0 1
double dense(int n, shared [] double *list) {
  double s = 0;
  for (int i = 0; i < n; i++) s += blocks[i + 3] - list[i]; // in whole pieces
  for (int i = 0; i < n; i++) s += x[i];
  for (int i = 0; i < n; i++) s += list[2 * i] - blocks[n - i];
  return s;
}
// They are not if the loop may end earlier, or does not come to the read in each round.
// expect: dense_perhaps 0 1
double dense_perhaps(int n, int *when, double *end) {
  double s = 0;
  for (int i = 0; i < n && end[i] != 0; i++) s += blocks[i];
  for (int i = 0; i < n; i++)
    if (when[i]) s += blocks[i];
  return s;
}
// An iteration reads what the one before has written.
// expect: moved 1 1
void moved(int n) {
  for (int i = 1; i < n; i++) T[i] = T[i - 1];
}
// expect: shifted 1 1
void shifted(int n) {
  for (int i = 0; i < n; i++) T[i + n] = T[i] + 1;
}
// expect: shifted_by_pointer 1 1
void shifted_by_pointer(int n, int w, shared uint64_t *p) {
  upc_forall (int i = w; i < n; i++; &p[i]) p[i + n] = p[i] > p[i - w] ? p[i] : p[i - w];
}
// The values of the writes are used.
// expect: shifted_and_used 1 1
int shifted_and_used(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += (T[i + n] = T[i]);
  return s;
}
// The pointer moves, or the subscript; the write is in a function.
// expect: pointer_moves 1 1
void pointer_moves(int n, shared uint64_t *p) {
  for (int i = 0; i < n; i++) p[i + n] = p[i], p += i & 1;
}
// expect: at_random 1 1
void at_random(int n, int *at) {
  for (int i = 0; i < n; i++) T[at[i]] = T[i + n];
}
// expect: put_by_call 1 1
static void put(int k) { T[k] = 1; }
int put_by_call(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) put(i), s += T[i + n];
  return s;
}
// expect: pointers 1 1
void pointers(int n, shared uint64_t *a, shared uint64_t *b) {
  for (int i = 0; i < n; i++) a[i] = b[i];
}
// A private pointer leads to near elements only, and these are read in their turn. A subscript must not change.
// expect: to_private 0 1
void to_private(int n, double *to, int *col) {
  for (int i = 0; i < n; i++) to[i] = x[col[i]];
}
// expect: to_subscripts 0 0
void to_subscripts(int n, uint64_t *to, uint64_t *col) {
  for (int i = 0; i < n; i++) to[i] = T[col[i]];
}
// expect: to_shared_subscripts 0 1
void to_shared_subscripts(int n, uint64_t *to) {
  for (int i = 0; i < n; i++) to[i] = T[U[i]];
}
// expect: restricted 1 1
void restricted(int n, shared uint64_t *restrict a, shared uint64_t *restrict b) {
  for (int i = 0; i < n; i++) a[i] = b[i];
}
// What it waits for may depend on what it has written.
// expect: waits 0 0
void waits(int n) {
  for (int i = 0; i < n; i++) {
    T[i] = 1;
    while (flag == 0) ;
  }
}
// expect: fences 0 0
void fences(int n) {
  for (int i = 0; i < n; i++) {
    T[i] = 1;
    upc_fence;
  }
}
// expect: strict_too 0 0
void strict_too(int n) {
  for (int i = 0; i < n; i++) T[i] = 1, ordered = i;
}
// expect: calls 0 0
void calls(int n, void (*f)(void)) {
  for (int i = 0; i < n; i++) T[i] = 1, f();
}
// The value is used.
// expect: value_used 1 1
int value_used(int n, int *at) {
  int count = 0;
  for (int i = 0; i < n; i++) count += (T[at[i]] += 2) > 7;
  return count;
}
// Not all iterations may come.
// expect: leaves 0 0
double leaves(int n, int *col) {
  for (int k = 0; k < n; k++)
    if (x[col[k]] > 1) return k;
  return 0;
}
// A condition on the way to the read is asked first.
// expect: chosen 0 1
double chosen(int n, int *col) {
  double s = 0;
  for (int k = 0; k < n; k++)
    if (col[k] > 0) s += x[col[k]];
  return s;
}
// expect: skipped 0 1
double skipped(int n, double *v, int *col) {
  double s = 0;
  for (int k = 0; k < n; k++) {
    if (v[k] == 0) continue;
    s += v[k] * x[col[k]];
  }
  return s;
}
// expect: either 0 1
double either(int n, int *col) {
  double s = 0;
  for (int k = 0; k < n; k++) s += col[k] >= 0 ? x[col[k]] : 1;
  return s;
}
// A condition with a real sum is computed by the same instructions both times.
// expect: rounded 0 1
double rounded(int n, double *v, int *col) {
  double s = 0;
  for (int k = 0; k < n; k++)
    if (v[k] + v[n] > 1) s += x[col[k]];
  return s;
}
// What the loop counts is counted ahead too.
// expect: counted 0 1
double counted(int n, int *col) {
  double s = 0;
  int even = 0;
  for (int k = 0; k < n; k++) {
    even += col[k] % 2 == 0;
    if (even > 10) s += x[col[k]];
  }
  return s;
}
// An index that stands in a variable is set first.
// expect: named 0 1
double named(int n, double *v, int *col) {
  double s = 0;
  for (int k = 0; k < n; k++) {
    int j = col[k];
    s += v[k] * x[j];
  }
  return s;
}
// expect: assigned 0 1
double assigned(int n, int *col) {
  double s = 0;
  int i, j;
  for (int k = 0; k < n; k++) {
    i = col[k];
    j = i / 2 + 1;
    if (j > 3) s += x[j] - x[i];
  }
  return s;
}
struct edge { int to; double weight; };
// expect: members 0 1
double members(int n, struct edge *e) {
  double s = 0;
  for (int k = 0; k < n; k++) s += e[k].weight * x[e[k].to];
  return s;
}
// The subscript is that of the iteration before, is set twice, only sometimes, or through a pointer.
// expect: used_first 0 1
double used_first(int n, int *col) {
  double s = 0;
  int j = 0;
  for (int k = 0; k < n; k++) {
    s += x[j];
    j = col[k];
  }
  return s;
}
// expect: set_twice 0 1
double set_twice(int n, int *col) {
  double s = 0;
  int j;
  for (int k = 0; k < n; k++) {
    j = col[k];
    j = j + 1;
    s += x[j];
  }
  return s;
}
// expect: sometimes_set 0 1
double sometimes_set(int n, int *col) {
  double s = 0;
  int j = 0;
  for (int k = 0; k < n; k++) {
    if (col[k] > 0) j = col[k];
    s += x[j];
  }
  return s;
}
// expect: set_elsewhere 0 1
double set_elsewhere(int n, int *col) {
  double s = 0;
  int j, *p = &j;
  for (int k = 0; k < n; k++) {
    j = col[k];
    ++*p;
    s += x[j];
  }
  return s;
}
// Two variables of one name.
// expect: same_name 0 1
double same_name(int n, int *col) {
  double s = 0;
  int j = 3;
  for (int k = 0; k < n; k++) {
    s += j;
    int i = col[k];
    {
      int j = i;
      s += x[j];
    }
  }
  return s;
}
// expect: same_name_on_the_way 0 1
double same_name_on_the_way(int n, int *col) {
  double s = 0;
  for (int k = 0; k < n; k++) {
    int j = col[k];
    if (j > 3) {
      int i = j;
      {
        int j = i + 1;
        s += x[j];
      }
    }
  }
  return s;
}
// expect: twice 0 1
double twice(int n, int *col) {
  double s = 0;
  for (int k = 0; k < n; k++) s += x[col[k]] * x[col[k]];
  return s;
}
// Members of shared structs.
struct part { double m, at[3]; int id : 5; };
shared struct part parts[100 * THREADS];
// expect: masses 0 1
double masses(int n, int *col) {
  double s = 0;
  for (int k = 0; k < n; k++) s += parts[col[k]].m * parts[col[k]].at[k % 3];
  return s;
}
// expect: bits 0 0
int bits(int n, int *col) {
  int s = 0;
  for (int k = 0; k < n; k++) s += parts[col[k]].id;
  return s;
}
// Eight of the reads of an iteration are made ahead.
// expect: many_members 0 1
double many_members(int n) {
  double s = 0;
  for (int k = 0; k < n; k++)
    s += x[k] + parts[k].m + parts[k + 1].m + parts[k + 2].m + parts[k + 3].m + parts[k + 4].m + parts[k].at[0] +
         parts[k].at[1] + parts[k].at[2];
  return s;
}
// `T[..] = T[..] + v` is `T[..] += v`.
// expect: written_out 1 0
void written_out(int n, int *r) {
  for (int i = 0; i < n; i++) T[r[i]] = T[r[i]] + 3, U[r[i]] = 2 * U[r[i]];
}
// This is a product; the owner does not subtract the element from something, so it is read and then set.
// expect: doubled 1 0
void doubled(int n, int *r) {
  for (int i = 0; i < n; i++) T[r[i]] = T[r[i]] + T[r[i]];
}
// expect: subtracted 1 1
void subtracted(int n, int *r) {
  for (int i = 0; i < n; i++) T[r[i]] = 7 - T[r[i]];
}
// These too: C converts to the element's type after the operation, and the owner would do that before.
shared float F[100 * THREADS];
// expect: by_real 1 1
void by_real(int n, int *r, double v) {
  for (int i = 0; i < n; i++) T[r[i]] += v;
}
// expect: by_double 1 1
void by_double(int n, int *r, double v) {
  for (int i = 0; i < n; i++) F[r[i]] += v;
}
// A subscript from a function, and from one that reads what changes.
static int width = 8;
static int of(int i, int j) { return i * 8 + j; }
static int wide(int i, int j) { return i * width + j; }
// expect: by_function 0 1
double by_function(int n, int *col) {
  double s = 0;
  for (int k = 0; k < n; k++) s += x[of(col[k], k & 7)];
  return s;
}
// expect: by_reading_function 0 1
double by_reading_function(int n) {
  double s = 0;
  for (int k = 0; k < n; k++) s += x[wide(k, k & 7)], width = k & 3;
  return s;
}

// The linker may put another function in the place of a weak one.
__attribute__((weak)) int weak_of(int i, int j) { return i * 8 + j; }
static int pointed(const int *p, int j) { return *p + j; }
// expect: by_weak_function 0 0
double by_weak_function(int n, int *col) {
  double s = 0;
  for (int k = 0; k < n; k++) s += x[weak_of(col[k], k & 7)];
  return s;
}
// expect: by_pointing_function 0 1
double by_pointing_function(int n, int *p) {
  double s = 0;
  for (int k = 0; k < n; k++) s += x[pointed(p, k & 7)], *p = k & 3;
  return s;
}
// The loop may write the subscripts.
// expect: writes_subscripts 0 0
double writes_subscripts(int n, int *col, int *other) {
  double s = 0;
  for (int k = 0; k < n; k++) s += x[col[k]], other[k] = k & 3;
  return s;
}
// expect: writes_list 0 1
double writes_list(int n) {
  double s = 0;
  int list[101] = {0};
  for (int k = 0; k < n; k++) s += x[list[k]], list[k + 1] = k & 3;
  return s;
}
// A step that counts elsewhere.
// expect: steps_more 0 1
double steps_more(int n, int *col, long *count) {
  double s = 0;
  for (int k = 0; k < n; k++, (*count)++) s += x[col[k]];
  return s;
}
// A function of the file writes what the loop reads, or reads what it updates. What is said is at its line.
// expect: written_by_function 1 1
static void put_value(int i, double value) { x[i] = value; }
double written_by_function(int n, int *col) {
  double s = 0;
  for (int k = 0; k < n; k++) s += x[col[k]], put_value(k, s);
  return s;
}
// expect: read_by_function 1 1
static uint64_t looked_up(int k) { return T[k]; }
void read_by_function(int n, int *at) {
  for (int k = 0; k < n; k++) T[at[k]] ^= looked_up(k);
}
