# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2154 # repeat is set by bench/apps/run
# What bench/apps/run compares; sourced. Each has two processes or threads, on two cores; our applications also run with
# more. Peers:
#   matmul     OpenBLAS's dgemm with two threads; ScaLAPACK's pdgemm, 1x2, blocks of 256
#   cholesky   OpenBLAS's dpotrf with two threads, L; ScaLAPACK's pdpotrf, 1x2, L, the best of blocks of 64, 128 and
#              192: 1x2 and L are always better than 2x1 and U, the best block depends on size and processor
#   fft3d      FFTW with two threads, in place as fft3d, and not in place as fft3d --keep; FFTW on MPI, in place, with
#              the result distributed otherwise than the data, as fft3d does, and with one more exchange that restores
#              the distribution. All are planned with FFTW_MEASURE
#   lu         OpenBLAS's dgetrf with two threads; ScaLAPACK's pdgetrf, 1x2, the best of blocks of 32, 64 and 128; all
#              factor the same matrix
#   hpccfft    FFTW with two threads, of one dimension, in place. The size is the exponent
#   paracr     ScaLAPACK's pddttrf and pddttrs. The size is the exponent
#   redistribute  ScaLAPACK's pdgemr2d, and Global Arrays' NGA_Copy_patch: a matrix in one block a process to a matrix
#              in blocks of 64, 2x1
#   redistribute3  the same in three dimensions: Global Arrays alone
#   ptrans     ScaLAPACK's pdtran, 2x1 and blocks of 80, as ours
#   randomaccess  MPI by hand, 1024 updates at a time as the benchmark allows; the size is the table's logarithm
#   stream     C with OpenMP
#   isx        MPI by hand, MPI_Alltoallv; OpenSHMEM; keys on each process
#   isx4       the same with four threads or processes
#   stencil    C with OpenMP; MPI by hand; rows of n + 2 points, and rows and buffers that begin where ours do (padded,
#              bench/apps/stencil.h); radius 1. Also takes the size 16384, with 4 GB of memory
#   stencil2, stencil4, stencil8  the same with a halo for each 2, 4 or 8 steps, and MPI by hand also so
#   forms, nqueens, mandelbrot, pi, blackscholes, strassen (apps/tasks): the tasks of OpenMP, of gcc and of LLVM, and of
#              TBB; plain C without tasks. forms is the cost of eight empty tasks and a wait, N times. strassen also
#              takes the sizes 512 and 4096. Two jobs of one thread at a time show what the machine lets two cores gain
#   everywhere (apps/tasks): a task on each thread, N times; the same with an answer of each thread before the next is
#              told
# randomaccess, stream, isx, stencil and those of apps/tasks are also run with all threads far from each other, on the
# conduit mpi.

# NAME | default sizes | work, whose rate the tables have: floating-point operations, or what bench/apps/report (UNITS)
# says
comparisons='
matmul|2048 4096|2 * n^3
cholesky|2048 4096 8192|n^3 / 3
lu|2048 4096 8192|2 * n^3 / 3
fft3d|128 256|15 * n^3 * log(n) / log(2)
hpccfft|20 22|5 * n * 2^n
paracr|20 22|2^n
redistribute|1000 3000|8 * n^2
redistribute3|200|8 * n^3
ptrans|2000 4000|8 * n^2
randomaccess|18 22|4 * 2^n
stream|16777216|24 * n
isx|1048576|2 * n
isx4|1048576|4 * n
stencil|512 2048|6 * n^2
stencil2|512|6 * n^2
stencil4|512|6 * n^2
stencil8|2048|6 * n^2
forms|5000|8 * n
everywhere|5000|n
nqueens|12 14|n
mandelbrot|2048|n^2
pi|100000000|n
blackscholes|10000000|n
strassen|1024 2048|2 * n^3
'
comparison_names() { cut -d '|' -f 1 <<<"$comparisons" | xargs; }
field() { awk -F '|' -v name="$1" -v which="$2" '$1 == name { print $which }' <<<"$comparisons"; }  # NAME COLUMN
default_sizes() { field "$1" 2; }
work() {  # NAME SIZE
  local times=1
  [[ $1 != stencil* ]] || times=$(stencil_steps "$2")
  awk -v n="$2" -v times="$times" "BEGIN { print times * ($(field "$1" 3)) }"
}

