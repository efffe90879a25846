"""Verdicts, steps and facts in words: a one-sentence ruling that stands by itself."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from judgecall.answer.json_form import ConditionForm, Value, VerdictForm
from judgecall.answer.messages import Catalogue, fill, named, unknown
from judgecall.engine.derivation import DerivedStep
from judgecall.engine.facts import Args, Assumption
from judgecall.engine.judge import Judgement
from judgecall.engine.verdicts import (
    Decision,
    Depends,
    ManaTypes,
    NoRuling,
    Number,
    Objects,
    Outcome,
    Verdict,
    YesNo,
)
from judgecall.scenario.english import capital, query_phrase
from judgecall.scenario.model import Query, Scenario
from judgecall.scenario.names import Name, listed, names_in, player_name

COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless"}
BOUNDS = {"exactly": "exactly", "at_most": "at most", "at_least": "at least"}
_MOST_REASONS = 4
"""How many reasons one sentence can name and still be read."""
Branch = tuple[tuple[Decision, ...], Verdict]


class Wording:
    """Puts what the engine found for one scenario into words."""

    def __init__(self, scenario: Scenario, catalogue: Catalogue) -> None:
        self.scenario = scenario
        self.names = names_in(scenario)
        self.catalogue = catalogue

    # ------------------------------------------------------------- sentences

    def sentence(self, judgement: Judgement) -> str:
        """The ruling on one query."""
        query, verdict = judgement.query, judgement.verdict
        if isinstance(verdict, NoRuling):
            return self.reason(verdict.reason, verdict.args)
        if isinstance(verdict, Depends):
            return self._depends(query, simplified(verdict))
        clause = self.clause(query, verdict)
        because = self._because(judgement.steps, clause)
        if isinstance(verdict, YesNo):
            if query.negated:
                lead = "That isn't right: " if verdict.value else "That's right: "
            else:
                lead = "Yes: " if verdict.value else "No: "
            return f"{lead}{clause}{because}."
        return f"{capital(clause)}{because}."

    def _because(self, steps: Sequence[DerivedStep], clause: str) -> str:
        """What the last step says; where that only says the ruling again, what it rests on."""
        if not steps:
            return ""
        last = self._reason_in(steps[-1], clause)
        if last:
            return f", because {last}"
        grounds = dict.fromkeys(self._reason_in(steps[i], clause) for i in steps[-1].because)
        told = [text for text in grounds if text]
        return f", because {listed(told)}" if told and len(told) <= _MOST_REASONS else ""

    def _reason_in(self, step: DerivedStep, clause: str) -> str:
        """A step's text as it stands within a sentence; nothing where the clause says the same."""
        text, proper = self._filled(self.catalogue.steps, step.code, named(step.args, self.names))
        text = text.rstrip(". ")
        if not text or text.lower() in clause.lower():
            return ""
        return text if proper else lowered(text)

    def _depends(self, query: Query, branches: Sequence[Branch]) -> str:
        if len(branches) == 2 and all(len(decisions) == 1 for decisions, _ in branches):
            first, second = sorted(branches, key=lambda branch: not branch[0][0].holds)
            if first[0][0].code == second[0][0].code and first[0][0].args == second[0][0].args:
                what = self.decision(first[0][0])
                so, not_so = self.clause(query, first[1]), self.clause(query, second[1])
                return f"It depends on whether {what}: if so, {so}; if not, {not_so}."
        cases = [f"if {self._condition(decisions)}, {self.clause(query, verdict)}" for decisions, verdict in branches]
        return f"It depends: {'; '.join(cases)}."

    def clause(self, query: Query, verdict: Verdict) -> str:
        """What a verdict says, as a clause that stands by itself."""
        fields = self._fields(query)
        if isinstance(verdict, Outcome):
            return self._filled(self.catalogue.outcomes, verdict.value, fields | named(verdict.args, self.names))[0]
        suffix, plain = "set", ""
        if isinstance(verdict, YesNo):
            suffix = plain = "yes" if verdict.value != query.inverse else "no"
        elif isinstance(verdict, Number):
            suffix = "number"
            fields["n"] = Name(str(verdict.value), plural=verdict.value != 1)
            fields["bound_word"] = Name(BOUNDS[verdict.bound])
            plain = f"{'' if verdict.bound == 'exactly' else BOUNDS[verdict.bound] + ' '}{verdict.value}"
        elif isinstance(verdict, ManaTypes):
            plain = mana_words(verdict)
            fields |= {name: Name(plain) for name in ("set", "types", "list")}
        elif isinstance(verdict, Objects):
            labels = self.labels(verdict)
            plain = listed(labels) or "none"
            fields |= {name: Name(plain, plural=len(labels) != 1) for name in ("set", "objects", "list")}
        else:
            return self.reason(verdict.reason, verdict.args) if isinstance(verdict, NoRuling) else "it depends"
        template = self._template(query, suffix)
        if template is None and suffix == "set" and plain in {"none", "no mana"}:
            template = self.catalogue.verdicts.get(f"{query.kind}.none")
        if template is None:
            return f"the answer to {query_phrase(self.scenario, query)} is {plain}"
        return fill(template, fields).strip().rstrip(".")

    def _template(self, query: Query, suffix: str) -> str | None:
        """The text of a verdict: one for the very value that is asked about, for no value or for no subject, before the one for all.

        Where it is asked whether it is any at all (at least 1 is possible), the text is the one for some.
        """
        texts = self.catalogue.verdicts
        base = f"{query.kind}.{suffix}"
        if query.n == 1 and query.bound == "at_most" and f"{base}.some" in texts:
            return texts[f"{base}.some"]
        special = (query.value or "plain") if query.subject else "none"
        return texts.get(f"{base}.{special}") or texts.get(base)

    def _fields(self, query: Query) -> dict[str, Name]:
        fields: dict[str, Name] = {}
        if query.subject:
            fields["subject"] = self.names.all_of(query.subject)
        if query.target:
            fields["target"] = self.names.all_of(query.target)
            fields["any_target"] = self.names.all_of(query.target, "or")
        if query.n is not None:
            fields["n"] = Name(str(query.n), plural=query.n != 1)
        if query.value:
            words = [COLORS.get(one, one.replace("_", " ")) for one in query.value.split(",")]
            fields["value"] = Name(listed(words))
        if query.who:
            fields["who"] = player_name(query.who) or Name(query.who)
        if query.at:
            fields["at"] = Name(query.at.replace("_", " "))
        fields["bound_word"] = Name(BOUNDS[query.bound])
        return fields

    # ------------------------------------------------------ steps and facts

    def merged(self, steps: Sequence[DerivedStep]) -> list[DerivedStep]:
        """The steps, with those that say the same of each of several alike objects as one step about them all."""
        alike: dict[object, list[int]] = {}
        for index, step in enumerate(steps):
            args = tuple((name, self.names.group_ref(value)) for name, value in step.args)
            alike.setdefault((step.rule, step.code, args), []).append(index)
        place: dict[int, int] = {}
        kept: list[tuple[DerivedStep, list[int]]] = []
        for indexes in sorted(alike.values(), key=max):
            rows = [dict(steps[i].args) for i in indexes]
            differing = {name for name in rows[0] if len({row[name] for row in rows}) > 1}
            whole = bool(differing) and all(self.names.is_whole_group({r[name] for r in rows}) for name in differing)
            if whole:
                args = tuple((n, self.names.group_ref(v) if n in differing else v) for n, v in steps[indexes[0]].args)
                kept.append((msgspec.structs.replace(steps[indexes[-1]], args=args), indexes))
            else:
                kept.extend((steps[i], [i]) for i in indexes)
        kept.sort(key=lambda one: max(one[1]))
        for new, (_, indexes) in enumerate(kept):
            place.update(dict.fromkeys(indexes, new))
        return [
            msgspec.structs.replace(
                step,
                because=tuple(
                    sorted({place[b] for i in indexes for b in steps[i].because if b in place and place[b] != new})
                ),
            )
            for new, (step, indexes) in enumerate(kept)
        ]

    def step(self, step: DerivedStep) -> str:
        """One step as a sentence."""
        text, _ = self._filled(self.catalogue.steps, step.code, named(step.args, self.names))
        return f"{capital(text.rstrip('. '))}."

    def assumption(self, fact: Assumption) -> str:
        """An assumed fact as a sentence."""
        texts = self.catalogue.facts.get(fact.code)
        fields = named(fact.args, self.names)
        said = fill(texts.assumed or texts.if_true, fields) if texts else unknown(fact.code, fields)
        return f"{capital(said.rstrip('. '))}."

    def of_the_group(self, fact: Assumption) -> Assumption:
        """A fact about one of several alike objects, as a fact about all of them (for its text; it has no key)."""
        return Assumption(fact.code, tuple((name, self.names.group_ref(value)) for name, value in fact.args))

    def decision(self, decision: Decision) -> str:
        """How an open fact falls, as a clause that can follow "if"."""
        args = decision.args
        if decision.code.startswith("size_"):  # alike objects have one size
            args = tuple((name, self.names.group_ref(value)) for name, value in args)
        return self.fact(decision.code, args, decision.holds)

    def fact(self, code: str, args: Args, holds: bool) -> str:
        """A fact and which way it falls, as a clause."""
        texts = self.catalogue.facts.get(code)
        fields = named(args, self.names)
        said = "" if texts is None else texts.if_true if holds else texts.if_false
        if not said:
            return f"it is {'' if holds else 'not '}so that {unknown(code, fields)}"
        return lowered(fill(said, fields).rstrip(". ")) if not said.startswith("{") else fill(said, fields).rstrip(". ")

    def _condition(self, decisions: Sequence[Decision]) -> str:
        return " and ".join(self.decision(decision) for decision in decisions)

    def reason(self, code: str, args: Args) -> str:
        """Why there is no ruling, as a sentence."""
        return self.reason_of(code, named(args, self.names))

    def reason_of(self, code: str, fields: dict[str, Name]) -> str:
        """Like `reason`, with the fields named already."""
        text, _ = self._filled(self.catalogue.reasons, code, fields)
        return f"{capital(text.rstrip('. '))}." if not text.endswith(("?", "!")) else capital(text)

    def _filled(self, templates: dict[str, str], code: str, fields: dict[str, Name]) -> tuple[str, bool]:
        """The text, and whether its first letter has to stay as it is."""
        template = templates.get(code)
        if template is None:
            return unknown(code, fields), False
        return fill(template, fields).strip(), template.lstrip().startswith("{")

    # -------------------------------------------------------------- verdicts

    def form(self, verdict: Verdict) -> VerdictForm:
        """A verdict as programs read it."""
        if isinstance(verdict, YesNo):
            return VerdictForm("yes_no", self.value(verdict))
        if isinstance(verdict, Number):
            return VerdictForm("number", verdict.value, verdict.bound)
        if isinstance(verdict, ManaTypes | Objects):
            return VerdictForm("set", self.value(verdict))
        if isinstance(verdict, Outcome):
            return VerdictForm("outcome", self.value(verdict))
        if isinstance(verdict, Depends):
            cases = simplified(verdict)
            conditions = tuple(ConditionForm(self._condition(decisions), self.value(v)) for decisions, v in cases)
            return VerdictForm("yes_no", "depends", conditions=conditions)
        return VerdictForm("no_ruling", None)

    def value(self, verdict: Verdict) -> Value:
        """The bare value of a verdict."""
        if isinstance(verdict, YesNo):
            return "yes" if verdict.value else "no"
        if isinstance(verdict, Number):
            return verdict.value
        if isinstance(verdict, ManaTypes):
            return sorted(verdict.value, key=mana_order)
        if isinstance(verdict, Objects):
            return self.labels(verdict)
        if isinstance(verdict, Outcome):
            return self.clause(Query("face_after"), verdict)
        return "depends" if isinstance(verdict, Depends) else None

    def labels(self, verdict: Objects) -> list[str]:
        """The names of the objects of a set; alike objects that are all in it go by one name."""
        labels: list[str] = []
        ids = set(verdict.value)
        for thing in self.scenario.objects:
            members = [thing.id, *(f"{thing.id}#{n}" for n in range(2, (thing.count or 1) + 1))]
            if len(members) > 1 and set(members) <= ids:
                labels.append(str(self.names.group(thing.id)))
                ids -= set(members)
            else:
                labels.extend(str(self.names.of(f"@{id}")) for id in members if id in ids)
                ids -= set(members)
        return [*labels, *(str(self.names.of(id)) for id in verdict.value if id in ids)]


