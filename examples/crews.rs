//! Crew pairing with wishes: from a table of duties to the cheapest plan of a day.
//!
//! A duty is a chain of flights for one crew, at a cost. An option is a duty that is flown.
//!
//! * Each flight is an item that is covered once: exactly one crew flies it.
//! * Hard "at most": at most 2 crews are hired. The item `hired` is covered 0 to 2 times.
//! * Soft "at most": at most 3 crews are our own. The item `own` is covered 0 to 3 times, and each
//!   duty has a second option: a hired crew flies it, which costs 5 more.
//! * Soft "at least": 3 duties are short. The item `short` is covered at least 3 times. Slack
//!   options, which cover nothing else, take the place of duties, and cost 3 each.
//! * Soft "exactly once": a slack option for each flight cancels it. So there is always a plan.
//!
//! Source: airlines solve such problems with millions of options, see R. Marsten and F. Shepardson,
//! "Exact solution of crew scheduling problems using the set partitioning model", Networks 11
//! (1981) 165-177. The duties and costs here are invented. A MIP solver found the same least cost.
//!
//! `cargo run --release --example crews -- [CREWS] [--table FILE] [--dlx]`, by default with 3 crews
//! and the duties in `examples/tables/duties.csv`.

use std::error::Error;
use std::process::ExitCode;

use quadrille::ItemId;

mod puzzles;
use puzzles::{arguments::run, plan::Plan, table};

const TABLE: &str = "examples/tables/duties.csv";
const CREWS: usize = 3;
const HIRED: u32 = 2;
const HIRING: u32 = 5;
const SHORT_DUTIES: u32 = 3;
const SHORT_HOURS: u32 = 8;
const LONG: u32 = 3;
const CANCELLED: u32 = 40;

/// The least cost by default.
const LEAST: i64 = 43;

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let table = arguments.value("--table")?;
        let [crews] = arguments.sizes([CREWS])?;
        let is_known = table.is_none() && crews == CREWS;
        let plan = model(&table.unwrap_or_else(|| TABLE.to_owned()), crews)?;
        if dlx {
            return plan.write_dlx(out);
        }
        let least = plan.print_cheapest(out)?;
        assert!(!is_known || least == Some(LEAST));
        Ok(())
    })
}

/// Makes an item of each flight of the table, in the order in which they first occur.
fn flights<'t>(
    duties: &'t [table::Row],
    plan: &mut Plan,
) -> Result<Vec<(&'t str, ItemId)>, Box<dyn Error>> {
    let mut flights: Vec<(&str, ItemId)> = Vec::new();
    for duty in duties {
        for flight in duty.name("flights")?.split_whitespace() {
            if flights.iter().all(|&(known, _)| known != flight) {
                let item = plan.builder.primary(format!("flight,{flight}"))?;
                flights.push((flight, item));
            }
        }
    }
    Ok(flights)
}

/// Makes the problem. Each option has its line in the plan.
fn model(table: &str, crews: usize) -> Result<Plan, Box<dyn Error>> {
    let duties = table::read(table, &["duty", "start", "end", "cost", "flights"])?;
    let mut plan = Plan::default();
    let flights = flights(&duties, &mut plan)?;
    let own = plan.builder.multiple("own", 0..=u32::try_from(crews)?)?;
    let hired = plan.builder.multiple("hired", 0..=HIRED)?;
    let most = SHORT_DUTIES + u32::try_from(flights.len())?;
    let short = plan.builder.multiple("short", SHORT_DUTIES..=most)?;

    for duty in &duties {
        let (start, end, cost) = (
            duty.number("start")?,
            duty.number("end")?,
            duty.number("cost")?,
        );
        if start >= end {
            return Err(duty.error(format!("the duty ends at {end}, but starts at {start}")));
        }
        let names = duty.name("flights")?;
        let mut items = Vec::new();
        for name in names.split_whitespace() {
            items.extend(
                flights
                    .iter()
                    .filter(|known| known.0 == name)
                    .map(|known| known.1),
            );
        }
        if end - start <= SHORT_HOURS {
            items.push(short);
        }
        let line = format!("{}, {start} to {end} h: {names}", duty.name("duty")?);
        let with = |crew| [&items[..], &[crew]].concat();
        // An error here is a flight that occurs twice.
        plan.option(with(own), cost, line.clone())
            .map_err(|error| duty.error(error))?;
        plan.option(
            with(hired),
            cost + HIRING,
            format!("{line} (broken wish: a hired crew)"),
        )?;
    }
    // The slack options come last, and so do their lines.
    for _ in 0..SHORT_DUTIES {
        plan.option(
            [short],
            LONG,
            "broken wish: a short duty is missing".to_owned(),
        )?;
    }
    for (flight, item) in flights {
        plan.option(
            [item],
            CANCELLED,
            format!("broken wish: {flight} is cancelled"),
        )?;
    }
    Ok(plan)
}
