#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Files that are wrong, and disks that are: one line that names the file, status 1, nobody hangs. What could not be written
# completely does not exist afterwards, and an older file of its name is as it was.
. "$(dirname "$0")/../../../tests/tools/common.sh"
"$UPCC" -O1 -I"$top/src" -I"$top/companions/files/library" "$top/companions/files/tests/file.upc" -o file || die 'file.upc does not compile'
file() { limited 60 "$UPCRUN" -n 3 ./file "$@"; }
passes() { same "$(file "$@" 2>&1)" PASS; }
# A wrong file is refused by the split-phase calls too.
refuses() { # TEXT ARGUMENT...
  refuses_once "$@" && SPLIT=1 refuses_once "$@"
}
refuses_once() {
  local text=$1; shift
  file "$@" >out 2>&1
  same "$* $?" "$* 1"
  grep -qF -- "$text" out && [ "$(wc -l <out)" = 1 ] || die "$*: $(cat out)"
}

for name in a.npy a.bin a.zarr g.zarr/a; do
  passes write $name 20 30 7
  passes read $name 20 30 4
  passes write $name 21 29 5    # takes the place of the other one
  passes read $name 21 29 6
done
refuses '29 elements in dimension 1, must be as many as in the section (30)' read a.npy 21 30 6
refuses '21 elements in dimension 0, must be as many as in the section (20)' read a.zarr 20 29 6
refuses 'a.bin: has 4872 bytes, must have 4640' read a.bin 20 29 6
refuses "a.npy: its elements are '<f8', must be '<i8'" read a.npy 21 29 6 i8
refuses "a.zarr: its elements are '<f8', must be '<i8'" read a.zarr 21 29 6 i8
refuses 'type: a type of 4 bytes, must be as large as an element (8)' read a.npy 21 29 6 f4
refuses 'type: a type "double", must be one of' write b.npy 21 29 6 double
refuses 'codec: a codec "zip", must be' write b.zarr 21 29 6 f8 zip
refuses 'must be none: only chunks of Zarr and HDF5 are encoded' write b.npy 21 29 6 f8 zstd
for codec in gzip:10 gzip:0 crc32c,zstd zstd,gzip shuffle,gzip crc32c,crc32c; do
  refuses "codec: a codec \"$codec\", must be zstd" write b.zarr 21 29 6 f8 $codec
done
for codec in zstd gzip:10 gzip,shuffle crc32c; do
  refuses "codec: a codec \"$codec\", must be shuffle" write b.h5 21 29 6 f8 $codec
done
refuses 'slice: "1:x" at "x", must be intervals' read a.npy 21 29 6 f8 1:x
refuses 'has no element 21 in dimension 0, which has 21' read a.npy 21 29 6 f8 1:21
refuses 'nowhere.npy: No such file' read nowhere.npy 21 29 6
refuses 'nowhere.zarr/zarr.json: No such file' read nowhere.zarr 21 29 6
refuses 'nowhere/b.npy: No such file' write nowhere/b.npy 21 29 6
refuses 'nowhere/b.zarr: No such file' write nowhere/b.zarr 21 29 6
mkdir folder.npy folder.zarr
refuses 'folder.npy: is there, and is no file' write folder.npy 21 29 6
refuses 'folder.zarr: is there, and is no array of Zarr' write folder.zarr 21 29 6

head -c 3000 a.npy >short.npy
refuses 'short.npy: has 3000 bytes, must have 5000' read short.npy 21 29 6
echo 'no array' >no.npy
refuses 'no.npy: is no .npy file' read no.npy 21 29 6
{ head -c 6 a.npy; printf '\4'; tail -c +8 a.npy; } >later.npy
refuses 'later.npy: is no .npy file' read later.npy 21 29 6
# Zarr: a member that is not known is an error, unless it says that it changes nothing.
passes write k.zarr 21 29 6
cp k.zarr/zarr.json json
sed 's/"fill_value"/"twist": {"name": "left"}, &/' json >k.zarr/zarr.json
refuses 'k.zarr/zarr.json: its member is "twist"' read k.zarr 21 29 6
sed 's/"fill_value"/"twist": {"name": "left", "must_understand": false}, &/' json >k.zarr/zarr.json
passes read k.zarr 21 29 6
sed 's/"endian": "little"/"endian": "middle"/' json >k.zarr/zarr.json
refuses 'k.zarr/zarr.json: its codecs is' read k.zarr 21 29 6
sed 's/"endian": "little"/&, "twist": 1/' json >k.zarr/zarr.json
refuses 'k.zarr/zarr.json: its member is "twist"' read k.zarr 21 29 6
# One thread alone meets a chunk that is wrong: the others end too.
passes write c.zarr 21 29 6 f8 crc32c
passes read c.zarr 21 29 29
mv c.zarr/c.1.2 chunk
refuses 'c.zarr/c.1.2: this chunk is missing' read c.zarr 21 29 6
{ head -c 100 chunk; printf x; tail -c +102 chunk; } >c.zarr/c.1.2
refuses 'c.zarr/c.1.2: its checksum is wrong' read c.zarr 21 29 6
head -c 100 chunk >c.zarr/c.1.2
refuses 'c.zarr/c.1.2: its checksum is wrong' read c.zarr 21 29 6
head -c 2 chunk >c.zarr/c.1.2
refuses 'c.zarr/c.1.2: has 2 bytes, of a chunk of 288' read c.zarr 21 29 6
head -c 100 a.zarr/c.1.2 >short
cp short a.zarr/c.1.2
refuses 'a.zarr/c.1.2: has 100 bytes, must have 200' read a.zarr 21 29 6
sed -i 's/"bytes"/"huffman"/' a.zarr/zarr.json
refuses 'its codecs is {"name": "huffman"' read a.zarr 21 29 6
echo '{' >a.zarr/zarr.json
refuses 'a.zarr/zarr.json: is no JSON' read a.zarr 21 29 6

