# SPDX-License-Identifier: BSD-3-Clause
"""What scikit-learn and SciPy compute of distributed arrays by the array API standard, beside what they compute of NumPy's: packages.py [WORD].

Each call must give the same, first with functions refused that have no distributed version, then with NumPy computing them on copies. WORD:
calls with this word. Those that a package refuses for arrays of others are in REFUSED."""
import collections
import os
import sys
import warnings

os.environ['SCIPY_ARRAY_API'] = '1'  # before SciPy is imported

import numpy
import sklearn
from scipy import cluster, fft, integrate, linalg, ndimage, signal, spatial, special, stats
from sklearn import metrics, preprocessing
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import Ridge, RidgeCV
from sklearn.metrics import pairwise
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB

import upc_stride as us

SOME = numpy.random.default_rng(0)
X, LINE, IMAGE = SOME.standard_normal((40, 5)), SOME.random(40), SOME.random((12, 13))
CLASSES, TARGET = (X[:, 0] + X[:, 1] / 3 > 0).astype(int), X @ numpy.arange(5.) + .1
PROBABILITY, SQUARE, MASK = numpy.clip(1 / (1 + numpy.exp(-TARGET)), .01, .99), X.T @ X / 40 + numpy.eye(5), IMAGE > .5
FILTER, POSITIVE = numpy.array([1., 2, 1]), abs(X) + .1

# The beginning of a call, and why a package refuses it for arrays of others, or for arrays that are not NumPy's own.
REFUSED = {'Ridge(cholesky': 'scikit-learn has only its solver svd for other arrays', 'linalg.toeplitz': 'SciPy makes views by strides'}


def mixture(kind):
    return GaussianMixture(2, covariance_type=kind, init_params='random', random_state=0)


def calls():
    """The text of each call, and a function of what distributes an array, or does not."""
    for name, made in {'full': PCA(3, svd_solver='full'), 'whiten': PCA(3, svd_solver='full', whiten=True), 'eigh': PCA(3, svd_solver='covariance_eigh'),
                       'randomized': PCA(3, svd_solver='randomized', power_iteration_normalizer='QR', random_state=0)}.items():
        yield f'PCA({name}).fit', lambda D, made=made: made.fit(D(X)).explained_variance_
        yield f'PCA({name}).transform', lambda D, made=made: abs(made.fit_transform(D(X)))
        yield f'PCA({name}).inverse', lambda D, made=made: made.inverse_transform(made.fit_transform(D(X)))
        yield f'PCA({name}).score', lambda D, made=made: made.fit(D(X)).score(D(X))
    for solver in 'svd', 'cholesky':
        yield f'Ridge({solver}).fit', lambda D, solver=solver: Ridge(solver=solver).fit(D(X), D(TARGET)).coef_
    yield 'Ridge(svd).predict', lambda D: Ridge(solver='svd').fit(D(X), D(TARGET)).predict(D(X))
    yield 'RidgeCV', lambda D: RidgeCV(alphas=[.1, 1, 10]).fit(D(X), D(TARGET)).alpha_
    for method in 'predict', 'predict_proba', 'transform':
        yield f'LDA.{method}', lambda D, method=method: abs(getattr(LinearDiscriminantAnalysis().fit(D(X), D(CLASSES)), method)(D(X)))
    for kind in 'full', 'tied', 'diag', 'spherical':
        yield f'GaussianMixture({kind}).fit', lambda D, kind=kind: mixture(kind).fit(D(X)).means_
        yield f'GaussianMixture({kind}).score', lambda D, kind=kind: mixture(kind).fit(D(X)).score_samples(D(X))
    for name in 'StandardScaler MinMaxScaler MaxAbsScaler Normalizer Binarizer PolynomialFeatures'.split():
        yield name, lambda D, name=name: getattr(preprocessing, name)().fit_transform(D(X))
    yield 'LabelEncoder', lambda D: preprocessing.LabelEncoder().fit_transform(D(CLASSES))
    yield 'GaussianNB', lambda D: GaussianNB().fit(D(X), D(CLASSES)).predict_proba(D(X))
    yield 'train_test_split', lambda D: train_test_split(D(X), random_state=0)[0]
    for name in '''mean_squared_error mean_absolute_error r2_score mean_squared_log_error mean_absolute_percentage_error max_error mean_gamma_deviance
                   mean_poisson_deviance mean_tweedie_deviance d2_tweedie_score explained_variance_score median_absolute_error root_mean_squared_error
                   mean_pinball_loss root_mean_squared_log_error d2_absolute_error_score'''.split():
        yield name, lambda D, name=name: getattr(metrics, name)(D(abs(TARGET) + 1), D(abs(TARGET) + 1.1))
    for name in '''accuracy_score zero_one_loss f1_score precision_score recall_score jaccard_score balanced_accuracy_score hamming_loss confusion_matrix
                   multilabel_confusion_matrix cohen_kappa_score matthews_corrcoef'''.split():
        yield name, lambda D, name=name: getattr(metrics, name)(D(CLASSES), D(CLASSES[::-1]))
    for name in 'roc_auc_score brier_score_loss log_loss roc_curve precision_recall_curve average_precision_score det_curve'.split():
        yield name, lambda D, name=name: getattr(metrics, name)(D(CLASSES), D(PROBABILITY))
    for name in '''cosine_similarity cosine_distances euclidean_distances rbf_kernel linear_kernel polynomial_kernel sigmoid_kernel laplacian_kernel
                   chi2_kernel additive_chi2_kernel manhattan_distances'''.split():
        yield name, lambda D, name=name: getattr(pairwise, name)(D(POSITIVE[:9]), D(POSITIVE[9:18]))
    yield from of_scipy()


