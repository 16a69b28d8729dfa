# SPDX-License-Identifier: BSD-3-Clause
"""Files of arrays without elements and without dimensions, and errors that only owners of elements meet."""
import numpy
import pytest
from common import free, numbers

import upc_stride as us


def written_again(path, values, codec=None):
    """What the file has afterwards, over an older one."""
    old, new = us.full(4, 7.0), us.array(values)
    try:
        old.save(path)
    except us.Error as error:
        assert 'is not installed' in str(error)
        pytest.skip(str(error))
    new.save(path, codec)
    read = us.load(path)
    assert read.shape == values.shape and (read.to_numpy() == values).all()
    if path.suffix == '.npy':
        assert numpy.load(path).shape == values.shape and (numpy.load(path) == values).all()
    handle = new.save(path, codec, wait=False)
    handle.wait()
    us.read(read.elements[...], path)
    free(old, new, read)


SHAPES = [(0,), (0, 5), (3, 0), ()]


@pytest.mark.parametrize('shape', SHAPES)
@pytest.mark.parametrize('end,codec', [('npy', None), ('zarr', None), ('zarr', 'gzip,crc32c'), ('h5', None), ('h5', 'gzip')])
def test_shapes(folder, shape, end, codec):
    written_again(folder / f'u.{end}', numpy.full(shape, 3.5), codec)


def test_checkpoint_of_shapes(folder):
    arrays = {f'a{number}': us.array(numpy.full(shape, 3.5)) for number, shape in enumerate(SHAPES)}
    us.checkpoint(folder / 'run', 1, arrays)
    arrays['a3'].fill(0)
    assert us.restart(folder / 'run', arrays) == 1 and arrays['a3'].to_numpy() == 3.5
    us.barrier()


def test_names_and_numbers_of_checkpoints(folder):
    A = us.zeros(4)
    for generation in 0, -5:
        with pytest.raises(us.Error, match=f'generation: {generation}, must be'):
            us.checkpoint(folder / 'run', generation, {'u': A})
    with pytest.raises(us.Error, match='zarr.json'):
        us.checkpoint(folder / 'run', 1, {'zarr.json': A})
    us.barrier()
    assert not (folder / 'run').exists()


def test_errors_of_owners_are_those_of_all(folder):
    """For each thread: an array that lies there alone, and its errors."""
    nowhere = folder / 'nowhere' / 'u.npy'
    for owner in range(us.threads()):
        A = us.zeros(us.threads(), block=1)
        one = A.elements[owner:owner + 1]
        for wait in True, False:
            for call in (lambda: us.write(one, nowhere, wait=wait), lambda: us.read(one, nowhere, wait=wait)):
                with pytest.raises(us.Error, match='No such file'):
                    handle = call()
                    if handle is not None:
                        handle.wait()
        with pytest.raises(us.Error, match='a codec'):
            us.write(one, folder / 'u.npy', 'gzip')
        free(A)
    with pytest.raises(us.Error, match='No such file'):
        us.load(nowhere)


def test_a_chunk_that_is_wrong_on_one_thread(folder):
    A = us.array(numpy.arange(8.), block=1)
    for end in range(min(8, us.threads())):
        A.save(folder / 'u.zarr', 'crc32c')
        if us.thread() == 0:
            (folder / 'u.zarr' / f'c.{end}').unlink()
        us.barrier()
        for wait in True, False:
            with pytest.raises(us.Error, match='this chunk is missing'):
                handle = us.read(A.elements[:], folder / 'u.zarr', wait=wait)
                if handle is not None:
                    handle.wait()
    free(A)


def test_names_with_a_character_0():
    A = us.zeros(3)
    for call in (lambda: A.save('a\0.npy'), lambda: us.load('a\0.npy'), lambda: us.open('a\0.zarr'), lambda: us.create('a\0.npy', 3),
                 lambda: us.attributes('a\0.zarr'), lambda: us.set_attributes('a\0.zarr', {'a': 1}), lambda: us.restart('a\0', {'A': A}),
                 lambda: us.checkpoint('a\0', 1, {'A': A}), lambda: us.checkpoint('a', 1, {'A\0': A}), lambda: us.set_attributes('a.zarr', {'a\0': 1})):
        with pytest.raises(ValueError, match='character 0'):
            call()


def test_an_integer_in_a_key_takes_a_dimension_away(folder):
    values = numbers((3, 4, 5))
    us.array(values).save(folder / 'a.npy')
    F = us.open(folder / 'a.npy')
    for key in numpy.s_[2], numpy.s_[:, 1], numpy.s_[..., -1], numpy.s_[0, 1:3], numpy.s_[1:, :, 2:], numpy.s_[...]:
        made = us.load(folder / 'a.npy', key=key)
        assert made.shape == F[key].shape == values[key].shape and (made.to_numpy() == values[key]).all()
    assert us.load(folder / 'a.npy', key=(1, 2, 3))[()] == F[1, 2, 3] == values[1, 2, 3]
    B = us.load(folder / 'a.npy', block=(2, 2), grid=(1, us.threads()), key=1)
    assert B.block == (2, 2) and (B.to_numpy() == values[1]).all()


def test_a_grid_of_the_first_dimensions(folder):
    values = numbers((4, 3, 5))
    us.array(values).save(folder / 'a.npy')
    for key in numpy.s_[...], numpy.s_[1:, :, 2], numpy.s_[2]:
        made = us.load(folder / 'a.npy', grid=(us.threads(),), key=key)
        assert made.grid == (us.threads(),) and (made.to_numpy() == values[key]).all()
    us.barrier()


def test_other_datasets_of_a_file_stay(folder):
    """A file of HDF5 with several is not replaced by one with a single dataset."""
    A, B = us.full(3, 1.5), us.full(4, 2.5)
    try:
        A.save(folder / 'm.h5/a')
    except us.Error as error:
        assert 'is not installed' in str(error)
        pytest.skip(str(error))
    B.save(folder / 'm.h5/g/b')
    for call in (lambda: B.save(folder / 'm.h5'), lambda: B.save(folder / 'm.h5', 'gzip'), lambda: us.create(folder / 'm.h5', 3),
                 lambda: B.save(folder / 'm.h5', wait=False)):
        with pytest.raises(us.Error, match='m.h5: is there, and has "a", which would be lost; .*/m.h5/m is written beside it'):
            call()
    B.save(folder / 'm.h5/n')
    assert list(us.open(folder / 'm.h5')) == ['a', 'g', 'n'] and us.load(folder / 'm.h5/a').tolist() == [1.5] * 3
    for name in 'a/b', 'g/c', 'g/b/c':
        assert name not in us.open(folder / 'm.h5')
    assert us.open(folder / 'm.h5').get('g/c', 7) == 7 and us.open(folder / 'm.h5')['g/b'].shape == (4,)
    us.barrier()
