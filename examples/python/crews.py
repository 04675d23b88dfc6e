"""Crew pairing with wishes: from a table of duties to the cheapest plan of a day.

A duty is a chain of flights for one crew, at a cost. An option is a duty that is flown.

* Each flight is an item that is covered once: exactly one crew flies it.
* Hard "at most": at most 2 crews are hired. The item `hired` is covered 0 to 2 times.
* Soft "at most": at most 3 crews are our own. The item `own` is covered 0 to 3 times, and each duty
  has a second option: a hired crew flies it, which costs 5 more.
* Soft "at least": 3 duties are short. The item `short` is covered at least 3 times. Slack options,
  which cover nothing else, take the place of duties, and cost 3 each.
* Soft "exactly once": a slack option for each flight cancels it. So there is always a plan.

`python3 examples/python/crews.py [CREWS] [TABLE]`. The Rust example `crews` is the same model.
"""

from __future__ import annotations

import quadrille as q
from table import arguments, read_table, run

HIRED, HIRING = 2, 5
SHORT_DUTIES, SHORT_HOURS, LONG = 3, 8, 3
CANCELLED = 40


def model(file: str, crews: int) -> q.Problem:
    """Makes the problem. The data of each option is its line in the plan."""
    duties = read_table(file, ["duty", "start", "end", "cost", "flights"])
    # All flights of the table, in the order in which they first occur.
    known = dict.fromkeys(flight for duty in duties for flight in duty.name("flights").split())
    problem = q.Problem([("flight", flight) for flight in known])
    problem.primary("own", (0, crews))
    problem.primary("hired", (0, HIRED))
    problem.primary("short", (SHORT_DUTIES, SHORT_DUTIES + len(known)))
    for duty in duties:
        flights, cost = duty.name("flights").split(), duty.number("cost")
        start, end = duty.number("start"), duty.number("end")
        if start >= end:
            duty.fail(f"the duty ends at {end}, but starts at {start}")
        if len(set(flights)) < len(flights):
            duty.fail("a flight occurs twice")
        items: list[object] = [("flight", flight) for flight in flights]
        if end - start <= SHORT_HOURS:
            items.append("short")
        line = f"{duty.name('duty')}, {start} to {end} h: {' '.join(flights)}"
        problem.option([*items, "own"], cost=cost, data=line)
        problem.option(
            [*items, "hired"], cost=cost + HIRING, data=f"{line} (broken wish: a hired crew)"
        )
    # The slack options come last, and so do their lines.
    for _ in range(SHORT_DUTIES):
        problem.option(["short"], cost=LONG, data="broken wish: a short duty is missing")
    for flight in known:
        line = f"broken wish: {flight} is cancelled"
        problem.option([("flight", flight)], cost=CANCELLED, data=line)
    return problem


def main() -> None:
    crews, file = arguments(3, "examples/tables/duties.csv")
    problem = model(file, crews)
    best = problem.best()[0]
    for option in best:
        print(f"{problem.cost_of(option):4}  {problem.data_of(option)}")
    print(f"{best.cost:4}  is the least cost")


if __name__ == "__main__":
    run(main)
