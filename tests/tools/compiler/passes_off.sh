#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Programs whose loops upcc changes do the same without each of its passes: with the options -fno-upc-.. that upcc --help
# names, on threads that are far from each other.
#   passes_off.sh SEED COUNT          COUNT programs, each with an option; the seed draws them
#   passes_off.sh part NUMBER PARTS   each program with each option, in parts from 0 on
# CONDUIT= is the conduit, sim if there is none; LEVEL= the level of optimisation, else 2.
. "$(dirname "$0")/../common.sh"
options=($("$UPCC" --help | grep -o -e '-fno-upc-[a-z-]*' | sort -u))
[ ${#options[@]} -ge 5 ] || die "upcc --help names ${#options[@]} options -fno-upc-.."
# Not those that name a level of optimisation: they measure what the passes save.
programs=($(cd "$top" && grep -LE '^// flags:.* -O' tests/upc/run/{loops,forall,gather,aggregate,ahead}*.upc))

run_one() { # PROGRAM OPTION
  local flags threads=3
  flags=$(sed -n 's,^// flags: ,,p' "$top/$1")
  [[ $flags =~ -T\ ([0-9]+) ]] && threads=${BASH_REMATCH[1]}
  limited 120 "$UPCC" -w "-network=${CONDUIT:-sim}" -O"${LEVEL:-2}" $flags "$2" "$top/$1" -o program >output 2>&1 ||
    { cat output; die "$2 $1: does not compile"; }
  UPC_NEAR=no limited 120 "$UPCRUN" -n "$threads" ./program >output 2>messages </dev/null
  local status=$?
  [ $status = 77 ] || { [ $status = 0 ] && [ "$(tail -n 1 output)" = PASS ]; } ||
    { tail -n 5 output messages; die "$2 $1 with $threads threads: status $status"; }
}

pairs=$((${#programs[@]} * ${#options[@]}))
run_pair() { run_one "${programs[$1 / ${#options[@]}]}" "${options[$1 % ${#options[@]}]}"; }
case $1 in
  part) for ((k = 10#$2; k < pairs; k += $3)); do run_pair $k; done ;;
  *) RANDOM=$1; for ((k = 0; k < $2; k++)); do run_pair $((RANDOM % pairs)); done ;;
esac
echo PASS
