"""The command: read a spec and geography, print fit, overrides and checks, write a draft."""

import argparse
from collections import Counter
from pathlib import Path

from grognard.kit.load.hex_map import HexMap, load_map, summary
from grognard.kit.load.toml import DataError

from .draft import Draft, lakes_of
from .fit import Fit, fit, left_out, residuals, spread
from .geo import of, read_features
from .shore import shores
from .spec import Spec, read_spec
from .write import write, write_shores


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.workshop", description=__doc__)
    parser.add_argument("spec", type=Path, help="the spec of the draft (TOML)")
    parser.add_argument("geo", type=Path, help="coasts, lakes and rivers (GeoJSON)")
    parser.add_argument("-o", "--out", type=Path, help="file for the draft")
    parser.add_argument("--compare", type=Path, metavar="MAP", help="compare the draft with this map")
    parser.add_argument("--shores", type=Path, metavar="MAP", help="only write shores, for this existing map")
    given = parser.parse_args()
    try:
        if given.shores:
            return work_shores(given.spec, given.geo, given.out, given.shores)
        return work(given.spec, given.geo, given.out, given.compare)
    except DataError as error:
        print(error)
        return 1


def work(spec_file: Path, geo: Path, out: Path | None, compare: Path | None) -> int:
    spec = read_spec(spec_file.read_text("utf-8"), str(spec_file))
    model, good = report_fit(spec)
    draft = Draft(spec, model, read_features(geo))
    print(f"\nOverrides and remarks ({len(draft.notes)}):")
    print("\n".join(f"  {note}" for note in draft.notes))
    failed = report_checks(draft)
    text = write(draft)
    if out:
        out.write_text(text, "utf-8")
    hexmap = load_map(text, str(out or "draft"))
    print("\nSources:", *(f"  {layer}: {counts}" for layer, counts in summary(hexmap).items()), sep="\n")
    print("\nTerrain:", dict(Counter(hexmap.terrain.values()).most_common()))
    if compare:
        report_comparison(hexmap, load_map(compare.read_text("utf-8"), str(compare)))
    return 0 if good and not failed else 1


def work_shores(spec_file: Path, geo: Path, out: Path | None, map_file: Path) -> int:
    spec = read_spec(spec_file.read_text("utf-8"), str(spec_file))
    model, good = report_fit(spec)
    features = read_features(geo)
    hexmap = load_map(map_file.read_text("utf-8"), str(map_file))
    found = shores(hexmap, model.paper, of(features, "coast"), lakes_of(spec, features), spec.seas.values())
    for shore in found:
        print(f"  {shore.name} ({shore.kind}): {len(shore.points)} points")
    if out:
        out.write_text(write_shores(found), "utf-8")
    return 0 if good else 1


def report_fit(spec: Spec) -> tuple[Fit, bool]:
    """Print how well the places fit; False if the fit is worse than the spec allows."""
    controls = spec.controls()
    model = fit(controls, spec.length, spec.noise)
    plain = residuals(fit(controls, 0, 0), controls)
    warped, unseen = residuals(model, controls), left_out(controls, spec.length, spec.noise)
    print(f"{len(controls)} places; {model.scale:.2f} km per hex; up is {model.up:.1f} degrees")
    print(f"{'':16}{'similarity':>14}{'corrected':>14}{'left out':>14}   (hexes right, down)")
    for name in plain:
        cells = (f"{error.real:+.1f} {error.imag:+.1f}" for error in (plain[name], warped[name], unseen[name]))
        print(f"{name:16}" + "".join(f"{cell:>14}" for cell in cells))
    out = {
        "similarity": plain,
        "similarity, left out": left_out(controls, 0, 0),
        "corrected": warped,
        "left out": unseen,
    }
    for what, errors in out.items():
        rms, middle, most = spread(list(errors.values()))
        print(f"{what:24} rms {rms:.2f}  median {middle:.2f}  maximum {most:.2f}")
    held = [town for town in spec.towns.values() if town.name in spec.held]
    for town in held:
        error = complex(*model.paper(*town.place)) - complex(*spec.middle(town.hexes))
        print(f"held out: {town.name} {' '.join(town.hexes)} misses by {error.real:+.1f} {error.imag:+.1f}")
    good = not spec.limit or spread(list(unseen.values()))[0] <= spec.limit
    if not good:
        print(f"the fit is worse than {spec.limit} hexes")
    return model, good


def report_checks(draft: Draft) -> bool:
    """Print which facts hold; True if one does not."""
    failed = False
    print(f"\nFacts ({len(draft.spec.checks)}):")
    for check in draft.spec.checks:
        wrong = draft.judge(check)
        failed = failed or bool(wrong)
        how = "used" if check.used else "held out"
        verdict = f"FAILS at {' '.join(wrong)}" if wrong else "holds"
        print(f"  {check.source:12} {check.what} {len(check.items)}x ({how}): {verdict}")
    return failed


def report_comparison(draft: HexMap, other: HexMap) -> None:
    """Print how well the draft agrees with a map."""
    same = sum(draft.land(hex) == other.land(hex) for hex in other.terrain)
    print(f"\nCompared: land and water agree in {same} of {len(other.terrain)} hexes")
    for layer, mine, theirs in (
        ("river", draft.rivers, other.rivers),
        ("road", draft.sources["road"], other.sources["road"]),
        ("water", draft.sources["water"], other.sources["water"]),
    ):
        if layer == "river":
            a, b = set(draft.sources["river"]), set(other.sources["river"])
        else:
            a, b = set(mine), set(theirs)
        print(f"  {layer}: {len(a & b)} of {len(b)} the same, {len(a - b)} more")
    at = {place.name: hex for hex, place in draft.places.items()}
    far = [draft.grid.distance(at[place.name], hex) for hex, place in other.places.items() if place.name in at]
    print(f"  places: {far.count(0)} of {len(far)} in the same hex, {far.count(1)} next to it")


if __name__ == "__main__":
    raise SystemExit(main())