# ---- NAME_variants SIZE: lines of WHO | THREADS | COMMAND of bench/apps/start.sh; ours on two threads first ----
matmul_variants() {
  local n=$1
  printf '%s\n' "matmul|2|ours 2 matmul $n $n $n" "matmul|4|ours 4 matmul $n $n $n" "matmul|8|ours 8 matmul $n $n $n" \
    "matmul --plain|2|ours 2 matmul $n $n $n --plain" "OpenBLAS dgemm|2|alone dgemm 2 $n $n $n $repeat" \
    "ScaLAPACK pdgemm, MPICH|2|mpi mpich pdgemm 1 2 $n $n $n 256 $repeat" \
    "ScaLAPACK pdgemm, Open MPI|2|mpi openmpi pdgemm 1 2 $n $n $n 256 $repeat"
}
cholesky_variants() {
  local n=$1
  printf '%s\n' "cholesky|2|ours 2 cholesky $n" "cholesky|4|ours 4 cholesky $n" \
    "cholesky --plain|2|ours 2 cholesky $n --plain" "OpenBLAS dpotrf|2|alone dpotrf 2 $n $repeat L" \
    "ScaLAPACK pdpotrf, MPICH|2|pdpotrf mpich $n" \
    "ScaLAPACK pdpotrf, Open MPI|2|pdpotrf openmpi $n"
}
fft3d_variants() {
  local n=$1
  printf '%s\n' "fft3d|2|ours 2 fft3d $n $n $n" "fft3d --keep|2|ours 2 fft3d $n $n $n --keep" \
    "fft3d|4|ours 4 fft3d $n $n $n" \
    "FFTW threads|2|alone fftw 2 $n $n $n $repeat in measure" \
    "FFTW threads, not in place|2|alone fftw 2 $n $n $n $repeat out measure" \
    "FFTW MPI, Open MPI|2|mpi openmpi fftw_mpi $n $n $n $repeat in transposed measure" \
    "FFTW MPI, Open MPI, order restored|2|mpi openmpi fftw_mpi $n $n $n $repeat in natural measure"
}
randomaccess_variants() {
  printf '%s\n' "randomaccess|2|ours 2 randomaccess $1" "randomaccess --ordered|2|ours 2 randomaccess $1 --ordered" \
    "randomaccess --plain|2|ours 2 randomaccess $1 --plain" "randomaccess, far|2|far 2 randomaccess $1" \
    "MPI, MPICH|2|mpi mpich randomaccess_mpi $1 $repeat" "MPI, Open MPI|2|mpi openmpi randomaccess_mpi $1 $repeat"
}
stream_variants() {
  printf '%s\n' "stream|2|ours 2 stream $1" "stream --ep|2|ours 2 stream $1 --ep" \
    "C with OpenMP|2|alone stream 2 $1 $repeat"
}
isx_variants() {
  local range=$((8 * $1))
  printf '%s\n' "isx|2|ours 2 isx $1 --range $range" "isx --plain|2|ours 2 isx $1 --range $range --plain" \
    "isx, far|2|far 2 isx $1 --range $range" "MPI, MPICH|2|mpi mpich isx_mpi $1 $range $repeat" \
    "MPI, Open MPI|2|mpi openmpi isx_mpi $1 $range $repeat" "OpenSHMEM, Open MPI|2|shmem isx_shmem $1 $range $repeat"
}
isx4_variants() {
  local range=$((8 * $1))
  printf '%s\n' "isx4|4|ours 4 isx $1 --range $range" "MPI, MPICH|4|four mpi mpich isx_mpi $1 $range $repeat" \
    "MPI, Open MPI|4|four mpi openmpi isx_mpi $1 $range $repeat" \
    "OpenSHMEM, Open MPI|4|four shmem isx_shmem $1 $range $repeat"
}
# Steps enough for a time that can be measured: about 2^26 points, 8 steps at least.
stencil_steps() {
  local steps=$(((1 << 26) / ($1 * $1)))
  echo $((steps < 8 ? 8 : steps > 10000 ? 10000 : steps))
}
stencil_variants() {
  local n=$1 steps form
  steps=$(stencil_steps "$n")
  printf '%s\n' "stencil|2|native 2 stencil $n --steps $steps" "stencil, far|2|far 2 stencil $n --steps $steps" \
    "stencil --plain|2|native 2 stencil $n --steps $steps --plain"
  for form in '' padded; do
    printf '%s\n' "C with OpenMP${form:+, $form}|2|alone stencil 2 $n 1 $steps $repeat $form" \
      "MPI, MPICH${form:+, $form}|2|mpi mpich stencil_mpi $n 1 $steps 1 $repeat $form"
  done
  printf '%s\n' "MPI, Open MPI, padded|2|mpi openmpi stencil_mpi $n 1 $steps 1 $repeat padded"
}
merged() {  # N K: K steps for a halo
  local n=$1 k=$2 steps who=stencil$2
  steps=$(stencil_steps "$n")
  printf '%s\n' "$who|2|native 2 stencil $n --steps $steps --steps-per-halo $k" \
    "$who, far|2|far 2 stencil $n --steps $steps --steps-per-halo $k" \
    "C with OpenMP|2|alone stencil 2 $n 1 $steps $repeat" \
    "C with OpenMP, padded|2|alone stencil 2 $n 1 $steps $repeat padded" \
    "MPI, MPICH|2|mpi mpich stencil_mpi $n 1 $steps 1 $repeat" \
    "MPI, MPICH, padded|2|mpi mpich stencil_mpi $n 1 $steps 1 $repeat padded" \
    "MPI, MPICH, $k, padded|2|mpi mpich stencil_mpi $n 1 $steps $k $repeat padded" \
    "MPI, Open MPI, $k, padded|2|mpi openmpi stencil_mpi $n 1 $steps $k $repeat padded"
}
stencil2_variants() { merged "$1" 2; }
stencil4_variants() { merged "$1" 4; }
stencil8_variants() { merged "$1" 8; }
tasks_variants() {  # NAME PROGRAM N: of apps/tasks
  local peer
  printf '%s\n' "$1|2|ours 2 tasks $2 $3" "$1|1|ours 1 tasks $2 $3" "$1, two jobs of one thread|1|both tasks $2 $3" \
    "$1, far|2|far 2 tasks $2 $3" "plain C|1|alone tasks_c 1 $2 $3 $repeat"
  for peer in 'gcc|OpenMP, gcc' 'llvm|OpenMP, LLVM' 'tbb|TBB' 'tbb_llvm|TBB, clang'; do
    printf '%s\n' "${peer#*|}|2|alone tasks_${peer%|*} 2 $2 $3 $repeat" \
      "${peer#*|}|1|alone tasks_${peer%|*} 1 $2 $3 $repeat"
  done
}
forms_variants() {
  local form
  tasks_variants 'forms, loop' loop "$1"
  for form in cobegin single sync coforall; do printf '%s\n' "forms, $form|1|ours 1 tasks $form $1"; done
}
everywhere_variants() {
  printf '%s\n' "everywhere|2|ours 2 tasks everywhere $1" "everywhere, far|2|far 2 tasks everywhere $1" \
    "everywhere --serial, far|2|far 2 tasks everywhere $1 --serial"
}
nqueens_variants() { tasks_variants nqueens nqueens "$1"; }
mandelbrot_variants() { tasks_variants mandelbrot mandelbrot "$1"; }
pi_variants() { tasks_variants pi pi "$1"; }
blackscholes_variants() { tasks_variants blackscholes blackscholes "$1"; }
strassen_variants() { tasks_variants strassen strassen "$1"; }
lu_variants() {
  local n=$1
  printf '%s\n' "lu|2|ours 2 lu $n" "lu|4|ours 4 lu $n" "lu --plain|2|ours 2 lu $n --plain" \
    "OpenBLAS dgetrf|2|alone dgetrf 2 $n $repeat" "ScaLAPACK pdgetrf, MPICH|2|pdgetrf mpich $n" \
    "ScaLAPACK pdgetrf, Open MPI|2|pdgetrf openmpi $n"
}
hpccfft_variants() {
  local m=$1
  printf '%s\n' "hpccfft|2|ours 2 hpccfft $m" "hpccfft --radix4|2|ours 2 hpccfft $m --radix4" \
    "hpccfft --plain|2|ours 2 hpccfft $m --plain" "FFTW threads|2|alone fftw 2 1 1 $((1 << m)) $repeat in measure"
}
paracr_variants() {
  local n=$((1 << $1))
  printf '%s\n' "paracr|2|ours 2 paracr $n" "paracr|4|ours 4 paracr $n" \
    "paracr --reduction|2|ours 2 paracr $n --reduction" "paracr --thomas|2|ours 2 paracr $n --thomas" \
    "paracr --plain|2|ours 2 paracr $n --plain" "ScaLAPACK pddttrf, MPICH|2|mpi mpich pddttrf $n $repeat" \
    "ScaLAPACK pddttrf, Open MPI|2|mpi openmpi pddttrf $n $repeat"
}
redistribute_variants() {
  local n=$1
  printf '%s\n' "redistribute|2|ours 2 redistribute $n --dims 2 --section all --to cyclic:64" \
    "ScaLAPACK pdgemr2d, MPICH|2|mpi mpich pdgemr2d 2 1 $n 0 64 $repeat" \
    "ScaLAPACK pdgemr2d, Open MPI|2|mpi openmpi pdgemr2d 2 1 $n 0 64 $repeat" \
    "Global Arrays, MPICH|2|mpi mpich redistribute_ga $n 2 all 0 64 $repeat"
}
redistribute3_variants() {
  local n=$1
  printf '%s\n' "redistribute|2|ours 2 redistribute $n --section all --to cyclic:64" \
    "Global Arrays, MPICH|2|mpi mpich redistribute_ga $n 3 all 0 64 $repeat"
}
ptrans_variants() {
  local n=$1
  printf '%s\n' "ptrans|2|ours 2 ptrans $n" "ptrans --plain|2|ours 2 ptrans $n --plain" \
    "ScaLAPACK pdtran, MPICH|2|mpi mpich pdtran 2 1 $n 80 $repeat" \
    "ScaLAPACK pdtran, Open MPI|2|mpi openmpi pdtran 2 1 $n 80 $repeat"
}
