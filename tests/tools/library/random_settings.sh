#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# random_settings.sh SEED COUNT: so many runs of the library's random programs, each of which knows what every byte must be. The seed
# says which program runs on which conduit, on how many threads, and with which settings: half of them with rules that choose any
# schedules with any parameters (tests/generator/random_rules.py SEED prints them). A run that fails is shown with its command.
# How messages meet differs from run to run, so a failure may not come back at once.
. "$(dirname "$0")/../common.sh"
RANDOM=$1 count=$2
one_of() { local n=$((RANDOM % $#)); shift $n; chosen=$1; }

conduits=smp
for conduit in mpi-mpich mpi-openmpi sim; do BUILD=$build "$tools/has_conduit" $conduit && conduits+=" $conduit"; done
sources=("$top"/tests/library/{back_to_back,broadcast,exchange,fetch,halo,in_flight,lend,operations,replicated,upc_random,update,updates_ordered}.upc)
! has_companion graphs || sources+=("$top/companions/graphs/tests/graph.upc")

failed=0
for ((i = 0; i < count; i++)); do
  one_of "${sources[@]}"; source=$chosen
  program=$(basename "$source" .upc) calls=60
  [ "$program" != updates_ordered ] || calls=3000
  one_of $conduits; conduit=$chosen
  threads=$((RANDOM % 7 + 2)) seed=$RANDOM settings=()
  one_of '' near=no near=2 near=3; near=$chosen
  one_of '' eager=48 eager=256; eager=$chosen
  [ -z "$near$eager" ] || settings+=("UPC_STRIDE_TEST=$near${near:+${eager:+,}}$eager")
  [ $((RANDOM % 4)) != 0 ] || settings+=(UPC_STRIDE_CHECK=1)
  if [ $((RANDOM % 2)) = 0 ]; then
    rules=$RANDOM
    python3 "$top/tests/generator/random_rules.py" $rules >random-$rules.rules || die "random_rules.py $rules"
    settings+=("UPC_STRIDE_RULE=random-$rules.rules")
  fi
  [ $((RANDOM % 4)) != 0 ] || settings+=("UPC_STRIDE_TORUS=$((threads % 2 ? 1 : 2))x$((threads % 2 ? threads : threads / 2))")
  case $conduit in
    mpi-*) one_of no 2 3; settings+=("UPC_NEAR=$chosen") ;;
    sim) settings+=("UPC_MACHINE=flat,threads-per-node=$((RANDOM % 3 + 1))") ;;
  esac
  binary=$program-$conduit
  [ -e "$binary" ] || "$UPCC" -network=$conduit -O "-I$top/src" "$source" -o "$binary" || die "$program.upc does not compile"
  limited 60 env "${settings[@]}" "$UPCRUN" -n $threads "./$binary" $calls $seed >out 2>&1 </dev/null && grep -qx PASS out && continue
  failed=$((failed + 1))
  echo "${settings[*]} upcrun -n $threads $binary $calls $seed:"
  tail -n 4 out
done
echo "$count runs, $failed failed"
[ $failed = 0 ]
