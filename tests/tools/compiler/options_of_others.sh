#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Options of other UPC compilers that mean the same here; and -###, which shows commands and runs none.
. "$(dirname "$0")/../common.sh"
printf '#include <upc.h>\nint main(void) { return THREADS == 4 ? 0 : 1; }\n' >four.upc

for option in "-h upc -X 4" "-hupc -X4" -qupc=threads=4 -qupc=THREADS=4 --T=4 -fupc-threads-4 -fthreads-4; do
  "$UPCC" $option four.upc -o prog && "$UPCRUN" ./prog || die "$option does not give 4 threads"
  rm prog
done

"$UPCC" -nolink -require-size=2 four.upc 2>note || die "-nolink: status $?"
grep -q 'note: -require-size=2 has no effect here' note || die "-require-size: $(cat note)"
[[ -f four.o ]] || die "-nolink makes no object"
rm four.o note

for option in "-###" "-show -c" "--show -c" "-### -shared-heap=1G" "-### -link-with=cc"; do
  "$UPCC" $option four.upc 2>shown || die "$option: status $?"
  grep -q '"-cc1"' shown || die "$option shows no compiler"
  [[ $option == *-c ]] || grep -q urt-smp shown || die "$option shows no linker"
  rm shown
  [[ $(ls) == four.upc ]] || die "$option has written $(ls)"
done
for option in --save-temps --save-all-temps --trans; do
  "$UPCC" $option four.upc 2>note && [[ -f four.trans.c ]] || die "$option: $(cat note)"
  rm -f a.out four.trans.c note
done
# Options of Berkeley's upcc that change nothing write no file of a strange name.
for option in -opt-disable=x -nocheap --pthreads=2 -compress=3 -stable -ansi-alias -sizes-file=x -nosave-temps -allow-deprecated \
  -arch-size=64 -o=prog -Wa,--noexecstack -trigraphs --std=c99 "--param x=1" -save-temps=obj "-Xassembler --noexecstack"; do
  "$UPCC" $option -T=4 four.upc -o prog 2>note || die "$option: status $?, $(cat note)"
  [[ ! -s note ]] || die "$option: $(cat note)"
  rm -f prog note *.trans.c
  [[ $(ls) == four.upc ]] || die "$option has written $(ls)"
done
# -Wl, is for the linker, as with cc. With spaces, or before another -Wl, it is for the command that links, as Berkeley's is.
for option in "-w -O3 -lm" -Wl,-z,now "-Wl,-z,now -lm" -z,now; do
  "$UPCC" -T=4 "-Wl,$option" four.upc -o prog 2>note && "$UPCRUN" ./prog || die "-Wl,$option: $(cat note)"
  rm prog note
done
same "$("$UPCC" -echo-var UPCR_CC) $("$UPCC" --echo-var=UPCR_LD)" "cc cc"
"$UPCC" -echo-var=FOO 2>note && die "-echo-var=FOO: status 0"
grep -qx 'upcc: -echo-var=FOO: the variables are UPCR_CC and UPCR_LD' note || die "-echo-var=FOO: $(cat note)"

# Options for every call.
UPCC_FLAGS="-T 4 -o 'a prog'" "$UPCC" four.upc 2>note && [[ ! -s note ]] && "$UPCRUN" './a prog' || die "UPCC_FLAGS: $(cat note)"
UPCC_FLAGS="-T 2" "$UPCC" -T 4 four.upc -o prog && "$UPCRUN" ./prog || die "UPCC_FLAGS before the command line"
"$UPCC" -smart-output -T 4 four.upc && "$UPCRUN" ./four || die "-smart-output"
"$UPCC" -smart-output -T 4 four.upc -o prog && "$UPCC" -nosmart-output -T 4 four.upc && [[ -f a.out ]] || die "-nosmart-output"
"$UPCC" -conf=x -T=4 four.upc 2>note && grep -qx 'upcc: note: -conf=x is not read; UPCC_FLAGS has options for every call' note ||
  die "-conf=x: $(cat note)"
touch .upccrc .upcrunrc
HOME=$PWD "$UPCC" -T=4 four.upc -o prog 2>note && grep -q "upcc: note: $PWD/.upccrc is not read" note || die ".upccrc: $(cat note)"
HOME=$PWD "$UPCC" -norc -T=4 four.upc -o prog 2>note && [[ ! -s note ]] || die "-norc: $(cat note)"
HOME=$PWD "$UPCRUN" ./prog 2>note && grep -q "upcrun: note: $PWD/.upcrunrc is not read" note || die ".upcrunrc: $(cat note)"
HOME=$PWD UPCRUN_NORC=1 "$UPCRUN" ./prog 2>note && [[ ! -s note ]] || die "UPCRUN_NORC: $(cat note)"
"$UPCC" -show-sizes 2>note && grep -q 'note: -show-sizes' note || die "-show-sizes: $(cat note)"
"$UPCC" four.upc -o prog && UPCRUN_FLAGS="-n '4'" "$UPCRUN" ./prog || die "UPCRUN_FLAGS: status $?"
UPCRUN_FLAGS="-n 2" "$UPCRUN" -n 4 ./prog || die "UPCRUN_FLAGS before the command line"
UPCRUN_FLAGS="-n 4 x" "$UPCRUN" ./prog 2>note; same "$? $(cat note)" "2 upcrun: UPCRUN_FLAGS: 'x' is no option"
UPCRUN_FLAGS="-n '4" "$UPCRUN" ./prog 2>note; same "$? $(cat note)" "2 upcrun: UPCRUN_FLAGS: there is no second '"
"$UPCRUN" -n 1 -i ./prog 2>note && grep -q 'note: -i shows the command' note || die "-i runs the program: $(cat note)"
rm -f a.out four 'a prog' prog note .upccrc .upcrunrc

# Those of its upcrun. A number may follow -pthreads, a program is none.
"$UPCC" -T=4 four.upc -o prog || die "-T=4: status $?"
for option in -pthreads -pthreads=2 "-p 2" -p2 -quiet -noquiet -polite-sync "-nodes 1" -nodes=1 -cpus-per-node=4 -noabort \
  -noshow "-backtrace -nobacktrace" -notraceall -encode-args -freeze-early=0; do
  "$UPCRUN" -n 4 $option ./prog >out 2>&1 || die "upcrun $option: status $?, $(cat out)"
  [[ ! -s out ]] || die "upcrun $option: $(cat out)"
done
for option in -conf=x -backtrace-type=GSTACK; do
  "$UPCRUN" -n 4 $option ./prog >out 2>&1 && [[ $(wc -l <out) == 1 && $(cat out) == "upcrun: note: "* ]] || die "upcrun $option: $(cat out)"
done
"$UPCRUN" -n 4 -pshm-width 2 ./prog || die "upcrun -pshm-width: status $?"
"$UPCRUN" -n 4 -pshm-width x ./prog 2>/dev/null; same $? 2
"$UPCRUN" -n 4 -show ./prog >out 2>&1 && grep -q UPC_THREADS=4 out || die "upcrun -show: $(cat out)"
echo PASS
