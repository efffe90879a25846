"""The shipped corpus: the seed passages word for word, and summaries that are well-formed."""

from __future__ import annotations

import hashlib

import pytest

from judgecall.corpus.files import corpus_folder
from judgecall.corpus.passages import card_key, is_rule_number, rule_order
from judgecall.corpus.shipped import CorpusFileError, ShippedCorpus

SEED_HASHES = {
    "106.5": "893d99f1947443260ea477256a7293385e6ebcdeebe56957fd7f92366d02f44b",
    "106.7": "678cff70650e583cf6f5ba24b3831d7faf5e339bd76a23c9c1d25f239c2a2c6c",
    "106.12": "1fc814165a0440ef1a4644eb487e90e6a3093872568eddb9d17319c331450bcc",
    "106.12a": "d75736376d9744c293a475763aa7b31d7a23ac371f8b29d2caa53d3d43c4ba7f",
    "106.12b": "d72eb21d0ba39129a3534f53952b03b5732d91b775f89f28af1c5fc8914f34ac",
    "107.3m": "48306ab409f1c09671aaa407544fa62d5caf707bf0994bb69db4d2d764a461d1",
    "107.5": "5508f2a991c23f3b342d590d19334b689514a231e59b296cc9ba8f58d24e9830",
    "107.6": "dd14a402e62098ae79ff7c18cd7311dedb5253acc87bd14924961ef513e47249",
    "ochran-assassin-1": "b5d6725b2a8e1684bd7a6ce4903e262de6f3fdea7213decb89e6494aada441b4",
    "ochran-assassin-2": "7f0b7dec838f837351449c19c08ae256022223703518ccf9b7746843c193025d",
    "jermane-1": "2267f873a242229e0926809a3e7b100209943caeb243bf2274680d058f9624c4",
    "jermane-2": "3afa1c42718707e23c415f3d9ac907194ddcd342ac51c39349b9a06a9678e0cd",
    "jermane-3": "a0b00a4bb9d1be409d8b74db565afd6561b88d1a123ca353955e0c2ccd4d8095",
    "jermane-4": "a9d592f68a9dfa24f03ec59ce54d10438a9d472f6b40e05d99b265b516d5e3e7",
    "jermane-5": "97c875c9d65876a4a5a7bae695987efcbcbcc926af70564cf9e2fef426de42a1",
    "jermane-6": "4ef2278f548769f122e095379d76a78435db6efd6d25f1a5d560e14bcd67b57d",
    "dawnhart-wardens-1": "2fece0b3f1dbebfd1ec6ad3c790fb268b033dbd1052bf5fc2eb584273dca3219",
    "dawnhart-wardens-2": "196be94fed2773155889266edc147bb0121a1493a3b2df9ee6588ad36748184d",
    "dawnhart-wardens-3": "a6eb986ee5e4a1558fd260e4c6826b1a4c88a312a057cb7162b732152c8e8339",
    "startled-awake-1": "40fe6459a9ab4772b30cc061ceba20b605c016e36f30da28bf593f2773d4efef",
    "startled-awake-2": "7d86157d01aa152ec8c31890863c000561a8ef7697480458c54c10aad278b6ab",
    "startled-awake-3": "815fa2806569ce247996c31aa9b4d37d10cb712aef85786ddbe35d43ad049ec0",
}


@pytest.fixture(scope="module")
def shipped() -> ShippedCorpus:
    return ShippedCorpus(corpus_folder())


def _find(shipped: ShippedCorpus, id: str):
    return shipped.rule(id) if is_rule_number(id) else shipped.rulings.get(id)


@pytest.mark.parametrize("id", SEED_HASHES)
def test_a_seed_passage_is_the_published_text_byte_for_byte(shipped, id):
    """The 22 seed passages are quoted word for word, with curly quotes where the source has them."""
    passage = _find(shipped, id)

    assert passage is not None
    assert hashlib.sha256(passage.text.encode("utf-8")).hexdigest() == SEED_HASHES[id]
    assert not passage.summary


@pytest.mark.parametrize("id", SEED_HASHES)
def test_the_deciding_words_of_a_seed_passage_are_part_of_it(shipped, id):
    """Every seed passage has words to mark when no step names its own."""
    passage = _find(shipped, id)

    ((start, end),) = passage.marked()
    assert passage.text[start:end] == passage.marks["default"]
    assert passage.marked("no_such_step") == ((start, end),)


