//! Sparse vectors of floating-point numbers, end to end.

/// A list of sparse vectors: the places and values of their entries.
#[derive(Clone, Debug)]
pub(super) struct Vectors {
    ends: Vec<u32>,
    places: Vec<u32>,
    values: Vec<f64>,
}

impl Default for Vectors {
    fn default() -> Self {
        Self {
            ends: vec![0],
            places: Vec::new(),
            values: Vec::new(),
        }
    }
}

impl Vectors {
    pub(super) fn len(&self) -> usize {
        self.ends.len() - 1
    }

    /// Keeps the first vectors.
    pub(super) fn truncate(&mut self, len: usize) {
        self.ends.truncate(len + 1);
        let end = self.ends[len] as usize;
        self.places.truncate(end);
        self.values.truncate(end);
    }

    /// Appends an entry to the open vector.
    #[inline]
    pub(super) fn push(&mut self, place: u32, value: f64) {
        self.places.push(place);
        self.values.push(value);
    }

    /// Closes the open vector.
    pub(super) fn close(&mut self) {
        self.ends.push(self.places.len() as u32);
    }

    #[inline]
    pub(super) fn of(&self, number: usize) -> impl Iterator<Item = (usize, f64)> {
        let range = self.ends[number] as usize..self.ends[number + 1] as usize;
        let places = self.places[range.clone()].iter().map(|&i| i as usize);
        places.zip(self.values[range].iter().copied())
    }

    /// Adds a multiple of a vector to a dense one.
    #[inline]
    pub(super) fn add_to(&self, dense: &mut [f64], number: usize, factor: f64) {
        for (place, value) in self.of(number) {
            dense[place] += value * factor;
        }
    }

    /// The product of a vector with a dense one.
    #[inline]
    pub(super) fn times(&self, dense: &[f64], number: usize) -> f64 {
        self.of(number)
            .map(|(place, value)| dense[place] * value)
            .sum()
    }
}
