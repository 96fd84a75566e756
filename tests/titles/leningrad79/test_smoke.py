from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.case("8.2a")
def test_no_unit_attacks_twice(at: Callable[[str], Any]) -> None:
    t = at("""at german-combat
              turn 3
              1407 1Pz 6Pz
              1408 118RD
              1307 180RD""")
    t.play("attack 1408 with 1Pz")
    assert t.ask == ("chance", "die")
    t.play("roll 2")
    while t.ask[1] != "german-combat":
        t.play({"result": "withdraw", "advance": "done"}.get(t.ask[1]) or "retreat 118RD to 1409")
    assert t.why_not("attack 1307 with 1Pz") == ["8.2"]
    assert t.why_not("attack 1307 with 6Pz") == []
