# SPDX-License-Identifier: BSD-3-Clause
"""The suite array-api-tests on `us.array_api`, on each number of threads alike: array_api.py FOLDER [EXAMPLES [WORD]].

FOLDER is a checkout of github.com/data-apis/array-api-tests with its submodule. WORD: tests with this word. Tests that are not
among those below must pass; the first thread tells how many do."""
import os
import re
import sys

folder, examples, *words = [*sys.argv[1:], '60'][:max(2, len(sys.argv) - 1)]
os.environ.setdefault('ARRAY_API_TESTS_MODULE', 'upc_stride.array_api')
os.environ.setdefault('ARRAY_API_TESTS_VERSION', '2025.12')

import hypothesis
import pytest

import upc_stride as us

REASONS = {
    r'::test_can_cast$': "it takes a pair of types without promotion for float64: NumPy says that numpy.dtype('float64') == None",
    r'::test_dunder_dlpack$': 'an array that lies on several threads is not one piece of memory',
    r'::test_reshape$': 'arrays have at most 8 dimensions, and the test asks for 9',
    r'test_special_cases.py.*(floor_divide|floordiv|expm1|tanh)': "NumPy's values of infinities, NaN and signed zeros",
}


class Outcomes:
    passed, failed = 0, {}

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config):
        """Where others use the machine, it takes its time to think of examples."""
        hypothesis.settings.register_profile('patient', hypothesis.settings(), suppress_health_check=[hypothesis.HealthCheck.too_slow])
        hypothesis.settings.load_profile('patient')

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed[report.nodeid] = str(report.longrepr).strip().splitlines()[-1][:150]
        elif report.when == 'call' and report.passed:
            self.passed += 1


us.init()
os.chdir(folder)
sys.path.insert(0, folder)
if us.thread() > 0:
    sys.stdout = sys.stderr = open(os.devnull, 'w')
outcomes = Outcomes()
pytest.main(['-q', '-q', '-p', 'no:cacheprovider', '--no-header', '--tb=line', '--show-capture=no', '--derandomize', '--disable-deadline',
             f'--max-examples={examples}', *(['-k', words[0]] if words else []), 'array_api_tests'], plugins=[outcomes])
unknown = {name: line for name, line in outcomes.failed.items() if not any(re.search(one, name) for one in REASONS)}
for name, line in unknown.items():
    print(f'{name}: {line}')
print(f'{outcomes.passed} of {outcomes.passed + len(outcomes.failed)} pass; for {len(outcomes.failed) - len(unknown)} others there is a reason')
sys.exit(bool(unknown) or outcomes.passed == 0)
