# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2154 # repeat is set by bench/apps/run
# What bench/apps/run compares; sourced. Each has $cores processes or threads, on as many cores: 2, or what THREADS
# says. Our applications also run with more. ScaLAPACK's grid is the squarest one, R x C with R <= C, or R >= C (tall),
# as ours is. Peers:
#   matmul     OpenBLAS's dgemm; ScaLAPACK's pdgemm, blocks of 256
#   cholesky   OpenBLAS's dpotrf, L; ScaLAPACK's pdpotrf, L, the best of blocks of 64, 128 and 192: on two processes 1x2
#              and L are always better than 2x1 and U, the best block depends on size and processor
#   fft3d      FFTW with threads, in place as fft3d, and not in place as fft3d --keep; FFTW on MPI, in place, with
#              the result distributed otherwise than the data, as fft3d does, and with one more exchange that restores
#              the distribution. All are planned with FFTW_MEASURE
#   lu         OpenBLAS's dgetrf; ScaLAPACK's pdgetrf, the best of blocks of 32, 64 and 128; all factor the same matrix
#   hpccfft    FFTW with threads, of one dimension, in place. The size is the exponent
#   paracr     ScaLAPACK's pddttrf and pddttrs. The size is the exponent
#   redistribute  ScaLAPACK's pdgemr2d, and Global Arrays' NGA_Copy_patch: a matrix in one block a process to a matrix
#              in blocks of 64, tall
#   redistribute3  the same in three dimensions: Global Arrays alone
#   ptrans     ScaLAPACK's pdtran, tall and blocks of 80, as ours
#   cg         hypre's conjugate gradients without a preconditioner, the same matrix; the size is the class
#   randomaccess  MPI by hand, 1024 updates at a time as the benchmark allows; the size is the table's logarithm
#   stream     C with OpenMP
#   isx        MPI by hand, MPI_Alltoallv; OpenSHMEM; keys on each process
#   isx4       the same with twice as many threads or processes as cores
#   stencil    C with OpenMP; MPI by hand; rows of n + 2 points, and rows and buffers that begin where ours do (padded,
#              bench/apps/stencil.h); radius 1. Also takes the size 16384, with 4 GB of memory
#   stencil2, stencil4, stencil8  the same with a halo for each 2, 4 or 8 steps, and MPI by hand also so
#   forms, nqueens, mandelbrot, pi, blackscholes, strassen (apps/tasks): the tasks of OpenMP, of gcc and of LLVM, and of
#              TBB; plain C without tasks. forms is the cost of eight empty tasks and a wait, N times. strassen also
#              takes the sizes 512 and 4096. A job of one thread on each core, all at a time, shows what the machine
#              lets the cores gain
#   everywhere (apps/tasks): a task on each thread, N times; the same with an answer of each thread before the next is
#              told
# randomaccess, stream, isx, stencil and those of apps/tasks are also run with all threads far from each other, on the
# conduit mpi.
# Programs by hand run on each MPI of MPIS (bench/measure/mpis.sh).
cores=${THREADS:-2} more=$((2 * ${THREADS:-2}))
tall() {  # "R C": the squarest grid of the cores with R >= C
  local c best=1
  for ((c = 1; c * c <= cores; c++)); do [ $((cores % c)) -ne 0 ] || best=$c; done
  echo "$((cores / best)) $best"
}
on_mpis() {  # PROCESSES NOTE COMMAND ARGUMENT..: a line for each MPI, whose name takes the place of NAME in the command
  local name
  for name in $names; do echo "MPI, $(mpi_title "$name")$2|$1|${*:3}" | sed "s/ NAME / $name /"; done
}
wide() { tall | awk '{ print $2, $1 }'; }

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
cg|A B|(n == "A" ? 1.496 : 54.71) * 1e9
randomaccess|18 22|4 * 2^n
stream|16777216|24 * n
isx|1048576|cores * n
isx4|1048576|2 * cores * n
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
  awk -v n="$2" -v cores="$cores" -v times="$times" "BEGIN { print times * ($(field "$1" 3)) }"
}

