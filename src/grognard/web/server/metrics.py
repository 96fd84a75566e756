"""Figures about a running server in the text format of Prometheus."""

import time
from collections import Counter
from collections.abc import Iterator, Mapping

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Metrics:
    """Counts the requests that are answered."""

    def __init__(self) -> None:
        self.begun = time.time()
        self.requests: Counter[tuple[str, int]] = Counter()  # by method and status
        self._slower = [0] * len(BUCKETS)
        self._seconds = 0.0

    def answered(self, method: str, status: int, seconds: float) -> None:
        """Count a request."""
        known = method if method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS") else "other"
        self.requests[known, status] += 1
        self._seconds += seconds
        for n, most in enumerate(BUCKETS):
            if seconds <= most:
                self._slower[n] += 1
                break

    def lines(self) -> Iterator[str]:
        """The figures of the requests."""
        yield "# TYPE grognard_requests_total counter"
        for (method, status), count in sorted(self.requests.items()):
            yield f'grognard_requests_total{{method="{method}",status="{status}"}} {count}'
        yield "# TYPE grognard_request_seconds histogram"
        total = 0
        for most, count in zip(BUCKETS, self._slower, strict=True):
            total += count
            yield f'grognard_request_seconds_bucket{{le="{most:g}"}} {total}'
        every = self.requests.total()
        yield f'grognard_request_seconds_bucket{{le="+Inf"}} {every}'
        yield f"grognard_request_seconds_sum {self._seconds:.6f}"
        yield f"grognard_request_seconds_count {every}"


def gauges(found: Mapping[str, float], counters: Mapping[str, float]) -> Iterator[str]:
    """Simple figures: those that go up and down, and those that only grow."""
    for kind, figures in (("gauge", found), ("counter", counters)):
        for name, value in figures.items():
            yield f"# TYPE grognard_{name} {kind}"
            yield f"grognard_{name} {int(value) if value == int(value) else repr(value)}"
