"""Noise on a lattice is the noise at its points."""

from grognard.draw.base.geometry import Noise


def test_a_lattice_has_the_noise_of_its_points() -> None:
    noise = Noise("test", ())
    xs, ys = [n * 0.37 - 3 for n in range(40)], [n * 1.9 for n in range(50)]
    assert list(noise.values(xs, ys)) == [noise.value(x, y) for y in ys for x in xs]
