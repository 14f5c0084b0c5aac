"""All attacks, by group."""

from . import confidentiality, forgery, integrity, remembering, resources
from .field import Attack

GROUPS: dict[str, list[Attack]] = {
    "forgery": forgery.ATTACKS,
    "remembering": remembering.ATTACKS,
    "confidentiality": confidentiality.ATTACKS,
    "resources": resources.ATTACKS,
    "integrity": integrity.ATTACKS,
}
ALL = [attack for attacks in GROUPS.values() for attack in attacks]
assert len({attack.name for attack in ALL}) == len(ALL), "two attacks share a name"
