"""Names of people: readable, and no name that only looks like another."""

import unicodedata

from ...core.title import Bad

INVISIBLE = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")  # categories: controls, text direction, unassigned, separators
BLANK = ("HANGUL FILLER", "HANGUL CHOSEONG FILLER", "HANGUL JUNGSEONG FILLER", "BRAILLE PATTERN BLANK")

LOOK_LATIN = frozenset("асԁеһіјӏорԛѕԝхуѵαικνορτυ")  # small letters, Cyrillic and Greek


def tidy(name: str) -> str:
    """A name as it is shown: one form of each letter, single spaces; `Bad` if nobody could read it as it is."""
    found = " ".join(unicodedata.normalize("NFKC", name).split())
    if not found:
        raise Bad("The name is empty")
    if hidden := [one for one in found if unicodedata.category(one) in INVISIBLE or unicodedata.name(one, "") in BLANK]:
        raise Bad(f"The name contains a character that nobody can see (U+{ord(hidden[0]):04X})")
    if len(alphabets := sorted({_alphabet(one) for one in found if one.isalpha()})) > 1 and "LATIN" in alphabets:
        raise Bad(f"The name mixes letters of two alphabets ({', '.join(alphabets).lower()}), which may look the same")
    return found


def account_name(name: str) -> str:
    """A name to log in with: in small letters, and not made of letters that all look like Latin ones."""
    found = tidy(name).lower()
    if LOOK_LATIN.issuperset(letters := [one for one in found if one.isalpha()]) and letters:
        raise Bad("Every letter of this name looks like a Latin one: type it in Latin letters, or choose another name")
    return found


def _alphabet(letter: str) -> str:
    """The alphabet of a letter: the first word of its Unicode name."""
    return unicodedata.name(letter, "OTHER").partition(" ")[0]
