//! The weights of hashed features: only places that have any take memory.

/// Features are hashed to so many places.
pub(super) const PLACES: usize = 1 << 19;

/// So many places share one word of bits.
const WORD: usize = 64;

/// Weights by place, one for each label.
#[derive(Debug, Clone)]
pub(super) struct Table {
    labels: usize,
    /// A bit for each place that has weights.
    bits: Vec<u64>,
    /// How many places have weights before those of each word of bits.
    before: Vec<usize>,
    weights: Vec<f32>,
}

impl Table {
    /// Weights of zero at all places.
    pub(super) fn full(labels: usize) -> Self {
        Self {
            labels,
            bits: vec![u64::MAX; PLACES / WORD],
            before: (0..PLACES / WORD).map(|word| word * WORD).collect(),
            weights: vec![0.0; PLACES * labels],
        }
    }

    /// Weights of zero at these places, which are below [`PLACES`] and ascend.
    pub(super) fn at(labels: usize, places: &[usize]) -> Self {
        let mut bits = vec![0; PLACES / WORD];
        for place in places {
            bits[place / WORD] |= 1 << (place % WORD);
        }
        let mut count = 0;
        let before = bits
            .iter()
            .map(|word: &u64| {
                let before = count;
                count += word.count_ones() as usize;
                before
            })
            .collect();
        Self {
            labels,
            bits,
            before,
            weights: vec![0.0; places.len() * labels],
        }
    }

    /// The same weights, with room for weights at all places.
    pub(super) fn spread(&self) -> Self {
        let mut out = Self::full(self.labels);
        for place in 0..PLACES {
            if let (Some(weights), Some(room)) = (self.of(place), out.of_mut(place)) {
                room.copy_from_slice(weights);
            }
        }
        out
    }

    /// The weights of a place, if it has any.
    pub(super) fn of(&self, place: usize) -> Option<&[f32]> {
        let first = self.first(place)?;
        self.weights.get(first..first + self.labels)
    }

    /// The same, to be changed.
    pub(super) fn of_mut(&mut self, place: usize) -> Option<&mut [f32]> {
        let first = self.first(place)?;
        self.weights.get_mut(first..first + self.labels)
    }

    /// Where the weights of a place begin.
    fn first(&self, place: usize) -> Option<usize> {
        let (word, bit) = (place / WORD, place % WORD);
        let bits = self.bits.get(word)?;
        let below = bits & ((1 << bit) - 1);
        let rank = self.before[word] + below.count_ones() as usize;
        (bits >> bit & 1 == 1).then_some(rank * self.labels)
    }

    /// The largest weight, whatever its sign.
    pub(super) fn largest(&self) -> f32 {
        let sizes = self.weights.iter().map(|weight| weight.abs());
        sizes.fold(0.0, f32::max)
    }
}

/// Two tables are equal if each place has the same weights; none and zero are the same.
impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        let zeros = vec![0.0; self.labels];
        let of = |table: &Self, place| table.of(place).unwrap_or(&zeros).to_vec();
        self.labels == other.labels && (0..PLACES).all(|place| of(self, place) == of(other, place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_weights_of_their_own() {
        let places = [0, 3, 63, 64, 70, PLACES - 1];
        let mut table = Table::at(2, &places);
        for (number, place) in places.iter().enumerate() {
            let weights = table.of_mut(*place).unwrap();
            weights.copy_from_slice(&[number as f32, 0.5]);
        }
        for (number, place) in places.iter().enumerate() {
            assert_eq!(table.of(*place), Some([number as f32, 0.5].as_slice()));
        }
        assert_eq!(table.of(1), None);
        assert_eq!(table.of(PLACES), None);
        assert!((table.largest() - 5.0).abs() < 1e-9);
        assert_eq!(table.spread(), table);
        assert_ne!(Table::full(2), table);
    }
}
