#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# MPIS= of the benchmarks: each MPI is started by its own launcher, with what that launcher calls a core for each process; Intel's programs
# are told their folder. A missing MPI is left out with a line; the names of the system's MPIs and a name with a slash are refused, status 2.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
mkdir "$dir/hydra" "$dir/open"
cat >"$dir/hydra/mpiexec" <<'EOF'
#!/bin/sh
case $1 in --version) echo 'HYDRA build details' ;; *) echo "$I_MPI_ROOT ${I_MPI_PIN-pinned} $*" ;; esac
EOF
cat >"$dir/open/mpiexec" <<'EOF'
#!/bin/sh
case $1 in --version) echo 'mpiexec (Open MPI) 5.0.11' ;; *) echo "$*" ;; esac
EOF
for folder in hydra open; do chmod +x "$dir/$folder/mpiexec" && cp "$dir/$folder/mpiexec" "$dir/$folder/mpicc"; done
export MPIS="intel=$dir/hydra/ open5=$dir/open gone=$dir/gone"
unset I_MPI_ROOT
. bench/measure/mpis.sh
same() {  # WHAT WANTED GOT
  [ "$2" = "$3" ] || { echo "$1: '$3', must be '$2'"; exit 1; }
}
same names 'intel open5' "$(mpi_names 2>"$dir/missing" | paste -sd ' ')"
same missing 'gone is missing: left out' "$(<"$dir/missing")"
same 'a core each' "$dir pinned -bind-to core -n 2 p 8" "$(mpi_start intel 2 core p 8)"
same unbound "$dir 0 -n 4 p" "$(mpi_start intel 4 none p)"
same 'a core each' '--allow-run-as-root --oversubscribe -n 2 --bind-to core p 8' "$(mpi_start open5 2 core p 8)"
same 'several a core' '--allow-run-as-root --oversubscribe -n 4 --map-by core --bind-to core:overload-allowed p' "$(mpi_start open5 4 overload p)"
for wrong in "mpich=$dir/hydra" "a/b=$dir/open"; do
  (MPIS=$wrong; mpi_names) 2>"$dir/refused" && { echo "$wrong is taken"; exit 1; }
  grep -q "^MPIS: '${wrong%%=*}' is " "$dir/refused" || { cat "$dir/refused"; exit 1; }
done
(. bench/apps/variants.sh; names="intel open5" repeat=3 isx_variants 16) |
  grep '^MPI, ' >"$dir/variants"
same 'the programs by hand' 'MPI, intel|2|mpi intel isx_mpi 16 128 3
MPI, open5|2|mpi open5 isx_mpi 16 128 3' "$(<"$dir/variants")"
echo PASS
