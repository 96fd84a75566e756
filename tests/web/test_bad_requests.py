"""A small sample of the bad requests that `make soak` sends."""

from tests.web.bad_requests import assault


def test_bad_requests_are_refused_and_never_make_the_server_fail() -> None:
    tally = assault(3)
    assert tally.wrong == ()
    assert tally.requests == 3 * tally.addresses > 150
