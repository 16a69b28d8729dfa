# SPDX-License-Identifier: BSD-3-Clause
"""Files between this library and zarr-python or h5py: others.py zarr|h5py, on some threads. Each writes arrays with all its
codecs, and attributes, and the other one reads them."""
import os
import sys

import numpy
import upc_stride as us

which = sys.argv[1]
other = __import__(which)
VALUES = numpy.arange(41 * 23.).reshape(41, 23) * 0.5
TYPES = ['f8', 'f4', 'i2', 'u8', '?', 'c16']
ATTRIBUTES = {'text': 'Größe "x"\\\n€', 'empty': '', 'whole': -7, 'large': 2**63 + 5, 'real': 0.1, 'one': 1.0, 'truth': True,
              'list': numpy.arange(5), 'reals': numpy.array([1.5, -2.25e300, numpy.inf]), 'truths': numpy.array([True, False]),
              'Größe': 3, 'single': numpy.array([0.5, 0.25], 'f4')}
END = {'zarr': '.zarr', 'h5py': '.h5'}[which]
CODECS = {'zarr': [None, 'gzip', 'gzip:9,crc32c', 'crc32c', 'zstd', 'blosc'],
          'h5py': [None, 'gzip', 'shuffle', 'shuffle,gzip:9', 'fletcher32', 'shuffle,gzip,fletcher32']}[which]


def same(got, expected):
    got = numpy.asarray(got).tolist()
    expected = numpy.asarray(expected).tolist()
    assert got == expected and type(got) is type(expected), f'{got!r}, expected {expected!r}'


def opened(path):
    return other.open_array(path) if which == 'zarr' else other.File(path)[os.path.basename(path)[:-3]]


def on_one(function):
    """What thread 0 does alone; the others wait."""
    if us.thread() == 0:
        function()
    us.barrier()


def we_write(codec, dtype):
    path = f'ours_{dtype}_{codec}'.replace(',', '_').replace(':', '_').replace('?', 'b') + END
    A = us.array(VALUES.astype(dtype), block=(7, 5))
    try:
        A.save(path, codec)
    except us.Error as error:
        assert 'is not installed' in str(error), error
        return
    A.free()
    on_one(lambda: us.set_attributes(path, {'old': [1, 2], **ATTRIBUTES}))
    on_one(lambda: us.set_attributes(path, {'old': 'new'}))

    def read():
        array = opened(path)
        assert (array[:] == VALUES.astype(dtype)).all() and array.dtype == dtype
        found = dict(array.attrs)
        found.pop('chunks', None)
        assert sorted(found) == sorted([*ATTRIBUTES, 'old'])
        same(found['old'], 'new')
        for name, value in ATTRIBUTES.items():
            same(found[name], value)
    on_one(read)


def theirs():
    """Names of datasets that the other one writes, each with all attributes."""
    if which == 'zarr':
        c = other.codecs
        for name, codecs in ('gzip', [c.GzipCodec(level=7)]), ('zstd', [c.ZstdCodec(level=3)]), ('both', [c.GzipCodec(), c.Crc32cCodec()]):
            yield f'{name}.zarr', lambda name=name, codecs=codecs: other.create_array(
                f'{name}.zarr', data=VALUES, chunks=(10, 10), compressors=codecs)
    else:
        for name, options in (('gzip', {'compression': 'gzip', 'compression_opts': 9, 'shuffle': True, 'fletcher32': True}),
                              ('tall', {'chunks': (41, 2), 'compression': 'gzip'}), ('scaled', {'scaleoffset': 3})):
            yield f'theirs.h5/{name}', lambda name=name, options=options: file.create_dataset(
                name, data=VALUES, **({'chunks': (10, 10)} | options))


def we_read(path, make):
    if us.thread() == 0:
        attributes = make().attrs
        for name, value in ATTRIBUTES.items():
            attributes[name] = value.tolist() if which == 'zarr' and isinstance(value, numpy.ndarray) else value
        attributes['matrix'] = [[1, 2], [3, 4]]   # of another kind: left out
        if which == 'h5py':
            attributes['fixed'] = numpy.bytes_('fixed')
            file.flush()
    us.barrier()
    A = us.load(path, block=(8, 4))
    assert (A.to_numpy() == VALUES).all()
    B = us.load(path, block=(3, 3), key=numpy.s_[5:30:3, ::-2])
    assert (B.to_numpy() == VALUES[5:30:3, ::-2]).all()
    found = us.attributes(path)
    if which == 'h5py':
        same(found.pop('fixed'), 'fixed')
    assert sorted(found) == sorted(ATTRIBUTES), sorted(found)
    for name, value in ATTRIBUTES.items():
        same(found[name], value)
    us.barrier()   # thread 0 writes the next dataset into the same file


STRUCTURE = numpy.dtype([('a', '<f8'), ('b', '<i4'), ('c', 'S3')])
THEIR_TYPES = {'zarr': ['f2', 'S3', 'U4', 'M8[ns]', 'm8[10s]', 'V3', STRUCTURE], 'h5py': ['f2', 'S3', 'M8[ns]', 'V3', STRUCTURE]}[which]


def of_type(dtype):
    """Six elements of any bytes that make one."""
    dtype = numpy.dtype(dtype)
    if dtype.kind in 'US':
        return numpy.array(['ab', 'c', '', 'abc', 'x', 'yz'], dtype)
    return numpy.frombuffer(bytes(65 + i % 26 for i in range(6 * dtype.itemsize)), dtype)