if ldconfig -p | grep -q 'libhdf5.*so'; then
  passes write a.h5 20 30 7
  passes read a.h5 20 30 4
  refuses "a.h5: its elements are '<f8', must be '<i8'" read a.h5 20 30 4 i8
  refuses 'a.h5: has no dataset "b"' read a.h5/b 20 30 4
  passes write a.h5/g/b 20 30 4      # beside the other one
  passes write a.h5/g/b 21 29 5 f8 gzip
  passes read a.h5/g/b 21 29 4
  passes read a.h5 20 30 4
  refuses 'a.h5: "g" is there, and is a group, must be a dataset' write a.h5/g 20 30 7
  passes read a.h5/g/b 21 29 4       # it is still there
  # A file of one dataset takes the place of a file that has nothing else.
  for codec in '' gzip; do
    refuses 'a.h5: is there, and has "g", which would be lost; a.h5/a is written beside it' write a.h5 20 30 7 f8 $codec
  done
  passes read a.h5/g/b 21 29 4
  passes read a.h5 20 30 4
  passes write a.h5/a 20 30 7
  passes read a.h5/g/b 21 29 4
  passes write m.h5/g/b 20 30 7
  mv m.h5 g.h5
  refuses 'g.h5: "g" is there, and is a group, must be a dataset' write g.h5 20 30 7
  passes write only.h5 20 30 7
  passes write only.h5 21 29 7
  mv only.h5 moved.h5
  refuses 'moved.h5: is there, and has "only", which would be lost; moved.h5/moved is written beside it' write moved.h5 20 30 7
  cp no.npy text.h5                  # no file of HDF5
  passes write text.h5 20 30 7
  head -c 3000 a.h5 >a.h5.short && mv a.h5.short short.h5
  refuses 'short.h5: HDF5 cannot read this file' read short.h5/a 20 30 4
  head -c 6000 no.npy >no.h5
  refuses 'no.h5: HDF5 cannot read this file' read no.h5 20 30 4
  passes write f.h5 21 29 6 f8 shuffle,gzip,fletcher32
  passes read f.h5 21 29 4
  { head -c 4600 f.h5; printf xyz; tail -c +4604 f.h5; } >g.h5
  refuses 'g.h5: HDF5 cannot decode a chunk' read g.h5/f 21 29 6
  if cc -I/usr/include/hdf5/serial "$here/hdf5_places.c" -lhdf5_serial -o places 2>log; then # the headers are installed
    ./places
    for name in plain.h5/{flat,chunked,packed,soft} block.h5/{flat,packed}; do passes read $name 21 29 4; done
    refuses 'plain.h5: HDF5 layout that is not contiguous or chunked' read plain.h5/compact 21 29 4
    refuses 'plain.h5: HDF5 dataset in another file, by a link' read plain.h5/link 21 29 4
    refuses 'block.h5: HDF5 file with a user block, and chunks without filters' read block.h5/chunked 21 29 4
  fi
  for codec in '' fletcher32; do
    (trap '' XFSZ; ulimit -f 4; refuses 'b.h5: ' write b.h5 300 300 50 f8 $codec) || exit 1
  done
fi

# Names that are no text of JSON, or have a point first. What Zarr's metadata has of them is UTF-8.
umlauts=$(printf 'ü%.0s' {1..90})
for name in $'new\nline' $'tab\tb' $'\xff\xfe' "x$umlauts" 'a "b" \c' .hidden ..b; do
  passes write "$name.zarr" 21 29 6
  passes read "$name.zarr" 21 29 4
  iconv -f UTF-8 -t UTF-16 "$name.zarr/zarr.json" >/dev/null || die "$name: metadata that is not in UTF-8"
  ldconfig -p | grep -q 'libhdf5.*so' || continue
  passes write "$name.h5" 21 29 6
  passes read "$name.h5" 21 29 4
done

# A link: the file that it names has a dataset of its own name. If that is no name of HDF5, the dataset has the link's.
if ldconfig -p | grep -q 'libhdf5.*so'; then
  ln -s plain_name.h5 link.h5 && ln -s plain_name blob.h5
  for pair in link.h5:plain_name.h5 blob.h5:plain_name; do
    for codec in '' gzip; do
      passes write ${pair%:*} 21 29 6 f8 $codec
      passes read ${pair%:*} 21 29 4
      [ -L ${pair%:*} ] && [ -f ${pair#*:} ] || die "$pair: no link to a file"
    done
  done
  passes read plain_name.h5 21 29 4
  passes read link.h5 21 29 4
fi

# A limit of 4 KB for a file, and a disk of 64 KB: the older file stays.
passes write d.npy 8 8 4
cp d.npy older
(trap '' XFSZ; ulimit -f 4; refuses 'd.npy: File too large' write d.npy 300 300 50) || exit 1
(trap '' XFSZ; ulimit -f 4; refuses 'File too large' write d.zarr 300 300 50 f8 crc32c) || exit 1
cmp d.npy older || die 'another older file'
[ ! -e d.zarr ] || die 'half of a dataset'
if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
  mkdir disk
  export top UPCRUN
  export -f file refuses refuses_once limited same die
  unshare -m bash -c 'mount -t tmpfs -o size=64k none disk || exit 1
    for name in d.npy d.bin d.zarr; do refuses "No space left on device" write disk/$name 300 300 50; done
    [ -z "$(ls disk)" ] || die "left on the disk: $(ls disk)"' || exit 1
fi
same "$(echo *.part *.zarr/*.part)" '*.part *.zarr/*.part'
