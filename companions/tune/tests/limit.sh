#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upc-stride-tune --limit: the measurements of tuned values end with the limit too, and what was measured before is written. The launcher
# here prints times and waits. Tuned values are measured with UPC_STRIDE_RULE.
. "$(dirname "$0")/../../../tests/tools/common.sh"
cat >upcrun <<'E'
#!/bin/bash
tr '\0' ' ' </proc/$PPID/cmdline >"$FOLDER/parent"
[ -z "$UPC_STRIDE_RULE" ] || { echo began >>"$FOLDER/values"; exec sleep 60; }
echo threads near
for size in 8 64; do
  echo "upc_stride_broadcast: $size bytes, team of 2: flat (by default.rules line 1)"
  echo "broadcast $size 1.5"
done
exec sleep $SLEEP
E
chmod +x upcrun
tune() { # SLEEP LIMIT [OPTION..]
  FOLDER=$dir SLEEP=$1 limited 30 "$build/bin/upc-stride-tune" --upcrun "$dir/upcrun" --threads 2 --bytes 8,64 --rounds 1 --sync MYSYNC \
    --limit "${@:2}" --output rules >said 2>&1 || die "status $?: $(cat said)"
  grep -Eq '^broadcast +smp +2 +0- ' rules || die "no rule: $(cat said)"
}

tune 60 2   # the first run takes all of the time
[ ! -e values ] || die 'tuned values are measured when the time is over'

# A limit beyond all times is a year.
for limit in 1e19 inf; do
  tune 0 $limit --operations broadcast
  grep -q '^timeout -k 5 3153600[01] ' parent || die "--limit $limit: $(cat parent)"
done

tune 0 10
same "$(cat values)" began
grep -q '10 s are over' said || die "not said: $(cat said)"
echo PASS
