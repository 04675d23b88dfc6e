//! A timetable with wishes: from tables of lessons, slots and wishes to the best timetable.
//!
//! An option is a lesson in a slot and a room.
//!
//! * Each lesson is an item that is covered once. A class, a teacher or a room in a slot is a
//!   secondary item: it is used at most once.
//! * Soft "at least": Bob has 2 free mornings. The item of the wish is covered at least 2 times: by
//!   options that keep Bob free on the morning of a day, or by slack options, which cost a penalty.
//! * Soft "at most": 1 of 12 lessons is late. All lessons take place, so this says: at least 11
//!   are not late. The item of the wish is covered at least 11 times: by lessons that are not late,
//!   or by slack options.
//!
//! The tables are invented. A MIP solver found the same least cost.
//!
//! `cargo run --release --example timetable -- [--tables FOLDER] [--dlx]`, by default with the
//! tables in `examples/tables`.

use std::collections::BTreeSet;
use std::error::Error;
use std::ops::RangeInclusive;
use std::process::ExitCode;

use quadrille::BuildError;

mod puzzles;
use puzzles::{arguments::run, plan::Plan, table, table::Row};

const LATE: &str = "late lessons at most";
const FREE: &str = "free mornings at least";

/// The least cost by default.
const LEAST: i64 = 7;

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let folder = arguments.value("--tables")?;
        let [] = arguments.sizes([])?;
        let is_known = folder.is_none();
        let folder = folder.unwrap_or_else(|| "examples/tables".to_owned());
        let read = |name, columns| table::read(&format!("{folder}/{name}.csv"), columns);
        let tables = Tables {
            lessons: read("lessons", &["lesson", "class", "teacher", "rooms"])?,
            slots: read("slots", &["slot", "day", "part"])?,
            wishes: read("wishes", &["wish", "number", "teacher", "penalty"])?,
        };
        let plan = tables.model()?;
        if dlx {
            return plan.write_dlx(out);
        }
        let least = plan.print_cheapest(out)?;
        assert!(!is_known || least == Some(LEAST));
        Ok(())
    })
}

struct Tables {
    lessons: Vec<Row>,
    slots: Vec<Row>,
    wishes: Vec<Row>,
}

impl Tables {
    /// Makes the problem. Each option has its line in the timetable.
    fn model(&self) -> Result<Plan, Box<dyn Error>> {
        table::check_names(&self.lessons, &["class", "lesson"])?;
        table::check_names(&self.slots, &["slot"])?;
        table::check_names(&self.wishes, &["wish", "teacher"])?;
        let mut plan = Plan::default();
        let mut users = BTreeSet::new();
        for lesson in &self.lessons {
            let (class, teacher) = (lesson.name("class")?, lesson.name("teacher")?);
            plan.builder
                .primary(format!("lesson,{class},{}", lesson.name("lesson")?))?;
            users.extend([("class", class), ("teacher", teacher)]);
            let rooms = lesson.name("rooms")?.split_whitespace();
            users.extend(rooms.map(|room| ("room", room)));
        }
        let mut days = Vec::new();
        for slot in &self.slots {
            let (name, day, part) = (slot.name("slot")?, slot.name("day")?, slot.name("part")?);
            if !["morning", "afternoon", "late"].contains(&part) {
                let expected = "expected morning, afternoon or late";
                return Err(slot.error(format!("invalid part \"{part}\", {expected}")));
            }
            if !days.contains(&day) {
                days.push(day);
            }
            for (kind, user) in &users {
                plan.builder.secondary(format!("{kind},{user},{name}"))?;
            }
        }
        let mut least = Vec::new();
        for (number, wish) in self.wishes.iter().enumerate() {
            let bounds = self.bounds_of(wish, days.len())?;
            least.push(*bounds.start());
            plan.builder.multiple(format!("wish,{number}"), bounds)?;
        }
        // The lines of the plan are in the order of the options.
        for slot in &self.slots {
            self.add_lessons(&mut plan, slot)?;
        }
        for (number, (wish, least)) in self.wishes.iter().zip(least).enumerate() {
            let item = format!("wish,{number}");
            if wish.text("wish") == FREE {
                self.add_mornings(&mut plan, &item, wish.text("teacher"), &days)?;
            }
            let [kind, most, teacher] = ["wish", "number", "teacher"].map(|name| wish.text(name));
            let who = if teacher.is_empty() { "all" } else { teacher };
            for _ in 0..least {
                let line = format!("broken wish: {kind} {most}, {who}");
                plan.option([&*item], wish.number("penalty")?, line)?;
            }
        }
        Ok(plan)
    }

    /// Returns how often the item of a wish is covered.
    fn bounds_of(&self, wish: &Row, days: usize) -> Result<RangeInclusive<u32>, Box<dyn Error>> {
        let lessons = self.lessons.iter().filter(|lesson| is_about(wish, lesson));
        let (lessons, days) = (u32::try_from(lessons.count())?, u32::try_from(days)?);
        let (number, teacher) = (wish.number("number")?, wish.text("teacher"));
        match wish.name("wish")? {
            _ if lessons == 0 => Err(wish.error(format!("there is no teacher \"{teacher}\""))),
            LATE => Ok(lessons.saturating_sub(number)..=lessons),
            FREE if number > days => {
                Err(wish.error(format!("{number} free mornings, but there are {days} days")))
            }
            FREE => wish.name("teacher").map(|_| number..=days),
            other => {
                let expected = format!("expected \"{LATE}\" or \"{FREE}\"");
                Err(wish.error(format!("invalid wish \"{other}\", {expected}")))
            }
        }
    }

    /// Adds the options that keep a teacher free on the morning of a day.
    fn add_mornings(
        &self,
        plan: &mut Plan,
        item: &str,
        teacher: &str,
        days: &[&str],
    ) -> Result<(), BuildError> {
        for &day in days {
            let slots = self.slots.iter().filter(|slot| slot.text("day") == day);
            let slots = slots.filter(|slot| slot.text("part") == "morning");
            let taken = slots.map(|slot| format!("teacher,{teacher},{}", slot.text("slot")));
            let items: Vec<String> = [item.to_owned()].into_iter().chain(taken).collect();
            let line = format!("{day}  {teacher} has a free morning");
            plan.option(items.iter().map(String::as_str), 0, line)?;
        }
        Ok(())
    }

    /// Adds the options of all lessons in a slot.
    fn add_lessons(&self, plan: &mut Plan, slot: &Row) -> Result<(), Box<dyn Error>> {
        let (at, is_late) = (slot.text("slot"), slot.text("part") == "late");
        for lesson in &self.lessons {
            let [class, name, teacher] =
                ["class", "lesson", "teacher"].map(|column| lesson.text(column));
            for room in lesson.text("rooms").split_whitespace() {
                let mut items = vec![
                    format!("lesson,{class},{name}"),
                    format!("class,{class},{at}"),
                    format!("teacher,{teacher},{at}"),
                    format!("room,{room},{at}"),
                ];
                for (number, wish) in self.wishes.iter().enumerate() {
                    if !is_late && wish.text("wish") == LATE && is_about(wish, lesson) {
                        items.push(format!("wish,{number}"));
                    }
                }
                let line = format!("{at}  {class} {name}, {teacher}, {room}");
                plan.option(items.iter().map(String::as_str), 0, line)?;
            }
        }
        Ok(())
    }
}

/// Returns whether a wish is about a lesson: about those of its teacher, or about all.
fn is_about(wish: &Row, lesson: &Row) -> bool {
    ["", lesson.text("teacher")].contains(&wish.text("teacher"))
}