def of_scipy():
    for name in '''log_ndtr ndtr ndtri erf erfc expit logit gammaln i0 i0e i1 i1e entr logsumexp softmax log_softmax digamma'''.split():
        yield f'special.{name}', lambda D, name=name: getattr(special, name)(D(LINE))
    for name in 'gammainc gammaincc rel_entr kl_div xlogy xlog1py chdtr chdtrc stdtrit'.split():
        yield f'special.{name}', lambda D, name=name: getattr(special, name)(D(LINE), D(LINE[::-1]))
    for name in '''fft ifft rfft irfft hfft ihfft fftn ifftn rfftn irfftn fft2 ifft2 rfft2 irfft2 hfftn ihfftn hfft2 ihfft2 dct idct dst idst dctn idctn
                   dstn idstn fftshift ifftshift'''.split():
        yield f'fft.{name}', lambda D, name=name: getattr(fft, name)(D(X))
    for name in 'svd svdvals inv det cholesky eigh eigvalsh eig eigvals qr lu pinv expm norm orth logm sqrtm polar toeplitz'.split():
        yield f'linalg.{name}', lambda D, name=name: getattr(linalg, name)(D(SQUARE))
    for name in 'solve', 'lstsq', 'solve_triangular':
        yield f'linalg.{name}', lambda D, name=name: getattr(linalg, name)(D(SQUARE), D(LINE[:5]))[0]
    for name, arguments in {'detrend': (LINE,), 'fftconvolve': (LINE, FILTER), 'convolve': (LINE, FILTER), 'correlate': (LINE, FILTER), 'hilbert': (LINE,),
                            'periodogram': (LINE,), 'resample': (LINE, 20), 'resample_poly': (LINE, 2, 1), 'decimate': (LINE, 2), 'medfilt': (LINE, 3),
                            'savgol_filter': (LINE, 5, 2), 'lfilter': (FILTER, FILTER[:2], LINE), 'freqz': (FILTER,), 'convolve2d': (IMAGE, IMAGE[:3, :3])}.items():
        yield f'signal.{name}', lambda D, name=name, arguments=arguments: getattr(signal, name)(*map(D, arguments))
    for name, arguments in {'gaussian_filter': (IMAGE, 1), 'uniform_filter': (IMAGE, 3), 'median_filter': (IMAGE, 3), 'maximum_filter': (IMAGE, 3), 'sobel': (IMAGE,),
                            'laplace': (IMAGE,), 'convolve': (IMAGE, IMAGE[:3, :3]), 'zoom': (IMAGE, 2), 'rotate': (IMAGE, 30), 'shift': (IMAGE, 1.5),
                            'label': (MASK,), 'center_of_mass': (IMAGE,), 'binary_dilation': (MASK,), 'binary_erosion': (MASK,)}.items():
        yield f'ndimage.{name}', lambda D, name=name, arguments=arguments: getattr(ndimage, name)(*map(D, arguments))
    for name in 'skew kurtosis moment zscore variation gmean hmean tmean tvar tmin tmax tstd sem kstat entropy'.split():
        yield f'stats.{name}', lambda D, name=name: getattr(stats, name)(D(LINE))
    for name in 'ttest_ind', 'pearsonr', 'bartlett':
        yield f'stats.{name}', lambda D, name=name: tuple(getattr(stats, name)(D(LINE), D(LINE[::-1] + LINE / 9)))[:2]
    for name in 'trapezoid', 'simpson', 'cumulative_trapezoid', 'cumulative_simpson':
        yield f'integrate.{name}', lambda D, name=name: getattr(integrate, name)(D(LINE))
    yield 'cluster.vq', lambda D: cluster.vq.vq(D(X), D(X[:3]))
    yield 'spatial.pdist', lambda D: spatial.distance.pdist(D(X[:9]))


def plain(made):
    if isinstance(made, (tuple, list)):
        return numpy.concatenate([plain(one) for one in made])
    return numpy.ravel(made.to_numpy() if isinstance(made, us.Array) else numpy.asarray(made))


def distributed(one):
    return us.array(one) if isinstance(one, numpy.ndarray) else one


def judged(call):
    theirs, found = plain(call(lambda one: one)), ''
    for how in 'refuse', 'allow':
        try:
            with us.fallback(how):
                ours = plain(call(distributed))
        except Exception as error:
            found += f'{how}: {type(error).__name__}: {str(error)[:100]!r}; '
            continue
        if ours.shape != theirs.shape or not numpy.allclose(ours, theirs, 1e-4, 1e-6, equal_nan=True):
            return f'{found}differs'
        return 'the same' if how == 'refuse' else 'the same with copies'
    return found


def main(word=''):
    us.init()
    warnings.simplefilter('ignore')
    sklearn.set_config(array_api_dispatch=True)
    count, wrong = collections.Counter(), 0
    for text, call in calls():
        if word in text:
            found = judged(call)
            is_right = found.startswith('the same') or any(text.startswith(one) for one in REFUSED)
            wrong += not is_right
            count[found if found.startswith('the same') else 'refused'] += 1
            if us.thread() == 0 and not is_right:
                print(f'{text}: {found}', flush=True)
    if us.thread() == 0:
        print(', '.join(f'{one}: {many}' for one, many in sorted(count.items())), 'of', sum(count.values()))
    sys.exit(wrong > 0)


if __name__ == '__main__':
    main(*sys.argv[1:])