# ---- NAME_variants SIZE: lines of WHO | THREADS | COMMAND of bench/apps/start.sh; ours on all cores first ----
matmul_variants() {
  local n=$1
  printf '%s\n' "matmul|$cores|ours $cores matmul $n $n $n" "matmul|$more|ours $more matmul $n $n $n" \
    "matmul|$((2 * more))|ours $((2 * more)) matmul $n $n $n" \
    "matmul --plain|$cores|ours $cores matmul $n $n $n --plain" \
    "OpenBLAS dgemm|$cores|alone dgemm $cores $n $n $n $repeat" \
    "ScaLAPACK pdgemm, MPICH|$cores|grid mpich pdgemm $(wide) $n $n $n 256 $repeat" \
    "ScaLAPACK pdgemm, Open MPI|$cores|grid openmpi pdgemm $(wide) $n $n $n 256 $repeat"
}
cholesky_variants() {
  local n=$1
  printf '%s\n' "cholesky|$cores|ours $cores cholesky $n" "cholesky|$more|ours $more cholesky $n" \
    "cholesky --plain|$cores|ours $cores cholesky $n --plain" \
    "OpenBLAS dpotrf|$cores|alone dpotrf $cores $n $repeat L" "ScaLAPACK pdpotrf, MPICH|$cores|pdpotrf mpich $n" \
    "ScaLAPACK pdpotrf, Open MPI|$cores|pdpotrf openmpi $n"
}
fft3d_variants() {
  local n=$1
  printf '%s\n' "fft3d|$cores|ours $cores fft3d $n $n $n" "fft3d --keep|$cores|ours $cores fft3d $n $n $n --keep" \
    "fft3d|$more|ours $more fft3d $n $n $n" "FFTW threads|$cores|alone fftw $cores $n $n $n $repeat in measure" \
    "FFTW threads, not in place|$cores|alone fftw $cores $n $n $n $repeat out measure" \
    "FFTW MPI, Open MPI|$cores|mpi openmpi fftw_mpi $n $n $n $repeat in transposed measure" \
    "FFTW MPI, Open MPI, order restored|$cores|mpi openmpi fftw_mpi $n $n $n $repeat in natural measure"
}
cg_variants() {
  printf '%s\n' "cg|$cores|ours $cores cg $1" "cg|$more|ours $more cg $1" \
    "hypre, Open MPI|$cores|mpi openmpi cg_hypre $1 $repeat"
}
randomaccess_variants() {
  printf '%s\n' "randomaccess|$cores|ours $cores randomaccess $1" \
    "randomaccess --ordered|$cores|ours $cores randomaccess $1 --ordered" \
    "randomaccess --plain|$cores|ours $cores randomaccess $1 --plain" \
    "randomaccess, far|$cores|far $cores randomaccess $1"
  on_mpis "$cores" '' mpi NAME randomaccess_mpi "$1" "$repeat"
}
stream_variants() {
  printf '%s\n' "stream|$cores|ours $cores stream $1" "stream --ep|$cores|ours $cores stream $1 --ep" \
    "C with OpenMP|$cores|alone stream $cores $1 $repeat"
}
isx_variants() {
  local range=$((8 * $1))
  printf '%s\n' "isx|$cores|ours $cores isx $1 --range $range" \
    "isx --plain|$cores|ours $cores isx $1 --range $range --plain" "isx, far|$cores|far $cores isx $1 --range $range" \
    "OpenSHMEM, Open MPI|$cores|shmem isx_shmem $1 $range $repeat"
  on_mpis "$cores" '' mpi NAME isx_mpi "$1" "$range" "$repeat"
}
isx4_variants() {
  local range=$((8 * $1))
  printf '%s\n' "isx4|$more|ours $more isx $1 --range $range" \
    "OpenSHMEM, Open MPI|$more|doubled shmem isx_shmem $1 $range $repeat"
  on_mpis "$more" '' doubled mpi NAME isx_mpi "$1" "$range" "$repeat"
}
# Steps enough for a time that can be measured: about 2^26 points, 8 steps at least.
stencil_steps() {
  local steps=$(((1 << 26) / ($1 * $1)))
  echo $((steps < 8 ? 8 : steps > 10000 ? 10000 : steps))
}
stencil_variants() {
  local n=$1 steps form
  steps=$(stencil_steps "$n")
  printf '%s\n' "stencil|$cores|native $cores stencil $n --steps $steps" \
    "stencil, far|$cores|far $cores stencil $n --steps $steps" \
    "stencil --plain|$cores|native $cores stencil $n --steps $steps --plain"
  for form in '' padded; do
    echo "C with OpenMP${form:+, $form}|$cores|alone stencil $cores $n 1 $steps $repeat $form"
    on_mpis "$cores" "${form:+, $form}" mpi NAME stencil_mpi "$n" 1 "$steps" 1 "$repeat" $form
  done
}
merged() {  # N K: K steps for a halo
  local n=$1 k=$2 steps who=stencil$2
  steps=$(stencil_steps "$n")
  printf '%s\n' "$who|$cores|native $cores stencil $n --steps $steps --steps-per-halo $k" \
    "$who, far|$cores|far $cores stencil $n --steps $steps --steps-per-halo $k" \
    "C with OpenMP|$cores|alone stencil $cores $n 1 $steps $repeat" \
    "C with OpenMP, padded|$cores|alone stencil $cores $n 1 $steps $repeat padded"
  on_mpis "$cores" ', padded' mpi NAME stencil_mpi "$n" 1 "$steps" 1 "$repeat" padded
  on_mpis "$cores" ", $k, padded" mpi NAME stencil_mpi "$n" 1 "$steps" "$k" "$repeat" padded
}
stencil2_variants() { merged "$1" 2; }
stencil4_variants() { merged "$1" 4; }
stencil8_variants() { merged "$1" 8; }
tasks_variants() {  # NAME PROGRAM N: of apps/tasks
  local peer
  printf '%s\n' "$1|$cores|ours $cores tasks $2 $3" "$1|1|ours 1 tasks $2 $3" \
    "$1, $cores jobs of one thread|1|each_core tasks $2 $3" "$1, far|$cores|far $cores tasks $2 $3" \
    "plain C|1|alone tasks_c 1 $2 $3 $repeat"
  for peer in 'gcc|OpenMP, gcc' 'llvm|OpenMP, LLVM' 'tbb|TBB' 'tbb_llvm|TBB, clang'; do
    printf '%s\n' "${peer#*|}|$cores|alone tasks_${peer%|*} $cores $2 $3 $repeat" \
      "${peer#*|}|1|alone tasks_${peer%|*} 1 $2 $3 $repeat"
  done
}
forms_variants() {
  local form
  tasks_variants 'forms, loop' loop "$1"
  for form in cobegin single sync coforall; do printf '%s\n' "forms, $form|1|ours 1 tasks $form $1"; done
}
everywhere_variants() {
  printf '%s\n' "everywhere|$cores|ours $cores tasks everywhere $1" \
    "everywhere, far|$cores|far $cores tasks everywhere $1" \
    "everywhere --serial, far|$cores|far $cores tasks everywhere $1 --serial"
}
nqueens_variants() { tasks_variants nqueens nqueens "$1"; }
mandelbrot_variants() { tasks_variants mandelbrot mandelbrot "$1"; }
pi_variants() { tasks_variants pi pi "$1"; }
blackscholes_variants() { tasks_variants blackscholes blackscholes "$1"; }
strassen_variants() { tasks_variants strassen strassen "$1"; }
lu_variants() {
  local n=$1
  printf '%s\n' "lu|$cores|ours $cores lu $n" "lu|$more|ours $more lu $n" \
    "lu --plain|$cores|ours $cores lu $n --plain" "OpenBLAS dgetrf|$cores|alone dgetrf $cores $n $repeat" \
    "ScaLAPACK pdgetrf, MPICH|$cores|pdgetrf mpich $n" "ScaLAPACK pdgetrf, Open MPI|$cores|pdgetrf openmpi $n"
}
hpccfft_variants() {
  local m=$1
  printf '%s\n' "hpccfft|$cores|ours $cores hpccfft $m" "hpccfft --radix4|$cores|ours $cores hpccfft $m --radix4" \
    "hpccfft --plain|$cores|ours $cores hpccfft $m --plain" \
    "FFTW threads|$cores|alone fftw $cores 1 1 $((1 << m)) $repeat in measure"
}
paracr_variants() {
  local n=$((1 << $1))
  printf '%s\n' "paracr|$cores|ours $cores paracr $n" "paracr|$more|ours $more paracr $n" \
    "paracr --reduction|$cores|ours $cores paracr $n --reduction" \
    "paracr --thomas|$cores|ours $cores paracr $n --thomas" "paracr --plain|$cores|ours $cores paracr $n --plain" \
    "ScaLAPACK pddttrf, MPICH|$cores|mpi mpich pddttrf $n $repeat" \
    "ScaLAPACK pddttrf, Open MPI|$cores|mpi openmpi pddttrf $n $repeat"
}
redistribute_variants() {
  local n=$1
  printf '%s\n' "redistribute|$cores|ours $cores redistribute $n --dims 2 --section all --to cyclic:64" \
    "ScaLAPACK pdgemr2d, MPICH|$cores|grid mpich pdgemr2d $(tall) $n 0 64 $repeat" \
    "ScaLAPACK pdgemr2d, Open MPI|$cores|grid openmpi pdgemr2d $(tall) $n 0 64 $repeat" \
    "Global Arrays, MPICH|$cores|mpi mpich redistribute_ga $n 2 all 0 64 $repeat"
}
redistribute3_variants() {
  local n=$1
  printf '%s\n' "redistribute|$cores|ours $cores redistribute $n --section all --to cyclic:64" \
    "Global Arrays, MPICH|$cores|mpi mpich redistribute_ga $n 3 all 0 64 $repeat"
}
ptrans_variants() {
  local n=$1
  printf '%s\n' "ptrans|$cores|ours $cores ptrans $n" "ptrans --plain|$cores|ours $cores ptrans $n --plain" \
    "ScaLAPACK pdtran, MPICH|$cores|grid mpich pdtran $(tall) $n 80 $repeat" \
    "ScaLAPACK pdtran, Open MPI|$cores|grid openmpi pdtran $(tall) $n 80 $repeat"
}
