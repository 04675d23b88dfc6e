//! Steps of a tiling in words: which piece can cover a cell, where a piece can go.
//!
//! [`quadrille_core::steps`] finds the steps in the exact cover of a packing and proves them. A
//! truth is a cell that must be covered or a piece that must be placed, a link a cell or a piece
//! that can be used once.

use std::collections::{BTreeMap, BTreeSet};

use super::packing::Packing;
use super::runs::cells_in_short;
use quadrille_core::shared::listing;
use quadrille_core::steps::{Branch, Choice, Deduction, End, Reason, chain_groups};
use quadrille_core::text::quantity;
use quadrille_core::{ItemId, OptionId};

/// At most this many placements are named one by one; of more, the text says how many there are.
const NAMED: usize = 3;

/// What an item stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    /// A piece.
    Piece,
    /// The number of cells that stay free.
    Gaps,
    /// A cell of the board.
    Cell,
    /// A grid point that one stick can pass.
    Point,
}

/// A verb for what would be, and for what is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mood {
    Would,
    Is,
}

impl Packing {
    /// Returns a step of the problem as a sentence about pieces and cells. `live` are the live
    /// options before it, ascending.
    ///
    /// ```
    /// use quadrille::steps::Steps;
    /// use quadrille::tile::{Gaps, Packing, boards, pieces};
    /// use quadrille::{Assumptions, Budget, Limits};
    ///
    /// let board = boards("xxx|x..", None)?.remove(0).board;
    /// let packing = Packing::new(board, pieces("I2 I2", None)?, Gaps::None)?;
    /// let budget = Budget::start(&Limits::new());
    /// let mut steps = Steps::new(packing.problem().clone(), &Assumptions::new(), &budget)
    ///     .expect("the board is small");
    /// let live = steps.live();
    /// let step = steps.next(&budget).expect("there is no limit").expect("one piece fits");
    /// let text = packing.step_text(&live, &step);
    /// assert_eq!(text, "Single: r1c3 can only be covered by I2 at r1c2-3.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn step_text(&self, live: &[OptionId], step: &Deduction) -> String {
        let view = View {
            packing: self,
            live,
        };
        let argument = match &step.reason {
            Reason::Single { item } => return view.single(*item, &step.chosen),
            Reason::Locked { item } => return view.locked(*item, &step.removed),
            Reason::Set { truths, links } => view.set(truths, links, &step.removed),
            Reason::Chain { truths } => view.chain(truths, &step.removed),
            Reason::Forcing { choices, empty } => format!(
                "Forcing: if {}, then {}.",
                view.assumption(&step.removed),
                view.story(
                    &groups(choices),
                    view.empty(*empty, Mood::Would),
                    Mood::Would
                ),
            ),
            Reason::Cases { item, branches } => view.cases(*item, branches, &step.removed),
            Reason::Trial { nodes } => format!(
                "Trial: a search of {} finds no tiling with {}.",
                quantity(nodes, "node"),
                view.options(&step.removed, "or"),
            ),
            _ => format!("{}.", step.reason.kind().name()),
        };
        format!("{argument} {}", view.conclusion(&step.removed))
    }

    /// Returns how many of some options place a piece.
    #[must_use]
    pub fn placements_among(&self, options: &[OptionId]) -> usize {
        let is_piece = |option: &&OptionId| self.encoding().piece_of(**option).is_some();
        options.iter().filter(is_piece).count()
    }

    /// Returns why no step is left, as a sentence; `None` if the tiling is complete. `short` is an
    /// item with too few options, `live` the options that are left; `is_free` says whether all
    /// kinds of arguments were allowed.
    #[must_use]
    pub fn end_text(
        &self,
        end: End,
        short: Option<ItemId>,
        live: &[OptionId],
        is_free: bool,
    ) -> Option<String> {
        let count = self.placements_among(live);
        let left = format!(
            "{} {} left",
            quantity(count, "placement"),
            if count == 1 { "is" } else { "are" }
        );
        let view = View {
            packing: self,
            live,
        };
        Some(match (end, short) {
            (End::Solved, _) => return None,
            (End::NoSolution, Some(item)) => {
                format!("There is no tiling: {}.", view.empty(item, Mood::Is))
            }
            (End::NoSolution, None) => "There is no tiling.".to_owned(),
            (End::Stuck, _) if is_free => {
                format!("No step is left: there are several tilings, and {left}.")
            }
            (End::Stuck, _) => format!("No step of the allowed techniques is left, and {left}."),
        })
    }
}

