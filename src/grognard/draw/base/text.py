"""Text widths from the advance widths of our fonts, and lettering as SVG.

A label has its measured length (`textLength`), so that it takes the same space in whatever
font the reader's machine has.
"""

import math
import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .geometry import Point, walk
from .svg import element, escape, fine, num, path, smooth

# Thousandths of the type size, for the characters from space to ~ (Source Serif Pro, Source Sans Pro).
_TABLE = {
    "serif": """
        233 289 356 526 500 861 720 183 339 339 439 531 300 312 300 330 500 500 500 500 500 500 500 500 500 500 300 300
        531 531 531 416 835 664 629 631 710 603 579 682 789 371 374 667 596 902 735 707 589 707 651 512 604 727 674 962
        648 633 551 320 330 320 531 512 400 509 577 488 567 510 354 518 601 298 277 547 298 901 606 549 583 557 423 434
        325 583 505 764 526 512 456 344 251 344 531""",
    "serif bold": """
        214 347 447 567 542 874 721 236 377 377 431 544 300 339 300 387 542 542 542 542 542 542 542 542 542 542 300 300
        544 544 544 449 890 675 651 622 705 595 580 675 765 388 395 696 580 896 728 702 613 702 683 541 634 731 661 981
        654 624 563 348 387 348 544 539 400 531 610 513 594 521 362 543 617 316 307 598 323 907 616 565 611 583 465 455
        358 607 527 789 552 534 464 337 272 337 544""",
    "serif italic": """
        234 290 423 555 511 870 694 258 375 375 480 530 300 311 300 329 511 511 511 511 511 511 511 511 511 511 301 301
        530 530 530 444 872 676 624 593 701 587 550 655 764 358 404 663 568 927 727 660 563 660 646 494 569 712 605 872
        661 554 537 325 313 325 530 511 400 522 494 407 524 407 294 486 544 305 260 472 279 818 563 488 512 488 400 360
        329 572 478 729 519 476 462 379 251 379 530""",
    "sans": """
        200 289 425 497 497 824 609 249 303 303 418 497 249 311 249 350 497 497 497 497 497 497 497 497 497 497 249 249
        497 497 497 425 847 544 588 571 615 527 494 617 652 263 480 579 486 727 647 664 566 664 569 534 536 645 515 786
        513 476 539 303 350 303 497 500 542 504 553 456 555 496 292 504 544 246 247 495 255 829 547 542 555 555 347 419
        338 544 467 718 446 467 425 303 241 303 497""",
    "sans bold": """
        200 340 536 528 528 857 667 300 344 344 457 528 300 332 300 339 528 528 528 528 528 528 528 528 528 528 300 300
        528 528 528 463 903 573 605 582 635 548 524 638 674 301 509 614 518 762 665 684 596 684 613 556 556 665 556 813
        567 525 541 344 339 344 528 500 555 527 573 467 573 518 341 534 571 276 278 548 286 857 572 555 573 573 398 443
        383 568 523 776 514 521 460 344 268 344 528""",
}
WIDTHS: Mapping[str, tuple[float, ...]] = {
    face: tuple(int(word) / 1000 for word in words.split()) for face, words in _TABLE.items()
}
UNKNOWN = 0.6
RISE, DROP = 0.70, 0.20
"""The height of letters above and below the baseline, in type sizes."""


class Style(NamedTuple):
    """The style of a name: font, size, letter spacing (in type sizes), colour."""

    face: str
    size: float
    spacing: float = 0.0
    colour: str = "var(--label)"
    halo: float = 0.22  # width of the light edge, in type sizes
    strength: float = 1.0
    kind: str = ""  # becomes the class

    def sized(self, factor: float) -> "Style":
        """The same style, scaled."""
        return self._replace(size=self.size * factor)


def advances(text: str, face: str) -> list[float]:
    """The width of each letter, in type sizes."""
    widths, out = WIDTHS[face], []
    for letter in text:
        code = ord(unicodedata.normalize("NFKD", letter)[0]) - 32
        out.append(widths[code] if 0 <= code < len(widths) else UNKNOWN)
    return out


def width(text: str, style: Style) -> float:
    """The width of the text in this style, without the space after the last letter."""
    return style.size * (sum(advances(text, style.face)) + style.spacing * max(0, len(text) - 1))


def centres(text: str, style: Style) -> list[tuple[float, float]]:
    """For each letter except spaces: the position of its middle along the line, and half its width."""
    out, at = [], 0.0
    for letter, wide in zip(text, advances(text, style.face), strict=True):
        if letter != " ":
            out.append(((at + wide / 2) * style.size, wide / 2 * style.size))
        at += wide + style.spacing
    return out


def attributes(style: Style) -> dict[str, object]:
    """The style as SVG attributes; the family is set on the group that holds the text."""
    bold, italic = style.face.endswith("bold"), style.face.endswith("italic")
    out: dict[str, object] = {
        "class": style.kind or None,
        "font_size": num(style.size),
        "font_weight": "700" if bold else None,
        "font_style": "italic" if italic else None,
        "letter_spacing": fine(style.spacing * style.size) if style.spacing else None,
        "fill": style.colour,
        "fill_opacity": fine(style.strength) if style.strength < 1 else None,
    }
    if style.halo:
        out |= {
            "stroke": "var(--halo)",
            "stroke_width": fine(style.halo * style.size),
            "stroke_linejoin": "round",
            "paint_order": "stroke",
        }
    return out


def set_level(text: str, style: Style, left: Point, angle: float = 0.0) -> str:
    """Lettering on a straight line from its left end; the angle is in degrees."""
    x, y = left
    turn = f"rotate({num(angle)} {num(x)} {num(y)})" if angle else None
    return element(
        "text",
        escape(text),
        x=num(x),
        y=num(y),
        transform=turn,
        textLength=num(width(text, style)),
        lengthAdjust="spacingAndGlyphs",
        **attributes(style),
    )


def set_along(text: str, style: Style, line: Sequence[Point], start: float, name: str) -> str:
    """Text along a line, beginning at distance `start`; the line is defined under this name."""
    wide = width(text, style)
    marks = [start + wide * n / 8 for n in range(9)]
    trail = [p for p, _ in walk(line, [max(0.0, start - style.size * 0.3), *marks, marks[-1] + style.size])]
    inside = element("textPath", escape(text), href=f"#{name}", startOffset=num(math.dist(trail[0], trail[1])))
    return path(smooth(trail), id=name, fill="none") + element("text", inside, **attributes(style))


def capital(text: str) -> str:
    """The text with its first letter capitalised."""
    return text[:1].upper() + text[1:]
