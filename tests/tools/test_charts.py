"""The charts of the documentation: every figure is at its place, and said in words."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from tools.charts import COLOURS, INLINE, WIDTH, Mark, curve, dots, lines

SPACE = "{http://www.w3.org/2000/svg}"


def parsed(chart: str) -> ET.Element:
    """Return the root of a chart."""
    return ET.fromstring(chart)  # noqa: S314 - our own drawing


def texts(chart: str) -> list[str]:
    """Return the texts that are drawn."""
    return [one.text or "" for one in parsed(chart).iter(f"{SPACE}text")]


def circles(chart: str, colour: str) -> list[float]:
    """Return how far right the dots of a colour are."""
    found = parsed(chart).iter(f"{SPACE}circle")
    return [float(one.attrib["cx"]) for one in found if one.attrib["fill"] == colour]


def mark(value: float, spread: float = 0.0) -> Mark:
    """Return a mark that says its value."""
    return Mark(value, value - spread, value + spread, f"{value:g}")


def test_dots_are_where_their_values_are() -> None:
    """Equal steps of a value are equal steps to the right, inside the chart."""
    rows = [(f"row {value}", [mark(value)]) for value in (1.0, 2.0, 3.0, 5.0)]
    places = circles(dots(rows, "Title"), COLOURS[0])

    one, two, three, five = places
    assert two - one == pytest.approx(three - two, abs=0.2)
    assert five - three == pytest.approx(2 * (two - one), abs=0.2)
    assert 0 < one < five < WIDTH


def test_a_figure_without_room_beside_its_dot_is_on_the_line_of_its_label() -> None:
    """An interval over the whole chart leaves no room for what it says."""
    for value, high in ((1.0, 10.0), (9.0, 10.0), (1.0, 1.5)):
        chart = dots(
            [("row", [Mark(value, 1.0, high, "1.0000, before 10.0000")]), ("end", [mark(10)])],
            "Title",
        )
        label, said, *_ = (
            one
            for one in parsed(chart).iter(f"{SPACE}text")
            if one.text in {"row", "1.0000, before 10.0000"}
        )
        below = float(said.attrib["y"]) - float(label.attrib["y"])
        assert (below < 2) == (high > 2)
        if high > 2:
            assert said.attrib["text-anchor"] == "end"
            assert float(said.attrib["x"]) == pytest.approx(WIDTH - 14)


def test_a_logarithmic_scale_has_equal_factors() -> None:
    """On a logarithmic scale, equal factors are equal steps to the right."""
    rows = [(f"row {value}", [mark(value)]) for value in (10.0, 100.0, 1000.0, 4000.0)]
    one, two, three, four = circles(dots(rows, "Title", is_log=True), COLOURS[0])

    assert two - one == pytest.approx(three - two, abs=0.2)
    assert three < four < three + (two - one)


def test_every_row_and_series_is_drawn_and_named() -> None:
    """Each series has a colour and a name; a mark that is missing leaves its place empty."""
    rows: list[tuple[str, list[Mark | None]]] = [
        ("first", [mark(1), mark(2)]),
        ("second", [mark(3), None]),
    ]
    chart = dots(rows, "A title", series=["pure", "compiled"])

    assert len(circles(chart, COLOURS[0])) >= 2
    assert {"first", "second", "pure", "compiled", "1", "2", "3"} <= set(texts(chart))
    assert parsed(chart).findtext(f"{SPACE}title") == "A title"
    assert "first: 1, 2; second: 3" in chart


def test_an_interval_is_as_long_as_it_is_wide() -> None:
    """The line of an interval goes from its lower to its upper end."""
    wide = dots([("row", [Mark(5, 2, 8, "5")])], "Title")
    narrow = dots([("row", [Mark(5, 4, 6, "5")]), ("ends", [Mark(5, 2, 8, "5")])], "Title")

    def lengths(chart: str) -> list[float]:
        found = re.findall(r'd="M([\d.]+) [\d.]+H([\d.]+)"', chart)
        return sorted(float(end) - float(start) for start, end in found)

    assert lengths(narrow)[0] == pytest.approx(lengths(wide)[-1] / 3, abs=0.5)


def test_the_centre_has_a_line() -> None:
    """A line is drawn at the centre, which belongs to the scale even if no value is there."""
    rows = [("row", [mark(0.9)])]

    assert "0.5" in texts(dots(rows, "Title", centre=0.5, form=".1f"))
    assert "stroke-dasharray" in dots(rows, "Title", centre=0.5)
    assert "stroke-dasharray" not in dots(rows, "Title")


def test_lines_rise_with_their_values() -> None:
    """A line begins and ends at its values; the scale begins at 0."""
    chart = lines([100, 200, 300], [10, 20, 10], "Speed")
    drawn = next(
        one.attrib["d"] for one in parsed(chart).iter(f"{SPACE}path") if "L" in one.attrib["d"]
    )
    points = [tuple(map(float, pair.split())) for pair in drawn.removeprefix("M").split("L")]
    (x1, y1), (x2, y2), (x3, y3) = points

    assert x2 - x1 == pytest.approx(x3 - x2, abs=0.2)
    assert y1 == y3 > y2  # upwards is less
    assert {"0", "10", "20", "Speed", "100", "300"} <= set(texts(chart))
    assert "Speed: 10 after 100, 10 after 300" in chart


def test_a_curve_has_every_value() -> None:
    """The curve of a game has a point for each value: 1 above, 0 below."""
    chart = curve([0.5, 1.0, 0.0], "A game", ("Ann", "Ben"), INLINE)
    whole = re.search(r'd="M([\d. L]+)" ', chart)
    assert whole is not None
    heights = [float(pair.split()[1]) for pair in whole.group(1).split("L")]

    assert heights[1] < heights[0] < heights[2]
    assert heights[0] == pytest.approx((heights[1] + heights[2]) / 2)
    assert {"Ann", "Ben"} <= set(texts(chart))
