//! Pieces: their colours, and the cells that carry their labels.

use std::collections::{BTreeMap, BTreeSet};

use super::Picture;

impl Picture {
    /// Gives every piece the colour of its kind: the number that `kind` returns, so that a kind has
    /// the same colour in every picture. Pieces of a kind that share an edge have different tints
    /// of it if possible. Sticks that share an end point count as sharing an edge.
    ///
    /// Tints are chosen in reverse *smallest last* order (D. W. Matula and L. L. Beck, 1983), so
    /// that few neighbours of a piece have one before it. O(cells log cells).
    ///
    /// ```
    /// use quadrille::draw::Picture;
    ///
    /// let mut picture = Picture::new(1, 2);
    /// picture.set(0, 0, 0);
    /// picture.set(0, 1, 1);
    /// picture.colour_kinds(|_| 0);
    /// let svg = picture.to_svg();
    /// assert!(svg.contains("#87afaf") && svg.contains("#afc9c9"));
    /// ```
    pub fn colour_kinds(&mut self, kind: impl Fn(usize) -> usize) -> &mut Self {
        let edges = self.neighbours();
        let mut tints: BTreeMap<usize, usize> = BTreeMap::new();
        for piece in smallest_last(edges.clone()).into_iter().rev() {
            let around = edges.get(&piece).into_iter().flatten();
            let alike = around.filter(|&&other| kind(other) == kind(piece));
            let taken: BTreeSet<usize> = alike
                .filter_map(|other| tints.get(other))
                .copied()
                .collect();
            let tint = (0..TINTS).find(|tint| !taken.contains(tint));
            tints.insert(piece, tint.unwrap_or_default());
        }
        for cell in self.places.iter_mut().flatten() {
            let tint = tints.get(&cell.piece).copied().unwrap_or_default();
            cell.colour(kind(cell.piece)).tint(tint);
        }
        self
    }

    /// Labels every connected part of a piece once, in its most central cell. `label` returns the
    /// label of a piece, or `None` to leave it as it is. O(cells).
    ///
    /// ```
    /// use quadrille::draw::Picture;
    ///
    /// let mut picture = Picture::new(1, 3);
    /// for (column, piece) in [7, 7, 8].into_iter().enumerate() {
    ///     picture.set(0, column, piece);
    /// }
    /// picture.label_pieces(|piece| Some(format!("{piece}")));
    /// assert_eq!(picture.to_text(false).matches(['7', '8']).count(), 2);
    /// ```
    pub fn label_pieces(&mut self, label: impl Fn(usize) -> Option<String>) -> &mut Self {
        let mut is_done = vec![false; self.places.len()];
        for first in 0..self.places.len() {
            let Some(piece) = self.places[first].as_ref().map(|cell| cell.piece) else {
                continue;
            };
            if is_done[first] {
                continue;
            }
            let part = self.connected(first, piece, &mut is_done);
            let centre = centre(part, self.columns, self.lattice.squared_height());
            if let (Some(cell), Some(label)) = (self.places[centre].as_mut(), label(piece)) {
                cell.label = label;
            }
        }
        self
    }

    /// The places of a piece that are connected with the first one. Marks them as done.
    fn connected(&self, first: usize, piece: usize, is_done: &mut [bool]) -> Vec<usize> {
        is_done[first] = true;
        let mut part = vec![first];
        let mut next = 0;
        while let Some(&place) = part.get(next) {
            next += 1;
            let (row, column) = self.row_and_column(place);
            for &step in self.lattice.edges(row, column) {
                let beside = self.place_beside((row, column), step);
                let beside = beside.filter(|&other| self.piece(other) == Some(piece));
                if let Some(other) = beside.filter(|&other| !is_done[other]) {
                    is_done[other] = true;
                    part.push(other);
                }
            }
        }
        part
    }

    /// The pieces that share an edge with each piece.
    fn neighbours(&self) -> BTreeMap<usize, BTreeSet<usize>> {
        let mut around: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for place in 0..self.places.len() {
            let Some(piece) = self.piece(place) else {
                continue;
            };
            let around = around.entry(piece).or_default();
            let (row, column) = self.row_and_column(place);
            let steps = self.lattice.edges(row, column).iter();
            let places = steps.filter_map(|&step| self.place_beside((row, column), step));
            let others = places.filter_map(|place| self.piece(place));
            around.extend(others.filter(|&other| other != piece));
        }
        around
    }
}

/// The number of tints of a colour that are easy to distinguish.
const TINTS: usize = 4;

/// The pieces in an order in which each has few neighbours among those that follow it: again and
/// again the piece with the fewest neighbours left.
fn smallest_last(mut around: BTreeMap<usize, BTreeSet<usize>>) -> Vec<usize> {
    let degree = |(&piece, around): (&usize, &BTreeSet<usize>)| (around.len(), piece);
    let mut waiting: BTreeSet<(usize, usize)> = around.iter().map(degree).collect();
    let mut order = Vec::new();
    while let Some((_, piece)) = waiting.pop_first() {
        for other in around.remove(&piece).unwrap_or_default() {
            if let Some(left) = around.get_mut(&other) {
                waiting.remove(&(left.len(), other));
                left.remove(&piece);
                waiting.insert((left.len(), other));
            }
        }
        order.push(piece);
    }
    order
}

/// The place with the least distance to the middle of some places; the first of several.
fn centre(places: Vec<usize>, columns: usize, squared_height: usize) -> usize {
    let count = places.len();
    let sum = |of: fn(usize, usize) -> usize| -> usize {
        places.iter().map(|&place| of(place, columns)).sum()
    };
    let (rows, across) = (
        sum(|place, columns| place / columns),
        sum(|place, columns| place % columns),
    );
    let distance = |place: &usize| {
        let down = (place / columns * count).abs_diff(rows);
        let right = (place % columns * count).abs_diff(across);
        (squared_height * down * down + right * right, *place)
    };
    places
        .iter()
        .copied()
        .min_by_key(distance)
        .unwrap_or_default()
}
