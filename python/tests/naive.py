"""A naive solver, to compare with. It shares no code with the package: it knows the definition only."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any


@dataclass
class Naive:
    """Items with the least and greatest number of options that cover them; options as lists of uses."""

    #: For each primary item, how often it is covered at least and at most.
    primary: dict[Any, tuple[int, int]]
    secondary: list[Any]
    #: For each option, its items, each with a colour or `None`.
    options: list[list[tuple[Any, Any]]]
    costs: list[int] = field(default_factory=list)

    def is_solution(self, chosen: tuple[int, ...]) -> bool:
        """The definition of a solution."""
        uses = [use for option in chosen for use in self.options[option]]
        for option in chosen:
            if not any(item in self.primary for item, _ in self.options[option]):
                return False
        for item, (low, high) in self.primary.items():
            if not low <= sum(1 for used, _ in uses if used == item) <= high:
                return False
        for item in self.secondary:
            colours = [colour for used, colour in uses if used == item]
            if len(colours) > 1 and (None in colours or len(set(colours)) > 1):
                return False
        return True

    def solutions(self) -> set[tuple[int, ...]]:
        """Tries all sets of options."""
        numbers = range(len(self.options))
        return {
            chosen
            for size in range(len(self.options) + 1)
            for chosen in combinations(numbers, size)
            if self.is_solution(chosen)
        }

    def cost(self, chosen: tuple[int, ...]) -> int:
        """The sum of the costs of options."""
        return sum(self.costs[option] for option in chosen)
