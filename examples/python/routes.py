"""Routes of vans with wishes: from a table of customers to the cheapest tours.

An option is a route: a van leaves the depot, serves some customers and comes back. Its cost is its
length.

* Each customer is an item that is covered once: exactly one van comes.
* Hard "at most": there are 3 vans. The item `van` is covered 0 to 3 times.
* Soft "at most": 1 route is long. The item `long` is covered at most once, and each long route has a
  second option: its driver is paid overtime of 12.
* Soft "exactly once": a slack option for each customer sends a courier, for 60.

`python3 examples/python/routes.py [VANS] [TABLE]`. The Rust example `routes` is the same model. If
there are too many routes to list, see `column_generation.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

import quadrille as q
from table import arguments, check_names, read_table, run

CAPACITY = 12
LONG, OVERTIME = 110, 12
COURIER = 60


@dataclass
class Place:
    name: str
    x: int
    y: int
    demand: int


def places_of(file: str) -> list[Place]:
    """Reads the depot and the customers."""
    rows = read_table(file, ["customer", "x", "y", "demand"])
    check_names(rows, "customer")
    places: list[Place] = []
    for row in rows:
        demand = row.number("demand")
        # The first row is the depot.
        if places and not 1 <= demand <= CAPACITY:
            row.fail(f"demand {demand}, expected 1 to {CAPACITY}")
        places.append(Place(row.name("customer"), row.number("x"), row.number("y"), demand))
    return places


def distance(a: Place, b: Place) -> int:
    """The distance in a straight line, rounded to a whole number."""
    return (isqrt(4 * ((a.x - b.x) ** 2 + (a.y - b.y) ** 2)) + 1) // 2


def routes_of(places: list[Place]) -> dict[tuple[int, ...], tuple[int, list[int]]]:
    """The shortest route of each set of customers that fits into a van: its length and its stops."""
    shortest: dict[tuple[int, ...], tuple[int, list[int]]] = {}
    unfinished = [([0], 0, 0)]
    while unfinished:
        stops, length, load = unfinished.pop()
        last = places[stops[-1]]
        for stop in range(1, len(places)):
            place = places[stop]
            if stop in stops or load + place.demand > CAPACITY:
                continue
            longer = ([*stops, stop], length + distance(last, place), load + place.demand)
            unfinished.append(longer)
            route = (longer[1] + distance(place, places[0]), longer[0][1:])
            served = tuple(sorted(route[1]))
            shortest[served] = min(route, shortest.get(served, route))
    return shortest


def model(places: list[Place], vans: int) -> q.Problem:
    """Makes the problem. The data of each option is its line in the plan."""
    customers = range(1, len(places))
    problem = q.Problem(customers)
    problem.primary("van", (0, vans))
    problem.primary("long", (0, 1))
    for served, (length, stops) in sorted(routes_of(places).items()):
        line = f"{length} km: {', '.join(places[stop].name for stop in stops)}"
        if length <= LONG:
            problem.option([*served, "van"], cost=length, data=line)
        else:
            problem.option([*served, "van", "long"], cost=length, data=f"{line} (long)")
            line = f"{line} (long, and broken wish: overtime)"
            problem.option([*served, "van"], cost=length + OVERTIME, data=line)
    for stop in customers:
        line = f"broken wish: a courier for {places[stop].name}"
        problem.option([stop], cost=COURIER, data=line)
    return problem


def main() -> None:
    vans, file = arguments(3, "examples/tables/customers.csv")
    problem = model(places_of(file), vans)
    best = problem.best()[0]
    for option in best:
        print(f"{problem.cost_of(option):4}  {problem.data_of(option)}")
    print(f"{best.cost:4}  is the least cost")


if __name__ == "__main__":
    run(main)