def types_and_parts():
    """Types that are more than numbers, and parts of what the other one has made."""
    for number, dtype in enumerate(THEIR_TYPES):
        values, dtype = of_type(dtype), numpy.dtype(dtype)
        path = f'types_{number}.zarr' if which == 'zarr' else f'types.h5/g/t{number}'
        kind = other.opaque_dtype(dtype) if which == 'h5py' and dtype.kind in 'M' else dtype

        def make():
            if which == 'zarr':
                other.create_array(path, shape=(6,), chunks=(2,), dtype=dtype)[:] = values
            else:
                with other.File('types.h5', 'a') as file:
                    file.create_dataset(path[9:], data=values.astype(kind), chunks=(2,) if number % 2 else None)
        on_one(make)
        A = us.load(path)
        assert A.dtype == dtype and A.to_numpy().tobytes() == values.tobytes(), (A.dtype, dtype)
        A.save('ours_' + path)

        def read():
            name, inside = (path, '') if which == 'zarr' else ('types.h5', path[9:])
            got = other.open_array('ours_' + name)[:] if which == 'zarr' else other.File('ours_' + name)[inside][:]
            assert got.dtype == dtype and got.tobytes() == values.tobytes(), (got.dtype, dtype)
        on_one(read)


def parts():
    if which == 'zarr':
        on_one(lambda: other.create_array('shards.zarr', shape=VALUES.shape, shards=(12, 8), chunks=(6, 4), dtype='f8', fill_value=2.5))
        ways = [('shards.zarr', 'ours_shards.zarr', 'shard:5x2,gzip')]
    else:
        def make():
            with other.File('parts.h5', 'w') as file:
                file.create_dataset('late', VALUES.shape, 'f8')               # without a place before it is written
                file.create_dataset('chunks', VALUES.shape, 'f8', chunks=(7, 5), fillvalue=2.5)
                file.create_dataset('packed', VALUES.shape, 'f8', chunks=(7, 5), compression='gzip', fillvalue=2.5)
                file['packed'][3:6, 2:4] = 9
        on_one(make)
        ways = [(f'parts.h5/{name}', f'ours_{name}.h5', codec) for name, codec in (('late', None), ('chunks', None), ('packed', 'gzip'))]
    for theirs, ours, codec in ways:
        expected = us.load(theirs).to_numpy()
        F = us.open(theirs)
        for key in numpy.s_[3:20, 5], numpy.s_[10:30:2, ::-3], numpy.s_[40]:
            F[key] = VALUES[key]
            expected[key] = VALUES[key]
        us.array(VALUES, block=(10, 4)).save(ours, codec)

        def read():
            name = os.path.basename(theirs)
            array = other.open_array(theirs) if which == 'zarr' else other.File('parts.h5')[name]
            mine = other.open_array(ours) if which == 'zarr' else other.File(ours)['ours_' + name]
            assert (array[:] == expected).all() and (mine[:] == VALUES).all()
        on_one(read)


REFUSED = ['external', 'bits', 'shifted', 'bias', 'colours', 'nothing', 'parts'] if which == 'h5py' else []


def refused(file):
    """Datasets that are read by nobody who looks at their classes and sizes alone."""
    def add(name, kind, values):
        other.h5d.create(file.id, name.encode(), kind, other.h5s.create_simple((4,))).write(
            other.h5s.ALL, other.h5s.ALL, values)
    types = other.h5t
    file.create_dataset('external', shape=(4,), dtype='f8', external=[('external.raw', 0, 32)])[:] = 5
    bits, shifted, bias = types.STD_I16LE.copy(), types.STD_I32LE.copy(), types.IEEE_F64LE.copy()
    bits.set_precision(12)
    shifted.set_precision(16)
    shifted.set_offset(8)
    bias.set_ebias(1000)
    colours = types.enum_create(types.STD_I8LE)
    colours.enum_insert(b'RED', 0)
    colours.enum_insert(b'BLUE', 1)
    add('bits', bits, numpy.array([1, -2, 3, -4], 'i2'))
    add('shifted', shifted, numpy.array([1, -2, 3, -4], 'i4'))
    add('bias', bias, numpy.array([1, -2, 3, -4.]))
    add('colours', colours, numpy.array([0, 1, 1, 0], 'i1'))
    file['nothing'] = other.Empty('f8')
    layout = other.VirtualLayout((41, 23), 'f8')
    layout[...] = other.VirtualSource(file['gzip'])
    file.create_virtual_dataset('parts', layout)


us.init()
for codec in CODECS:
    for dtype in TYPES:
        we_write(codec, dtype)
types_and_parts()
parts()
if which == 'h5py' and us.thread() == 0:
    file = other.File('theirs.h5', 'w')
for path, make in theirs():
    we_read(path, make)
if which == 'h5py' and us.thread() == 0:
    file.create_dataset('lzf', data=VALUES, compression='lzf')
    refused(file)
    file.close()
us.barrier()
if which == 'h5py':
    try:  # h5py brings the filter: a library of HDF5 that both use has it then
        assert (us.load('theirs.h5/lzf').to_numpy() == VALUES).all()
    except us.Error as error:
        assert 'its filter "lzf" is not in HDF5\'s library' in str(error), error
if which == 'h5py' and other.version.hdf5_version_tuple >= (2, 0, 0):
    on_one(lambda: other.File('later.h5', 'w', libver='latest').create_dataset('d', data=VALUES, chunks=(9, 5), compression='gzip').file.close())
    try:
        assert (us.load('later.h5/d').to_numpy() == VALUES).all()
    except us.Error as error:
        assert 'cannot open "d": a later version has written it' in str(error), error
for name in REFUSED:
    try:
        us.load(f'theirs.h5/{name}')
        assert False, f'{name} is read'
    except us.Error as error:
        assert 'theirs.h5: HDF5 ' in str(error), error
us.barrier()
if us.thread() == 0:
    print('PASS')
