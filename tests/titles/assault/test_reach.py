"""[6.0, 7.0, 8.3, 9.0] How far every unit gets, against a plain search of every way it could go, step by step."""

import pytest

from tests.titles.assault.conftest import TITLE
from tests.titles.search import look_around


@pytest.mark.case("6.12a", "6.13e", "6.13f", "7.5b", "8.34a", "8.35a", "8.36a", "9.2b", "9.2d", "9.3b", "9.4a")
@pytest.mark.parametrize("seed", range(6))
def test_reach_is_all_there_is(seed: int) -> None:
    assert look_around(TITLE, f"reach {seed}")
