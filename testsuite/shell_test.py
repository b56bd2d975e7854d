# SPDX-License-Identifier: MIT
"""The format of the tests: lit's own, but what a test that passes has written goes away.

All outputs together take 3 GB.  With KEEP=1 in the environment they stay.
"""
import glob
import os
import shutil

import lit.formats
import lit.TestRunner


def remove_outputs(test):
    _, base = lit.TestRunner.getTempPaths(test)
    for path in glob.glob(glob.escape(base) + ".*"):
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path, ignore_errors=True)
        else:
            os.unlink(path)


class ShellTest(lit.formats.ShTest):
    def execute(self, test, config):
        result = super().execute(test, config)
        if not result.code.isFailure and not os.environ.get("KEEP"):
            remove_outputs(test)
        return result