def test_only_seed_passages_are_exact_text(shipped):
    """Any other rule is shipped as a one-sentence summary in our own words."""
    exact = {rule.id for rule in shipped.rules.values() if not rule.summary}

    assert exact == {id for id in SEED_HASHES if is_rule_number(id)}


def test_summaries_are_single_short_sentences(shipped):
    """A summary is one sentence, and no longer than a person reads at a glance."""
    for rule in shipped.rules.values():
        if rule.summary:
            assert rule.text.endswith("."), rule.id
            assert ". " not in rule.text, rule.id
            assert len(rule.text) < 260, rule.id


def test_every_rule_is_in_the_file_of_its_section_and_in_order(shipped):
    """509.1b is found in 509.toml, and a section lists its rules as the rulebook does."""
    for number in shipped.section_numbers:
        section = shipped.section(number)
        assert section is not None
        ids = list(section.passages)
        assert ids == sorted(ids, key=rule_order)
        assert {id[:3] for id in ids} == {number}


def test_rule_links_of_rulings_name_rules_that_exist(shipped):
    """A ruling is linked only to rules that the corpus can show."""
    for ruling in shipped.rulings.values():
        assert ruling.rules, ruling.id
        for number in ruling.rules:
            assert shipped.rule(number) is not None, (ruling.id, number)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("Ochran Assassin", 2),
        ("jermane pride of the circus", 6),
        ("Dawnhart Wardens", 3),
        ("Startled Awake // Persistent Nightmare", 3),
        ("Persistent Nightmare", 3),
        ("Grizzly Bears", 0),
    ],
)
def test_rulings_are_found_by_card_and_by_face(shipped, name, count):
    """A face's name finds the rulings of the whole card."""
    assert len(shipped.rulings_on(name)) == count


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Jermane, Pride of the Circus", "jermane pride of the circus"),
        ("Lim-Dûl's Vault", "lim duls vault"),
        ("Æther Vial", "aether vial"),
        ("Fire // Ice", "fire ice"),
        ("Urza’s Tower", "urzas tower"),
    ],
)
def test_card_keys_ignore_case_accents_and_punctuation(name, key):
    """However a player types a name's marks, the key is the same."""
    assert card_key(name) == key


def test_a_mark_that_is_not_in_the_text_is_an_error(tmp_path):
    """A mark with a slip in it is refused with the name of the file and the entry."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "999.toml").write_text(
        'title = "T"\nsource = "S"\ndate = "2026-01-01"\n'
        '[[passage]]\nid = "999.1"\ntext = "Some text."\nmarks = { default = "other text" }\n',
        encoding="utf-8",
    )

    with pytest.raises(CorpusFileError, match=r"999\.toml.*999\.1"):
        ShippedCorpus(tmp_path).rule("999.1")


def test_a_rule_read_alone_is_the_rule_of_its_section(shipped):
    """And so are titles, headings and rulings that are read without the rest."""
    alone = ShippedCorpus(corpus_folder())

    assert [number for number, rule in shipped.rules.items() if alone.rule(number) != rule] == []
    for number in shipped.section_numbers:
        section = shipped.section(number)
        assert (alone.section_title(number), alone.headings(number)) == (section.title, section.headings)
    assert all(alone.ruling(id) == ruling for id, ruling in shipped.rulings.items())
    assert alone.rule("509.99z") is alone.rule("999.1") is alone.ruling("ochran-assassin-99") is None
    assert alone.section_title("999") == ""


def test_words_that_stand_in_no_file_are_known_not_to(shipped):
    """Parts of words count, so that a stem is found."""
    assert shipped.may_say(["deathtouch", "requir"])
    assert not shipped.may_say(["deathtouch", "zzyzx"])


def test_a_broken_file_is_an_error_that_names_it(tmp_path):
    """A file with a syntax error says which file it is."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "999.toml").write_text("title = ", encoding="utf-8")

    with pytest.raises(CorpusFileError, match=r"999\.toml"):
        ShippedCorpus(tmp_path).section("999")


def test_what_players_call_rules_are_rules_that_exist(shipped):
    """And no word of theirs is written in a way that is never looked for."""
    for words, meant in shipped.terms_meant.items():
        assert words == " ".join(words.lower().replace("-", " ").split())
        assert meant == meant.lower()
        assert not meant[0].isdigit() or shipped.rule(meant)
