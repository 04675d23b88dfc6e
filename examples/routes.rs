//! Routes of vans with wishes: from a table of customers to the cheapest tours.
//!
//! An option is a route: a van leaves the depot, serves some customers and comes back. Its cost is
//! its length.
//!
//! * Each customer is an item that is covered once: exactly one van comes.
//! * Hard "at most": there are 3 vans. The item `van` is covered 0 to 3 times.
//! * Soft "at most": 1 route is long. The item `long` is covered at most once, and each long route
//!   has a second option: its driver is paid overtime of 12.
//! * Soft "exactly once": a slack option for each customer sends a courier, for 60.
//!
//! Source: this is the capacitated vehicle routing problem as a set partitioning problem, see M.
//! Balinski and R. Quandt, "On an integer program for a delivery problem", Operations Research 12
//! (1964) 300-304. The customers are invented. A MIP solver found the same least cost. If there are
//! too many routes to list, see `examples/python/column_generation.py`.
//!
//! `cargo run --release --example routes -- [VANS] [--table FILE] [--dlx]`, by default with 3 vans
//! and the customers in `examples/tables/customers.csv`.

use std::collections::BTreeMap;
use std::error::Error;
use std::process::ExitCode;

mod puzzles;
use puzzles::{arguments::run, plan::Plan, table};

const TABLE: &str = "examples/tables/customers.csv";
const VANS: usize = 3;
const CAPACITY: u32 = 12;
const LONG: u32 = 110;
const OVERTIME: u32 = 12;
const COURIER: u32 = 60;

/// The least cost by default.
const LEAST: i64 = 427;

/// The depot, or a customer.
struct Place {
    name: String,
    x: u32,
    y: u32,
    demand: u32,
}

fn main() -> ExitCode {
    run(|mut arguments, out| {
        let dlx = arguments.flag("--dlx");
        let table = arguments.value("--table")?;
        let [vans] = arguments.sizes([VANS])?;
        let is_known = table.is_none() && vans == VANS;
        let places = read_places(&table.unwrap_or_else(|| TABLE.to_owned()))?;
        let plan = model(&places, vans)?;
        if dlx {
            return plan.write_dlx(out);
        }
        let least = plan.print_cheapest(out)?;
        assert!(!is_known || least == Some(LEAST));
        Ok(())
    })
}

/// Reads the depot and the customers.
fn read_places(table: &str) -> Result<Vec<Place>, Box<dyn Error>> {
    let rows = table::read(table, &["customer", "x", "y", "demand"])?;
    table::check_names(&rows, &["customer"])?;
    let mut places: Vec<Place> = Vec::new();
    for row in rows {
        let (name, demand) = (row.name("customer")?.to_owned(), row.number("demand")?);
        // The first row is the depot.
        if !places.is_empty() && !(1..=CAPACITY).contains(&demand) {
            return Err(row.error(format!("demand {demand}, expected 1 to {CAPACITY}")));
        }
        let (x, y) = (row.number("x")?, row.number("y")?);
        places.push(Place { name, x, y, demand });
    }
    Ok(places)
}

/// The distance in a straight line, rounded to a whole number.
fn distance(a: &Place, b: &Place) -> u32 {
    let (x, y) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
    (4 * (x * x + y * y)).isqrt().div_ceil(2)
}

/// The length of a route, and its stops in order.
type Route = (u32, Vec<usize>);

/// Returns the shortest route of each set of customers that fits into a van.
fn shortest_routes(places: &[Place]) -> BTreeMap<Vec<usize>, Route> {
    let mut shortest: BTreeMap<Vec<usize>, Route> = BTreeMap::new();
    let mut unfinished = vec![(0, 0, Vec::new())];
    while let Some((length, load, stops)) = unfinished.pop() {
        let last = stops
            .last()
            .map_or(&places[0], |&stop: &usize| &places[stop]);
        for (stop, place) in places.iter().enumerate().skip(1) {
            if stops.contains(&stop) || load + place.demand > CAPACITY {
                continue;
            }
            let length = length + distance(last, place);
            let stops = [&stops[..], &[stop]].concat();
            let route = (length + distance(place, &places[0]), stops.clone());
            unfinished.push((length, load + place.demand, stops.clone()));
            let mut served = stops;
            served.sort_unstable();
            let known = shortest.entry(served).or_insert_with(|| route.clone());
            if route < *known {
                *known = route;
            }
        }
    }
    shortest
}

/// Makes the problem. Each option has its line in the plan.
fn model(places: &[Place], vans: usize) -> Result<Plan, Box<dyn Error>> {
    let mut plan = Plan::default();
    let mut customers = Vec::new();
    for place in &places[1..] {
        customers.push(plan.builder.primary(format!("customer,{}", place.name))?);
    }
    let van = plan.builder.multiple("van", 0..=u32::try_from(vans)?)?;
    let long = plan.builder.multiple("long", 0..=1)?;
    for (served, (length, stops)) in shortest_routes(places) {
        let names: Vec<&str> = stops.iter().map(|&stop| &*places[stop].name).collect();
        let line = format!("{length} km: {}", names.join(", "));
        let mut items: Vec<_> = served.iter().map(|&stop| customers[stop - 1]).collect();
        items.push(van);
        if length <= LONG {
            plan.option(items.iter().copied(), length, line)?;
        } else {
            let overtime = format!("{line} (long, and broken wish: overtime)");
            plan.option(
                [&items[..], &[long]].concat(),
                length,
                format!("{line} (long)"),
            )?;
            plan.option(items.iter().copied(), length + OVERTIME, overtime)?;
        }
    }
    for (place, &customer) in places[1..].iter().zip(&customers) {
        let line = format!("broken wish: a courier for {}", place.name);
        plan.option([customer], COURIER, line)?;
    }
    Ok(plan)
}
