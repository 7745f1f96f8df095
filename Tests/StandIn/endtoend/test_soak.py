"""A short run of Tests/EndToEnd/client/soak. Run the long one after changes to retries."""

from __future__ import annotations

import unittest

from soak import Plan, soak


class ShortSoak(unittest.TestCase):
    def test_no_post_is_lost_or_duplicated_under_random_faults(self) -> None:
        for protocol in ("coral", "talk4"):
            for accounts in (1, 4):
                self.assertTrue(soak(protocol, Plan(posts=24, seed=5, probability=0.25, accounts=accounts)))
