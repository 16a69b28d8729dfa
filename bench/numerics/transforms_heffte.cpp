/* SPDX-License-Identifier: BSD-3-Clause
 * transforms_heffte.cpp: heFFTe on FFTW, which it plans with FFTW_ESTIMATE.
 *   transforms_heffte REPEAT estimate ORDER 3 N0 N1 N2 ALGORITHM pencils|slabs reorder|strided     (transforms.h)
 * prints the least seconds of the slowest process after a run that is not counted. ALGORITHM: alltoallv, alltoall,
 * p2p_plined or p2p; pencils, reorder: heFFTe's options of these names. */
#include <heffte.h>
#include "transforms.h"
#include "measure/slowest_mpi.h"

/* heFFTe's first dimension has its elements one after the other. */
static heffte::box3d<> planes(const transform_t *t, int along, int me, int processes, box_t *box) {
  for (int d = 0; d < 3; d++) box->first[d] = 0, box->count[d] = t->n[d];
  share(t->n[along], (size_t)me, (size_t)processes, &box->first[along], &box->count[along]);
  box->step[2] = 1, box->step[1] = box->count[2], box->step[0] = box->count[1] * box->count[2];
  const auto low = [&](int d) { return (int)box->first[d]; };
  const auto high = [&](int d) { return (int)(box->first[d] + box->count[d]) - 1; };
  return heffte::box3d<>({low(2), low(1), low(0)}, {high(2), high(1), high(0)});
}

static heffte::reshape_algorithm algorithm_of(const char *name) {
  if (strcmp(name, "alltoall") == 0) return heffte::reshape_algorithm::alltoall;
  if (strcmp(name, "p2p_plined") == 0) return heffte::reshape_algorithm::p2p_plined;
  if (strcmp(name, "p2p") == 0) return heffte::reshape_algorithm::p2p;
  return heffte::reshape_algorithm::alltoallv;
}

int main(int argc, char **argv) {
  transform_t t;
  int me, processes;
  MPI_Init(&argc, &argv);
  read_transform(&t, argc, argv);
  if (argc < 11 || t.axes != 3) return fputs("three axes, ALGORITHM pencils|slabs reorder|strided\n", stderr), 2;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  {
    box_t before, after;
    const heffte::box3d<> from = planes(&t, 0, me, processes, &before);
    const heffte::box3d<> to = planes(&t, t.turned ? 1 : 0, me, processes, &after);
    heffte::plan_options options = heffte::default_options<heffte::backend::fftw>();
    options.algorithm = algorithm_of(argv[8]);
    options.use_pencils = *argv[9] == 'p', options.use_reorder = *argv[10] == 'r';
    heffte::fft3d<heffte::backend::fftw> fft(from, to, MPI_COMM_WORLD, options);
    std::vector<std::complex<double>> in(fft.size_inbox()), out(fft.size_outbox()), work(fft.size_workspace());
    double *seconds = (double *)allocate((size_t)t.repeat, sizeof *seconds, "the times of the runs");
    visit_box(&t, &before, (double (*)[2])in.data(), 0);
    for (int i = -1; i < t.repeat; i++) {
      MPI_Barrier(MPI_COMM_WORLD);
      const double start = MPI_Wtime();
      fft.forward(in.data(), out.data(), work.data());
      const double took = slowest_since(start);
      if (i >= 0) seconds[i] = took;
    }
    if (!is_right(visit_box(&t, &after, (double (*)[2])out.data(), 1))) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) printf("%.6f\n", least_of(seconds, t.repeat)), fflush(stdout);
  }
  MPI_Finalize();
  return 0;
}
