"""Building the data: three formats, the same bytes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from judgecall.cards.build import main, split_type_line
from judgecall.cards.coverage import coverage
from judgecall.cards.sources import PrintedCard, PrintedFace, read_source

OAK: dict[str, Any] = {
    "name": "Old Oak", "mana_cost": "{1}{G}", "type_line": "Creature — Treefolk", "oracle_text": "Reach\n{T}: Add {G}.",
    "power": "1", "toughness": "3", "colors": ["G"], "layout": "normal", "keywords": ["Reach"],
}  # fmt: skip
DOOR: dict[str, Any] = {
    "name": "Oaken Door // Open Gate", "layout": "transform", "colors": ["G"],
    "faces": [
        {"name": "Oaken Door", "mana_cost": "{G}", "type_line": "Artifact", "oracle_text": "{2}: Transform this artifact."},
        {"name": "Open Gate", "mana_cost": "", "type_line": "Land — Gate", "oracle_text": "{T}: Add {G}."},
    ],
}  # fmt: skip


def shared(folder: Path, zipped: bool) -> Path:
    """The two cards in the shared format."""
    text = "".join(json.dumps(card) + "\n" for card in (OAK, DOOR)).encode()
    path = folder / "cards.jsonl"
    path.write_bytes(gzip.compress(text) if zipped else text)
    return path


def scryfall(folder: Path, zipped: bool) -> Path:
    """The two cards as Scryfall's bulk data gives them."""
    door = {**{k: v for k, v in DOOR.items() if k != "faces"}, "card_faces": DOOR["faces"]}
    text = json.dumps([door, OAK], indent=1).encode()
    path = folder / "oracle-cards.json"
    path.write_bytes(gzip.compress(text) if zipped else text)
    return path


def atomic(folder: Path, zipped: bool) -> Path:
    """The two cards as MTGJSON gives them."""

    def row(card: dict[str, Any], name: str, layout: str) -> dict[str, Any]:
        keys = {"mana_cost": "manaCost", "type_line": "type", "oracle_text": "text"}
        return {keys.get(k, k): v for k, v in card.items()} | {"faceName": name, "layout": layout}

    data = {
        OAK["name"]: [row(OAK, OAK["name"], "normal")],
        DOOR["name"]: [row(face, face["name"], "transform") for face in DOOR["faces"]],
    }
    text = json.dumps({"meta": {"version": "0"}, "data": data}).encode()
    path = folder / "AtomicCards.json"
    path.write_bytes(gzip.compress(text) if zipped else text)
    return path


@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize("source", [shared, scryfall, atomic])
def test_each_format_gives_the_same_cards(tmp_path: Path, source: Any, zipped: bool) -> None:
    path = source(tmp_path, zipped)

    assert main([str(path), str(tmp_path / "out")]) == 0
    lines = (tmp_path / "out" / "cards.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["name"] for line in lines] == ["Oaken Door // Open Gate", "Old Oak"]
    assert [face["name"] for face in json.loads(lines[0])["faces"]] == ["Oaken Door", "Open Gate"]


def test_the_same_source_gives_the_same_bytes(tmp_path: Path) -> None:
    path = shared(tmp_path, zipped=False)
    main([str(path), str(tmp_path / "one")])
    main([str(path), str(tmp_path / "two")])

    for name in ("cards.jsonl", "cards.index"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_no_rules_text_is_kept(tmp_path: Path) -> None:
    path = shared(tmp_path, zipped=False)
    main([str(path), str(tmp_path / "out")])

    assert "Transform this" not in (tmp_path / "out" / "cards.jsonl").read_text("utf-8")


def test_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text('{"hello": 1}')

    with pytest.raises(ValueError, match="not card data"):
        list(read_source(path))


def test_type_lines_are_split() -> None:
    assert split_type_line("Legendary Snow Creature — Time Lord Elf") == (
        ("legendary", "snow"),
        ("creature",),
        ("Time Lord", "Elf"),
    )
    assert split_type_line("Basic Land — Forest") == (("basic",), ("land",), ("Forest",))
    assert split_type_line("Tribal Instant — Goblin") == ((), ("kindred", "instant"), ("Goblin",))


def test_coverage_counts_lines_by_concept(tmp_path: Path) -> None:
    rows = {row.concept: row for row in coverage(read_source(shared(tmp_path, zipped=False)))}

    assert (rows["mana abilities"].seen, rows["mana abilities"].compiled) == (2, 2)
    assert (rows["all lines"].seen, rows["all lines"].unread) == (4, 0)
    assert rows["cards with text"].compiled == rows["cards with text"].seen > 0


def test_a_card_with_an_unread_line_is_not_read_whole() -> None:
    face = PrintedFace("A", "{G}", "Creature — Elf", "Flying\nDo a somersault.", "1", "1", None, None, "G")
    rows = {row.concept: row for row in coverage([PrintedCard("A", "normal", (face,))])}

    assert (rows["all lines"].seen, rows["all lines"].unread) == (2, 1)
    assert (rows["cards with text"].seen, rows["cards with text"].compiled) == (1, 0)
