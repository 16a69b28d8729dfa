#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Each setting that upcrun gives an MPI (job/upcrun/mpi_settings.c) is one that this version knows, and no setting is given to
# an MPI that does not know it: `ompi_info`, `prte_info` and `mpivars` list them; of others the name is in the launcher's file
# or in a library below the program.
#   mpi_settings.sh CONDUIT
conduit=$1
BUILD=${BUILD:-build} tests/tools/has_conduit "$conduit" || exit 77
. "$(dirname "$0")/../common.sh"
unset $(env | grep -Eo '^(OMPI|PRTE|PMIX|UCX|HYDRA|I_MPI|MPIR|FI)_[A-Za-z_0-9]*')
"$UPCC" -network="$conduit" "$tools/hello.upc" -o job || exit 1
mpi_launcher ./job
folder=$(dirname "$(realpath "$launcher")")
beside() { command -v "${launcher%/*}/$1" || command -v "$folder/$1" || die "no $1 beside $launcher"; }

known() {  # VARIABLE
  local prefix=${folder%/bin}
  case $1 in
    OMPI_MCA_*) "$(beside ompi_info)" --all --parsable --level 9 | grep ":param:${1#OMPI_MCA_}:" ;;
    PRTE_MCA_*) PRTE_PREFIX=$prefix PMIX_PREFIX=$prefix OPAL_PREFIX=$prefix "$(beside prte_info)" --all | grep "\"${1#PRTE_MCA_}\"" ;;
    MPIR_CVAR_*) "$(beside mpivars)" | grep "$1" ;;
    UCX_*) in_tables "${1#UCX_}" ;;
    FI_*) in_tables "$(tr '[:upper:]' '[:lower:]' <<<"${1#FI_}")" ;;
    *) grep -a "$1" "$(realpath "$launcher")" $(libraries) || grep -ar "$1" "$prefix/lib/openmpi" ;;
  esac
}
libraries() { ldd job "$(realpath "$launcher")" | grep -Eo '/[^ :]+ ' | sort -u; }
# UCX's libraries have the names in tables, each with a beginning of its own: MEM_ and EVENTS.
in_tables() { grep -aP "$1\0" $(libraries) || { [[ $1 = *_* ]] && in_tables "${1#*_}"; }; }

given=0
for hosts in '' '-hosts=a,b'; do
  for variable in $("$UPCRUN" -t -n 2 $hosts ./job | tr ' ' '\n' | grep -Eo '^(OMPI|PRTE|PMIX|UCX|HYDRA|I_MPI|MPIR|FI)_[A-Za-z_0-9]*='); do
    case $variable in UCX_*) ldd job "$launcher" | grep -q libuc || continue ;; esac
    known "${variable%=}" >/dev/null 2>&1 || die "$conduit does not know ${variable%=}"
    given=$((given + 1))
  done
done
[ $given -gt 0 ] || die 'no setting was looked at'
echo "$given settings"
echo PASS