/// Choices as groups of one placement each.
fn groups(choices: &[Choice]) -> Vec<(ItemId, Vec<OptionId>)> {
    let choices = choices.iter();
    choices
        .map(|choice| (choice.item, vec![choice.option]))
        .collect()
}

/// A packing, and what is known before a step.
struct View<'a> {
    packing: &'a Packing,
    live: &'a [OptionId],
}

impl View<'_> {
    fn role(&self, item: ItemId) -> Role {
        let encoding = self.packing.encoding();
        match () {
            () if encoding.gap_item == Some(item) => Role::Gaps,
            () if encoding.counts_copies(item) => Role::Piece,
            () if encoding.is_point(item) => Role::Point,
            () => Role::Cell,
        }
    }

    fn item(&self, item: ItemId) -> String {
        let name = self.packing.problem().display_item(item).to_string();
        match self.role(item) {
            Role::Gaps => "the free cells".to_owned(),
            Role::Point => format!("the point {name}"),
            Role::Piece | Role::Cell => name,
        }
    }

    fn items(&self, items: &[ItemId]) -> String {
        listing(items.iter().map(|&item| self.item(item)), "and")
    }

    /// How often an item must be covered.
    fn needed(&self, item: ItemId) -> u32 {
        let times = self.packing.problem().multiplicity(item);
        times.map_or(0, |times| *times.start())
    }

    fn covers(&self, option: OptionId, item: ItemId) -> bool {
        self.packing.problem().items_of(option).contains(&item)
    }

    fn piece(&self, option: OptionId) -> Option<&str> {
        let piece = self.packing.encoding().piece_of(option)?;
        self.packing.pieces().get(piece).map(|piece| &*piece.name)
    }

    fn cells(&self, option: OptionId) -> String {
        let items = self.packing.problem().items_of(option).iter();
        let cells = items.filter(|&&item| self.role(item) == Role::Cell);
        let names: Vec<String> = cells.map(|&item| self.item(item)).collect();
        cells_in_short(&names)
    }

    /// `F at r1c2-3 r2c1-2 r3c2`
    fn option(&self, option: OptionId) -> String {
        match self.piece(option) {
            Some(piece) => format!("{piece} at {}", self.cells(option)),
            None => format!("{} free", self.cells(option)),
        }
    }

    fn options(&self, options: &[OptionId], last: &str) -> String {
        listing(options.iter().map(|&option| self.option(option)), last)
    }

    /// `r1c1 can only be covered by F at r1c1-5`, `F can only be at r1c1-5 or r2c1-5`. If there
    /// are many ways, their number.
    fn only(&self, item: ItemId, options: &[OptionId]) -> String {
        let name = self.item(item);
        if options.len() > NAMED {
            let count = options.len();
            return match self.role(item) {
                Role::Piece => format!("{name} can be in {count} places"),
                Role::Gaps => format!("{count} cells can stay free"),
                Role::Cell | Role::Point => format!("{name} can be covered in {count} ways"),
            };
        }
        let cells = || listing(options.iter().map(|&option| self.cells(option)), "or");
        match self.role(item) {
            Role::Piece => format!("{name} can only be at {}", cells()),
            Role::Gaps => format!("only {} can stay free", cells()),
            Role::Cell | Role::Point => match options {
                [option] if self.piece(*option).is_none() => format!("{name} can only stay free"),
                _ => format!(
                    "{name} can only be covered by {}",
                    self.options(options, "or")
                ),
            },
        }
    }

    fn single(&self, item: ItemId, chosen: &[OptionId]) -> String {
        let [option] = chosen else {
            return format!("Single: {}.", self.only(item, chosen));
        };
        match self.role(item) {
            Role::Piece if self.needed(item) > 1 => format!(
                "Single: {} needs all places that are left, so one is at {}.",
                self.item(item),
                self.cells(*option)
            ),
            Role::Gaps => format!(
                "Single: all cells that can stay free must stay free, so also {}.",
                self.cells(*option)
            ),
            _ => format!("Single: {}.", self.only(item, chosen)),
        }
    }

    fn locked(&self, truth: ItemId, removed: &[OptionId]) -> String {
        let live = self.live.iter().copied();
        let ways: Vec<OptionId> = live.filter(|&option| self.covers(option, truth)).collect();
        let name = self.item(truth);
        // What all ways use, of what can be used once.
        let is_common = |item: &ItemId| {
            *item != truth
                && self.is_link(*item)
                && ways.iter().all(|&option| self.covers(option, *item))
        };
        let first = ways.first().copied();
        let of_first = first.map(|option| self.packing.problem().items_of(option));
        let common = of_first.into_iter().flatten().copied();
        let common: Vec<ItemId> = common.filter(is_common).collect();
        let is_used = |item: &&ItemId| removed.iter().any(|&option| self.covers(option, **item));
        let used: Vec<ItemId> = common.iter().filter(is_used).copied().collect();
        let uses_one = |&option: &OptionId| used.iter().any(|&item| self.covers(option, item));
        let explains_all = !used.is_empty() && removed.iter().all(uses_one);
        let (pieces, cells): (Vec<ItemId>, Vec<ItemId>) = used
            .iter()
            .partition(|&&item| self.role(item) == Role::Piece);
        let argument = match (self.role(truth), &*pieces, &*cells) {
            (Role::Cell, &[piece], []) if explains_all => {
                let piece = self.item(piece);
                format!("only {piece} can cover {name}, so {piece} is nowhere else.")
            }
            (Role::Cell, &[piece], cells) if explains_all => format!(
                "only {} can cover {name}, and it also covers {}, so nothing else uses these.",
                self.item(piece),
                self.items(cells)
            ),
            (Role::Cell, [], cells) if explains_all => format!(
                "whatever covers {name} also covers {}, so nothing else does.",
                self.items(cells)
            ),
            (Role::Piece, [], cells) if explains_all => format!(
                "wherever {name} is, it covers {}, so no other piece does.",
                self.items(cells)
            ),
            (role, ..) => {
                let (would, are) = match removed {
                    [_] => ("would", "it is"),
                    _ => ("would each", "they are"),
                };
                let nothing = match role {
                    Role::Piece => format!("no place for {name}"),
                    Role::Gaps => "too few cells that can stay free".to_owned(),
                    Role::Cell | Role::Point => format!("no piece for {name}"),
                };
                return format!(
                    "Locked: {} {would} leave {nothing}, so {are} excluded.",
                    self.some(removed)
                );
            }
        };
        format!("Locked: {argument} {}", self.conclusion(removed))
    }

    /// Whether an item can be used once only.
    fn is_link(&self, item: ItemId) -> bool {
        let times = self.packing.problem().multiplicity(item);
        times.is_none_or(|times| *times.end() == 1)
    }

    fn set(&self, truths: &[ItemId], links: &[ItemId], removed: &[OptionId]) -> String {
        let covers_truth =
            |&option: &OptionId| truths.iter().any(|&truth| self.covers(option, truth));
        let rank = links.len().saturating_sub(truths.len());
        let unique = |items: &[ItemId]| {
            let items: BTreeSet<ItemId> = items.iter().copied().collect();
            items.into_iter().collect::<Vec<_>>()
        };
        let (truth_items, link_items) = (unique(truths), unique(links));
        let is_plain = truth_items.len() == truths.len() && link_items.len() == links.len();
        let all_are =
            |items: &[ItemId], role: Role| items.iter().all(|&item| self.role(item) == role);
        let (of_truths, of_links) = (self.items(&truth_items), self.items(&link_items));
        let so = match rank {
            _ if removed.iter().any(covers_truth) => {
                "a placement that leaves too few of these is impossible".to_owned()
            }
            0 => "nothing else can use these".to_owned(),
            rank => format!("nothing else can use {} of these", rank + 1),
        };
        if is_plain && rank == 0 && all_are(truths, Role::Cell) && all_are(links, Role::Piece) {
            return format!(
                "Set: only {of_links} can cover {of_truths}, so these pieces are nowhere else."
            );
        }
        if is_plain && all_are(truths, Role::Piece) && all_are(links, Role::Cell) {
            let both = match truths.len() {
                2 => "both need",
                _ => "each need",
            };
            return format!("Set: {of_truths} {both} one of {of_links}, so {so}.");
        }
        let least = match rank {
            0 => "all".to_owned(),
            _ => format!("at least {}", truths.len()),
        };
        format!(
            "Set: {} takes {least} of {of_links}, so {so}.",
            self.task(&truth_items)
        )
    }

    /// `to cover r1c1 and r1c2 and to place F`
    fn task(&self, truths: &[ItemId]) -> String {
        let mut of: BTreeMap<Role, Vec<ItemId>> = BTreeMap::new();
        for &truth in truths {
            of.entry(self.role(truth)).or_default().push(truth);
        }
        let parts = of.into_iter().rev().map(|(role, items)| match role {
            Role::Piece => format!("to place {}", self.items(&items)),
            Role::Gaps => "to leave cells free".to_owned(),
            Role::Cell | Role::Point => format!("to cover {}", self.items(&items)),
        });
        listing(parts, "and")
    }

    fn chain(&self, truths: &[ItemId], removed: &[OptionId]) -> String {
        let Some(&first) = removed.first() else {
            return String::new();
        };
        let mut groups = chain_groups(self.packing.problem(), self.live, first, truths);
        let end = groups.pop();
        let end = end.map_or_else(String::new, |(item, _)| self.empty(item, Mood::Would));
        format!(
            "Chain: if {}, then {}.",
            self.assumption(removed),
            self.story(&groups, end, Mood::Would)
        )
    }

    fn cases(&self, item: ItemId, branches: &[Branch], removed: &[OptionId]) -> String {
        let ways: Vec<OptionId> = branches.iter().map(|branch| branch.option).collect();
        let branch = |branch: &Branch| {
            let end = match branch.empty {
                Some(empty) => format!("{}, which cannot be", self.empty(empty, Mood::Is)),
                None => format!("{} does not fit", self.options(removed, "or")),
            };
            let story = self.story(&groups(&branch.choices), end, Mood::Is);
            format!(" With {}, {story}.", self.option(branch.option))
        };
        // Most ways exclude the placement at once.
        let is_direct = |branch: &&Branch| branch.choices.is_empty() && branch.empty.is_none();
        let (direct, others): (Vec<&Branch>, Vec<&Branch>) = branches.iter().partition(is_direct);
        let at_once = match direct.len() {
            0 => String::new(),
            count => format!(
                " With {count} of them, {} does not fit.",
                self.options(removed, "or")
            ),
        };
        let others: String = others.into_iter().map(branch).collect();
        format!("Cases: {}.{at_once}{others}", self.only(item, &ways))
    }

    /// `F were at r1c1-5`
    fn assumption(&self, options: &[OptionId]) -> String {
        let assumed = |option: &OptionId| match self.piece(*option) {
            Some(piece) => format!("{piece} were at {}", self.cells(*option)),
            None => format!("{} were free", self.cells(*option)),
        };
        match options {
            [first, rest @ ..] if rest.len() >= NAMED => {
                format!("{} (and likewise for the others)", assumed(first))
            }
            few => listing(few.iter().map(assumed), "or"),
        }
    }

    /// What follows, one after the other, and the end.
    fn story(&self, choices: &[(ItemId, Vec<OptionId>)], end: String, mood: Mood) -> String {
        let choices = choices.iter();
        let all: Vec<String> = choices
            .map(|(item, left)| self.choice(*item, left, mood))
            .collect();
        match &*all {
            [] => end,
            all => format!("{}, and {end}", all.join(", ")),
        }
    }

    /// `r1c2 would need F at r1c1-5`, `F would be at r1c1-5`
    fn choice(&self, item: ItemId, left: &[OptionId], mood: Mood) -> String {
        let (need, be, stay) = match mood {
            Mood::Would => ("would need", "would be", "would stay"),
            Mood::Is => ("needs", "is", "stays"),
        };
        let name = self.item(item);
        let cells = || listing(left.iter().map(|&option| self.cells(option)), "or");
        match (self.role(item), left) {
            (Role::Piece, left) if left.len() > NAMED => {
                format!("{name} {be} in one of {} places", left.len())
            }
            (Role::Piece, _) => format!("{name} {be} at {}", cells()),
            (_, [option]) if self.piece(*option).is_none() => {
                format!("{} {stay} free", self.cells(*option))
            }
            (_, left) if left.len() > NAMED => {
                format!("{name} {need} one of {} placements", left.len())
            }
            (_, left) => format!("{name} {need} {}", self.options(left, "or")),
        }
    }

    /// `r1c2 would have no piece left`
    fn empty(&self, item: ItemId, mood: Mood) -> String {
        let (have, can) = match mood {
            Mood::Would => ("would have", "could"),
            Mood::Is => ("has", "can"),
        };
        let name = self.item(item);
        match self.role(item) {
            Role::Piece if self.needed(item) > 1 => format!("{name} {have} too few places left"),
            Role::Piece => format!("{name} {have} no place left"),
            Role::Gaps => format!("too few cells {can} stay free"),
            Role::Cell | Role::Point => format!("{name} {have} no piece left"),
        }
    }

    /// `F at r1c1-5 and P at r2c1-2 r3c1-3`, or how many placements of each piece there are.
    fn some(&self, options: &[OptionId]) -> String {
        if options.len() <= NAMED {
            return self.options(options, "and");
        }
        let is_piece = |option: &OptionId| self.piece(*option).is_some();
        let (pieces, gaps): (Vec<OptionId>, Vec<OptionId>) =
            options.iter().copied().partition(is_piece);
        let pieces = (!pieces.is_empty()).then(|| self.counts(&pieces));
        let gaps = (!gaps.is_empty()).then(|| quantity(gaps.len(), "free cell"));
        listing(pieces.into_iter().chain(gaps), "and")
    }

    /// `5 placements of F, 3 of I and 1 of P`
    fn counts(&self, options: &[OptionId]) -> String {
        let mut of_piece: BTreeMap<usize, usize> = BTreeMap::new();
        for &option in options {
            if let Some(piece) = self.packing.encoding().piece_of(option) {
                *of_piece.entry(piece).or_default() += 1;
            }
        }
        let mut counts: Vec<String> = Vec::new();
        for (piece, count) in of_piece {
            let name = self.packing.pieces().get(piece);
            let name = name.map_or("", |piece| &*piece.name);
            counts.push(match counts.len() {
                0 => format!("{} of {name}", quantity(count, "placement")),
                _ => format!("{count} of {name}"),
            });
        }
        listing(counts, "and")
    }

    /// `So F cannot be at r1c1-5 or r2c1-5.`, or how many placements of each piece are removed.
    fn conclusion(&self, removed: &[OptionId]) -> String {
        let mut of_piece: BTreeMap<usize, Vec<OptionId>> = BTreeMap::new();
        let mut gaps: Vec<OptionId> = Vec::new();
        for &option in removed {
            match self.packing.encoding().piece_of(option) {
                Some(piece) => of_piece.entry(piece).or_default().push(option),
                None => gaps.push(option),
            }
        }
        let cells = |options: &[OptionId], last: &str| {
            listing(options.iter().map(|&option| self.cells(option)), last)
        };
        let are_few = removed.len() - gaps.len() <= NAMED;
        let mut parts: Vec<String> = Vec::new();
        if are_few {
            parts.extend(of_piece.values().map(|options| {
                let piece = options.first().and_then(|&option| self.piece(option));
                let piece = piece.unwrap_or_default();
                format!("{piece} cannot be at {}", cells(options, "or"))
            }));
        } else {
            let options: Vec<OptionId> = of_piece.into_values().flatten().collect();
            parts.push(format!("This excludes {}", self.counts(&options)));
        }
        if !gaps.is_empty() {
            parts.push(format!("{} cannot stay free", cells(&gaps, "and")));
        }
        match (are_few, listing(parts, "and")) {
            (true, parts) => format!("So {parts}."),
            (false, parts) => format!("{parts}."),
        }
    }
}