def lowered(text: str) -> str:
    """A sentence as a clause: its first letter small, unless the word is written in capitals."""
    word = text.split(" ", 1)[0]
    if len(word) > 1 and (word[1:2].isupper() or not word[0].isalpha()):
        return text
    return text if word in {"I", "X"} else text[:1].lower() + text[1:]


def mana_order(types: str) -> tuple[int, list[int]]:
    """Sort key of types of mana: the order WUBRGC, shorter alternatives first."""
    return len(types), ["WUBRGC".find(letter) for letter in types]


def mana_words(verdict: ManaTypes) -> str:
    """A set of mana types in words."""
    if not verdict.value:
        return "no mana"
    ordered = sorted(verdict.value, key=mana_order)
    if all(one in COLORS for one in ordered):
        if ordered[:5] == list("WUBRG"):
            return "any color or colorless" if "C" in ordered else "any color"
        return listed((COLORS[one] for one in ordered), "or" if verdict.any_one else "and")
    return listed(ordered, "or")


def simplified(verdict: Depends) -> list[Branch]:
    """The branches of a verdict with the facts that make no difference left out."""
    branches = list(dict.fromkeys(verdict.branches))
    changed = True
    while changed:
        changed = False
        for i, (one, value) in enumerate(branches):
            for j, (other, same) in enumerate(branches[i + 1 :], i + 1):
                merged = _without_difference(one, other) if value == same else None
                if merged is not None:
                    branches[i] = (merged, value)
                    del branches[j]
                    changed = True
                    break
            if changed:
                break
    return branches


def _without_difference(one: tuple[Decision, ...], other: tuple[Decision, ...]) -> tuple[Decision, ...] | None:
    """Two conditions that lead to the same verdict and differ only in which way one fact falls, as one condition."""
    if len(one) != len(other):
        return None
    differing = [i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    if len(differing) != 1:
        return None
    a, b = one[differing[0]], other[differing[0]]
    if (a.code, a.args) != (b.code, b.args):
        return None
    return one[: differing[0]] + one[differing[0] + 1 :]
