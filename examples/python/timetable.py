"""A timetable with wishes: from tables of lessons, slots and wishes to the best timetable.

An option is a lesson in a slot and a room.

* Each lesson is an item that is covered once. A class, a teacher or a room in a slot is a secondary
  item: it is used at most once.
* Soft "at least": Bob has 2 free mornings. The item of the wish is covered at least 2 times: by
  options that keep Bob free on the morning of a day, or by slack options, which cost a penalty.
* Soft "at most": 1 of 12 lessons is late. All lessons take place, so this says: at least 11 are not
  late. The item of the wish is covered at least 11 times: by lessons that are not late, or by slack
  options.

`python3 examples/python/timetable.py [FOLDER]`. The Rust example `timetable` is the same model.
"""

from __future__ import annotations

import sys
from pathlib import Path

import quadrille as q
from table import Row, check_names, read_table, run

LATE, FREE = "late lessons at most", "free mornings at least"


def mornings_of(slots: list[Row]) -> dict[str, list[str]]:
    """Returns the morning slots of each day."""
    mornings: dict[str, list[str]] = {slot.name("day"): [] for slot in slots}
    for slot in slots:
        part = slot.name("part")
        if part not in ("morning", "afternoon", "late"):
            slot.fail(f'invalid part "{part}", expected morning, afternoon or late')
        if part == "morning":
            mornings[slot.name("day")].append(slot.name("slot"))
    return mornings


def is_about(wish: Row, lesson: Row) -> bool:
    """Whether a wish is about a lesson: about those of its teacher, or about all."""
    return wish.text("teacher") in ("", lesson.name("teacher"))


def least_of(wish: Row, lessons: int, days: int) -> tuple[int, int]:
    """Returns how often the item of a wish must be covered, and how often it can be."""
    number, kind = wish.number("number"), wish.name("wish")
    if lessons == 0:
        wish.fail(f'there is no teacher "{wish.text("teacher")}"')
    if kind == LATE:
        return max(0, lessons - number), lessons
    if kind != FREE:
        wish.fail(f'invalid wish "{kind}", expected "{LATE}" or "{FREE}"')
    wish.name("teacher")
    if number > days:
        wish.fail(f"{number} free mornings, but there are {days} days")
    return number, days


def add_lessons(problem: q.Problem, slot: Row, lessons: list[Row], wishes: list[Row]) -> None:
    """Adds the options of all lessons in a slot."""
    at = slot.name("slot")
    for lesson in lessons:
        group, name, teacher = (lesson.name(column) for column in ("class", "lesson", "teacher"))
        for room in lesson.name("rooms").split():
            items: list[object] = [
                ("lesson", group, name),
                ("class", group, at),
                ("teacher", teacher, at),
                ("room", room, at),
            ]
            for number, wish in enumerate(wishes):
                is_late = slot.name("part") == "late"
                if not is_late and wish.name("wish") == LATE and is_about(wish, lesson):
                    items.append(("wish", number))
            problem.option(items, data=f"{at}  {group} {name}, {teacher}, {room}")


def model(lessons: list[Row], slots: list[Row], wishes: list[Row]) -> q.Problem:
    """Makes the problem. The data of each option is its line in the timetable."""
    check_names(lessons, "class", "lesson")
    check_names(slots, "slot")
    check_names(wishes, "wish", "teacher")
    mornings = mornings_of(slots)
    problem = q.Problem(("lesson", row.name("class"), row.name("lesson")) for row in lessons)
    users = {(kind, row.name(kind)) for row in lessons for kind in ("class", "teacher")}
    users |= {("room", room) for row in lessons for room in row.name("rooms").split()}
    for slot in slots:
        for user in sorted(users):
            problem.secondary((*user, slot.name("slot")))
    least = []
    for number, wish in enumerate(wishes):
        about = sum(is_about(wish, lesson) for lesson in lessons)
        bounds = least_of(wish, about, len(mornings))
        problem.primary(("wish", number), bounds)
        least.append(bounds[0])

    for slot in slots:
        add_lessons(problem, slot, lessons, wishes)
    for number, wish in enumerate(wishes):
        teacher = wish.text("teacher")
        if wish.name("wish") == FREE:
            for day, morning in mornings.items():
                taken = [("teacher", teacher, at) for at in morning]
                problem.option(
                    [("wish", number), *taken], data=f"{day}  {teacher} has a free morning"
                )
        who = teacher or "all"
        line = f"broken wish: {wish.name('wish')} {wish.number('number')}, {who}"
        for _ in range(least[number]):
            problem.option([("wish", number)], cost=wish.number("penalty"), data=line)
    return problem


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "examples/tables")
    lessons = read_table(folder / "lessons.csv", ["lesson", "class", "teacher", "rooms"])
    slots = read_table(folder / "slots.csv", ["slot", "day", "part"])
    wishes = read_table(folder / "wishes.csv", ["wish", "number", "teacher", "penalty"])
    problem = model(lessons, slots, wishes)
    best = problem.best()[0]
    for option in best:
        print(f"{problem.cost_of(option):4}  {problem.data_of(option)}")
    print(f"{best.cost:4}  is the least cost")


if __name__ == "__main__":
    run(main)
