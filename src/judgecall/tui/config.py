"""The player's config file: keys and colours. What is wrong in it is said, and the rest of it holds."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from textual.binding import Binding
from textual.keys import Keys, format_key

from judgecall.tui.actions import ACTIONS, PLACES

VARIABLE = "JUDGECALL_CONFIG"
"""Environment variable that names another config file."""


@dataclass(frozen=True)
class Config:
    """What the file says."""

    path: Path | None = None
    theme: str = ""
    keys: dict[str, str] = field(default_factory=dict)
    """Keys by the id of the action; several are set off by commas."""
    problems: tuple[str, ...] = ()
    """What could not be used of it, each as a sentence for the player."""


def config_path() -> Path:
    """Where the file is, or would be."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_config_path  # imported late: it costs time before the first paint

    return user_config_path("judgecall", appauthor=False) / "config.toml"


def read_config(path: Path, themes: Iterable[str]) -> Config:
    """Read the file; a missing one is an empty one."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Config(path)
    except OSError as error:
        return Config(path, problems=(f"The config file can't be read ({error.strerror or error}): {path}",))
    except UnicodeDecodeError as error:
        return Config(path, problems=(f"The config file is not used: {path} is not TOML ({error}).",))
    import tomllib  # imported late: most players have no such file, and wait for the first paint

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Config(path, problems=(f"The config file is not used: {path} is not TOML ({error}).",))
    problems = [
        f"{path.name}: there is no setting “{name}”; there are theme and keys."
        for name in data.keys() - {"theme", "keys"}
    ]
    theme = data.get("theme", "")
    if theme and theme not in set(themes):
        problems.append(f"{path.name}: there is no theme “{theme}”; f5 shows those that there are.")
        theme = ""
    keys, wrong = _keys(data.get("keys", {}), path.name)
    return Config(path, theme, keys, (*problems, *wrong))


def _keys(given: object, file: str) -> tuple[dict[str, str], list[str]]:
    """(usable keys by action, problems)."""
    if not isinstance(given, dict):
        return {}, [f'{file}: keys must be a table, like [keys] and then copy = "c".']
    known = {action.id: action for action in ACTIONS}
    keys: dict[str, str] = {}
    problems: list[str] = []
    for id, value in given.items():
        named = [part.strip() for part in value.split(",")] if isinstance(value, str) else [""]
        if id not in known:
            problems.append(f"{file}: there is no action “{id}”; help (f1) names them all.")
        elif not all(named):
            problems.append(f'{file}: the keys of {id} must be a text like "f6" or "ctrl+k,f6".')
        elif known[id].name == "choose" and len(named) != 9:
            problems.append(f"{file}: {id} needs nine keys, one for each choice.")
        elif strange := [key for key in named if not _is_key(key)]:
            problems.append(
                f"{file}: {id}: there is no key “{strange[0]}”; keys are written like f6, ctrl+k or alt+up."
            )
        elif known[id].priority and (typed := [key for key in named if _types(key)]):
            problems.append(f"{file}: {id}: “{typed[0]}” is needed for typing; choose a key like f6 or ctrl+k.")
        else:
            keys[id] = ",".join(map(_normal, named))
    return _without_clashes(keys, problems, file)


def _normal(key: str) -> str:
    """The key under the name that it has in bindings: "/" is "slash"."""
    return str(next(iter(Binding.make_bindings([(key, "", "")]))).key)


def _is_key(key: str) -> bool:
    *held, last = _normal(key).split("+")
    named = last in {each.value.split("+")[-1] for each in Keys} or len(format_key(last)) == 1
    return named and all(part in {"ctrl", "alt", "shift", "super", "meta"} for part in held)


def _types(key: str) -> bool:
    """Whether the key is a sign that may be typed."""
    normal = _normal(key)
    return normal == "space" or len(format_key(normal)) == 1


def _without_clashes(keys: dict[str, str], problems: list[str], file: str) -> tuple[dict[str, str], list[str]]:
    """The keys without those that would take one from another action that can be used in the same place."""
    used: dict[tuple[str, str], str] = {}
    for action in ACTIONS:
        for key in keys.get(action.id, action.keys).split(","):
            for place in PLACES if action.place == "anywhere" else (action.place,):
                other = used.setdefault((place, key), action.id)
                if other == action.id:
                    continue
                loser = action.id if action.id in keys else other
                winner = other if loser == action.id else action.id
                if loser in keys:
                    problems.append(f"{file}: {key} is the key of {winner} already; {loser} keeps its own.")
                    return _without_clashes({id: value for id, value in keys.items() if id != loser}, problems, file)
    return keys, problems
