"""[5.2, 6.5] Weather and Soviet supply shortages: a roll for each Operations Segment."""

from ....kit.battle.die import roll_verb
from ..state import State, update_zones

NAMES = {"dry": "Dry", "mud": "Mud", "frozen": "Frozen"}


def set_weather(s: State, weather: str, storm: bool, clause: str) -> None:
    """Begin a Segment with this weather."""
    s.weather, s.storm = weather, storm  # 5.23c, 5.24a, 13.15b
    s.note(clause, "The weather is {weather}{storm}.", weather=NAMES[weather], storm=" with Storm" if storm else "")
    if weather == "mud" and (drowned := (s.airfield | s.airfield_site) & s.data.kind["swamp"]):
        s.airfield_spent |= bool(s.airfield & drowned)  # 14.54d
        s.airfield &= ~drowned  # 14.53b
        s.airfield_site &= ~drowned
        s.note("14.53b", "The airfield in {hexes} is gone.", hexes=drowned)
    update_zones(s)  # 5.22b


def begin_weather(s: State) -> None:
    """Set the weather that the scenario fixes (19.11b, 19.21b, 19.31b)."""
    if s.turn in s.plan.weather:
        set_weather(s, s.plan.weather[s.turn], False, "5.23a")


def weather_unknown(s: State) -> bool:
    """Whether the Weather Table is used (19.11c, 19.21c, 19.31c)."""
    return s.turn not in s.plan.weather


def roll_weather(s: State, die: int) -> None:
    """Roll on the Weather Table."""
    charts = s.data.charts
    final = die + charts.weather_drm[s.turn - 1]  # 2.4a, 2.4b, 5.21a, 5.23a, 5.23b
    row = next(row for row in charts.weather if final <= row.upto)
    set_weather(s, row.value, row.storm, "5.23a")


def has_shortage(s: State) -> bool:
    """Whether a group may suffer a shortage in this Segment: a DRM for the turn, or Mud after those turns."""
    drms = s.data.charts.shortage_drm
    if s.turn <= len(drms):
        return drms[s.turn - 1] > 0  # 6.51a
    return s.weather == "mud"


def begin_shortage(s: State) -> None:
    """Without a roll there is no shortage, and no row of them."""
    if not has_shortage(s):
        s.shortage = ""  # 6.52c, 6.55a


def roll_shortage(s: State, die: int) -> None:
    """Roll on the Soviet Supply Shortages Table."""
    charts, table = s.data.charts, s.data.charts.shortage
    drm = charts.shortage_drm[s.turn - 1] if s.turn <= len(charts.shortage_drm) and s.weather != "mud" else 0
    final = die + drm  # 6.52a, 6.52b
    group = table.groups[min(final, len(table.groups)) - 1]  # 6.51b, 6.51c
    s.shortage = table.again if group == s.shortage else group  # 6.55a
    if s.shortage == "none":
        s.note("6.51b", "No group suffers a shortage.")
    else:
        s.note("6.51b", "The {group} group suffers a shortage.", group=s.shortage)


WEATHER = roll_verb(roll_weather, "5.21a")
SHORTAGE = roll_verb(roll_shortage, "6.52a")
