"""Column generation: routes of vans without a list of all routes.

The model is that of `routes.py`, without wishes about long routes. The problem begins with a
courier and a route of its own for each customer. Then, in rounds:

1. `prices` returns a price for each item: about what it costs to cover it with the options so far.
2. The *reduced cost* of a route is its length minus the prices of its items. A route with a negative
   reduced cost serves its customers for less than their prices. Such routes are added.

When no such route is left, the prices prove a bound: no plan costs less, whatever routes it uses.
`best` finds the cheapest plan with the routes so far. At last, all routes are added whose reduced
cost is less than the gap between this plan and the bound. No other route can be part of a better
plan, so the last plan is the cheapest of all.

The search for routes visits all sets of customers that fit into a van. If there are millions, it
should give up the beginning of a route if another beginning ends at the same customer, has a lower
reduced cost, and has served some of the same customers and no others.

`python3 examples/python/column_generation.py [VANS] [TABLE]`
"""

from __future__ import annotations

from math import ceil, inf
from typing import NamedTuple

import quadrille as q
from routes import CAPACITY, COURIER, Place, distance, places_of
from table import arguments, run

#: The most routes that a round adds.
ADDED = 40
#: Prices are floats. A reduced cost of less than this is 0.
TINY = 1e-6

Served = frozenset[int]


class Route(NamedTuple):
    """A route that serves customers, by their numbers."""

    reduced: float
    length: int
    load: int
    stops: tuple[int, ...]


def routes_below(limit: float, places: list[Place], prices: q.Prices) -> list[Route]:
    """Returns the routes whose reduced cost is less than a limit, the least first.

    Only the shortest route of each set of customers is returned.
    """
    found: dict[Served, Route] = {}
    # The shortest ways through a set of customers to the last of them: one more customer each time.
    ways = {(Served(), 0): Route(-prices.items["van"], 0, 0, ())}
    while ways:
        longer: dict[tuple[Served, int], Route] = {}
        for (served, last), way in ways.items():
            for stop in range(1, len(places)):
                load = way.load + places[stop].demand
                if stop in served or load > CAPACITY:
                    continue
                step = distance(places[last], places[stop])
                reduced = way.reduced + step - prices.items[stop]
                route = Route(reduced, way.length + step, load, (*way.stops, stop))
                end = (served | {stop}, stop)
                longer[end] = min(route, longer.get(end, route))
        ways = longer
        for (served, last), way in ways.items():
            home = distance(places[last], places[0])
            route = Route(way.reduced + home, way.length + home, way.load, way.stops)
            found[served] = min(route, found.get(served, route))
    return sorted(route for route in found.values() if route.reduced < limit)


def bound_of(prices: q.Prices, places: list[Place], vans: int, least: float) -> float:
    """Returns a bound of the costs of all plans, also of those with routes that the problem does not have.

    A plan costs as much as the prices of the items that it covers and the reduced costs of its
    options together. It has at most `vans` routes, each with a reduced cost of at least `least`.
    The price of a van is at most 0, because a van may stay in the depot.
    """
    customers = [prices.items[stop] for stop in range(1, len(places))]
    couriers = sum(min(0.0, COURIER - price) for price in customers)
    return sum(customers) + couriers + vans * (prices.items["van"] + min(0.0, least))


def generate(problem: q.Problem, places: list[Place], vans: int) -> None:
    """Adds routes, and prints a plan that is the cheapest of all."""
    known: set[Served] = set()

    def add(routes: list[Route]) -> None:
        for route in routes:
            known.add(frozenset(route.stops))
            names = ", ".join(places[stop].name for stop in route.stops)
            line = f"{route.length} km: {names}"
            problem.option([*route.stops, "van"], cost=route.length, data=line)

    # Each customer has a route from the start, so that there is a plan.
    for stop in range(1, len(places)):
        length = 2 * distance(places[0], places[stop])
        add([Route(0.0, length, places[stop].demand, (stop,))])
    bound, proof, number = -inf, problem.prices(), 0
    while True:
        prices, number = problem.prices(), number + 1
        routes = routes_below(inf, places, prices)
        proved = bound_of(prices, places, vans, routes[0].reduced)
        if proved > bound:
            bound, proof = proved, prices
        print(
            f"round {number}: with {len(known)} routes, a plan costs at least {prices.bound};"
            f" with all routes, at least {ceil(bound - TINY)}"
        )
        new = [r for r in routes if r.reduced < -TINY and frozenset(r.stops) not in known]
        if not new:
            break
        add(new[:ADDED])

    best = problem.best()[0]
    print(f"the cheapest plan with {len(known)} routes costs {best.cost}")
    near = routes_below(float(best.cost) - bound, places, proof)
    add([route for route in near if frozenset(route.stops) not in known])
    best = problem.best()[0]
    for option in best:
        print(f"{problem.cost_of(option):4}  {problem.data_of(option)}")
    print(
        f"{best.cost:4}  is the least cost, as no better plan has other routes than these {len(known)}"
    )


def main() -> None:
    vans, file = arguments(9, "examples/tables/orders.csv")
    places = places_of(file)
    problem = q.Problem(range(1, len(places)))
    problem.primary("van", (0, vans))
    # Slack options. So there is a plan from the start.
    for stop in range(1, len(places)):
        problem.option([stop], cost=COURIER, data=f"a courier for {places[stop].name}")
    generate(problem, places, vans)


if __name__ == "__main__":
    run(main)
